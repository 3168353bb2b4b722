//! Tests of the HTML made from stored texts.

use super::*;
use crate::preferences::Preferences;
use http::HeaderMap;
use proptest::prelude::*;
use tidings_model::UserId;

fn check(images: Images, html: &str, expected: &str) {
    let signer = Signer::for_test(UserId(1));
    let voice = Voice::new(Preferences::default(), &HeaderMap::new());
    let key = media_key("https://a.example/x.mp3?a=1&b=2");
    let frame = ContentContext {
        article: ArticleId(7),
        images,
        signer: &signer,
        t: &voice,
        stopped_at: &[PlaybackPosition { media: key, seconds: 734, length: None }],
    };
    let mut expected = expected.to_owned();
    while let Some(at) = expected.find('{') {
        let end = at + expected[at..].find('}').unwrap();
        let path = signer.path(&expected[at + 1..end]);
        expected.replace_range(at..=end, &path);
    }
    assert_eq!(shown(html, &frame), expected);
}

#[test]
fn images_come_through_this_server_and_keep_their_other_attributes() {
    check(
        Images::Proxy,
        "<p>a &lt; b <img src=\"https://a.example/x.png?a=1&amp;b=2\" alt=\"&quot;q&quot;\" width=\"3\" loading=\"lazy\"></p>",
        "<p>a &lt; b <img src=\"{https://a.example/x.png?a=1&b=2}\" alt=\"&quot;q&quot;\" width=\"3\" loading=\"lazy\"></p>",
    );
    check(
        Images::Proxy,
        "<video src=\"https://a.example/v.mp4\" poster=\"https://a.example/p.jpg\" controls=\"\"></video>",
        "<video src=\"https://a.example/v.mp4\" poster=\"{https://a.example/p.jpg}\" controls=\"\" data-position=\"0\"></video>",
    );
}

#[test]
fn only_two_image_candidates_are_kept() {
    check(
        Images::Proxy,
        "<img src=\"https://a/s\" srcset=\"https://a/3 300w, https://a/7 768w, https://a/9 900w, https://a/20 2000w, https://a/15 1500w\">",
        "<img src=\"{https://a/s}\" srcset=\"{https://a/7} 768w, {https://a/15} 1500w\" sizes=\"(min-width: 46em) 44em, 100vw\">",
    );
    check(
        Images::Proxy,
        "<img src=\"https://a/s\" srcset=\"https://a/1 1x, https://a/2 2x, https://a/3 3x\">",
        "<img src=\"{https://a/s}\" srcset=\"{https://a/1} 1x, {https://a/2} 2x\">",
    );
    check(
        Images::Proxy,
        "<img src=\"https://a/s\" srcset=\"https://a/3 300w\">",
        "<img src=\"{https://a/s}\" srcset=\"{https://a/3} 300w\" sizes=\"(min-width: 46em) 44em, 100vw\">",
    );
    check(
        Images::Proxy,
        "<img src=\"https://a/s\" srcset=\"https://a/3\">",
        "<img src=\"{https://a/s}\">",
    );
}

#[test]
fn images_that_are_off_leave_a_link() {
    check(
        Images::Off,
        "<p><img src=\"https://a.example/x.png\" alt=\"A cat\"> <a href=\"https://b/\"><img src=\"https://a/y\"></a></p>",
        "<p><a class=\"no-picture\" href=\"https://a.example/x.png\" rel=\"noopener noreferrer nofollow\">A cat</a> \
         <a href=\"https://b/\"><span class=\"no-picture\">Picture</span></a></p>",
    );
    check(
        Images::Direct,
        "<img src=\"https://a.example/x.png\" alt=\"A cat\">",
        "<img src=\"https://a.example/x.png\" alt=\"A cat\">",
    );
}

#[test]
fn internal_links_stay_within_their_text() {
    check(
        Images::Proxy,
        "<sup id=\"fn-r1\"><a href=\"#fn-1\" id=\"fn-b\" rel=\"x\">1</a></sup><li id=\"fn-1\">note fn-1</li>",
        "<sup id=\"fn-7-r1\"><a href=\"#fn-7-1\" id=\"fn-7-b\" rel=\"x\">1</a></sup><li id=\"fn-7-1\">note fn-1</li>",
    );
}

#[test]
fn players_have_the_readers_position() {
    let source = "<source src=\"https://a.example/x.mp3?a=1&amp;b=2\" type=\"audio/mpeg\"></audio>";
    check(
        Images::Proxy,
        &format!("<audio controls=\"\" preload=\"none\">{source}"),
        &format!("<audio controls=\"\" preload=\"none\" data-position=\"734\">{source}"),
    );
}

#[test]
fn videos_are_cards_and_request_nothing_from_their_site() {
    let link = |title: &str| {
        format!(
            "<figure><a href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\" rel=\"r\">{title}</a></figure><p>x</p>"
        )
    };
    check(
        Images::Off,
        &link("A film"),
        "<figure class=\"film\"><a href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\" rel=\"noopener noreferrer nofollow\">\
         <span class=\"film-name\">A film</span><span class=\"film-place\">YouTube</span></a></figure><p>x</p>",
    );
    check(
        Images::Proxy,
        &link("www.youtube.com/watch?v=dQw4w9WgXcQ"),
        "<figure class=\"film\"><a href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\" rel=\"noopener noreferrer nofollow\">\
         <img src=\"{https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg}\" alt=\"\" width=\"480\" height=\"360\" loading=\"lazy\" decoding=\"async\">\
         <span class=\"film-name\">Video on YouTube</span></a></figure><p>x</p>",
    );
    let other =
        "<figure><a href=\"https://www.youtube.com.evil.example/\" rel=\"r\">x</a></figure>";
    check(Images::Proxy, other, other);
}

#[test]
fn anything_outside_the_grammar_is_passed_through() {
    for html in ["", "a < b", "<", "<p", "text", "<br>x", "</a></a>"] {
        check(Images::Proxy, html, html);
    }
}

/// Generates texts as the sanitizer writes them: pieces of its grammar in sequence.
fn texts() -> impl Strategy<Value = String> {
    let address = "https://[a-z]{1,8}\\.example/[a-z0-9/]{0,9}(\\?a=1&amp;b=2)?";
    let piece = prop_oneof![
        "[a-z ü語]{0,9}( &lt; | &amp; |&quot;)?",
        prop::sample::select(vec!["<p>", "</p>", "<em>", "</em>", "</a>", "<br>", "<hr>"])
            .prop_map(str::to_owned),
        address.prop_map(|url| format!("<a href=\"{url}\" rel=\"noopener\">")),
        "[a-z0-9]{1,5}".prop_map(|id| format!("<a href=\"#fn-{id}\">")),
        "[a-z0-9]{1,5}".prop_map(|id| format!("<li id=\"fn-{id}\">")),
        (address, "[a-z ]{0,8}")
            .prop_map(|(url, alt)| format!("<img src=\"{url}\" alt=\"{alt}\">")),
        (address, address, 1..3_000_u32).prop_map(|(url, other, width)| format!(
            "<img src=\"{url}\" srcset=\"{other} {width}w\">"
        )),
        (address, address)
            .prop_map(|(url, still)| format!("<video src=\"{url}\" poster=\"{still}\"></video>")),
        "[A-Za-z0-9_-]{11}".prop_map(|id| {
            format!(
                "<figure><a href=\"https://www.youtube.com/watch?v={id}\" rel=\"r\">x</a></figure>"
            )
        }),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn in_frame(images: Images, html: &str) -> String {
    let signer = Signer::for_test(UserId(1));
    let t = Voice::new(Preferences::default(), &HeaderMap::new());
    shown(
        html,
        &ContentContext { article: ArticleId(7), images, signer: &signer, t: &t, stopped_at: &[] },
    )
}

/// Returns the text between the tags.
fn words(html: &str) -> String {
    let outside = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, rest)| rest));
    outside.collect()
}

/// Returns the addresses that a browser would load by itself.
fn asked_for(html: &str) -> Vec<&str> {
    let tags = html.split('<').filter_map(|part| part.split_once('>')).map(|(tag, _)| tag);
    let of_tag = |tag: &'static str, name: &'static str| {
        move |text: &&str| text.starts_with(tag) && text.contains(name)
    };
    tags.filter(|tag| of_tag("img", "src")(tag) || of_tag("video", "poster")(tag)).collect()
}

proptest! {
    #[test]
    fn through_this_server_no_image_is_loaded_from_another(html in texts()) {
        for tag in asked_for(&in_frame(Images::Proxy, &html)) {
            let foreign = tag.split("https://").skip(1).count();
            // A video is loaded from its site when the reader presses play.
            prop_assert_eq!(foreign, usize::from(tag.starts_with("video")), "{}", tag);
        }
    }

    #[test]
    fn with_images_off_none_is_loaded_and_each_leaves_its_address(html in texts()) {
        let off = in_frame(Images::Off, &html);
        prop_assert_eq!(asked_for(&off), Vec::<&str>::new(), "{}", off);
        let n_pictures = html.matches("<img ").count();
        prop_assert_eq!(off.matches("class=\"no-picture\"").count(), n_pictures);
    }

    #[test]
    fn images_do_not_change_the_words(html in texts()) {
        let direct = words(&in_frame(Images::Direct, &html));
        prop_assert_eq!(&words(&in_frame(Images::Proxy, &html)), &direct);
        if !html.contains("<figure>") {
            prop_assert_eq!(direct, words(&html));
        }
    }

    #[test]
    fn footnotes_of_two_articles_on_one_page_never_collide(html in texts()) {
        let shown = in_frame(Images::Direct, &html);
        for sign in [" id=\"", " href=\"#"] {
            let names = |html: &str| -> Vec<String> {
                let parts = html.split(sign).skip(1);
                parts.map(|part| part.split('"').next().unwrap().to_owned()).collect()
            };
            let bound = names(&html).into_iter().map(|name| name.replacen("fn-", "fn-7-", 1));
            prop_assert_eq!(names(&shown), bound.collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_text_breaks_and_none_is_lost(html in "[<>\"= a-z#/&;ü-]{0,60}") {
        // Without images, players and videos only names change.
        prop_assume!(!["<img", "<video", "<audio", "<pre", "<code", "<kbd", "<samp", "table", "fn-"].iter().any(|sign| html.contains(sign)));
        prop_assert_eq!(in_frame(Images::Direct, &html), html);
    }
}

#[test]
fn code_is_read_from_left_to_right_in_every_language() {
    check(
        Images::Direct,
        "<p>קוד: <code>let a = 1;</code></p><pre><code>a(b)[0]</code></pre><kbd>Esc</kbd><precious>",
        "<p>קוד: <code dir=\"ltr\">let a = 1;</code></p><pre dir=\"ltr\" data-label=\"Code\"><code dir=\"ltr\">a(b)[0]</code></pre><kbd dir=\"ltr\">Esc</kbd><precious>",
    );
}

#[test]
fn a_table_has_a_frame_in_which_it_scrolls() {
    check(
        Images::Direct,
        "<table><tr><td><table></table></td></tr></table></table><p>x</p>",
        "<div class=\"scroll\" data-label=\"Table\"><table><tr><td><div class=\"scroll\" data-label=\"Table\"><table></table></div></td></tr></table></div></table><p>x</p>",
    );
    check(
        Images::Direct,
        "<table><tr><td>x",
        "<div class=\"scroll\" data-label=\"Table\"><table><tr><td>x</div>",
    );
}

#[test]
fn formulas_stay_as_they_are() {
    let formula = "<p>So <math display=\"block\"><mfrac><mi>a</mi><mn>2</mn></mfrac></math></p>";
    for images in Images::ALL {
        check(images, formula, formula);
    }
}

#[test]
fn an_image_that_is_off_inside_a_link_is_not_a_second_link() {
    let html = "<a href=\"https://a.example/\">see <img src=\"https://a.example/b.png\" alt=\"B\"></a>\
                <img src=\"https://a.example/c.png\" alt=\"C\">";
    check(
        Images::Off,
        html,
        "<a href=\"https://a.example/\">see <span class=\"no-picture\">B</span></a>\
         <a class=\"no-picture\" href=\"https://a.example/c.png\" rel=\"noopener noreferrer nofollow\">C</a>",
    );
}

#[test]
fn a_player_resumes_its_own_position() {
    let player = |src: &str, position: u32| {
        (
            format!("<audio src=\"{src}\"></audio>"),
            format!("<audio src=\"{src}\" data-position=\"{position}\"></audio>"),
        )
    };
    let heard = player("https://a.example/x.mp3?a=1&amp;b=2", 734);
    let other = player("https://a.example/x.mp3?a=1&amp;b=3", 0);
    for images in [Images::Direct, Images::Proxy, Images::Off] {
        check(images, &format!("{}{}", heard.0, other.0), &format!("{}{}", heard.1, other.1));
    }
}
