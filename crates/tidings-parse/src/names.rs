//! Which elements are known, in which namespace.
//!
//! One table: everything the parser keeps is named here; all other elements are skipped with their content.

/// The vocabularies that feeds are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    /// RSS, Atom, CDF, and unknown default namespaces.
    Feed,
    Rdf,
    DublinCore,
    DublinTerms,
    Content,
    Media,
    Itunes,
    Podcast,
    Syndication,
    Slash,
    Threading,
    Feedburner,
    Xhtml,
    Other,
}

use Vocabulary as V;

/// Returns the vocabulary of a namespace URI, however it is spelled.
pub(crate) fn vocabulary_of_namespace(uri: &str) -> Option<Vocabulary> {
    let mut lower = uri.trim().to_ascii_lowercase();
    if let Some(rest) = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://")) {
        lower = rest.strip_prefix("www.").unwrap_or(rest).to_owned();
    }
    let name = lower.trim_end_matches(['/', '#']);
    Some(match name {
        ""
        | "purl.org/rss/1.0"
        | "my.netscape.com/rdf/simple/0.9"
        | "purl.org/atom/ns"
        | "w3.org/2005/atom" => V::Feed,
        "purl.org/rss/2.0" | "purl.org/net/rss1.1" | "purl.org/pie" | "purl.org/echo" => V::Feed,
        "purl.org/rss/1.0/modules/rss091"
        | "blogs.law.harvard.edu/tech/rss"
        | "cyber.law.harvard.edu/rss" => V::Feed,
        "example.com/newformat" | "example.com/necho" | "uri/of/echo/namespace" => V::Feed,
        "w3.org/1999/02/22-rdf-syntax-ns" => V::Rdf,
        "purl.org/dc/elements/1.1" | "purl.org/dc/elements/1.0" => V::DublinCore,
        "purl.org/dc/terms" => V::DublinTerms,
        "purl.org/rss/1.0/modules/content" => V::Content,
        "search.yahoo.com/mrss" => V::Media,
        "itunes.com/dtds/podcast-1.0.dtd" | "example.com/dtds/podcast-1.0.dtd" => V::Itunes,
        "podcastindex.org/namespace/1.0" => V::Podcast,
        "purl.org/rss/1.0/modules/syndication" => V::Syndication,
        "purl.org/rss/1.0/modules/slash" => V::Slash,
        "purl.org/syndication/thread/1.0" => V::Threading,
        "rssnamespace.org/feedburner/ext/1.0" | "rssnamespace.org/feedburner/ext/2.0" => {
            V::Feedburner
        }
        "w3.org/1999/xhtml" => V::Xhtml,
        _ if name.starts_with("backend.userland.com/rss") => V::Feed,
        _ if name.starts_with("podcastindex") || name.contains("podcast-namespace") => V::Podcast,
        _ => return None,
    })
}

/// Returns the meaning of a prefix that was not declared, or was declared as something unknown.
pub(crate) fn vocabulary_of_prefix(prefix: &str) -> Vocabulary {
    match prefix {
        "" | "atom" | "atom10" | "atom03" | "a10" | "rss" | "rss1" | "a" => V::Feed,
        "rdf" => V::Rdf,
        "dc" => V::DublinCore,
        "dcterms" | "dct" => V::DublinTerms,
        "content" => V::Content,
        "media" => V::Media,
        "itunes" => V::Itunes,
        "podcast" => V::Podcast,
        "sy" | "syn" => V::Syndication,
        "slash" => V::Slash,
        "thr" => V::Threading,
        "feedburner" => V::Feedburner,
        "xhtml" | "html" | "h" => V::Xhtml,
        _ => V::Other,
    }
}

/// How the content of an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    /// The skeleton of the document: feed, channel, item.
    Structure,
    /// Known elements and text.
    Elements,
    /// Text that may contain markup, escaped or inline.
    Markup,
    /// Only text.
    Text,
    /// Ignored.
    Nothing,
}

macro_rules! tags {
    ($($tag:ident $inside:ident { $($vocabulary:ident $name:literal),+ })+) => {
        /// A known element.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum Tag { $($tag),+, Unknown }

        impl Tag {
            /// Returns the element of that name in that vocabulary.
            pub(crate) fn of(vocabulary: Vocabulary, local_name: &str) -> Self {
                let mut buffer = [0; 24];
                let Some(lower) = buffer.get_mut(..local_name.len()) else { return Self::Unknown };
                lower.copy_from_slice(local_name.as_bytes());
                lower.make_ascii_lowercase();
                match (&*lower, vocabulary) {
                    $($(($name, V::$vocabulary))|+ => Self::$tag,)+
                    _ => Self::Unknown,
                }
            }

            /// Returns how its content is read.
            pub(crate) fn inside(self) -> Inside {
                match self {
                    $(Self::$tag => Inside::$inside,)+
                    Self::Unknown => Inside::Nothing,
                }
            }
        }
    };
}

tags! {
    Rss Structure { Feed b"rss" }
    Rdf Structure { Rdf b"rdf", Feed b"rdf" }
    Feed Structure { Feed b"feed" }
    Channel Structure { Feed b"channel" }
    Item Structure { Feed b"item" }
    Entry Structure { Feed b"entry" }

    Image Elements { Feed b"image" }
    TextInput Elements { Feed b"textinput" }
    Author Elements { Feed b"author", Feed b"managingeditor" }
    Contributor Elements { Feed b"contributor" }
    Source Elements { Feed b"source" }
    SkipHours Elements { Feed b"skiphours" }
    SkipDays Elements { Feed b"skipdays" }
    MediaGroup Elements { Media b"group" }
    MediaContent Elements { Media b"content" }

    Title Markup { Feed b"title" }
    DcTitle Markup { DublinCore b"title", DublinTerms b"title" }
    MediaTitle Markup { Media b"title" }
    ItunesTitle Markup { Itunes b"title" }
    ContentEncoded Markup { Content b"encoded" }
    Body Markup { Xhtml b"body", Feed b"body", Feed b"fullitem" }
    Content Markup { Feed b"content" }
    Description Markup { Feed b"description" }
    DcDescription Markup { DublinCore b"description", DublinTerms b"description", DublinTerms b"abstract" }
    Summary Markup { Feed b"summary", Feed b"abstract" }
    Subtitle Markup { Feed b"subtitle", Feed b"tagline" }
    ItunesSummary Markup { Itunes b"summary" }
    ItunesSubtitle Markup { Itunes b"subtitle" }
    MediaDescription Markup { Media b"description" }

    Link Text { Feed b"link" }
    OriginalLink Text { Feedburner b"origlink" }
    Guid Text { Feed b"guid", Feed b"id" }
    Url Text { Feed b"url" }
    Name Text { Feed b"name" }
    Email Text { Feed b"email" }
    Creator Text { DublinCore b"creator", DublinCore b"author", DublinTerms b"creator" }
    ItunesAuthor Text { Itunes b"author" }
    Category Text { Feed b"category", DublinCore b"subject", DublinTerms b"subject", Media b"category", Itunes b"category" }
    Keywords Text { Itunes b"keywords", Media b"keywords", Feed b"keywords" }
    Published Text { Feed b"pubdate", Feed b"published", Feed b"issued", DublinTerms b"issued", Itunes b"pubdate" }
    DcDate Text { DublinCore b"date", DublinTerms b"date" }
    Updated Text { Feed b"updated", Feed b"modified", DublinTerms b"modified", Feed b"lastbuilddate" }
    Created Text { Feed b"created", DublinTerms b"created" }
    Comments Text { Feed b"comments" }
    CommentCount Text { Slash b"comments", Threading b"total" }
    Enclosure Text { Feed b"enclosure" }
    Thumbnail Text { Media b"thumbnail" }
    ItunesImage Text { Itunes b"image" }
    Duration Text { Itunes b"duration" }
    Logo Text { Feed b"logo" }
    Icon Text { Feed b"icon" }
    Language Text { Feed b"language", DublinCore b"language", DublinTerms b"language" }
    Ttl Text { Feed b"ttl" }
    Cloud Text { Feed b"cloud" }
    Hour Text { Feed b"hour" }
    Day Text { Feed b"day" }
    UpdatePeriod Text { Syndication b"updateperiod" }
    UpdateFrequency Text { Syndication b"updatefrequency" }
    NewFeedUrl Text { Itunes b"new-feed-url" }
}

impl Tag {
    /// Whether it begins an article.
    pub(crate) fn is_item(self) -> bool {
        matches!(self, Self::Item | Self::Entry)
    }

    /// Whether HTML, SVG or MathML has an element of the same name, so that it may occur inside a body.
    pub(crate) fn is_also_html(self) -> bool {
        matches!(
            self,
            Self::Title
                | Self::Link
                | Self::Source
                | Self::Image
                | Self::Summary
                | Self::Content
                | Self::Body
                | Self::Unknown
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_are_recognized_in_any_spelling() {
        for uri in [
            "http://www.w3.org/2005/Atom",
            "https://www.w3.org/2005/Atom",
            " http://www.w3.org/2005/atom/ ",
        ] {
            assert_eq!(vocabulary_of_namespace(uri), Some(V::Feed), "{uri}");
        }
        assert_eq!(
            vocabulary_of_namespace("http://www.itunes.com/DTDs/Podcast-1.0.dtd"),
            Some(V::Itunes)
        );
        assert_eq!(vocabulary_of_namespace("urn:nothing"), None);
    }

    #[test]
    fn tags_are_recognized_in_any_case_and_only_in_their_vocabulary() {
        assert_eq!(Tag::of(V::Feed, "pubDate"), Tag::Published);
        assert_eq!(Tag::of(V::Feed, "PUBDATE"), Tag::Published);
        assert_eq!(Tag::of(V::Itunes, "title"), Tag::ItunesTitle);
        assert_eq!(Tag::of(V::Other, "title"), Tag::Unknown);
        assert_eq!(Tag::of(V::Feed, "an-element-with-a-name-too-long-to-know"), Tag::Unknown);
    }
}
