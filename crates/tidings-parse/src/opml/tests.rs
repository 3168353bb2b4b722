//! Lists as real programs write them, and as attackers do.

use super::*;
use proptest::prelude::*;

fn list(text: &str) -> Opml {
    read(text.as_bytes(), &Limits::default()).unwrap()
}

fn urls(text: &str) -> Vec<String> {
    list(text).outlines.into_iter().map(|outline| outline.url).collect()
}

fn body(inner: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><opml version=\"2.0\"><head><title>My &amp; list</title></head><body>{inner}</body></opml>"
    )
}

#[test]
fn folders_titles_and_sites_are_read() {
    let opml = list(&body(
        "<outline text='News'><outline text='World'><outline type='rss' text='t' title='A &amp;amp; &eacute;' xmlUrl='http://a.example/f?x=1&amp;y=2' htmlUrl='http://a.example'/></outline></outline>\
         <outline text='B' xmlUrl='https://b.example/'/>",
    ));
    assert_eq!(opml.title, "My & list");
    let first = OpmlSubscription {
        url: "http://a.example/f?x=1&y=2".into(),
        title: "A &amp; é".into(),
        site: Some("http://a.example/".into()),
        folder: vec!["News".into(), "World".into()],
    };
    let second = OpmlSubscription {
        url: "https://b.example/".into(),
        title: "B".into(),
        site: None,
        folder: vec![],
    };
    assert_eq!(opml.outlines, [first, second]);
    assert_eq!((opml.refused, opml.complaints), (vec![], vec![]));
}

#[test]
fn sloppy_files_are_read() {
    for (text, expected) in [
        ("<OPML><BODY><OUTLINE XMLURL=http://a/f></BODY>", "http://a/f"),
        ("<opml><outline xmlUrl=\"http://a/?b=1&c=2\" text=\"R&D\">", "http://a/?b=1&c=2"),
        (
            "<opml><head><title/></head><body><outline xmlUrl='feed://a.example/f'/>",
            "http://a.example/f",
        ),
        ("<opml><outline xmlUrl='feed:https://a.example/f'/>", "https://a.example/f"),
        ("<opml><outline xmlUrl=' a.example/f '/>", "http://a.example/f"),
        ("<opml><outline type='rss' url='http://a/f'/>", "http://a/f"),
        ("<outline xmlUrl='http://a/f'/>", "http://a/f"),
        (
            "\u{feff}junk <opml><body><outline text=x><outline xmlUrl='http://a/f'></body></opml>",
            "http://a/f",
        ),
    ] {
        assert_eq!(urls(text), [expected], "{text}");
    }
}

#[test]
fn an_unclosed_feed_is_not_a_folder() {
    let opml = list(
        "<opml><outline text=F><outline text=A xmlUrl=http://a/><outline text=B xmlUrl=http://b/></outline>",
    );
    assert_eq!(opml.outlines[1].folder, ["F"]);
}

#[test]
fn plain_lists_are_read() {
    assert_eq!(
        urls("# mine\nhttp://a.example/f\n\n  https://b.example/f  \nhttp://a.example/f"),
        ["http://a.example/f", "https://b.example/f"]
    );
}

#[test]
fn a_feed_is_added_once_in_any_spelling() {
    let spellings = [
        "http://a.example/ok/rss",
        "HTTP://A.example/ok/rss",
        "http://a.example/ok/./rss",
        "http://a.example:80/ok/rss#frag",
    ];
    let outlines: String =
        spellings.iter().map(|url| format!("<outline xmlUrl='{url}'/>")).collect();
    assert_eq!(urls(&body(&outlines.repeat(250))), ["http://a.example/ok/rss"]);
}

#[test]
fn bad_addresses_are_rejected_one_by_one() {
    let evil =
        ["file:///etc/passwd", "javascript:1", "gopher://x", "", "http://ok.example/", "http://"];
    let outlines = evil
        .map(|url| {
            format!(
                "<outline type='rss' text='&lt;script&gt;' xmlUrl='{url}' htmlUrl='javascript:1'/>"
            )
        })
        .concat();
    let opml = list(&body(&outlines));
    assert_eq!(opml.outlines.len(), 1);
    assert_eq!((opml.outlines[0].title.as_str(), &opml.outlines[0].site), ("<script>", &None));
    assert_eq!(opml.refused.len(), 5);
    assert_eq!(opml.refused[0], ("file:///etc/passwd".into(), Refusal::OtherScheme));
}

#[test]
fn bombs_and_references_stay_inert() {
    let entities: String = (1..11)
        .map(|i| format!("<!ENTITY a{i} \"{}\">", format!("&a{};", i - 1).repeat(10)))
        .collect();
    let bomb = format!(
        "<!DOCTYPE opml [<!ENTITY x SYSTEM \"file:///etc/passwd\">{entities}]><opml><body><outline text=\"&x;&a10;\" xmlUrl=\"http://a/f\"/></body></opml>"
    );
    assert_eq!(list(&bomb).outlines[0].title, "&x;&a10;");
    let opml = list(&body(
        "<outline type='include' text='i' url='http://a/opml'/><outline type='link' url='http://b/opml'/>",
    ));
    assert_eq!((opml.outlines.len(), opml.complaints.len()), (0, 1));
}

#[test]
fn depth_and_number_are_bounded() {
    let limits = Limits::default();
    let deep =
        body(&format!("{}<outline xmlUrl='http://a/f'/>", "<outline text='x'>".repeat(50_000)));
    let opml = list(&deep);
    assert_eq!(opml.outlines[0].folder.len(), limits.opml_depth);
    assert_eq!(opml.complaints[0].code, "too_deep");
    let many: String = (0..20_000).map(|i| format!("<outline xmlUrl='http://a/{i}'/>")).collect();
    let opml = list(&body(&many));
    assert_eq!(opml.outlines.len(), limits.opml_outlines);
    assert_eq!(opml.complaints[0].code, "too_many_outlines");
}

#[test]
fn a_truncated_list_is_read_with_a_complaint() {
    let whole = body(
        "<outline text='F'><outline xmlUrl='http://a/1'/><outline xmlUrl='http://a/2'/></outline>",
    );
    assert_eq!(list(&whole).complaints, []);
    let opml = list(&whole[..whole.find("http://a/2").unwrap()]);
    assert_eq!(opml.outlines.len(), 1);
    assert_eq!(opml.complaints[0].code, "cut_off");
}

#[test]
fn addresses_that_grow_beyond_the_limit_are_rejected() {
    let url = format!("http://a.example/{}", "\u{6f22}".repeat(1_000));
    assert_eq!(list(&body(&format!("<outline xmlUrl='{url}'/>"))).refused[0].1, Refusal::TooLong);
}

#[test]
fn binary_files_are_called_so_and_their_bytes_are_never_shown() {
    let sentence = |bytes: &[u8]| read(bytes, &Limits::default()).unwrap_err().to_string();
    let named = |bytes: &[u8], kind: &str| {
        let said = sentence(bytes);
        assert!(said.contains(&format!("but this is not a text file{kind};")), "{said}");
    };
    named(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR<b\xd6\xf9\xa1\xb3E\xe3\xc6>", " (PNG image)");
    named(b"\xff\xd8\xff\xe0\0\x10JFIF", " (JPEG image)");
    // Without a < either, and with a line that could be an address.
    named(b"GIF89a\x02\0\x01\0\na.example\n", " (GIF image)");
    named(b"%PDF-1.7\n<</Type /Catalog>>", " (PDF document)");
    named(b"SQLite format 3\0\x10\0\x01\na.example\n", "");
    named(b"\x7fELF\x02\x01\x01\0<b\0>", "");
    let strange = sentence(b"\x80\x81<b\xd6\xf9\xa1\xb3E\xe3\xc6>");
    assert!(strange.contains("this is text with a < in it;"), "{strange}");
}

#[test]
fn zero_bytes_of_wide_characters_are_text() {
    let wide = |text: &str| -> Vec<u8> {
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let list = read(&wide("http://a.example/f\n"), &Limits::default()).unwrap();
    assert_eq!(list.outlines[0].url, "http://a.example/f");
    let page = read(&wide("<html>"), &Limits::default()).unwrap_err().to_string();
    assert!(page.contains("an HTML page"), "{page}");
    assert_eq!(urls("<opml><outline xmlUrl='http://a/f' text='\0'/></opml>"), ["http://a/f"]);
}

#[test]
fn other_files_are_rejected_with_a_message() {
    let sentence = |bytes: &[u8]| read(bytes, &Limits::default()).unwrap_err().to_string();
    assert!(
        sentence(b"<?xml version='1.0'?><rss version='2.0'><channel/></rss>")
            .contains("this is a \u{201c}rss\u{201d} document")
    );
    assert!(sentence(b"<!DOCTYPE html><HTML><p>x").contains("this is an HTML page;"));
    assert!(sentence(b"hello").contains("text without any http(s) address"));
    assert!(sentence(b"").contains("is empty"));
    assert!(sentence(&[0x1f, 0x8b, 8]).contains("compressed"));
    let small = Limits { import_bytes: 9, ..Limits::default() };
    assert!(read(b"http://a.example/", &small).unwrap_err().to_string().contains("Split it"));
}

fn subscription() -> impl Strategy<Value = OpmlSubscription> {
    let text = "[ -~é漢<>&\"']{0,12}".prop_map(|text| fold(&text));
    let folder = proptest::collection::vec("[a-c<&\"]{1,3}", 0..4);
    (0..1000u32, text, folder).prop_map(|(n, title, folder)| OpmlSubscription {
        url: format!("https://example.org/{n}?a=1&b=2"),
        title,
        site: (n % 2 == 0).then(|| "https://example.org/".into()),
        folder,
    })
}

proptest! {
    #[test]
    fn written_lists_are_read_back(mut subscriptions in proptest::collection::vec(subscription(), 0..20), title in "[a-z<&]{1,9}") {
        let key = |subscription: &OpmlSubscription| subscription.url.clone();
        subscriptions.sort_by_key(key);
        subscriptions.dedup_by_key(|subscription| key(subscription));
        let opml = list(&write(&title, &subscriptions));
        let mut back = opml.outlines;
        back.sort_by_key(key);
        prop_assert_eq!(back, subscriptions);
        prop_assert_eq!(opml.title, title);
        prop_assert!(opml.refused.is_empty() && opml.complaints.is_empty());
    }

    #[test]
    fn any_bytes_are_read_or_rejected(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, &Limits::default());
    }
}

/// Returns the folders and titles of a list, as `a/b: title`.
fn shown(text: &str) -> Vec<String> {
    let line =
        |outline: &OpmlSubscription| format!("{}: {}", outline.folder.join("/"), outline.title);
    list(text).outlines.iter().map(line).collect()
}

#[test]
fn lists_of_well_known_programs_are_read() {
    // Feedly, Inoreader and NetNewsWire write titles twice and folders as outlines.
    let feedly = r#"<?xml version="1.0" encoding="UTF-8"?>

<opml version="1.0">
    <head>
        <title>Ada subscriptions in feedly Cloud</title>
    </head>
    <body>
        <outline text="Tech" title="Tech">
            <outline type="rss" text="A" title="A" xmlUrl="https://a.example/rss" htmlUrl="https://a.example"/>
        </outline>
        <outline text="Müßig" title="Müßig">
            <outline type="rss" text="B" title="B" xmlUrl="https://b.example/rss" htmlUrl="https://b.example"/>
            <outline type="rss" text="A" title="A" xmlUrl="https://a.example/rss" htmlUrl="https://a.example"/>
        </outline>
    </body>
</opml>"#;
    assert_eq!(shown(feedly), ["Tech: A", "Müßig: B"], "a feed is in the first of its folders");
    // Thunderbird wraps each feed in an outline of its own.
    let thunderbird = r#"<opml version="1.0" xmlns:fz="urn:forumzilla:"><head><title>Feeds</title><dateCreated>x</dateCreated></head><body>
  <outline title="Work"><outline type="rss" title="C" text="C" version="RSS" fz:quickMode="false" xmlUrl="https://c.example/feed" htmlUrl="https://c.example/"/></outline>
</body></opml>"#;
    assert_eq!(shown(thunderbird), ["Work: C"]);
    // Podcast apps omit the type, or write it in capitals.
    let podcasts = r#"<opml version="2.0"><body><outline text="Podcasts"><outline type="RSS" text="D &quot;live&quot;" xmlUrl="https://d.example/feed"/>
<outline text="E" xmlURL="https://e.example/feed" overcastId="1"><outline type="podcast-episode" title="Episode" url="https://e.example/1"/></outline></outline>
<outline text="F" xmlUrl="https://f.example/feed"/></body></opml>"#;
    assert_eq!(shown(podcasts), ["Podcasts: D \"live\"", "Podcasts: E", ": F"]);
}

#[test]
fn addresses_without_a_scheme_or_with_feed_are_web_addresses() {
    for (written, expected) in [
        ("a.example/feed", Ok("http://a.example/feed")),
        ("feed://a.example/feed", Ok("http://a.example/feed")),
        ("feed:http://a.example/feed", Ok("http://a.example/feed")),
        ("FEED:https://a.example/feed", Ok("https://a.example/feed")),
        ("feed:a.example", Ok("http://a.example/")),
        ("HTTPS://A.example:443/x#y", Ok("https://a.example/x")),
        ("http://user:secret@a.example/f", Ok("http://user:secret@a.example/f")),
        ("http://ä.example/ö", Ok("http://xn--4ca.example/%C3%B6")),
        ("http://a.example/a b", Ok("http://a.example/a%20b")),
        ("", Err(Refusal::NoAddress)),
        ("   ", Err(Refusal::NoAddress)),
        ("nonsense", Err(Refusal::NotAnAddress)),
        ("two words.example", Err(Refusal::NotAnAddress)),
        ("http://", Err(Refusal::NotAnAddress)),
        ("http://[::1", Err(Refusal::NotAnAddress)),
        ("ftp://a.example/f", Err(Refusal::OtherScheme)),
        ("mailto:a@b.example", Err(Refusal::OtherScheme)),
    ] {
        let opml = list(&body(&format!("<outline text='t' xmlUrl='{written}'/>")));
        match expected {
            Ok(url) => assert_eq!(
                opml.outlines.first().map(|one| one.url.as_str()),
                Some(url),
                "{written}"
            ),
            Err(why) => {
                let found = opml.refused.first().map(|(_, why)| why);
                assert_eq!(found, Some(&why), "{written}");
            }
        }
    }
}

#[test]
fn a_list_at_the_limit_is_read_completely() {
    let outlines =
        |n: usize| (0..n).map(|i| format!("<outline xmlUrl='http://a/{i}'/>")).collect::<String>();
    let limits =
        Limits { opml_outlines: 5, import_bytes: body(&outlines(6)).len(), ..Limits::default() };
    let codes = |text: &str, limits: &Limits| {
        let opml = read(text.as_bytes(), limits).unwrap();
        (
            opml.outlines.len(),
            opml.complaints.iter().map(|complaint| complaint.code).collect::<Vec<_>>(),
        )
    };
    assert_eq!(codes(&body(&outlines(4)), &limits), (4, vec![]));
    assert_eq!(codes(&body(&outlines(5)), &limits), (5, vec![]));
    assert_eq!(codes(&body(&outlines(6)), &limits), (5, vec!["too_many_outlines"]));
    // Duplicates and rejected outlines do not count.
    let again = format!("{}<outline xmlUrl='http://a/0'/><outline xmlUrl='x:y'/>", outlines(5));
    let roomy = Limits { opml_outlines: 5, ..Limits::default() };
    assert_eq!(codes(&body(&again), &roomy), (5, vec![]));
    let small = Limits { import_bytes: limits.import_bytes - 1, ..limits };
    assert!(matches!(read(body(&outlines(6)).as_bytes(), &small), Err(OpmlError::TooLarge { .. })));
}

#[test]
fn a_plain_list_that_is_too_long_has_a_complaint() {
    let limits = Limits { opml_outlines: 3, ..Limits::default() };
    let check = |text: &str, n: usize, expected: &[&str]| {
        let opml = read(text.as_bytes(), &limits).unwrap();
        let codes: Vec<_> = opml.complaints.iter().map(|complaint| complaint.code).collect();
        assert_eq!((opml.outlines.len(), &codes[..]), (n, expected), "{text}");
    };
    check("a.example\nb.example\nc.example", 3, &[]);
    check("a.example\nb.example\nc.example\nd.example", 3, &["too_many_outlines"]);
    // Lines that are not addresses, and duplicates, do not count.
    check("nonsense\na.example\na.example\n# x\nb.example\nc.example", 3, &[]);
}

#[test]
fn a_file_is_written_folder_by_folder_as_valid_xml() {
    let of = |n: u32, title: &str, folder: &[&str]| OpmlSubscription {
        url: format!("https://e.example/{n}?a&b"),
        title: title.into(),
        site: (n == 2).then(|| "https://e.example/".into()),
        folder: folder.iter().map(|&name| name.into()).collect(),
    };
    let file = write(
        "Mine & \u{0}yours",
        &[of(1, "A\u{1b}<b>", &[]), of(2, "B", &["F \"f\""]), of(3, "C", &["F \"f\""])],
    );
    let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>Mine &amp; yours</title>
  </head>
  <body>
    <outline text="F &quot;f&quot;" title="F &quot;f&quot;">
      <outline type="rss" text="B" title="B" xmlUrl="https://e.example/2?a&amp;b" htmlUrl="https://e.example/"/>
      <outline type="rss" text="C" title="C" xmlUrl="https://e.example/3?a&amp;b"/>
    </outline>
    <outline type="rss" text="A&lt;b&gt;" title="A&lt;b&gt;" xmlUrl="https://e.example/1?a&amp;b"/>
  </body>
</opml>
"#;
    assert_eq!(file, expected);
    // Folders deeper than any program reads are merged.
    let deep: Vec<String> = (0..99).map(|n| format!("f{n}")).collect();
    let file = write("", &[OpmlSubscription { folder: deep.clone(), ..of(1, "A", &[]) }]);
    assert_eq!(file.matches("</outline>").count(), 16);
    let read = list(&file).outlines.remove(0).folder;
    assert_eq!(read, deep[..read.len()]);
}
