//! Every known element and attribute, alone in a feed, and the field it maps to: one line each.

use serde_json::{Value, json};
use tidings_parse::{FetchedDocument, Format, ParsedFeed, parse, parse_date, to_json};

fn read(text: &str) -> ParsedFeed {
    let url = "https://example.org/dir/feed.xml".parse().expect("the constant is a valid URL");
    let document = FetchedDocument { bytes: text.as_bytes(), url: Some(&url), content_type: None };
    parse(document, &Default::default())
}

fn rss(channel: &str, item: &str) -> String {
    format!(
        "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:media=\"http://search.yahoo.com/mrss/\" \
         xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\" xmlns:slash=\"http://purl.org/rss/1.0/modules/slash/\" \
         xmlns:thr=\"http://purl.org/syndication/thread/1.0\" xmlns:sy=\"http://purl.org/rss/1.0/modules/syndication/\" \
         xmlns:dcterms=\"http://purl.org/dc/terms/\" xmlns:wfw=\"http://wellformedweb.org/CommentAPI/\">\
         <channel>{channel}<item>{item}</item></channel></rss>"
    )
}

fn atom(feed: &str, entry: &str) -> String {
    format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:thr=\"http://purl.org/syndication/thread/1.0\" \
         xmlns:media=\"http://search.yahoo.com/mrss/\">{feed}<entry>{entry}</entry></feed>"
    )
}

/// Returns the value at a JSON pointer in the parsed document.
fn said(text: &str, pointer: &str) -> Value {
    to_json(&read(text)).pointer(pointer).cloned().unwrap_or(Value::Null)
}

type Row = (&'static str, &'static str, Value);

#[track_caller]
fn check(rows: &[Row], document: fn(&str) -> String) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(inside, pointer, expected)| {
            let found = said(&document(inside), pointer);
            (found != *expected)
                .then(|| format!("{inside}\n  {pointer} is {found}, not {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn elements_of_an_rss_item() {
    let rows: Vec<Row> = vec![
        ("<title>A</title>", "/articles/0/title", json!("A")),
        ("<title> A \n B </title>", "/articles/0/title", json!("A B")),
        ("<title>&lt;b&gt;A&lt;/b&gt;</title>", "/articles/0/title", json!("A")),
        ("<title><![CDATA[A & B]]></title>", "/articles/0/title", json!("A & B")),
        ("<title>A &amp;amp; B</title>", "/articles/0/title", json!("A & B")),
        ("<dc:title>A</dc:title>", "/articles/0/title", json!("A")),
        ("<title>A</title><media:title>B</media:title>", "/articles/0/title", json!("A")),
        ("<title>A</title><itunes:title>B</itunes:title>", "/articles/0/title", json!("A")),
        ("<link>https://e.org/1</link>", "/articles/0/link", json!("https://e.org/1")),
        ("<link>/1</link>", "/articles/0/link", json!("https://example.org/1")),
        ("<link>1</link>", "/articles/0/link", json!("https://example.org/dir/1")),
        ("<link> https://e.org/1\n</link>", "/articles/0/link", json!("https://e.org/1")),
        ("<link>javascript:alert(1)</link>", "/articles/0/link", json!(null)),
        ("<link>ftp://e.org/1</link>", "/articles/0/link", json!(null)),
        ("<link href='https://e.org/1'/>", "/articles/0/link", json!("https://e.org/1")),
        ("<atom:link href='https://e.org/1'/>", "/articles/0/link", json!("https://e.org/1")),
        ("<guid>https://e.org/1</guid>", "/articles/0/link", json!("https://e.org/1")),
        ("<guid isPermaLink='false'>https://e.org/1</guid>", "/articles/0/link", json!(null)),
        ("<guid>/1</guid>", "/articles/0/link", json!("https://example.org/1")),
        ("<guid>https</guid>", "/articles/0/link", json!(null)),
        ("<guid>http-7</guid>", "/articles/0/link", json!(null)),
        (
            "<link><![CDATA[https://e.org/?a=1&amp;b=2]]></link>",
            "/articles/0/link",
            json!("https://e.org/?a=1&b=2"),
        ),
        (
            "<link>https://e.org/1</link><feedburner:origLink>news/7</feedburner:origLink>",
            "/articles/0/link",
            json!("https://e.org/1"),
        ),
        (
            "<atom:link rel='http://www.iana.org/assignments/relation/alternate' href='https://e.org/1'/>",
            "/articles/0/link",
            json!("https://e.org/1"),
        ),
        ("<guid isPermaLink='false'>x7</guid>", "/articles/0/id", json!("x7")),
        ("<guid>x7</guid>", "/articles/0/id", json!("x7")),
        ("<link>https://e.org/1</link>", "/articles/0/id", json!("https://e.org/1")),
        (
            "<pubDate>Mon, 16 Nov 2026 10:00:00 GMT</pubDate>",
            "/articles/0/published",
            json!(1_794_823_200),
        ),
        (
            "<pubDate>Mon, 16 Nov 2026 11:00:00 +0100</pubDate>",
            "/articles/0/published",
            json!(1_794_823_200),
        ),
        ("<dc:date>2026-11-16T10:00:00Z</dc:date>", "/articles/0/published", json!(1_794_823_200)),
        (
            "<dcterms:created>2026-11-16T10:00:00Z</dcterms:created>",
            "/articles/0/published",
            json!(1_794_823_200),
        ),
        (
            "<dcterms:modified>2026-11-16T10:00:00Z</dcterms:modified>",
            "/articles/0/updated",
            json!(1_794_823_200),
        ),
        ("<pubDate>soon</pubDate>", "/articles/0/published", json!(null)),
        ("<author>ada@e.org (Ada)</author>", "/articles/0/author", json!("Ada")),
        ("<author>Ada</author>", "/articles/0/author", json!("Ada")),
        ("<dc:creator>Ada</dc:creator>", "/articles/0/author", json!("Ada")),
        (
            "<dc:creator>Ada</dc:creator><dc:creator>Bob</dc:creator>",
            "/articles/0/author",
            json!("Ada, Bob"),
        ),
        ("<itunes:author>Ada</itunes:author>", "/articles/0/author", json!("Ada")),
        (
            "<category>One</category><category>Two</category>",
            "/articles/0/tags",
            json!(["One", "Two"]),
        ),
        ("<category>One</category><category>One</category>", "/articles/0/tags", json!(["One"])),
        ("<dc:subject>One</dc:subject>", "/articles/0/tags", json!(["One"])),
        (
            "<description>&lt;p&gt;A&lt;/p&gt;</description>",
            "/articles/0/content_html",
            json!("<p>A</p>"),
        ),
        (
            "<description>A</description><content:encoded>&lt;b&gt;B</content:encoded>",
            "/articles/0/content_html",
            json!("<b>B"),
        ),
        (
            "<description>A</description><content:encoded>B</content:encoded>",
            "/articles/0/summary",
            json!("A"),
        ),
        (
            "<comments>https://e.org/1#c</comments>",
            "/articles/0/comments",
            json!("https://e.org/1#c"),
        ),
        ("<slash:comments>12</slash:comments>", "/articles/0/n_comments", json!(12)),
        ("<slash:comments>many</slash:comments>", "/articles/0/n_comments", json!(null)),
        ("<thr:total>3</thr:total>", "/articles/0/n_comments", json!(3)),
        (
            "<enclosure url='https://e.org/a.mp3' type='audio/mpeg' length='99'/>",
            "/articles/0/enclosures/0",
            json!({"url": "https://e.org/a.mp3", "type": "audio/mpeg", "bytes": 99, "seconds": null, "title": null}),
        ),
        (
            "<enclosure url='/a.mp3' type='audio/mpeg'/>",
            "/articles/0/enclosures/0/url",
            json!("https://example.org/a.mp3"),
        ),
        ("<enclosure url='/a.mp3' length='none'/>", "/articles/0/enclosures/0/bytes", json!(null)),
        (
            "<enclosure url='/a.mp3'/><itunes:duration>1:02:03</itunes:duration>",
            "/articles/0/enclosures/0/seconds",
            json!(3723),
        ),
        (
            "<enclosure url='/a.mp3'/><itunes:duration>62:03</itunes:duration>",
            "/articles/0/enclosures/0/seconds",
            json!(3723),
        ),
        (
            "<enclosure url='/a.mp3'/><itunes:duration>3723</itunes:duration>",
            "/articles/0/enclosures/0/seconds",
            json!(3723),
        ),
        ("<enclosure url='javascript:x'/>", "/articles/0/enclosures", json!([])),
        (
            "<media:content url='https://e.org/v.mp4' type='video/mp4' duration='9' fileSize='7'/>",
            "/articles/0/enclosures/0/url",
            json!("https://e.org/v.mp4"),
        ),
        (
            "<media:content url='https://e.org/v.mp4' type='video/mp4' duration='9'/>",
            "/articles/0/enclosures/0/seconds",
            json!(9),
        ),
        (
            "<media:thumbnail url='https://e.org/i.png'/>",
            "/articles/0/image",
            json!("https://e.org/i.png"),
        ),
        (
            "<itunes:image href='https://e.org/i.png'/>",
            "/articles/0/image",
            json!("https://e.org/i.png"),
        ),
        (
            "<media:content url='https://e.org/i.jpg' medium='image'/>",
            "/articles/0/image",
            json!("https://e.org/i.jpg"),
        ),
        (
            "<media:group><media:thumbnail url='https://e.org/i.png'/></media:group>",
            "/articles/0/image",
            json!("https://e.org/i.png"),
        ),
        ("<dc:language>de</dc:language>", "/articles/0/language", json!("de")),
    ];
    check(&rows, |inside| rss("", inside));
}

#[test]
fn elements_of_an_atom_entry() {
    let rows: Vec<Row> = vec![
        ("<title>A</title>", "/articles/0/title", json!("A")),
        (
            "<title type='html'>&lt;i&gt;A&lt;/i&gt; &amp;amp; B</title>",
            "/articles/0/title",
            json!("A & B"),
        ),
        ("<title type='text'>1 &lt; 2</title>", "/articles/0/title", json!("1 < 2")),
        (
            "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>A <b>B</b></div></title>",
            "/articles/0/title",
            json!("A B"),
        ),
        ("<id>urn:1</id>", "/articles/0/id", json!("urn:1")),
        ("<link href='/1'/>", "/articles/0/link", json!("https://example.org/1")),
        (
            "<link rel='alternate' href='/1'/><link rel='self' href='/2'/>",
            "/articles/0/link",
            json!("https://example.org/1"),
        ),
        (
            "<link rel='self' href='/2'/><link rel='alternate' href='/1'/>",
            "/articles/0/link",
            json!("https://example.org/1"),
        ),
        (
            "<link rel='related' href='/2'/><link href='/1'/>",
            "/articles/0/link",
            json!("https://example.org/1"),
        ),
        ("<id>https://e.org/1</id>", "/articles/0/link", json!("https://e.org/1")),
        (
            "<link rel='enclosure' href='/a.mp3' type='audio/mpeg' length='5' title='T'/>",
            "/articles/0/enclosures/0",
            json!({"url": "https://example.org/a.mp3", "type": "audio/mpeg", "bytes": 5, "seconds": null, "title": "T"}),
        ),
        ("<link rel='replies' href='/1#c' thr:count='4'/>", "/articles/0/n_comments", json!(4)),
        (
            "<link rel='replies' type='text/html' href='/1#c'/>",
            "/articles/0/comments",
            json!("https://example.org/1#c"),
        ),
        (
            "<published>2026-11-16T10:00:00Z</published>",
            "/articles/0/published",
            json!(1_794_823_200),
        ),
        ("<updated>2026-11-16T10:00:00Z</updated>", "/articles/0/updated", json!(1_794_823_200)),
        ("<issued>2026-11-16T10:00:00Z</issued>", "/articles/0/published", json!(1_794_823_200)),
        ("<modified>2026-11-16T10:00:00Z</modified>", "/articles/0/updated", json!(1_794_823_200)),
        (
            "<author><name>Ada</name><email>ada@e.org</email></author>",
            "/articles/0/author",
            json!("Ada"),
        ),
        (
            "<author><name>Ada</name></author><author><name>Bob</name></author>",
            "/articles/0/author",
            json!("Ada, Bob"),
        ),
        (
            "<category term='one' label='One'/><category term='two'/>",
            "/articles/0/tags",
            json!(["One", "two"]),
        ),
        ("<content type='html'>&lt;p&gt;A</content>", "/articles/0/content_html", json!("<p>A")),
        ("<content>1 &lt; 2</content>", "/articles/0/content_html", json!("1 &lt; 2")),
        (
            "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>A</p></div></content>",
            "/articles/0/content_html",
            json!("<div xmlns='http://www.w3.org/1999/xhtml'><p>A</p></div>"),
        ),
        (
            "<content type='text/html'>&lt;p&gt;A</content>",
            "/articles/0/content_html",
            json!("<p>A"),
        ),
        ("<summary>S</summary><content>C</content>", "/articles/0/summary", json!("S")),
        ("<summary type='html'>&lt;p&gt;S</summary>", "/articles/0/content_html", json!("<p>S")),
        (
            "<media:group><media:thumbnail url='/i.png'/><media:description>D</media:description></media:group>",
            "/articles/0/image",
            json!("https://example.org/i.png"),
        ),
        (
            "<source><title>Other</title><id>urn:o</id></source><id>urn:1</id>",
            "/articles/0/id",
            json!("urn:1"),
        ),
        ("<source><title>Other</title></source><title>A</title>", "/articles/0/title", json!("A")),
    ];
    check(&rows, |inside| atom("", inside));
}

#[test]
fn fields_of_the_feed_itself() {
    let rows: Vec<Row> = vec![
        ("<title>F</title>", "/title", json!("F")),
        ("<title>F</title><image><title>I</title><url>/i.png</url></image>", "/title", json!("F")),
        ("<image><title>I</title></image><title>F</title>", "/title", json!("F")),
        ("<link>https://e.org/</link>", "/link", json!("https://e.org/")),
        (
            "<atom:link rel='self' href='https://e.org/f'/><link>https://e.org/</link>",
            "/link",
            json!("https://e.org/"),
        ),
        ("<description>&lt;b&gt;D&lt;/b&gt;</description>", "/description", json!("D")),
        ("<itunes:summary>D</itunes:summary>", "/description", json!("D")),
        ("<language>de-AT</language>", "/language", json!("de-AT")),
        ("<dc:language>fr</dc:language>", "/language", json!("fr")),
        ("<ttl>90</ttl>", "/hints/ttl_minutes", json!(90.0)),
        ("<ttl>soon</ttl>", "/hints/ttl_minutes", json!(null)),
        (
            "<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>",
            "/hints/ttl_minutes",
            json!(360.0),
        ),
        ("<sy:updatePeriod>hourly</sy:updatePeriod>", "/hints/ttl_minutes", json!(60.0)),
        ("<skipHours><hour>3</hour><hour>4</hour></skipHours>", "/hints/skip_hours", json!([3, 4])),
        (
            "<skipHours><hour>24</hour><hour>99</hour><hour>x</hour></skipHours>",
            "/hints/skip_hours",
            json!([0]),
        ),
        (
            "<atom:link rel='hub' href='https://hub.example/'/>",
            "/hints/hubs",
            json!(["https://hub.example/"]),
        ),
        (
            "<atom:link rel='self' href='https://e.org/f'/>",
            "/hints/self_url",
            json!("https://e.org/f"),
        ),
        (
            "<atom:link rel='next' href='?page=2'/>",
            "/hints/next_page",
            json!("https://example.org/dir/feed.xml?page=2"),
        ),
        (
            "<itunes:new-feed-url>https://e.org/new</itunes:new-feed-url>",
            "/hints/moved_to",
            json!("https://e.org/new"),
        ),
    ];
    check(&rows, |inside| rss(inside, "<title>A</title>"));
    let rows: Vec<Row> = vec![
        ("<title type='html'>F &amp;amp; G</title>", "/title", json!("F & G")),
        ("<subtitle>D</subtitle>", "/description", json!("D")),
        ("<tagline>D</tagline>", "/description", json!("D")),
        ("<link href='/'/>", "/link", json!("https://example.org/")),
        ("<link rel='self' href='/f'/>", "/link", json!(null)),
        (
            "<link rel='hub' href='https://hub.example/'/>",
            "/hints/hubs",
            json!(["https://hub.example/"]),
        ),
        ("<link rel='next' href='/2'/>", "/hints/next_page", json!("https://example.org/2")),
        ("<author><name>Ada</name></author>", "/articles/0/author", json!("Ada")),
        ("<id>urn:f</id>", "/articles/0/title", json!("A")),
    ];
    check(&rows, |inside| atom(inside, "<title>A</title>"));
}

#[test]
fn fields_of_a_json_feed() {
    let feed = |item: &str| {
        format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"F\",\"items\":[{item}]}}"
        )
    };
    let rows: [(&str, &str, Value); 21] = [
        (r#"{"id":"7"}"#, "/articles/0/id", json!("7")),
        (r#"{"id":7}"#, "/articles/0/id", json!("7")),
        (r#"{"id":"7","title":"A &amp; B"}"#, "/articles/0/title", json!("A &amp; B")),
        (r#"{"id":"7","title":null}"#, "/articles/0/title", json!("")),
        (r#"{"id":"7","url":"/1"}"#, "/articles/0/link", json!("https://example.org/1")),
        (
            r#"{"id":"7","external_url":"https://e.org/x"}"#,
            "/articles/0/link",
            json!("https://e.org/x"),
        ),
        (r#"{"id":"https://e.org/7"}"#, "/articles/0/link", json!("https://e.org/7")),
        (r#"{"id":"7","content_html":"<p>A"}"#, "/articles/0/content_html", json!("<p>A")),
        (r#"{"id":"7","content_text":"1 < 2"}"#, "/articles/0/content_html", json!("1 &lt; 2")),
        (r#"{"id":"7","summary":"S","content_html":"C"}"#, "/articles/0/summary", json!("S")),
        (
            r#"{"id":"7","date_published":"2026-11-16T10:00:00Z"}"#,
            "/articles/0/published",
            json!(1_794_823_200),
        ),
        (
            r#"{"id":"7","date_modified":"2026-11-16T10:00:00Z"}"#,
            "/articles/0/updated",
            json!(1_794_823_200),
        ),
        (r#"{"id":"7","author":{"name":"Ada"}}"#, "/articles/0/author", json!("Ada")),
        (
            r#"{"id":"7","authors":[{"name":"Ada"},{"name":"Bob"}]}"#,
            "/articles/0/author",
            json!("Ada, Bob"),
        ),
        (r#"{"id":"7","tags":["a","b"]}"#, "/articles/0/tags", json!(["a", "b"])),
        (r#"{"id":"7","image":"/i.png"}"#, "/articles/0/image", json!("https://example.org/i.png")),
        (
            r#"{"id":"7","banner_image":"/i.png"}"#,
            "/articles/0/image",
            json!("https://example.org/i.png"),
        ),
        (r#"{"id":"7","language":"de"}"#, "/articles/0/language", json!("de")),
        (
            r#"{"id":"7","attachments":[{"url":"/a.mp3","mime_type":"audio/mpeg","size_in_bytes":9,"duration_in_seconds":5,"title":"T"}]}"#,
            "/articles/0/enclosures/0",
            json!({"url": "https://example.org/a.mp3", "type": "audio/mpeg", "bytes": 9, "seconds": 5, "title": "T"}),
        ),
        (
            r#"{"id":"7","attachments":[{"url":"/a.mp3"}]}"#,
            "/articles/0/enclosures/0/url",
            json!("https://example.org/a.mp3"),
        ),
        (
            r#"{"id":"7","attachments":[{"mime_type":"audio/mpeg"}]}"#,
            "/articles/0/enclosures",
            json!([]),
        ),
    ];
    for (item, pointer, expected) in rows {
        assert_eq!(said(&feed(item), pointer), expected, "{item} {pointer}");
    }
    let head = r#"{"version":"https://jsonfeed.org/version/1","title":"F","home_page_url":"https://e.org/","feed_url":"https://e.org/f","next_url":"/2","description":"D","language":"fr","hubs":[{"type":"WebSub","url":"https://hub.example/"}],"items":[]}"#;
    for (pointer, expected) in [
        ("/title", json!("F")),
        ("/link", json!("https://e.org/")),
        ("/description", json!("D")),
        ("/language", json!("fr")),
        ("/hints/hubs", json!(["https://hub.example/"])),
        ("/hints/self_url", json!("https://e.org/f")),
        ("/hints/next_page", json!("https://example.org/2")),
    ] {
        assert_eq!(said(head, pointer), expected, "{pointer}");
    }
}

#[test]
fn formats_are_detected_by_content() {
    let items = "<item><title>A</title></item>";
    for (text, format) in [
        (format!("<rss version='2.0'><channel>{items}</channel></rss>"), Format::Rss),
        (format!("<rss><channel>{items}</channel></rss>"), Format::Rss),
        (format!("<RSS VERSION='0.91'><CHANNEL>{items}</CHANNEL></RSS>"), Format::Rss),
        (format!("<channel>{items}</channel>"), Format::Rss),
        (
            format!(
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>{items}</rdf:RDF>"
            ),
            Format::Rdf,
        ),
        ("<feed xmlns='http://www.w3.org/2005/Atom'><entry/></feed>".to_owned(), Format::Atom),
        (
            "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:entry/></a:feed>".to_owned(),
            Format::Atom,
        ),
        (
            "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry/></feed>".to_owned(),
            Format::Atom,
        ),
        (
            "<entry xmlns='http://www.w3.org/2005/Atom'><title>A</title></entry>".to_owned(),
            Format::Atom,
        ),
        ("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[]}".to_owned(), Format::Json),
        (
            "\u{feff} {\"version\":\"http://jsonfeed.org/version/1\",\"items\":[]}".to_owned(),
            Format::Json,
        ),
        ("<!doctype html><html><body>x</body></html>".to_owned(), Format::Html),
        ("<HTML><BODY>x".to_owned(), Format::Html),
        (String::new(), Format::Unknown),
        ("   \n".to_owned(), Format::Unknown),
        ("hello".to_owned(), Format::Unknown),
        ("{\"a\":1}".to_owned(), Format::Unknown),
        ("[1,2]".to_owned(), Format::Unknown),
    ] {
        assert_eq!(read(&text).format, format, "{text}");
    }
}

/// 16 November 2026, 10:00:00 UTC is 1,794,823,200.
#[test]
fn one_instant_in_every_spelling() {
    for text in [
        "Mon, 16 Nov 2026 10:00:00 GMT",
        "Mon, 16 Nov 2026 10:00:00 +0000",
        "Mon, 16 Nov 2026 10:00:00 UT",
        "Mon, 16 Nov 2026 10:00:00 Z",
        "16 Nov 2026 10:00:00 GMT",
        "Mon, 16 November 2026 10:00:00 GMT",
        "Mon 16 Nov 2026 10:00:00 GMT",
        "Monday, 16 November 2026 10:00:00 GMT",
        "Mon,16 Nov 2026 10:00:00 GMT",
        "mon, 16 nov 2026 10:00:00 gmt",
        "Mon, 16 Nov 2026 11:00:00 CET",
        "Mon, 16 Nov 2026 05:00:00 EST",
        "Mon, 16 Nov 2026 05:00:00 -0500",
        "Mon, 16 Nov 2026 05:00:00 -05:00",
        "Mon, 16 Nov 2026 12:00:00 GMT+0200",
        "Mon, 16 Nov 2026 10:00 GMT",
        "2026-11-16T10:00:00Z",
        "2026-11-16T10:00:00.000Z",
        "2026-11-16T11:00:00+01:00",
        "2026-11-16T11:00:00+0100",
        "2026-11-16t10:00:00z",
        "2026-11-16 10:00:00Z",
        "2026-11-16T10:00Z",
        "20261116T100000Z",
        "Mon Nov 16 10:00:00 2026",
        "  Mon, 16 Nov 2026 10:00:00 GMT \n",
    ] {
        let found = parse_date(text).map(|time| time.as_second());
        assert_eq!(found, Some(1_794_823_200), "{text}");
    }
    for text in [
        "",
        "soon",
        "32 Nov 2026 10:00:00 GMT",
        "2026-13-01T00:00:00Z",
        "0",
        "Mon",
        "2026-11-16T25:00:00Z",
        "Infinity",
    ] {
        assert_eq!(parse_date(text), None, "{text}");
    }
}
