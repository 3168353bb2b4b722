//! The limits on what untrusted input can make us do, in one place.
//!
//! Each limit is enforced where its documentation says. Some can be changed in the settings.

use std::time::Duration;

/// The limits on fetching, parsing and importing. The manual lists those that are settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Maximum time to establish a connection.
    pub connect_timeout: Duration,
    /// Maximum time for a fetch: name resolution, connection, every redirect, the whole body.
    pub total_deadline: Duration,
    /// Maximum number of redirects followed.
    pub redirects: u32,
    /// Maximum size of a response head.
    pub head_bytes: usize,
    /// Maximum size of the decoded body of a feed or page.
    pub body_bytes: usize,
    /// Maximum number of articles taken from one fetch, newest first.
    pub articles_per_fetch: usize,
    /// Maximum length of a title.
    pub title_bytes: usize,
    /// Maximum length of a URL or guid.
    pub url_bytes: usize,
    /// Maximum length of an article's content, before and after sanitising.
    pub content_bytes: usize,
    /// Maximum number of an article's enclosures, tags and authors, each.
    pub items_per_article: usize,
    /// Maximum nesting depth of HTML.
    pub html_depth: usize,
    /// Maximum length of an ETag or Last-Modified value that is kept.
    pub validator_bytes: usize,
    /// Maximum size of a picture as transferred.
    pub image_bytes: usize,
    /// Maximum size of a picture when decoded: a few kilobytes can expand to gigabytes in a browser.
    pub image_pixels: u64,
    /// Maximum time for a picture. It is short, because someone is waiting to see it.
    pub image_deadline: Duration,
    /// Maximum size of a source's icon.
    pub icon_bytes: usize,
    /// Maximum number of concurrent fetches.
    pub concurrency: usize,
    /// Maximum number of concurrent fetches per registrable domain.
    pub concurrency_per_host: usize,
    /// Minimum time between the starts of two fetches at one registrable domain.
    pub gap_per_host: Duration,
    /// Maximum number of concurrent picture downloads.
    pub images: usize,
    /// Maximum number of concurrent picture downloads per registrable domain, as in a browser.
    pub images_per_host: usize,
    /// Minimum time between the starts of two picture downloads at one registrable domain.
    pub image_gap_per_host: Duration,
    /// Minimum time between two fetches of a source.
    pub min_interval: Duration,
    /// Maximum time between two fetches of an active source.
    pub max_interval: Duration,
    /// Maximum Retry-After that is honoured.
    pub max_retry_after: Duration,
    /// The step of the back-off after failures. The first failure waits for twice this, and each further failure
    /// doubles the wait, up to 5/6 of `max_interval`, so that there is room left for jitter
    /// (`tidings_schedule::politeness::backoff`).
    pub backoff_step: Duration,
    /// Maximum number of subscriptions per user.
    pub subscriptions_per_user: usize,
    /// Maximum number of outlines taken from one OPML file.
    pub opml_outlines: usize,
    /// Maximum folder nesting in OPML.
    pub opml_depth: usize,
    /// Maximum size of a file to import: a list of subscriptions, or an export of another reader. A round number, because
    /// pages tell it to people.
    pub import_bytes: usize,
    /// Maximum number of bytes unpacked from an archive.
    pub import_unpacked_bytes: usize,
    /// Maximum number of files in an archive.
    pub import_files: usize,
    /// Maximum number of articles taken from an export.
    pub import_articles: usize,
    /// Maximum size of article text held in memory during an import. Further articles are imported without their
    /// text.
    pub import_text_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        const MINUTE: u64 = 60;
        const DAY: u64 = 24 * 60 * MINUTE;
        Self {
            connect_timeout: Duration::from_secs(5),
            total_deadline: Duration::from_secs(30),
            redirects: 5,
            head_bytes: 64 << 10,
            body_bytes: 16 << 20,
            articles_per_fetch: 2_000,
            title_bytes: 1 << 10,
            url_bytes: 4 << 10,
            content_bytes: 1 << 20,
            items_per_article: 32,
            html_depth: 512,
            validator_bytes: 1 << 10,
            image_bytes: 10 << 20,
            image_pixels: 50_000_000,
            image_deadline: Duration::from_secs(20),
            icon_bytes: 256 << 10,
            concurrency: 32,
            concurrency_per_host: 2,
            gap_per_host: Duration::from_secs(1),
            images: 24,
            images_per_host: 6,
            image_gap_per_host: Duration::from_millis(50),
            min_interval: Duration::from_secs(5 * MINUTE),
            max_interval: Duration::from_secs(DAY),
            max_retry_after: Duration::from_secs(7 * DAY),
            backoff_step: Duration::from_secs(15 * MINUTE),
            subscriptions_per_user: 2_000,
            opml_outlines: 5_000,
            opml_depth: 16,
            import_bytes: 64_000_000,
            import_unpacked_bytes: 256 << 20,
            import_files: 5_000,
            import_articles: 100_000,
            import_text_bytes: 96 << 20,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIB: usize = 1024;
    const MIB: usize = 1024 * 1024;

    #[test]
    fn sizes_are_what_the_manual_promises() {
        let limits = Limits::default();
        for (found, expected) in [
            (limits.head_bytes, 64 * KIB),
            (limits.body_bytes, 16 * MIB),
            (limits.title_bytes, KIB),
            (limits.url_bytes, 4 * KIB),
            (limits.content_bytes, MIB),
            (limits.validator_bytes, KIB),
            (limits.image_bytes, 10 * MIB),
            (limits.icon_bytes, 256 * KIB),
            (limits.import_bytes, 64_000_000),
            (limits.import_unpacked_bytes, 256 * MIB),
            (limits.import_text_bytes, 96 * MIB),
        ] {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn times_are_what_the_manual_promises() {
        let limits = Limits::default();
        for (found, seconds) in [
            (limits.connect_timeout, 5),
            (limits.total_deadline, 30),
            (limits.image_deadline, 20),
            (limits.gap_per_host, 1),
            (limits.min_interval, 300),
            (limits.max_interval, 86_400),
            (limits.max_retry_after, 604_800),
            (limits.backoff_step, 900),
        ] {
            assert_eq!(found, Duration::from_secs(seconds));
        }
    }

    #[test]
    fn limits_fit_together() {
        let limits = Limits::default();
        assert!(limits.connect_timeout < limits.total_deadline);
        assert!(limits.min_interval < limits.backoff_step);
        assert!(limits.backoff_step < limits.max_interval);
        assert!(limits.max_interval < limits.max_retry_after);
        assert!(limits.concurrency_per_host <= limits.concurrency);
        assert!(limits.images_per_host <= limits.images);
        assert!(limits.image_gap_per_host < limits.gap_per_host);
        assert!(limits.head_bytes < limits.body_bytes && limits.content_bytes < limits.body_bytes);
        assert!(limits.validator_bytes <= limits.head_bytes, "validators arrive in the head");
        assert!(limits.import_bytes < limits.import_unpacked_bytes);
        assert!(limits.import_text_bytes < limits.import_unpacked_bytes);
        assert!(
            limits.subscriptions_per_user <= limits.opml_outlines,
            "a user can import their own export"
        );
        assert!(limits.icon_bytes < limits.image_bytes);
    }

    #[test]
    fn counts_are_what_the_manual_promises() {
        let limits = Limits::default();
        for (found, expected) in [
            (limits.redirects as usize, 5),
            (limits.articles_per_fetch, 2_000),
            (limits.items_per_article, 32),
            (limits.html_depth, 512),
            (limits.concurrency, 32),
            (limits.concurrency_per_host, 2),
            (limits.images, 24),
            (limits.images_per_host, 6),
            (limits.subscriptions_per_user, 2_000),
            (limits.opml_outlines, 5_000),
            (limits.opml_depth, 16),
            (limits.import_files, 5_000),
            (limits.import_articles, 100_000),
        ] {
            assert_eq!(found, expected);
        }
        assert_eq!(limits.image_pixels, 50_000_000);
    }
}
