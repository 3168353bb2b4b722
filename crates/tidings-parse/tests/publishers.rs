//! Feeds as common publishing software writes them, each compared with its expected result.

use serde_json::{Value, json};
use tidings_parse::{FetchedDocument, Format, ParsedFeed, parse, to_json};

fn read(text: &str) -> ParsedFeed {
    let url = "https://site.example/feed/".parse().expect("the constant is a valid URL");
    let document = FetchedDocument { bytes: text.as_bytes(), url: Some(&url), content_type: None };
    parse(document, &Default::default())
}

/// Compares values in the feed's JSON, and reports all differences at once.
#[track_caller]
fn check(parsed: &ParsedFeed, expected: &[(&str, Value)]) {
    let mut said = to_json(parsed);
    said["icon"] = json!(parsed.icon.as_ref().map(|icon| icon.as_str()));
    let wrong: Vec<String> = expected
        .iter()
        .filter(|(pointer, value)| said.pointer(pointer).unwrap_or(&Value::Null) != value)
        .map(|(pointer, value)| format!("{pointer}: {:?}, not {value}", said.pointer(pointer)))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn codes(parsed: &ParsedFeed) -> Vec<&'static str> {
    parsed.complaints.iter().map(|complaint| complaint.code).collect()
}

#[test]
fn a_wordpress_blog_is_read_without_complaints() {
    let parsed = read(
        r#"<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:atom="http://www.w3.org/2005/Atom"
	xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
	xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
	>
<channel>
	<title>Salt &#038; Pepper</title>
	<atom:link href="https://site.example/feed/" rel="self" type="application/rss+xml" />
	<link>https://site.example</link>
	<description>Just another kitchen</description>
	<lastBuildDate>Tue, 03 Nov 2026 08:15:00 +0000</lastBuildDate>
	<language>en-US</language>
	<sy:updatePeriod>
	hourly	</sy:updatePeriod>
	<sy:updateFrequency>
	2	</sy:updateFrequency>
	<generator>https://wordpress.org/?v=6.8</generator>
<image>
	<url>https://site.example/wp-content/uploads/icon-32x32.png</url>
	<title>Salt &#038; Pepper</title>
	<link>https://site.example</link>
	<width>32</width><height>32</height>
</image>
	<item>
		<title>Bread, the &#8220;easy&#8221; way</title>
		<link>https://site.example/2026/11/bread/?utm_source=rss&#038;utm_medium=feed</link>
					<comments>https://site.example/2026/11/bread/#comments</comments>
		<dc:creator><![CDATA[Ada]]></dc:creator>
		<pubDate>Tue, 03 Nov 2026 08:10:00 +0000</pubDate>
				<category><![CDATA[Baking]]></category>
		<category><![CDATA[Salt & more]]></category>
		<guid isPermaLink="false">https://site.example/?p=731</guid>
					<description><![CDATA[<p>Flour, water, salt. [&#8230;]</p>
]]></description>
										<content:encoded><![CDATA[<p>Flour, water, salt. And time.</p>
]]></content:encoded>
					<wfw:commentRss>https://site.example/2026/11/bread/feed/</wfw:commentRss>
			<slash:comments>4</slash:comments>
	</item>
</channel>
</rss>"#,
    );
    assert_eq!((parsed.format, codes(&parsed)), (Format::Rss, vec![]));
    check(
        &parsed,
        &[
            ("/title", json!("Salt & Pepper")),
            ("/link", json!("https://site.example/")),
            ("/language", json!("en-US")),
            ("/icon", json!("https://site.example/wp-content/uploads/icon-32x32.png")),
            ("/hints/ttl_minutes", json!(30.0)),
            ("/hints/self_url", json!("https://site.example/feed/")),
            ("/articles/0/title", json!("Bread, the “easy” way")),
            ("/articles/0/author", json!("Ada")),
            ("/articles/0/tags", json!(["Baking", "Salt & more"])),
            ("/articles/0/comments", json!("https://site.example/2026/11/bread/#comments")),
            ("/articles/0/n_comments", json!(4)),
            ("/articles/0/summary", json!("Flour, water, salt. […]")),
            ("/articles/0/content_html", json!("<p>Flour, water, salt. And time.</p>")),
            ("/articles/0/id", json!("https://site.example/?p=731")),
        ],
    );
}

#[test]
fn a_blogger_blog_links_to_its_page_and_not_its_api() {
    let parsed = read(
        r#"<?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href="http://www.blogger.com/styles/atom.css" type="text/css"?>
<feed xmlns='http://www.w3.org/2005/Atom' xmlns:openSearch='http://a9.com/-/spec/opensearchrss/1.0/' xmlns:gd='http://schemas.google.com/g/2005' xmlns:thr='http://purl.org/syndication/thread/1.0'>
<id>tag:blogger.com,1999:blog-77</id><updated>2026-11-02T10:00:00.000+01:00</updated><title type='text'>Field notes</title><subtitle type='html'>Birds &amp;amp; bees</subtitle>
<link rel='http://schemas.google.com/g/2005#feed' type='application/atom+xml' href='https://site.example/feeds/posts/default'/>
<link rel='self' type='application/atom+xml' href='https://www.blogger.com/feeds/77/posts/default'/>
<link rel='alternate' type='text/html' href='https://site.example/'/>
<link rel='hub' href='http://pubsubhubbub.appspot.com/'/>
<link rel='next' type='application/atom+xml' href='https://www.blogger.com/feeds/77/posts/default?start-index=26&amp;max-results=25'/>
<author><name>Finn</name><email>noreply@blogger.com</email></author><openSearch:totalResults>99</openSearch:totalResults>
<entry><id>tag:blogger.com,1999:blog-77.post-1</id><published>2026-11-01T09:30:00.001+01:00</published><updated>2026-11-02T09:30:00.002+01:00</updated>
<category scheme='http://www.blogger.com/atom/ns#' term='owls'/><title type='text'>Owls at &lt;night&gt;</title><content type='html'>&lt;div&gt;Hoo &amp;amp; hoo&lt;/div&gt;</content>
<link rel='replies' type='application/atom+xml' href='https://site.example/feeds/1/comments/default' title='Post Comments'/>
<link rel='replies' type='text/html' href='https://site.example/2026/11/owls.html#comment-form' title='2 Comments'/>
<link rel='edit' type='application/atom+xml' href='https://www.blogger.com/feeds/77/posts/default/1'/>
<link rel='self' type='application/atom+xml' href='https://www.blogger.com/feeds/77/posts/default/1'/>
<link rel='alternate' type='text/html' href='https://site.example/2026/11/owls.html' title='Owls'/>
<author><name>Finn</name></author><media:thumbnail xmlns:media='http://search.yahoo.com/mrss/' url='https://pics.example/s72-c/owl.jpg' height='72' width='72'/><thr:total>2</thr:total></entry></feed>"#,
    );
    assert_eq!((parsed.format, codes(&parsed)), (Format::Atom, vec![]));
    check(
        &parsed,
        &[
            ("/description", json!("Birds & bees")),
            ("/link", json!("https://site.example/")),
            ("/hints/hubs", json!(["http://pubsubhubbub.appspot.com/"])),
            (
                "/hints/next_page",
                json!(
                    "https://www.blogger.com/feeds/77/posts/default?start-index=26&max-results=25"
                ),
            ),
            ("/articles/0/title", json!("Owls at <night>")),
            ("/articles/0/link", json!("https://site.example/2026/11/owls.html")),
            ("/articles/0/comments", json!("https://site.example/2026/11/owls.html#comment-form")),
            ("/articles/0/n_comments", json!(2)),
            ("/articles/0/image", json!("https://pics.example/s72-c/owl.jpg")),
            ("/articles/0/content_html", json!("<div>Hoo &amp; hoo</div>")),
            ("/articles/0/tags", json!(["owls"])),
        ],
    );
}

#[test]
fn a_video_channel_has_images_and_descriptions() {
    let parsed = read(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=UC1"/>
 <id>yt:channel:UC1</id><yt:channelId>UC1</yt:channelId><title>Trains</title>
 <link rel="alternate" href="https://www.youtube.com/channel/UC1"/>
 <author><name>Trains</name><uri>https://www.youtube.com/channel/UC1</uri></author>
 <entry>
  <id>yt:video:abc</id><yt:videoId>abc</yt:videoId><title>Night train &amp; day train</title>
  <link rel="alternate" href="https://www.youtube.com/watch?v=abc"/>
  <published>2026-10-31T12:00:05+00:00</published><updated>2026-11-01T12:00:05+00:00</updated>
  <media:group>
   <media:title>Another title</media:title>
   <media:content url="https://www.youtube.com/v/abc?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="https://i2.ytimg.com/vi/abc/hqdefault.jpg" width="480" height="360"/>
   <media:description>First line
Second line</media:description>
   <media:community><media:starRating count="9" average="5.00" min="1" max="5"/><media:statistics views="77"/></media:community>
  </media:group>
 </entry>
</feed>"#,
    );
    check(
        &parsed,
        &[
            ("/articles/0/title", json!("Night train & day train")),
            ("/articles/0/author", json!("Trains")),
            ("/articles/0/link", json!("https://www.youtube.com/watch?v=abc")),
            ("/articles/0/image", json!("https://i2.ytimg.com/vi/abc/hqdefault.jpg")),
            ("/articles/0/content_html", json!("First line<br>\nSecond line")),
            ("/articles/0/enclosures/0/type", json!("application/x-shockwave-flash")),
        ],
    );
}

#[test]
fn a_podcast_has_its_file_duration_and_new_address() {
    let parsed = read(
        r#"<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Two Voices</title><link>https://voices.example/</link>
<itunes:author>Ada and Bo</itunes:author><itunes:summary>About sounds</itunes:summary><itunes:image href="https://voices.example/cover.jpg"/>
<itunes:owner><itunes:name>Ada</itunes:name><itunes:email>a@voices.example</itunes:email></itunes:owner>
<itunes:category text="Arts"><itunes:category text="Design"/></itunes:category><itunes:explicit>no</itunes:explicit>
<itunes:new-feed-url>https://new.voices.example/rss</itunes:new-feed-url>
<item><title>12: Bells</title><itunes:title>Bells</itunes:title><itunes:episode>12</itunes:episode><itunes:duration>00:42:07</itunes:duration>
<itunes:image href="https://voices.example/12.jpg"/><itunes:subtitle>Ding</itunes:subtitle><itunes:keywords>bells, towers,bells</itunes:keywords>
<enclosure url="https://cdn.voices.example/12.mp3?dest-id=9&amp;x=y" length="40448000" type="audio/mpeg"/>
<guid isPermaLink="false">voices-12</guid><pubDate>Sun, 01 Nov 2026 05:00:00 GMT</pubDate>
<description>All about bells.</description><podcast:transcript url="https://voices.example/12.vtt" type="text/vtt"/></item>
<item><title>11: Short</title><itunes:duration>59</itunes:duration><enclosure url="https://cdn.voices.example/11.m4a" length="" type=""/><guid>voices-11</guid></item>
</channel></rss>"#,
    );
    check(
        &parsed,
        &[
            ("/icon", json!("https://voices.example/cover.jpg")),
            ("/description", json!("About sounds")),
            ("/hints/moved_to", json!("https://new.voices.example/rss")),
            ("/articles/0/title", json!("12: Bells")),
            ("/articles/0/link", json!(null)),
            ("/articles/0/image", json!("https://voices.example/12.jpg")),
            ("/articles/0/tags", json!(["bells", "towers"])),
            ("/articles/0/summary", json!("All about bells.")),
            (
                "/articles/0/enclosures",
                json!([{"url": "https://cdn.voices.example/12.mp3?dest-id=9&x=y", "type": "audio/mpeg", "bytes": 40_448_000, "seconds": 2527, "title": null}]),
            ),
            ("/articles/1/enclosures/0/type", json!("audio/mp4")),
            ("/articles/1/enclosures/0/bytes", json!(null)),
            ("/articles/1/enclosures/0/seconds", json!(59)),
        ],
    );
}

#[test]
fn rdf_items_are_outside_the_channel() {
    let parsed = read(
        r#"<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
<channel rdf:about="https://paper.example/rss"><title>Paper</title><link>https://paper.example/</link><description>News</description>
<dc:language>fr</dc:language><sy:updatePeriod>daily</sy:updatePeriod><sy:updateBase>1970-01-01T00:00+00:00</sy:updateBase>
<items><rdf:Seq><rdf:li rdf:resource="https://paper.example/1"/><rdf:li rdf:resource="https://paper.example/2"/></rdf:Seq></items>
<image rdf:resource="https://paper.example/i.png"/></channel>
<image rdf:about="https://paper.example/i.png"><title>no</title><url>https://paper.example/i.png</url><link>https://paper.example/</link></image>
<item rdf:about="https://paper.example/1"><title>Un</title><link>https://paper.example/1</link><dc:date>2026-11-01T07:00:00+01:00</dc:date><dc:creator>Zoé</dc:creator><dc:subject>ville</dc:subject></item>
<item rdf:about="https://paper.example/2"><title>Deux</title><link>https://paper.example/2</link><description>&lt;i&gt;deux&lt;/i&gt;</description></item>
<textinput rdf:about="https://paper.example/search"><title>Search</title><name>q</name><link>https://paper.example/search</link></textinput>
</rdf:RDF>"#,
    );
    assert_eq!((parsed.format, parsed.articles.len()), (Format::Rdf, 2));
    check(
        &parsed,
        &[
            ("/title", json!("Paper")),
            ("/language", json!("fr")),
            ("/icon", json!("https://paper.example/i.png")),
            ("/hints/ttl_minutes", json!(1440.0)),
            ("/articles/0/id", json!("https://paper.example/1")),
            ("/articles/0/author", json!("Zoé")),
            ("/articles/0/tags", json!(["ville"])),
            ("/articles/0/published", json!(1_793_512_800)),
            ("/articles/1/content_html", json!("<i>deux</i>")),
        ],
    );
}

#[test]
fn release_feeds_and_forum_feeds_are_read() {
    let releases = read(
        r#"<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en-US">
  <id>tag:github.com,2008:https://github.com/o/r/releases</id><link type="text/html" rel="alternate" href="https://github.com/o/r/releases"/>
  <link type="application/atom+xml" rel="self" href="https://github.com/o/r/releases.atom"/><title>Release notes from r</title>
  <entry><id>tag:github.com,2008:Repository/1/v2.0</id><updated>2026-11-03T00:00:00Z</updated><link rel="alternate" type="text/html" href="https://github.com/o/r/releases/tag/v2.0"/>
  <title>v2.0</title><content>No content.</content><author><name>octo</name></author><media:thumbnail height="30" width="30" url="https://avatars.example/u/1?s=60"/></entry></feed>"#,
    );
    check(
        &releases,
        &[
            ("/language", json!("en-US")),
            ("/articles/0/language", json!("en-US")),
            ("/articles/0/published", json!(1_793_664_000)),
            ("/articles/0/content_html", json!("No content.")),
        ],
    );
    let toots = read(
        r#"<rss version="2.0" xmlns:webfeeds="http://webfeeds.org/rss/1.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Ada</title><link>https://social.example/@ada</link>
<webfeeds:icon>https://social.example/i.png</webfeeds:icon><image><url>https://social.example/a.png</url><title>Ada</title><link>https://social.example/@ada</link></image>
<item><guid isPermaLink="true">https://social.example/@ada/1</guid><link>https://social.example/@ada/1</link><pubDate>Mon, 02 Nov 2026 01:02:03 +0000</pubDate>
<description>&lt;p&gt;Hello &lt;a href="https://social.example/tags/rust" class="mention hashtag"&gt;#&lt;span&gt;rust&lt;/span&gt;&lt;/a&gt;&lt;/p&gt;</description>
<media:content url="https://files.example/1.png" type="image/png" fileSize="7" medium="image"><media:rating scheme="urn:simple">nonadult</media:rating><media:description type="plain">A crab</media:description></media:content>
<category>rust</category></item></channel></rss>"#,
    );
    check(
        &toots,
        &[
            ("/articles/0/title", json!("")),
            ("/articles/0/image", json!("https://files.example/1.png")),
            ("/articles/0/summary", json!("Hello #rust")),
            ("/articles/0/tags", json!(["rust"])),
            ("/icon", json!("https://social.example/a.png")),
        ],
    );
}

#[test]
fn cloud_addresses_are_built_only_from_complete_attributes() {
    let cloud = |attributes: &str| {
        read(&format!("<rss><channel><cloud {attributes}/></channel></rss>"))
            .hints
            .cloud
            .map(String::from)
    };
    let whole =
        "domain='rpc.example' port='5337' path='/rsscloud/pleaseNotify' registerProcedure=''";
    let expected = Some("http://rpc.example:5337/rsscloud/pleaseNotify".to_owned());
    assert_eq!(cloud(&format!("{whole} protocol='http-post'")), expected);
    let secure = "domain='rpc.example' port='443' path='notify' protocol='http-post'";
    assert_eq!(cloud(secure).as_deref(), Some("https://rpc.example/notify"));
    for broken in [
        "port='80' path='/x' protocol='http-post'",
        "domain='rpc.example' port='80' protocol='http-post'",
        "domain='rpc.example' port='http' path='/x' protocol='http-post'",
        "domain='rpc.example' port='99999' path='/x' protocol='http-post'",
        "domain='a@b' port='80' path='/x' protocol='http-post'",
        "domain='a/b' port='80' path='/x' protocol='http-post'",
        "domain='' port='80' path='/x' protocol='http-post'",
        "domain='rpc.example' port='80' path='/x' protocol='xml-rpc'",
        "domain='rpc.example' port='80' path='/x'",
    ] {
        assert_eq!(cloud(broken), None, "{broken}");
    }
}

#[test]
fn skipped_days_and_hours_are_listed_once() {
    let parsed = read(
        "<rss><channel><skipDays><day>Sunday</day><day> saturday </day><day>SUN</day><day>Funday</day></skipDays>\
         <skipHours><hour>0</hour><hour>24</hour><hour>23</hour><hour>-1</hour><hour>3.5</hour></skipHours></channel></rss>",
    );
    assert_eq!((parsed.hints.skip_days, parsed.hints.skip_hours), (vec![6, 5], vec![0, 23]));
}

#[test]
fn the_update_interval_is_positive_or_none() {
    for (inside, minutes) in [
        ("<ttl>60</ttl>", Some(60.0)),
        ("<ttl> 1.5 </ttl>", Some(1.5)),
        ("<ttl>0</ttl>", None),
        ("<ttl>-5</ttl>", None),
        ("<ttl>NaN</ttl>", None),
        ("<ttl>inf</ttl>", None),
        ("<ttl>0</ttl><ttl>20</ttl>", Some(20.0)),
        ("<ttl>5</ttl><sy:updatePeriod>daily</sy:updatePeriod>", Some(5.0)),
        ("<sy:updatePeriod>WEEKLY</sy:updatePeriod>", Some(10_080.0)),
        ("<sy:updatePeriod>monthly</sy:updatePeriod>", Some(43_200.0)),
        ("<sy:updatePeriod>yearly</sy:updatePeriod>", Some(525_600.0)),
        ("<sy:updatePeriod>always</sy:updatePeriod>", None),
        ("<sy:updateFrequency>4</sy:updateFrequency>", None),
        (
            "<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>",
            Some(1440.0),
        ),
    ] {
        let ttl = read(&format!("<rss><channel>{inside}</channel></rss>")).hints.ttl;
        assert_eq!(ttl.map(|minutes| minutes.0), minutes, "{inside}");
    }
}

#[test]
fn at_most_three_hubs_and_the_first_of_other_relations_are_kept() {
    let links: String = (0..9)
        .flat_map(|n| {
            ["hub", "self", "next"].map(|rel| format!("<link rel='{rel}' href='/{rel}{n}'/>"))
        })
        .collect();
    let hints = read(&format!("<feed xmlns='http://www.w3.org/2005/Atom'>{links}</feed>")).hints;
    let hubs: Vec<&str> = hints.hubs.iter().map(|url| url.path()).collect();
    assert_eq!(hubs, ["/hub0", "/hub1", "/hub2"]);
    let path = |url: Option<url::Url>| url.map(|url| url.path().to_owned());
    assert_eq!(path(hints.self_url).as_deref(), Some("/self0"));
    assert_eq!(path(hints.next_page).as_deref(), Some("/next0"));
}

#[test]
fn json_values_of_other_types_are_converted() {
    let parsed = read(
        r#"{"version":"https://jsonfeed.org/version/1.1","title":42,"icon":null,"favicon":"/f.ico","authors":"nobody","hubs":{"url":"https://hub.example/"},
        "items":[
          {"id":1.5,"title":true,"content_html":"   ","content_text":"a\nb","tags":"one","authors":[{"name":"Ada"},"Bo",{"url":"x"},null]},
          "not an item", null, 7, ["nor this"],
          {"id":"2","url":"https://e.org/2#part","date_published":"whenever","attachments":[{"url":"a.ogg","duration_in_seconds":"61","size_in_bytes":-4},{"url":"a.ogg","title":"Again"}]},
          {"id":"  ","summary":"Only <this>"}
        ],"next_url":"?page=2"}"#,
    );
    assert_eq!((parsed.format, parsed.articles.len()), (Format::Json, 3));
    assert_eq!(codes(&parsed), ["bad_date"]);
    check(
        &parsed,
        &[
            ("/icon", json!("https://site.example/f.ico")),
            ("/hints/next_page", json!("https://site.example/feed/?page=2")),
            ("/articles/0/content_html", json!("a<br>\nb")),
            ("/articles/0/author", json!("Ada, Bo")),
            ("/articles/1/link", json!("https://e.org/2#part")),
            ("/articles/1/published", json!(null)),
            ("/articles/1/enclosures/0/url", json!("https://site.example/feed/a.ogg")),
            ("/articles/1/enclosures/0/type", json!("audio/ogg")),
            ("/articles/1/enclosures/0/bytes", json!(null)),
            ("/articles/1/enclosures/0/title", json!("Again")),
            ("/articles/1/enclosures/1", json!(null)),
            ("/articles/2/content_html", json!("Only &lt;this&gt;")),
        ],
    );
}

#[test]
fn a_bad_string_in_json_costs_at_most_that_string() {
    let feed = |title: &str| {
        format!(
            r#"{{"version":"https://jsonfeed.org/version/1.1","title":"F","items":[{{"id":"1","title":"{title}"}},{{"id":"2","title":"b"}}]}}"#
        )
    };
    for (title, expected) in [
        ("Party \\ud83c", "Party \u{fffd}"),
        ("\\udf89 alone", "\u{fffd} alone"),
        ("two\nlines\tand a tab", "two lines and a tab"),
        ("It\\'s", "It's"),
        ("C:\\new\\users", "C: ew\\users"),
        ("a\u{1}b", "ab"),
    ] {
        let parsed = read(&feed(title));
        let titles: Vec<_> = parsed.articles.iter().map(|found| found.title.as_str()).collect();
        assert_eq!((titles, parsed.is_partial), (vec![expected, "b"], false), "{title}");
        assert_eq!(codes(&parsed).len(), 1, "{title}: {:?}", parsed.complaints);
    }
}

#[test]
fn authors_in_json_are_inherited_and_the_newer_list_supersedes() {
    let authors = |head: &str, item: &str| {
        let version = r#""version":"https://jsonfeed.org/version/1.1""#;
        // The feed's authors may come after its items.
        let before = read(&format!(r#"{{{version},{head},"items":[{{"id":"1"{item}}}]}}"#));
        let after = read(&format!(r#"{{{version},"items":[{{"id":"1"{item}}}],{head}}}"#));
        assert_eq!(before.articles, after.articles, "{head} {item}");
        after.articles[0].authors.clone()
    };
    let old = r#""author":{"name":"Old"}"#;
    let new = r#""authors":[{"name":"New"},{"name":"Newer"}]"#;
    let both = format!("{old},{new}");
    assert_eq!(authors(old, ""), ["Old"]);
    assert_eq!(authors(&both, ""), ["New", "Newer"]);
    assert_eq!(authors(r#""author":{"name":"Old"},"authors":[]"#, ""), ["Old"]);
    assert_eq!(authors(&both, r#","author":{"name":"Ada"}"#), ["Ada"]);
    assert_eq!(authors(old, r#","author":{"name":"Ada"},"authors":[{"name":"Bob"}]"#), ["Bob"]);
    assert_eq!(authors(old, r#","authors":[{"url":"https://e.org/"}]"#), ["Old"]);
}

#[test]
fn rss_in_json_is_read() {
    let parsed = read(
        r##"{"rss":{"version":"2.0","channel":{"title":"News","link":"https://e.org/","description":"D","language":"en",
        "item":[
          {"title":"Fish &amp; chips","link":"/1","description":"<p>One</p>","pubDate":"Mon, 16 Nov 2026 10:00:00 GMT",
           "guid":{"isPermaLink":"false","#value":"one"},"author":"a@e.org (Ada)","category":["x",{"#value":"y"}],
           "enclosure":{"url":"/a.mp3","type":"audio/mpeg","length":"9"},"comments":"/1#c"},
          {"title":"Two","guid":"https://e.org/2","description":"Short","content:encoded":"<p>Long</p>"}
        ]}}}"##,
    );
    assert_eq!((parsed.format, codes(&parsed)), (Format::Json, vec![]));
    check(
        &parsed,
        &[
            ("/title", json!("News")),
            ("/link", json!("https://e.org/")),
            ("/language", json!("en")),
            ("/articles/0/id", json!("one")),
            ("/articles/0/title", json!("Fish & chips")),
            ("/articles/0/link", json!("https://site.example/1")),
            ("/articles/0/published", json!(1_794_823_200)),
            ("/articles/0/content_html", json!("<p>One</p>")),
            ("/articles/0/author", json!("Ada")),
            ("/articles/0/tags", json!(["x", "y"])),
            ("/articles/0/comments", json!("https://site.example/1#c")),
            (
                "/articles/0/enclosures/0",
                json!({"url": "https://site.example/a.mp3", "type": "audio/mpeg", "bytes": 9, "seconds": null, "title": null}),
            ),
            ("/articles/1/link", json!("https://e.org/2")),
            ("/articles/1/content_html", json!("<p>Long</p>")),
            ("/articles/1/summary", json!("Short")),
            ("/articles/2", json!(null)),
        ],
    );
    for other in [
        r#"{"rss":{"channel":{"title":"no items"}}}"#,
        r#"{"rss":{"item":[{"title":"no channel"}]}}"#,
    ] {
        assert_eq!(codes(&read(other)), ["not_a_feed"], "{other}");
    }
}

#[test]
fn a_truncated_json_feed_gives_the_items_before() {
    let whole = r#"{"version":"https://jsonfeed.org/version/1","title":"F","items":[{"id":"1","title":"a"},{"id":"2","title":"b"}]}"#;
    let (first, second) =
        (whole.find("},").expect("it ends") + 1, whole.find("]}").expect("it ends"));
    for cut in (first..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
        let parsed = read(&whole[..cut]);
        let n = if cut < second { 1 } else { 2 };
        assert_eq!((parsed.articles.len(), parsed.is_partial), (n, true), "cut at {cut}");
        assert_eq!(codes(&parsed), ["bad_json"]);
    }
    assert!(!read(whole).is_partial);
}

#[test]
fn other_json_is_reported_as_not_a_feed() {
    for text in [
        "{",
        "{}",
        r#"{"items":[]}"#,
        r#"{"items":[{"id":"1","title":"a"}]}"#,
        r#"{"title":"A list without items"}"#,
        r#"{"version":"1.0","error":"not found"}"#,
        r#"{"version":7,"name":"package"}"#,
    ] {
        let parsed = read(text);
        assert_eq!(
            (parsed.format, codes(&parsed)),
            (Format::Unknown, vec!["not_a_feed"]),
            "{text}"
        );
        assert!(parsed.articles.is_empty(), "{text}");
    }
    // Without a version, items and a title are enough.
    assert_eq!(read(r#"{"title":"F","items":[{"id":"1"}]}"#).format, Format::Json);
}

#[test]
fn content_and_summary_are_chosen_from_several_fields() {
    let texts = [
        ("<content:encoded>E</content:encoded>", "E"),
        ("<content>C</content>", "C"),
        ("<xhtml:body>B</xhtml:body>", "B"),
        ("<description>D</description>", "D"),
        ("<summary>S</summary>", "S"),
        ("<dc:description>X</dc:description>", "X"),
        ("<itunes:summary>I</itunes:summary>", "I"),
        ("<media:description>M</media:description>", "M"),
        ("<itunes:subtitle>T</itunes:subtitle>", "T"),
    ];
    for (better, (first, expected)) in texts.iter().enumerate() {
        for (worse, _) in &texts[better + 1..] {
            for inside in [format!("{first}{worse}"), format!("{worse}{first}")] {
                let parsed = read(&format!("<rss><channel><item>{inside}</item></channel></rss>"));
                check(&parsed, &[("/articles/0/content_html", json!(expected))]);
            }
        }
    }
}

#[test]
fn empty_fields_fall_back_to_the_next() {
    let item = |inside: &str| read(&format!("<rss><channel><item>{inside}</item></channel></rss>"));
    let parsed = item(
        "<title> </title><dc:title>Second</dc:title><content:encoded> \n</content:encoded><description>D</description>\
         <guid/><guid>g</guid><dc:creator/><itunes:author>Ada</itunes:author><pubDate/><dc:date>2026-11-16</dc:date>\
         <link/><link>https://e.org/1</link><category/><category domain='x'>tag</category>",
    );
    assert_eq!(codes(&parsed), [""; 0]);
    check(
        &parsed,
        &[
            ("/articles/0/title", json!("Second")),
            ("/articles/0/content_html", json!("D")),
            ("/articles/0/id", json!("g")),
            ("/articles/0/author", json!("Ada")),
            ("/articles/0/published", json!(1_794_787_200)),
            ("/articles/0/link", json!("https://e.org/1")),
            ("/articles/0/tags", json!(["tag"])),
        ],
    );
}
