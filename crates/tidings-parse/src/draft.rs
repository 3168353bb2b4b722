//! Turns what a format provides into an article: within the limits, with keys, summary and version.

use crate::{
    complaints::Complaints,
    identity::{self, Marks},
    text,
};
use jiff::Timestamp;
use tidings_model::{Article, Enclosure, article::Content, limits::Limits};
use url::Url;

/// An article as its format provides it, with addresses resolved and nothing cut yet.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) guid: Option<String>,
    pub(crate) title: String,
    pub(crate) link: Option<String>,
    pub(crate) comments: Option<String>,
    pub(crate) n_comments: Option<u32>,
    pub(crate) authors: Vec<String>,
    pub(crate) published: Option<Timestamp>,
    pub(crate) updated: Option<Timestamp>,
    /// HTML of a description, if separate from the content.
    pub(crate) summary: Option<String>,
    pub(crate) html: String,
    pub(crate) base: Option<Url>,
    pub(crate) language: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) enclosures: Vec<Enclosure>,
    pub(crate) image: Option<String>,
}

/// Maximum length of a summary, in characters.
const SUMMARY: usize = 300;

impl Draft {
    /// Returns the article, within the limits.
    pub(crate) fn finish(mut self, limits: &Limits, complaints: &mut Complaints) -> Article {
        let rest = match self.title.is_empty() && self.html.is_empty() {
            true => self.rest(),
            false => String::new(),
        };
        let keys = identity::keys(Marks {
            guid: self.guid.as_deref(),
            link: self.link.as_deref(),
            title: &self.title,
            html: &self.html,
            rest: &rest,
        });
        self.cut(limits, complaints);
        // Users sort by publication date; without one, by the last update.
        let published = self.published.or(self.updated);
        let summary = summary_of(
            self.summary.as_deref().filter(|html| !html.is_empty()).unwrap_or(&self.html),
        );
        let mut article = Article {
            keys,
            version: tidings_model::Fingerprint(0),
            guid: self.guid,
            title: self.title,
            link: self.link,
            comments: self.comments,
            n_comments: self.n_comments,
            authors: self.authors,
            published: self.published,
            updated: self.updated,
            summary,
            content: Content::Raw { html: self.html, base: self.base },
            language: self.language,
            tags: self.tags,
            enclosures: self.enclosures,
            image: self.image,
        };
        // Before the fallback: a feed that changes `updated` on every fetch has not changed its articles.
        article.version = identity::version(&article);
        article.published = published;
        article
    }

    /// Returns what identifies an article without title and text.
    fn rest(&self) -> String {
        let published = self.published.or(self.updated).map(|at| at.as_millisecond().to_string());
        let urls = self.enclosures.iter().map(|enclosure| enclosure.url.as_str());
        let parts = urls
            .chain(self.authors.iter().map(String::as_str))
            .chain(self.tags.iter().map(String::as_str));
        let parts = parts
            .chain(self.image.as_deref())
            .chain(self.comments.as_deref())
            .chain(published.as_deref());
        parts.collect::<Vec<_>>().join("\n")
    }

    fn cut(&mut self, limits: &Limits, complaints: &mut Complaints) {
        cut_text(&mut self.title, limits.title_bytes, "title", complaints);
        cut_text(&mut self.html, limits.content_bytes, "content", complaints);
        if let Some(guid) = &mut self.guid {
            cut_text(guid, limits.url_bytes, "guid", complaints);
        }
        for address in [&mut self.link, &mut self.comments, &mut self.image] {
            drop_long(address, limits, complaints);
        }
        self.enclosures.retain(|enclosure| is_short(&enclosure.url, limits, complaints));
        for enclosure in &mut self.enclosures {
            enclosure
                .title
                .iter_mut()
                .for_each(|title| cut_text(title, limits.title_bytes, "title", complaints));
            enclosure.media_type.take_if(|kind| kind.len() > 128);
        }
        for list in [&mut self.authors, &mut self.tags] {
            list.iter_mut()
                .for_each(|text| cut_text(text, limits.title_bytes, "name or tag", complaints));
        }
        self.language.take_if(|language| !is_language(language));
        let most = limits.items_per_article;
        let counts = [self.authors.len(), self.tags.len(), self.enclosures.len()];
        if counts.iter().any(|count| *count > most) {
            complaints.add("too_many_in_item", || {
                format!(
                    "An item has more than {most} authors, tags or enclosures; the rest was dropped"
                )
            });
        }
        self.authors.truncate(most);
        self.tags.truncate(most);
        self.enclosures.truncate(most);
    }
}

/// Cuts a text at a character boundary.
pub(crate) fn cut_text(field: &mut String, bytes: usize, what: &str, complaints: &mut Complaints) {
    if field.len() > bytes {
        complaints
            .add("field_cut", || format!("A {what} of {} bytes was cut to {bytes}", field.len()));
        field.truncate(field.floor_char_boundary(bytes));
    }
}

fn is_short(address: &str, limits: &Limits, complaints: &mut Complaints) -> bool {
    let is_short = address.len() <= limits.url_bytes;
    if !is_short {
        complaints.add("address_too_long", || {
            format!("An address of {} bytes was dropped", address.len())
        });
    }
    is_short
}

fn drop_long(address: &mut Option<String>, limits: &Limits, complaints: &mut Complaints) {
    address.take_if(|address| !is_short(address, limits, complaints));
}

/// Whether a text may be a BCP 47 tag.
pub(crate) fn is_language(text: &str) -> bool {
    let is_tag = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    text.len() >= 2
        && text.len() <= 35
        && text.split('-').all(is_tag)
        && text.as_bytes()[0].is_ascii_alphabetic()
}

/// Returns a tidied language tag; `None` if the text is not one.
pub(crate) fn language(text: &str) -> Option<String> {
    let tag = text.trim().replace('_', "-");
    is_language(&tag).then_some(tag)
}

/// Returns plain text for lists; text that is too long is cut at a word.
fn summary_of(html: &str) -> String {
    // A few kilobytes of HTML usually contain enough text; the rest is read only if they do not.
    const ENOUGH: usize = 2048;
    let mut plain = text::plain_text(text::cut(html, ENOUGH));
    if html.len() > ENOUGH && plain.chars().count() <= SUMMARY {
        plain = text::plain_text(text::cut(html, ENOUGH * 32));
    }
    let Some((end, _)) = plain.char_indices().nth(SUMMARY) else { return plain };
    let (keep, _) = plain.char_indices().nth(SUMMARY - 1).unwrap_or((end, ' '));
    let word_end = plain[..keep].rfind(' ').filter(|at| *at > keep / 2).unwrap_or(keep);
    plain.truncate(word_end);
    plain.push('…');
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_short_plain_and_end_at_a_word() {
        let html = format!("<p>{}</p>", "wörter und mehr ".repeat(100));
        let summary = summary_of(&html);
        assert!(summary.chars().count() <= SUMMARY);
        assert!(
            summary.ends_with("mehr…") || summary.ends_with("und…") || summary.ends_with("wörter…"),
            "{summary}"
        );
        assert_eq!(summary_of("<b>short</b>"), "short");
        assert_eq!(summary_of(&format!("{}text", "<br>".repeat(2000))), "text");
    }

    #[test]
    fn fields_are_cut_between_characters_with_a_complaint() {
        let mut complaints = Complaints::default();
        let limits =
            Limits { title_bytes: 4, items_per_article: 1, url_bytes: 30, ..Limits::default() };
        let draft = Draft {
            title: "aäää".to_owned(),
            link: Some(format!("http://e.org/{}", "x".repeat(99))),
            tags: vec!["a".to_owned(), "b".to_owned()],
            ..Draft::default()
        };
        let article = draft.finish(&limits, &mut complaints);
        assert_eq!((article.title.as_str(), article.link, article.tags.len()), ("aä", None, 1));
        let codes: Vec<_> =
            complaints.into_vec().into_iter().map(|complaint| complaint.code).collect();
        assert_eq!(codes, ["field_cut", "address_too_long", "too_many_in_item"]);
    }

    #[test]
    fn a_changed_updated_date_is_not_a_new_version() {
        let draft = |second| Draft {
            title: "t".to_owned(),
            updated: Timestamp::from_second(second).ok(),
            ..Draft::default()
        };
        let finish = |draft: Draft| draft.finish(&Limits::default(), &mut Complaints::default());
        assert_eq!(finish(draft(1)).version, finish(draft(2)).version);
        assert_eq!(finish(draft(1)).published, Timestamp::from_second(1).ok());
    }

    #[test]
    fn languages_are_tags_or_nothing() {
        assert_eq!(language(" en_US "), Some("en-US".to_owned()));
        for text in ["", "\"><script>", "English please", "x"] {
            assert_eq!(language(text), None, "{text}");
        }
    }
}
