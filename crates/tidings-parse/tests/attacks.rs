//! Hostile documents: each must be read in bounded time and space, and give what can be read.

#[path = "../src/growth.rs"]
mod growth;

use growth::assert_linear;
use std::fmt::Write as _;
use tidings_model::limits::Limits;
use tidings_parse::{FetchedDocument, ParsedFeed, parse};

fn read(text: &str) -> ParsedFeed {
    let document = FetchedDocument { bytes: text.as_bytes(), url: None, content_type: None };
    parse(document, &Limits::default())
}

/// Returns `n` numbered pieces in a row.
fn numbered(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut all, i| {
        all.push_str(&piece(i));
        all
    })
}

fn rss(inside: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>t</title>{inside}</channel></rss>"
    )
}

#[test]
fn many_attributes() {
    let attributes: String = (0..200_000).fold(String::new(), |mut all, n| {
        let _ = write!(all, " a{n}=\"1\"");
        all
    });
    let parsed = read(&format!(
        "<rss><channel{attributes}><title>t</title><item{attributes}><title>a</title></item></channel></rss>"
    ));
    assert_eq!((parsed.title.as_str(), parsed.articles.len()), ("t", 1));
}

#[test]
fn many_namespaces() {
    let namespaces: String = (0..200_000).fold(String::new(), |mut all, n| {
        let _ = write!(all, " xmlns:n{n}=\"u:{n}\"");
        all
    });
    assert_eq!(
        read(&format!("<rss{namespaces}><channel><title>t</title></channel></rss>")).title,
        "t"
    );
}

#[test]
fn deep_nesting() {
    let (n, open, close) = (100_000, "<x>", "</x>");
    let deep = format!("{}x{}", open.repeat(n), close.repeat(n));
    for inside in [
        deep.clone(),
        format!("<item><title>a</title>{deep}</item>"),
        format!("<item><description>{deep}</description></item>"),
    ] {
        assert_eq!(read(&rss(&inside)).title, "t");
    }
    let xhtml = format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>t</title><entry><content type=\"xhtml\">{}x{}</content></entry></feed>",
        "<div>".repeat(n),
        "</div>".repeat(n)
    );
    assert_eq!(read(&xhtml).articles.len(), 1);
    let channels = format!("{}{}", "<channel>".repeat(n), "</channel>".repeat(n));
    read(&rss(&channels));
    let json = format!(
        "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":{}{}}}",
        "[".repeat(n),
        "]".repeat(n)
    );
    assert!(read(&json).articles.is_empty());
}

#[test]
fn entity_bombs() {
    let laughs: String = (1..12).fold("<!ENTITY a0 \"lol\">".to_owned(), |mut all, n| {
        let _ = write!(all, "<!ENTITY a{n} \"{}\">", format!("&a{};", n - 1).repeat(10));
        all
    });
    let parsed =
        read(&format!("<!DOCTYPE rss [{laughs}]>{}", rss("<item><title>&a11;</title></item>")));
    assert_eq!(parsed.articles[0].title, "&a11;");
    let quadratic = format!("<!DOCTYPE rss [<!ENTITY a \"{}\">]>", "A".repeat(100_000));
    let parsed = read(&format!(
        "{quadratic}{}",
        rss(&format!("<description>{}</description>", "&a;".repeat(50_000)))
    ));
    assert!(parsed.description.len() <= 4 * Limits::default().title_bytes);
}

#[test]
fn many_fields_in_one_item() {
    let fields: String = (0..50_000).fold(String::new(), |mut all, n| {
        let _ = write!(all, "<category>c{n}</category><enclosure url=\"http://e.org/{n}\"/><dc:creator>a{n}</dc:creator>");
        all
    });
    let parsed = read(&rss(&format!("<item><title>a</title>{fields}</item>")));
    let article = &parsed.articles[0];
    let most = Limits::default().items_per_article;
    assert_eq!(
        (article.tags.len(), article.enclosures.len(), article.authors.len()),
        (most, most, most)
    );
    assert!(parsed.complaints.iter().any(|complaint| complaint.code == "too_many_in_item"));
}

#[test]
fn many_items_give_the_newest() {
    let items: String = (0..20_000).fold(String::new(), |mut all, n| {
        let _ = write!(
            all,
            "<item><guid>{n}</guid><title>t{n}</title><pubDate>{}</pubDate></item>",
            1_700_000_000 + n
        );
        all
    });
    let parsed = read(&rss(&items));
    assert_eq!(parsed.articles.len(), Limits::default().articles_per_fetch);
    assert_eq!(parsed.articles.last().unwrap().title, "t19999");
    assert_eq!(parsed.articles[0].title, "t18000");
}

#[test]
fn huge_fields() {
    let long = "T".repeat(2_000_000);
    let parsed = read(&rss(&format!(
        "<item><title>{long}</title><guid>g{long}</guid><link>http://e.org/{long}</link><author>{long}</author><description>{long}</description></item>"
    )));
    let (article, limits) = (&parsed.articles[0], Limits::default());
    assert_eq!((article.title.len(), article.link.as_deref()), (limits.title_bytes, None));
    assert_eq!(article.guid.as_ref().map(String::len), Some(limits.url_bytes));
    let other = read(&rss(&format!("<item><title>t</title><guid>g{long}!</guid></item>")));
    assert_ne!(article.keys.guid, other.articles[0].keys.guid, "keys depend on the whole guid");
}

const ERRORS: [&str; 13] = [
    "<![CDATA[",
    "<!--",
    "<item",
    "<a b=\"",
    "<item><title><![CDATA[",
    "&",
    "&#",
    "</item>",
    "<item>",
    "<item xml:base='http://e.org/'>",
    "<",
    "<!DOCTYPE [",
    "]]>",
];

/// An attack: its name, and a function that builds it from so many pieces.
type Attack = (&'static str, fn(usize) -> String);

const ATTACKS: [Attack; 14] = [
    ("attributes", |n| {
        let attributes = numbered(n, |i| format!(" a{i}=\"1\""));
        format!(
            "<rss><channel{attributes}><item{attributes}><title>a</title></item></channel></rss>"
        )
    }),
    ("equal attributes", |n| {
        rss(&format!("<item{}><title>a</title></item>", " a=\"1\"".repeat(n)))
    }),
    ("namespaces", |n| {
        let namespaces = numbered(n, |i| format!(" xmlns:n{i}=\"u:{i}\""));
        format!("<rss{namespaces}><channel><title>t</title></channel></rss>")
    }),
    ("namespaces on the way down", |n| {
        let open = numbered(n, |i| format!("<x xmlns:n{i}=\"u:{i}\">"));
        rss(&format!("{open}{}", "</x>".repeat(n)))
    }),
    ("depth", |n| rss(&format!("{}x{}", "<x>".repeat(n), "</x>".repeat(n)))),
    ("depth in a text", |n| {
        let (open, close) = ("<div>".repeat(n), "</div>".repeat(n));
        rss(&format!("<item><description>{open}x{close}</description></item>"))
    }),
    ("depth of JSON", |n| {
        let (open, close) = ("[".repeat(n), "]".repeat(n));
        format!("{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":{open}{close}}}")
    }),
    ("entities", |n| {
        let entities = numbered(n, |i| format!("<!ENTITY a{i} \"&a{};\">", i + 1));
        format!("<!DOCTYPE rss [{entities}]>{}", rss("<item><title>&a0;</title></item>"))
    }),
    ("one entity, again and again", |n| {
        let entity = format!("<!DOCTYPE rss [<!ENTITY a \"{}\">]>", "A".repeat(n));
        format!("{entity}{}", rss(&format!("<description>{}</description>", "&a;".repeat(n))))
    }),
    ("fields of one item", |n| {
        let fields = numbered(n, |i| {
            format!("<category>c{i}</category><enclosure url=\"http://e.org/{i}\"/>")
        });
        rss(&format!("<item><title>a</title>{fields}</item>"))
    }),
    ("items", |n| {
        rss(&numbered(n, |i| format!("<item><guid>{i}</guid><title>t{i}</title></item>")))
    }),
    ("items of one guid", |n| rss(&"<item><guid>g</guid><title>t</title></item>".repeat(n))),
    ("items of one title", |n| rss(&"<item><title>t</title></item>".repeat(n))),
    ("bases within bases", |n| rss(&"<item xml:base='a/'>".repeat(n))),
];

#[test]
fn no_attack_takes_more_than_linear_time() {
    for (name, make) in ATTACKS {
        assert_linear(name, 1_500, make, |text| drop(read(text)));
    }
}

#[test]
fn nothing_but_errors_takes_linear_time() {
    for piece in ERRORS {
        let make = |bytes: usize| rss(&piece.repeat(bytes / piece.len()));
        assert_linear(piece, 30_000, make, |text| drop(read(text)));
        let within = |bytes: usize| {
            rss(&format!("<item><description>{}", piece.repeat(bytes / piece.len())))
        };
        assert_linear(piece, 30_000, within, |text| drop(read(text)));
    }
}
