//! One defect at a time: mistakes that publishers make, and what must still be read.

use tidings_model::{Article, article::Content};
use tidings_parse::{FetchedDocument, Format, ParsedFeed, parse};

fn read_bytes(bytes: &[u8], content_type: Option<&str>) -> ParsedFeed {
    let url = "https://example.org/dir/feed.xml".parse().expect("the constant is a valid URL");
    parse(FetchedDocument { bytes, url: Some(&url), content_type }, &Default::default())
}

fn read(text: &str) -> ParsedFeed {
    read_bytes(text.as_bytes(), None)
}

fn item(inside: &str) -> Article {
    let feed = format!(
        "<rss version=\"2.0\"><channel><title>F</title><link>https://example.org/</link><item>{inside}</item></channel></rss>"
    );
    only(read(&feed))
}

fn entry(inside: &str) -> Article {
    only(read(&format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>F</title><entry>{inside}</entry></feed>"
    )))
}

#[track_caller]
fn only(parsed: ParsedFeed) -> Article {
    assert_eq!(parsed.articles.len(), 1, "{parsed:?}");
    parsed.articles.into_iter().next().expect("the document has an article")
}

fn html(article: &Article) -> &str {
    match &article.content {
        Content::Raw { html, .. } => html,
        other => panic!("expected raw content, got {other:?}"),
    }
}

#[track_caller]
fn check_titles(feed: &str, expected: &[&str]) {
    let parsed = read(feed);
    let titles: Vec<_> = parsed.articles.iter().map(|article| article.title.as_str()).collect();
    assert_eq!(titles, expected, "{feed}\n{:?}", parsed.complaints);
}

#[test]
fn character_sets_are_detected() {
    let feed = |declared: &str| {
        format!(
            "{declared}<rss version='2.0'><channel><item><title>Grüße</title></item></channel></rss>"
        )
    };
    let latin1 = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<_>>();
    let utf16 = |text: &str, order: fn(u16) -> [u8; 2]| {
        text.encode_utf16().flat_map(order).collect::<Vec<_>>()
    };
    let prolog = |name: &str| feed(&format!("<?xml version='1.0' encoding='{name}'?>"));
    for (name, bytes, content_type) in [
        ("plain UTF-8", feed("").into_bytes(), None),
        (
            "UTF-8 that says it is Latin-1",
            prolog("iso-8859-1").into_bytes(),
            Some("text/xml; charset=iso-8859-1"),
        ),
        ("Latin-1 that says so", latin1(&prolog("iso-8859-1")), None),
        ("Latin-1 that says it is UTF-8", latin1(&prolog("utf-8")), None),
        ("Latin-1 that says nothing", latin1(&feed("")), None),
        ("Latin-1 by header", latin1(&feed("")), Some("application/rss+xml;charset=ISO-8859-1")),
        ("an unknown name", prolog("x-made-up").into_bytes(), None),
        ("a mark", format!("\u{feff}{}", prolog("utf-8")).into_bytes(), None),
        ("two marks", format!("\u{feff}\u{feff}{}", feed("")).into_bytes(), None),
        (
            "UTF-16 LE with mark",
            utf16(&format!("\u{feff}{}", prolog("utf-16")), u16::to_le_bytes),
            None,
        ),
        ("UTF-16 BE without mark", utf16(&prolog("utf-16"), u16::to_be_bytes), None),
        ("UTF-16 LE without mark", utf16(&prolog("utf-16"), u16::to_le_bytes), None),
        ("UTF-8 called UTF-16", prolog("utf-16").into_bytes(), None),
    ] {
        assert_eq!(only(read_bytes(&bytes, content_type)).title, "Grüße", "{name}");
    }
}

#[test]
fn junk_before_and_after_is_ignored() {
    let feed = "<rss version='2.0'><channel><item><title>a</title></item></channel></rss>";
    for before in [
        "\n\n  ",
        "<?xml version='1.0'?>\n<?xml version='1.0'?>",
        "<b>Warning</b>: foo() in x.php on line 3<br />\n<?xml version='1.0'?>",
        "<!-- a comment with <item> in it -->",
        "<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://e.org/x.dtd'>",
        "<!DOCTYPE html>",
        "garbage & < more > ",
        "<?xml-stylesheet href='x.xsl'?>",
    ] {
        check_titles(&format!("{before}{feed}"), &["a"]);
    }
    for after in [
        "<!-- cached -->",
        "<script>x</script>",
        "garbage",
        "</rss>",
        "<item><title>not this</title></item>",
    ] {
        check_titles(&format!("{feed}{after}"), &["a"]);
    }
}

#[test]
fn references_are_repaired() {
    for (written, expected) in [
        ("R&D", "R&D"),
        ("A & B", "A & B"),
        ("A &amp; B", "A & B"),
        ("A&nbsp;B", "A\u{a0}B"),
        ("caf&eacute;", "café"),
        ("&#8220;x&#8221;", "“x”"),
        ("&#147;x&#148;", "“x”"),
        ("&#x1F600;", "😀"),
        ("&unknown;", "&unknown;"),
        ("a &lt; b", "a < b"),
        ("A&lt;B", "A<B"),
        ("A &amp;amp; B", "A & B"),
        ("A &amp;lt;b&amp;gt; tag", "A <b> tag"),
        ("&lt;input type=date&gt; in Chrome", "<input type=date> in Chrome"),
        ("<![CDATA[x < y && z <i>it</i>]]>", "x < y && z it"),
        ("a &#0; b", "a b"),
        ("end &", "end &"),
    ] {
        assert_eq!(item(&format!("<title>{written}</title>")).title, expected, "{written}");
    }
}

#[test]
fn entities_declared_in_the_document_are_expanded_and_no_others() {
    let feed = "<!DOCTYPE rss [<!ENTITY x 'boo'><!ENTITY f SYSTEM 'file:///etc/passwd'>]><rss><channel><item><title>&x; &f;</title></item></channel></rss>";
    check_titles(feed, &["boo &f;"]);
}

#[test]
fn text_encoded_twice_is_mended() {
    let feed = |title: &str| {
        format!("<rss version='2.0'><channel><item><title>{title}</title></item></channel></rss>")
    };
    check_titles(&feed("EspaÃ±a â€“ MÃ©xico"), &["España – México"]);
    check_titles(&feed("EspaÃ±a – México"), &["EspaÃ±a – México"]);
    let declared = format!("<?xml version='1.0' encoding='iso-8859-1'?>{}", feed("EspaÃ±a"));
    check_titles(&declared, &["España"]);
    check_titles(&feed("Espa&#195;&#177;a"), &["España"]);
}

#[test]
fn markup_in_fields_is_kept_however_it_is_written() {
    for (written, expected) in [
        ("<![CDATA[<p>a</p>]]>", "<p>a</p>"),
        ("&lt;p&gt;a&lt;/p&gt;", "<p>a</p>"),
        ("<p>a</p>", "<p>a</p>"),
        ("a<br>b", "a<br>b"),
        ("a<br/>b", "a<br>b"),
        ("<![CDATA[a]]><![CDATA[b]]>", "ab"),
        ("<![CDATA[a]]]]><![CDATA[>b]]>", "a]]>b"),
        ("<a href='x?a=1&amp;b=2'>l</a>", "<a href='x?a=1&amp;b=2'>l</a>"),
    ] {
        let article = item(&format!("<description>{written}</description><guid>1</guid>"));
        assert_eq!((html(&article), article.guid.as_deref()), (expected, Some("1")), "{written}");
    }
}

#[test]
fn broken_structure_costs_as_little_as_possible() {
    let feed = |inside: &str| {
        format!("<rss version='2.0'><channel><title>F</title>{inside}</channel></rss>")
    };
    check_titles(&feed("<item><title>a</title><item><title>b</title></item>"), &["a", "b"]);
    check_titles(
        &feed(
            "<item><title>a</titel><link>https://e.org/</link></item><item><title>b</title></item>",
        ),
        &["a", "b"],
    );
    check_titles(
        &feed("<item><title>a<link>https://e.org/</link></item><item><title>b</title></item>"),
        &["a", "b"],
    );
    check_titles(
        &feed("<item><title>a</title><description>x<br>y</item><item><title>b</title></item>"),
        &["a", "b"],
    );
    check_titles(
        &feed(
            "<item><title>a</title><description><![CDATA[x</description></item><item><title>b</title></item>",
        ),
        &["a", "b"],
    );
    check_titles(&feed("<item><guid/><title>a</title><pubDate/></item><item/>"), &["a", ""]);
    check_titles(
        &feed("<item><title>a</title></item></channel><item><title>b</title></item>"),
        &["a", "b"],
    );
    check_titles(
        &feed("<item><unknown><title>no</title></unknown><title>a</title></item>"),
        &["a"],
    );
    check_titles(
        &feed("<item><title>a</title><source url='x'><title>no</title></source></item>"),
        &["a"],
    );
    check_titles(
        &feed("<item><author><title>Dr</title><name>x</name></author><title>a</title></item>"),
        &["a"],
    );
    check_titles(&feed("<item><title>1 < 2</title></item>"), &["1 < 2"]);
    check_titles(&feed("<ITEM><TITLE>a</TITLE></ITEM>"), &["a"]);
    check_titles("<channel><title>F</title><item><title>a</title></item></channel>", &["a"]);
    check_titles("<rss><item><title>a</title></item></rss>", &["a"]);
}

#[test]
fn a_truncated_document_gives_its_complete_items() {
    let whole = "<rss version='2.0'><channel><title>F</title><item><title>a</title></item><item><title>b</title><description>long text</description></item></channel></rss>";
    let first = whole.find("</item>").unwrap() + "</item>".len();
    for cut in first..whole.rfind("</item>").unwrap() {
        let parsed = read(&whole[..cut]);
        assert_eq!(parsed.articles.len(), 1, "cut at {cut}");
        assert!(
            parsed.is_partial
                && parsed.complaints.iter().any(|complaint| complaint.code == "truncated")
        );
    }
    assert!(!read(whole).is_partial);
}

#[test]
fn every_version_is_read() {
    for version in
        ["0.91", "0.92", "0.93", "0.94", "1.0", "2", "2.0", "2.00", "2.01", "", "nonsense"]
    {
        check_titles(
            &format!(
                "<rss version='{version}'><channel><item><title>a</title></item></channel></rss>"
            ),
            &["a"],
        );
    }
    check_titles(
        "<rss xmlns='http://backend.userland.com/rss2'><channel><item><title>a</title></item></channel></rss>",
        &["a"],
    );
    for namespace in [
        "http://www.w3.org/2005/Atom",
        "https://www.w3.org/2005/Atom",
        "http://purl.org/atom/ns#",
        "http://www.w3.org/2005/atom",
        "urn:x",
        "",
    ] {
        let feed = format!("<feed xmlns='{namespace}'><entry><title>a</title></entry></feed>");
        check_titles(&feed, &["a"]);
        assert_eq!(read(&feed).format, Format::Atom);
    }
    check_titles(
        "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:entry><a:title>a</a:title></a:entry></a:feed>",
        &["a"],
    );
    check_titles("<entry xmlns='http://www.w3.org/2005/Atom'><title>a</title></entry>", &["a"]);
    for namespace in [
        "http://purl.org/rss/1.0/",
        "http://my.netscape.com/rdf/simple/0.9/",
        "http://channel.netscape.com/rdf/simple/0.9/",
    ] {
        let rdf = format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='{namespace}'><channel><title>F</title></channel>\
             <image><title>no</title></image><item rdf:about='https://e.org/1'><title>a</title></item></rdf:RDF>"
        );
        let parsed = read(&rdf);
        assert_eq!((parsed.format, parsed.title.as_str()), (Format::Rdf, "F"));
        assert_eq!(only(parsed).link.as_deref(), Some("https://e.org/1"));
    }
    let cdf = "<CHANNEL HREF='https://e.org/'><TITLE>F</TITLE><ITEM HREF='/1' LASTMOD='2024-01-02T00:00'><TITLE>a</TITLE><ABSTRACT>x</ABSTRACT></ITEM></CHANNEL>";
    let parsed = read(cdf);
    assert_eq!(
        (parsed.format, parsed.link.as_ref().map(|url| url.as_str())),
        (Format::Cdf, Some("https://e.org/"))
    );
    assert!(only(parsed).updated.is_some());
}

#[test]
fn the_types_of_atom_are_respected() {
    for (written, expected) in [
        ("<title>a &lt;b&gt; c</title>", "a <b> c"),
        ("<title type='text'>a &lt;b&gt; c</title>", "a <b> c"),
        ("<title type='text/plain'>a &amp; c</title>", "a & c"),
        ("<title type='html'>a &lt;b&gt;b&lt;/b&gt; &amp;amp; c</title>", "a b & c"),
        ("<title type='text/html'>&lt;b&gt;b&lt;/b&gt;</title>", "b"),
        (
            "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a <b>b</b> &lt;c&gt;</div></title>",
            "a b <c>",
        ),
        ("<title type='application/xhtml+xml'><div>a <b>b</b></div></title>", "a b"),
        ("<title mode='base64' type='text/plain'>YSAmIGI=</title>", "a & b"),
        ("<title type='nonsense'>a</title>", "a"),
        ("<title type='application/x-made-up'>a test</title>", "a test"),
    ] {
        assert_eq!(entry(written).title, expected, "{written}");
    }
    for (written, expected) in [
        ("<content type='html'>&lt;p&gt;a&lt;/p&gt;</content>", "<p>a</p>"),
        (
            "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>a &lt; b</p></div></content>",
            "<div xmlns='http://www.w3.org/1999/xhtml'><p>a &lt; b</p></div>",
        ),
        (
            "<content type='xhtml' xmlns:h='http://www.w3.org/1999/xhtml'><h:p>a<h:br/></h:p></content>",
            "<p>a<br></p>",
        ),
        ("<content type='text'>1 &lt; 2</content>", "1 &lt; 2"),
        ("<content>&lt;p&gt;a&lt;/p&gt;</content>", "<p>a</p>"),
        ("<content type='image/png' src='/a.png'/><summary>s</summary>", "s"),
        ("<content type='application/octet-stream'>PHA+YTwvcD4=</content>", "<p>a</p>"),
        ("<summary type='html'>&lt;i&gt;s&lt;/i&gt;</summary>", "<i>s</i>"),
    ] {
        assert_eq!(html(&entry(written)), expected, "{written}");
    }
    let links = entry(
        "<link rel='self' href='/self'/><link rel='alternate' type='application/json' href='/json'/><link href='/page'/>\
         <link rel='enclosure' href='/a.mp3' length='5'/><link rel='replies' type='text/html' href='/c' thr:count='7'/>",
    );
    assert_eq!(links.link.as_deref(), Some("https://example.org/page"));
    assert_eq!(
        (links.comments.as_deref(), links.n_comments),
        (Some("https://example.org/c"), Some(7))
    );
    assert_eq!(links.enclosures[0].url, "https://example.org/a.mp3");
    assert_eq!(entry("<id>https://e.org/1</id>").link.as_deref(), Some("https://e.org/1"));
    assert_eq!(entry("<id>urn:uuid:1</id>").link, None);
}

#[test]
fn addresses_are_resolved_against_the_nearest_base() {
    assert_eq!(item("<link>/a</link>").link.as_deref(), Some("https://example.org/a"));
    assert_eq!(item("<link>\n https://e.org/a \n</link>").link.as_deref(), Some("https://e.org/a"));
    assert_eq!(item("<link>javascript:alert(1)</link>").link, None);
    assert_eq!(item("<guid>https://e.org/g</guid>").link.as_deref(), Some("https://e.org/g"));
    assert_eq!(item("<guid isPermaLink='false'>https://e.org/g</guid>").link, None);
    assert_eq!(entry("<link href='a'/>").link.as_deref(), Some("https://example.org/dir/a"));
    let base = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://b.org/x/'><entry xml:base='y/'><link href='z'/></entry></feed>";
    assert_eq!(only(read(base)).link.as_deref(), Some("https://b.org/x/y/z"));
    let bad = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='::not an address'><entry><link href='/z'/></entry></feed>";
    assert_eq!(
        only(read(bad)).link.as_deref().map(|link| link.starts_with("https://example.org/")),
        Some(true)
    );
    let burned = item(
        "<link>https://feeds.e.org/~r/1</link><feedburner:origLink>https://e.org/1</feedburner:origLink>",
    );
    assert_eq!(burned.link.as_deref(), Some("https://e.org/1"));
}

#[test]
fn namespaces_need_not_be_declared() {
    let article = item(
        "<title>t</title><itunes:title>no</itunes:title><dc:creator>Jane</dc:creator><content:encoded>&lt;p&gt;c&lt;/p&gt;</content:encoded>\
         <description>d</description><itunes:summary>no</itunes:summary><dc:date>2024-01-02</dc:date><slash:comments>3</slash:comments>\
         <media:group><media:content url='https://e.org/v.mp4' duration='61'/><media:thumbnail url='https://e.org/t.jpg'/></media:group>\
         <enclosure url='https://e.org/a.mp3' length='9' type='audio/mpeg'/><itunes:duration>1:01</itunes:duration><dc:subject>s</dc:subject>",
    );
    assert_eq!(
        (article.title.as_str(), html(&article), article.summary.as_str()),
        ("t", "<p>c</p>", "d")
    );
    assert_eq!(
        (article.authors, article.tags, article.n_comments),
        (vec!["Jane".to_owned()], vec!["s".to_owned()], Some(3))
    );
    assert_eq!(article.image.as_deref(), Some("https://e.org/t.jpg"));
    let files: Vec<_> =
        article.enclosures.iter().map(|file| (file.url.as_str(), file.seconds)).collect();
    assert_eq!(files, [("https://e.org/v.mp4", Some(61)), ("https://e.org/a.mp3", None)]);
    assert!(article.published.is_some());
}

#[test]
fn json_feeds_of_any_quality_are_read() {
    let json = |item: &str| {
        only(read(&format!(
            "{{\"version\":\"https://jsonfeed.org/version/1\",\"title\":\"F\",\"items\":[{item}]}}"
        )))
    };
    assert_eq!(json(r#"{"id":7,"title":null}"#).guid.as_deref(), Some("7"));
    assert_eq!(json(r#"{"id":"a","url":"/p"}"#).link.as_deref(), Some("https://example.org/p"));
    assert_eq!(
        json(r#"{"external_url":"https://e.org/x"}"#).link.as_deref(),
        Some("https://e.org/x")
    );
    assert_eq!(
        html(&json(r#"{"content_text":"1 <b>2</b> & 3"}"#)),
        "1 &lt;b&gt;2&lt;/b&gt; &amp; 3"
    );
    assert_eq!(html(&json(r#"{"content_html":"<p>a</p>","content_text":"b"}"#)), "<p>a</p>");
    assert_eq!(json(r#"{"tags":"one"}"#).tags, ["one"]);
    assert_eq!(json(r#"{"tags":["a",5,null,"a"]}"#).tags, ["a", "5"]);
    assert_eq!(json(r#"{"author":{"name":"A"}}"#).authors, ["A"]);
    assert_eq!(json(r#"{"authors":[{"name":"A"},{"url":"x"}]}"#).authors, ["A"]);
    let file = json(r#"{"attachments":[{"url":"https://e.org/a.mp3","size_in_bytes":1.5e3,"duration_in_seconds":"61"}]}"#).enclosures;
    assert_eq!(
        (file[0].bytes, file[0].seconds, file[0].media_type.as_deref()),
        (Some(1500), Some(61), Some("audio/mpeg"))
    );
    assert!(json(r#"{"date_published":"2024-01-02T03:04:05+01:00"}"#).published.is_some());
    assert_eq!(
        only(read("\u{feff} {\"title\":\"F\",\"items\":[{\"id\":\"1\"}]}")).guid.as_deref(),
        Some("1")
    );
    let cut = read(
        r#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"a"},{"id":"2","ti"#,
    );
    assert!(cut.is_partial);
    assert_eq!(only(cut).title, "a");
    assert_eq!(read(r#"{"hello":"world"}"#).format, Format::Unknown);
    assert_eq!(read(r#"{"items":[{"id":1}]}"#).format, Format::Unknown);
}

#[test]
fn other_documents_are_reported_as_not_a_feed() {
    for (text, format) in [
        ("", Format::Unknown),
        ("<html><body>back soon</body></html>", Format::Html),
        ("<!DOCTYPE html><title>x</title>", Format::Html),
        ("<urlset><url><loc>http://x/</loc></url></urlset>", Format::Unknown),
        ("hello", Format::Unknown),
        (
            "<html><body><channel><item><title>x</title></item></channel></body></html>",
            Format::Html,
        ),
    ] {
        let parsed = read(text);
        assert_eq!((parsed.format, parsed.articles.len()), (format, 0), "{text}");
        assert!(!parsed.complaints.is_empty(), "{text}");
    }
}

#[test]
fn hints_are_read_within_bounds() {
    let feed = read(
        "<rss xmlns:sy='http://purl.org/rss/1.0/modules/syndication/'><channel><ttl>-1</ttl><ttl>90</ttl><skipHours><hour>3</hour><hour>24</hour>\
         <hour>99</hour></skipHours><skipDays><day>Sunday</day><day>nonsense</day></skipDays><atom:link rel='hub' href='https://hub.e.org/'/>\
         <atom:link rel='self' href='/feed'/><atom:link rel='next' href='?page=2'/><itunes:new-feed-url>https://new.e.org/</itunes:new-feed-url>\
         <cloud domain='127.0.0.1'/><language>en_US</language><image><url>/i.png</url></image></channel></rss>",
    );
    let hints = feed.hints;
    assert_eq!(hints.ttl.map(|ttl| ttl.0), Some(90.0));
    assert_eq!((hints.skip_hours, hints.skip_days), (vec![3, 0], vec![6]));
    assert_eq!(hints.hubs[0].as_str(), "https://hub.e.org/");
    assert_eq!(hints.self_url.unwrap().as_str(), "https://example.org/feed");
    assert_eq!(hints.next_page.unwrap().as_str(), "https://example.org/dir/feed.xml?page=2");
    assert_eq!(hints.moved_to.unwrap().as_str(), "https://new.e.org/");
    assert_eq!(feed.language.as_deref(), Some("en-US"));
    assert_eq!(feed.icon.unwrap().as_str(), "https://example.org/i.png");
    assert_eq!(hints.cloud, None, "a cloud without address and protocol");
    for (attributes, expected) in [
        (
            "domain='rpc.e.org' port='5337' path='/pleaseNotify' protocol='http-post'",
            Some("http://rpc.e.org:5337/pleaseNotify"),
        ),
        ("domain='e.org' port='443' path='x' protocol='http-post'", Some("https://e.org/x")),
        ("domain='e.org' port='80' path='/RPC2' protocol='xml-rpc'", None),
        ("domain='a@b/c' port='80' path='/x' protocol='http-post'", None),
        ("domain='e.org' port='99999' path='/x' protocol='http-post'", None),
    ] {
        let feed = read(&format!("<rss><channel><cloud {attributes}/></channel></rss>"));
        let cloud = feed.hints.cloud.map(String::from);
        assert_eq!(cloud.as_deref(), expected, "{attributes}");
    }
    let periodic = read(
        "<rss><channel><sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency></channel></rss>",
    );
    assert_eq!(periodic.hints.ttl.map(|ttl| ttl.0), Some(360.0));
}
