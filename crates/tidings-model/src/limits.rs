//! The numbers that bound what strangers can make us do, in one place.
//!
//! Each is enforced where its doc says; the program's settings may change some.

use std::time::Duration;

/// Bounds on fetching, parsing and asking. See the manual for which are settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Longest wait for a connection.
    pub connect_timeout: Duration,
    /// Longest time for a fetch: name, connection, every hop, the whole body.
    pub total_deadline: Duration,
    /// Redirects followed.
    pub redirects: u32,
    /// Largest response head.
    pub head_bytes: usize,
    /// Largest decoded body of a feed or page.
    pub body_bytes: usize,
    /// Articles taken from one fetch, the newest.
    pub articles_per_fetch: usize,
    /// Longest title.
    pub title_bytes: usize,
    /// Longest URL, guid.
    pub url_bytes: usize,
    /// Longest content of an article, sanitised or not.
    pub content_bytes: usize,
    /// Enclosures, tags and authors of an article, each.
    pub items_per_article: usize,
    /// Deepest nesting of HTML.
    pub html_depth: usize,
    /// Longest ETag or Last-Modified kept.
    pub validator_bytes: usize,
    /// Largest picture, as it came over the wire.
    pub image_bytes: usize,
    /// Largest picture, as it is drawn: a few kilobytes can unfold to gigabytes in a browser.
    pub image_pixels: u64,
    /// Longest time for a picture: somebody looks at the place where it should be.
    pub image_deadline: Duration,
    /// Largest icon of a source.
    pub icon_bytes: usize,
    /// Fetches under way at once.
    pub concurrency: usize,
    /// Fetches under way at once at one registrable domain.
    pub concurrency_per_host: usize,
    /// Least time between two starts at one registrable domain.
    pub gap_per_host: Duration,
    /// Pictures under way at once.
    pub images: usize,
    /// Pictures under way at once at one registrable domain, as in a browser.
    pub images_per_host: usize,
    /// Least time between the starts of two pictures at one registrable domain.
    pub image_gap_per_host: Duration,
    /// Least time between two fetches of a source.
    pub min_interval: Duration,
    /// Longest time between two fetches of a source that is watched.
    pub max_interval: Duration,
    /// Longest Retry-After believed.
    pub max_retry_after: Duration,
    /// Step of the back-off after failures: the first failure waits for twice this, each further one twice as long, up to
    /// 5/6 of `max_interval`, so that chance can still spread the waits (`tidings_schedule::politeness::backoff`).
    pub backoff_step: Duration,
    /// Subscriptions of one user.
    pub subscriptions_per_user: usize,
    /// Largest OPML file.
    pub opml_bytes: usize,
    /// Outlines taken from one OPML file.
    pub opml_outlines: usize,
    /// Deepest folder nesting in OPML.
    pub opml_depth: usize,
    /// Largest export of another reader, as uploaded.
    pub import_bytes: usize,
    /// Most bytes unpacked from an archive.
    pub import_unpacked_bytes: usize,
    /// Files in an archive.
    pub import_files: usize,
    /// Articles taken from an export.
    pub import_articles: usize,
    /// Text of articles held while an export is imported; articles beyond come without their text.
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
            opml_bytes: 5 << 20,
            opml_outlines: 5_000,
            opml_depth: 16,
            import_bytes: 64 << 20,
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
            (limits.opml_bytes, 5 * MIB),
            (limits.import_bytes, 64 * MIB),
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
        assert!(limits.validator_bytes <= limits.head_bytes, "a validator came in a head");
        assert!(limits.import_bytes < limits.import_unpacked_bytes);
        assert!(limits.import_text_bytes < limits.import_unpacked_bytes);
        assert!(
            limits.subscriptions_per_user <= limits.opml_outlines,
            "one's own list is read back"
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
