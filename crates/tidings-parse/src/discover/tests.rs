//! Pages that declare their feeds well, badly or with bad intent.

use super::*;
use proptest::prelude::*;

fn page() -> Url {
    "https://example.org/blog/post".parse().unwrap()
}

fn feeds(html: &str) -> Vec<String> {
    discover(html, &page()).feeds.into_iter().map(|link| link.url.into()).collect()
}

#[test]
fn declarations_are_found_in_every_spelling() {
    for html in [
        "<link rel=alternate type=application/rss+xml href=/f>",
        "<LINK REL='ALTERNATE' TYPE='APPLICATION/RSS+XML' HREF='/f'>",
        "<link rel='home  alternate' type=' application/atom+xml; charset=utf-8 ' href=/f />",
        "<link href='/f' type='application&#x2F;rss&#43;xml' rel='&#97;lternate'>",
        "<link rel=alternate type=application/feed+json href='../f'>",
        "<link rel=alternate type=text/xml href='/f' ><link rel=alternate type=application/rdf+xml href='//example.org/f'>",
        "<link rel=feed href=/f>",
        "<base href='https://example.org/x/'><link rel=alternate type=application/rss+xml href='../f'>",
        "<body><p>late<link rel=alternate type=application/rss+xml href='/f#top'>",
        "<link\nrel\n=\nalternate\ntype='application/rss+xml'\nhref=/f>",
    ] {
        assert_eq!(feeds(html), ["https://example.org/f"], "{html}");
    }
}

#[test]
fn other_links_are_ignored() {
    for html in [
        "<link rel=stylesheet type=application/rss+xml href=/f>",
        "<link rel='alternate stylesheet' type=application/rss+xml href=/f>",
        "<link rel=alternate hreflang=de href=/de/>",
        "<link rel=alternate type=application/json href=/wp-json/wp/v2/posts/1>",
        "<link rel=alternate type=text/xml+oembed href=/oembed>",
        "<!-- <link rel=alternate type=application/rss+xml href=/f> -->",
        "<script>'<link rel=alternate type=application/rss+xml href=/f>'</script>",
        "<link rel=alternate type=application/rss+xml>",
        "<link rel=alternate type=application/rss+xml href=''>",
        "<link rel=alternate type=application/rss+xml href=/blog/post>",
    ] {
        assert_eq!(feeds(html), [""; 0], "{html}");
    }
}

#[test]
fn only_web_addresses_are_returned() {
    let html: String = [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/xml,x",
        "ftp://a/",
        "//other.example/f",
        "http://",
    ]
    .map(|url| {
        format!(
            "<link rel=alternate type=application/rss+xml title='&quot;><script>' href='{url}'>"
        )
    })
    .concat();
    let found = discover(&html, &page());
    assert_eq!(found.feeds.len(), 1);
    assert_eq!(
        (found.feeds[0].url.as_str(), found.feeds[0].title.as_str()),
        ("https://other.example/f", "\"><script>")
    );
}

#[test]
fn thousands_of_declarations_are_capped() {
    let html: String = (0..5_000)
        .map(|i| format!("<link rel=alternate type=application/rss+xml href=/{i}>"))
        .collect();
    assert_eq!(feeds(&html).len(), MAX_FEEDS);
    assert_eq!(
        feeds("<link rel=alternate type=application/rss+xml href=/f>".repeat(3).as_str()).len(),
        1
    );
}

#[test]
fn the_most_likely_feed_comes_first() {
    let html = "<a href=/rss.xml>RSS <b>here</b></a><a href=/about>x</a>\
                <link rel=alternate type=application/rss+xml title='Blog » Comments Feed' href=/comments/feed/>\
                <link rel=alternate type=application/rss+xml title=Blog href=/feed/>";
    let found = discover(html, &page());
    assert_eq!(
        feeds(html),
        [
            "https://example.org/feed/",
            "https://example.org/rss.xml",
            "https://example.org/comments/feed/"
        ]
    );
    assert_eq!(found.feeds[1].title, "RSS here");
}

#[test]
fn title_icon_and_language_are_found() {
    let html = "<html lang=en_GB><title> A &amp;\n B </title><meta property=og:site_name content='The Site'>\
                <link rel='shortcut icon' href='data:image/svg+xml,x'><link rel=apple-touch-icon href=/touch.png>\
                <link rel=icon type=image/svg+xml href=/i.svg><link rel='shortcut icon' href=/favicon.ico><svg><title>no</title></svg>";
    let found = discover(html, &page());
    assert_eq!((found.title.as_str(), found.site_name.as_str()), ("A & B", "The Site"));
    assert_eq!(found.icon.unwrap().as_str(), "https://example.org/favicon.ico");
    assert_eq!(found.language.as_deref(), Some("en-GB"));
    assert_eq!(discover("<title>nothing</title>", &page()).feeds, []);
}

#[test]
fn platforms_are_recognized_by_their_addresses() {
    for (page, feed) in [
        (
            "https://www.youtube.com/channel/UC123/videos",
            "https://www.youtube.com/feeds/videos.xml?channel_id=UC123",
        ),
        (
            "https://www.youtube.com/playlist?list=PL1",
            "https://www.youtube.com/feeds/videos.xml?playlist_id=PL1",
        ),
        ("https://old.reddit.com/r/rust/top/", "https://old.reddit.com/r/rust/top/.rss"),
        ("https://github.com/rust-lang/rust", "https://github.com/rust-lang/rust/releases.atom"),
        ("https://github.com/a/b/commits/main/", "https://github.com/a/b/commits/main.atom"),
        ("https://mastodon.example/@alice", "https://mastodon.example/@alice.rss"),
        ("https://medium.com/@alice", "https://medium.com/feed/@alice"),
        ("https://alice.substack.com/p/x", "https://alice.substack.com/feed"),
        ("https://alice.tumblr.com/", "https://alice.tumblr.com/rss"),
        ("https://alice.blogspot.com/2024/", "https://alice.blogspot.com/feeds/posts/default"),
        ("https://bsky.app/profile/alice.example", "https://bsky.app/profile/alice.example/rss"),
        ("https://example.org/", "https://example.org/feed"),
        ("https://example.org/blog/index.html", "https://example.org/blog/feed"),
    ] {
        assert_eq!(guesses(&page.parse().unwrap())[0].as_str(), feed, "{page}");
    }
    assert!(
        guesses(&"https://example.org/a/b".parse().unwrap())
            .iter()
            .any(|url| url.as_str() == "https://example.org/atom.xml")
    );
    assert_eq!(guesses(&"data:text/html,x".parse().unwrap()), []);
}

proptest! {
    #[test]
    fn guesses_stay_on_known_hosts_and_are_few(host in "[a-z]{1,8}\\.(example|substack\\.com|reddit\\.com)", path in "(/[@a-z.]{0,6}){0,4}") {
        let page: Url = format!("https://{host}{path}").parse().unwrap();
        let found = guesses(&page);
        prop_assert!(found.len() <= 16);
        prop_assert!(found.iter().all(|url| url.host_str() == page.host_str() && *url != page));
    }

    #[test]
    fn discovery_never_panics(html in "(<link |rel=alternate |type=application/rss\\+xml |href=|/f|>|<a |</a>|<base |<title>|[a-z\"'&;é]){0,40}") {
        for link in discover(&html, &page()).feeds {
            prop_assert!(link.url.scheme().starts_with("http"));
        }
    }
}

#[test]
fn every_known_platform_has_its_feed() {
    for (page, feed) in [
        ("https://m.youtube.com/user/ada", "https://www.youtube.com/feeds/videos.xml?user=ada"),
        (
            "https://www.youtube.com/watch?v=1&list=PL2",
            "https://www.youtube.com/feeds/videos.xml?playlist_id=PL2",
        ),
        ("https://www.reddit.com/", "https://www.reddit.com/.rss"),
        ("https://www.reddit.com/user/ada", "https://www.reddit.com/user/ada/.rss"),
        (
            "https://www.reddit.com/r/rust/comments/1ab/title/",
            "https://www.reddit.com/r/rust/comments/1ab/.rss",
        ),
        ("https://github.com/ada", "https://github.com/ada.atom"),
        ("https://github.com/a/b/tags", "https://github.com/a/b/tags.atom"),
        ("https://gitlab.com/a/b", "https://gitlab.com/a/b/-/tags?format=atom"),
        ("https://gitlab.com/a", "https://gitlab.com/a.atom"),
        ("https://codeberg.org/a/b/issues", "https://codeberg.org/a/b/releases.rss"),
        ("https://codeberg.org/a", "https://codeberg.org/a.rss"),
        ("https://news.ycombinator.com/item?id=1", "https://news.ycombinator.com/rss"),
        ("https://lobste.rs/t/rust", "https://lobste.rs/t/rust.rss"),
        ("https://lobste.rs/s/1", "https://lobste.rs/rss"),
        (
            "https://stackoverflow.com/questions/tagged/rust",
            "https://stackoverflow.com/feeds/tag/rust",
        ),
        ("https://stackoverflow.com/questions/7/why", "https://stackoverflow.com/feeds/question/7"),
        ("https://cooking.stackexchange.com/", "https://cooking.stackexchange.com/feeds"),
        ("https://vimeo.com/ada", "https://vimeo.com/ada/videos/rss"),
        ("https://dev.to/ada/post", "https://dev.to/feed/ada"),
        ("https://letterboxd.com/ada/films/", "https://letterboxd.com/ada/rss/"),
        ("https://ada.wordpress.com/about/", "https://ada.wordpress.com/feed/"),
        ("https://ada.livejournal.com/1.html", "https://ada.livejournal.com/data/rss"),
        ("https://ada.itch.io/game", "https://ada.itch.io/devlog.rss"),
        ("https://ada.micro.blog/", "https://ada.micro.blog/feed.xml"),
    ] {
        assert_eq!(guesses(&page.parse().unwrap())[0].as_str(), feed, "{page}");
    }
    // Addresses that only resemble a platform get the common names.
    for page in [
        "https://notyoutube.com/channel/UC1",
        "https://www.youtube.com/channel/a%22b",
        "https://social.example/@ada@other.example",
        "https://social.example/@",
        "https://substack.com/home",
    ] {
        let found = guesses(&page.parse().unwrap());
        assert!(
            found
                .iter()
                .all(|url| !url.as_str().contains(".rss") && !url.as_str().contains("videos.xml")),
            "{page}: {found:?}"
        );
    }
}

#[test]
fn links_to_feeds_are_recognized_by_their_addresses() {
    let linked = |href: &str| feeds(&format!("<a href='{href}'>x</a>")).len() == 1;
    for href in [
        "/feed",
        "/feed/",
        "/FEED",
        "/rss2",
        "/news.rss",
        "/news.atom",
        "/index.rdf",
        "/my-feed.xml",
        "/index.xml",
        "/?feed=rss2",
        "/?a=b&FORMAT=ATOM",
        "/feed.json",
        "https://feeds.feedburner.com/Ada",
    ] {
        assert!(linked(href), "{href}");
    }
    for href in [
        "/feedback",
        "/press",
        "/rss-explained",
        "/sitemap.xml",
        "/?feed=no",
        "/feed/about",
        "https://feeds.feedburner.com/",
        "mailto:feed@e.org",
        "#feed",
        "/a.rss.html",
    ] {
        assert!(!linked(href), "{href}");
    }
}

#[test]
fn the_first_base_counts_and_a_broken_one_does_not() {
    let link = "<link rel=alternate type=application/rss+xml href=f>";
    for (bases, expected) in [
        ("<base href='/x/'><base href='/y/'>", "https://example.org/x/f"),
        ("<base href='javascript:1'>", "https://example.org/blog/f"),
        ("<base target=_blank><base href='https://cdn.example/'>", "https://cdn.example/f"),
    ] {
        assert_eq!(feeds(&format!("{bases}{link}")), [expected], "{bases}");
    }
}

#[test]
fn a_declaration_outranks_a_link_to_the_same_address() {
    let html = "<a href=/feed>Subscribe</a><link rel=alternate type=application/atom+xml title=Posts href=/feed>";
    let found = discover(html, &page());
    assert_eq!(found.feeds.len(), 1);
    assert_eq!(
        (found.feeds[0].title.as_str(), found.feeds[0].media_type.as_str()),
        ("Posts", "application/atom+xml")
    );
}

#[test]
fn relations_and_addresses_may_be_written_in_other_ways() {
    let relation = "http://www.iana.org/assignments/relation/alternate";
    assert_eq!(
        feeds(&format!("<link rel='{relation}' type='application/rss+xml' href=feed://e.org/a>")),
        ["http://e.org/a"]
    );
    assert_eq!(
        feeds("<a href='feed:https://e.org/news'>News</a><a href='feed:javascript:x'>x</a>"),
        ["https://e.org/news"]
    );
    assert_eq!(feeds("<a href='FEED://e.org/news'>News</a>"), ["http://e.org/news"]);
}

#[test]
fn overlong_addresses_are_ignored() {
    let long = format!("<link rel=feed href='/{}'>", "f".repeat(MAX_ADDRESS_BYTES));
    assert_eq!(feeds(&long), [""; 0]);
    let title = format!("<title>{}</title>", "é".repeat(MAX_TITLE_BYTES));
    let found = discover(&title, &page()).title;
    assert!(found.len() <= MAX_TITLE_BYTES && found.chars().all(|c| c == 'é'), "{}", found.len());
}
