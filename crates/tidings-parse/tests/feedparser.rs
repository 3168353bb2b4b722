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
fn a_relative_address_of_an_unknown_page_is_no_link() {
    let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><link href='/abs'/></feed>".as_bytes();
    let mail = "mailto:a@example.org".parse().expect("the constant is a valid URL");
    for url in [None, Some(&mail)] {
        let document = FetchedDocument { bytes: feed, url, content_type: None };
        assert_eq!(parse(document, &Default::default()).link, None);
    }
}

#[test]
fn the_same_item_twice_is_one_article() {
    let entry = "<entry><id>a</id><title>t</title></entry>";
    let parsed = read(&format!("<feed xmlns='http://www.w3.org/2005/Atom'>{entry}{entry}</feed>"));
    assert_eq!((parsed.articles.len(), parsed.complaints[0].code), (1, "repeated_item"));
    let n_items =
        |items: &str| read(&format!("<rss><channel>{items}</channel></rss>")).articles.len();
    let unknown = "<item><image><title>x</title></image></item><item><abc>x</abc></item>";
    assert_eq!(n_items(unknown), 1, "nothing in either is part of an article");
    // Like feedparser, we keep both if they differ in anything that shows.
    let one = "<item><title>News</title><enclosure url='http://e.org/1.mp3'/></item>";
    assert_eq!(n_items(&format!("{one}{}{one}", one.replace('1', "2"))), 2);
    let english = "<item><title>News</title><language>en</language></item>";
    assert_eq!(n_items(&format!("<item><title>News</title></item>{english}{english}")), 2);
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
    assert_eq!(content("a<svg><desc><abbr>b</abbr></desc></svg>c"), "ac");
    assert_eq!(content("a<svg><title>b</title><desc>d</desc></svg>c"), "abc");
    let page = "<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>\
                &lt;title>a&lt;/title>&lt;script>b&lt;/script>&lt;p>c</title></feed>";
    assert_eq!(read(page).title, "c");
}

#[test]
fn the_marks_of_a_section_in_a_section_are_no_text() {
    assert_eq!(content("<![CDATA[<script></script>]]&gt;"), "");
    assert_eq!(content("<![CDATA[<p>a</p>]]&gt;"), "<p>a</p>");
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

#[test]
fn a_few_bad_bytes_do_not_change_the_character_set() {
    let rss = |title: &[u8]| {
        [b"<rss><channel><title>".as_slice(), title, b"</title></channel></rss>"].concat()
    };
    let marked = [b"\xef\xbb\xbf".as_slice(), &rss(b"\xd1\xa8 Espa\xf1a")].concat();
    assert_eq!(read_bytes(&marked).title, "\u{468} Espa\u{fffd}a");
    let noise = rss(b"\xe2\x80\x99 \xe2\x80\x9d\xa9");
    assert_eq!(read_bytes(&noise).title, "\u{2019} \u{201d}\u{fffd}");
}
