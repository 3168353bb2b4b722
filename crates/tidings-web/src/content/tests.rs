//! What a page makes of stored texts.

use super::*;
use crate::preferences::Preferences;
use http::HeaderMap;
use tidings_model::UserId;

fn check(images: Images, html: &str, expected: &str) {
    let signer = Signer::for_test(UserId(1));
    let voice = Voice::new(Preferences::default(), &HeaderMap::new());
    let key = media_key("https://a.example/x.mp3?a=1&b=2");
    let frame = Frame {
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
fn pictures_come_through_this_server_with_everything_but_their_address() {
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
fn of_many_widths_two_are_offered() {
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
fn pictures_that_are_off_leave_a_link() {
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
fn links_within_a_text_stay_within_it() {
    check(
        Images::Proxy,
        "<sup id=\"fn-r1\"><a href=\"#fn-1\" id=\"fn-b\" rel=\"x\">1</a></sup><li id=\"fn-1\">note fn-1</li>",
        "<sup id=\"fn-7-r1\"><a href=\"#fn-7-1\" id=\"fn-7-b\" rel=\"x\">1</a></sup><li id=\"fn-7-1\">note fn-1</li>",
    );
}

#[test]
fn players_know_where_somebody_stopped() {
    let source = "<source src=\"https://a.example/x.mp3?a=1&amp;b=2\" type=\"audio/mpeg\"></audio>";
    check(
        Images::Proxy,
        &format!("<audio controls=\"\" preload=\"none\">{source}"),
        &format!("<audio controls=\"\" preload=\"none\" data-position=\"734\">{source}"),
    );
}

#[test]
fn films_are_cards_and_ask_nothing_of_their_place() {
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
fn what_does_not_fit_the_grammar_is_passed_on() {
    for html in ["", "a < b", "<", "<p", "text", "<br>x", "</a></a>"] {
        check(Images::Proxy, html, html);
    }
}
