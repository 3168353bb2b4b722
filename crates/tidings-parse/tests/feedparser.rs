//! Where we differ from Python's feedparser on purpose; `docs/notes/parsing.md` gives the reasons.

use tidings_model::{Article, article::Content};
use tidings_parse::{FetchedDocument, ParsedFeed, clean, parse};

fn read_bytes(bytes: &[u8]) -> ParsedFeed {
    let url = "https://example.org/dir/feed.xml".parse().expect("the constant is a valid URL");
    let limits = Default::default();
    let mut parsed = parse(FetchedDocument { bytes, url: Some(&url), content_type: None }, &limits);
    parsed.articles.iter_mut().for_each(|article| clean(article, &limits));
    parsed
}

fn read(text: &str) -> ParsedFeed {
    read_bytes(text.as_bytes())
}

fn item(inside: &str) -> Article {
    let parsed =
        read(&format!("<rss version='2.0'><channel><item>{inside}</item></channel></rss>"));
    parsed.articles.into_iter().next().expect("the document has an article")
}

/// Returns the content of an article with this description.
fn content(description: &str) -> String {
    let article = item(&format!("<description><![CDATA[{description}]]></description>"));
    match article.content {
        Content::Clean(html) => html,
        other => panic!("expected clean content, got {other:?}"),
    }
}

#[test]
fn an_id_that_is_no_address_is_no_link() {
    let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>right</id></entry></feed>";
    assert_eq!(read(feed).articles[0].link, None);
    assert_eq!(item("<guid>right</guid>").link, None);
}

#[test]
fn the_same_item_twice_is_one_article() {
    let entry = "<entry><id>a</id><title>t</title></entry>";
    let parsed = read(&format!("<feed xmlns='http://www.w3.org/2005/Atom'>{entry}{entry}</feed>"));
    assert_eq!((parsed.articles.len(), parsed.complaints[0].code), (1, "repeated_item"));
}

#[test]
fn an_item_that_is_cut_off_is_left_for_the_next_fetch() {
    let parsed = read("<rss><channel><title>t</title><item><title><![CD");
    assert_eq!((parsed.articles.len(), parsed.is_partial), (0, true));
}

#[test]
fn a_frame_is_a_link() {
    let link = |text: &str| {
        format!("<p><a href=\"http://e.org/\" rel=\"noopener noreferrer nofollow\">{text}</a></p>")
    };
    assert_eq!(content("<iframe src='http://e.org/'></iframe>"), link("e.org/"));
    assert_eq!(content("<iframe src='http://e.org/'> <b>A map</b></iframe>"), link("A map"));
}

#[test]
fn scripts_titles_and_drawings_are_no_text() {
    assert_eq!(content("a<script\n\n>x /* <script> */ y</script\n>b<title>c</title>d"), "abd");
    assert_eq!(content("a<svg><metadata><dc:title>b</dc:title></metadata></svg>c"), "ac");
}

#[test]
fn a_conditional_comment_without_end_hides_the_rest() {
    assert_eq!(content("a<!--[if gte mso 9]><xml>Normal 0 21"), "a");
    assert_eq!(
        content("sa<!-- -- nonwhitespace >fe"),
        "safe",
        "other comments end at their first >"
    );
}

#[test]
fn the_title_of_an_image_is_not_the_title_of_its_item() {
    let image = "<category>c<image><title>no</title></image></category>";
    assert_eq!(item(&format!("{image}<guid>g</guid>")).title, "");
}

#[test]
fn the_description_of_an_rss_item_is_its_content() {
    let article = item("<description>All of it</description><summary>Some</summary>");
    assert_eq!(article.content, Content::Clean("All of it".to_owned()));
}

#[test]
fn characters_are_those_of_browsers() {
    assert_eq!(item("<title>&lang;&rang;</title>").title, "\u{27e8}\u{27e9}");
    let head = b"<?xml version='1.0' encoding='macintosh'?><rss><channel><item><title>".as_slice();
    let macintosh = [head, b"\x80", b"</title></item></channel></rss>"].concat();
    assert_eq!(read_bytes(&macintosh).articles[0].title, "Ä");
}
