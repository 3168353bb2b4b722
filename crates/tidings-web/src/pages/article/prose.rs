//! What can be told from the words of an article: how long it takes to read, and which other texts of it are worth
//! offering.

use crate::content::plain;

/// Words read per minute.
const WORDS_PER_MINUTE: usize = 230;
/// Characters read per minute in scripts without spaces between words.
const SIGNS_PER_MINUTE: usize = 500;

/// Words with which a text says at its end that there is more of it, in lower case.
const GOES_ON: [&str; 9] = [
    "read more",
    "continue reading",
    "read the rest",
    "more »",
    "weiterlesen",
    "mehr lesen",
    "lire la suite",
    "en savoir plus",
    "leer más",
];

/// Returns the reading time in minutes.
pub(crate) fn minutes(html: &str) -> usize {
    let (words, signs) = length(html);
    (words * SIGNS_PER_MINUTE + signs * WORDS_PER_MINUTE)
        .div_ceil(WORDS_PER_MINUTE * SIGNS_PER_MINUTE)
}

/// Counts words between the tags, and characters of scripts without spaces.
fn length(html: &str) -> (usize, usize) {
    // Everything before the first ">" of a piece is a tag. Text before the first tag has no tag to skip.
    let texts = html.split('<').skip(1).filter_map(|piece| piece.split_once('>'));
    let first = html.split('<').next().unwrap_or_default();
    texts.map(|(_, text)| text).chain([first]).fold((0, 0), |(words, signs), text| {
        let own = text.chars().filter(|sign| is_whole_word(*sign)).count();
        let spaced = text
            .split_whitespace()
            .filter(|word| !word.chars().next().is_some_and(is_whole_word))
            .count();
        (words + spaced, signs + own)
    })
}

/// Returns whether this is a Chinese character or a Japanese syllable.
fn is_whole_word(sign: char) -> bool {
    matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the text between the tags, with the few characters that the sanitizer escapes.
fn text(html: &str) -> String {
    let mut pieces = html.split('<');
    let first = pieces.next().unwrap_or_default();
    let texts = pieces.filter_map(|piece| piece.split_once('>')).map(|(_, text)| text);
    plain(&[first].into_iter().chain(texts).collect::<Vec<_>>().join(" ")).into_owned()
}

/// Returns whether a summary says something that the beginning of the text does not say in the same words.
pub(crate) fn adds_words(summary: &str, html: &str) -> bool {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let whole = bare(summary);
    let told = whole.trim_end_matches(['…', '.', '[', ']', '(', ')']);
    !bare(&text(html)).starts_with(told)
}

/// Returns whether a text from a feed seems to be the whole article: it takes more than a minute to read, and does not
/// end by saying that there is more.
pub(crate) fn is_whole(html: &str) -> bool {
    minutes(html) > 1 && !goes_on(html)
}

fn goes_on(html: &str) -> bool {
    let text = text(html);
    let end = text.trim_end_matches(|sign: char| {
        sign.is_whitespace() || matches!(sign, ']' | ')' | '→' | '›' | '>' | '"')
    });
    let (cut, _) = end.char_indices().nth_back(40).unwrap_or_default();
    let last = end[cut..].to_lowercase();
    end.ends_with(['…']) || end.ends_with("...") || GOES_ON.iter().any(|words| last.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_between_tags() {
        assert_eq!(length("<p>one <b>two</b> three</p><img alt=\"four five\">six"), (4, 0));
        assert_eq!(length(""), (0, 0));
        assert_eq!(length("a < b"), (1, 0));
        assert_eq!(length("<p>東京の空 abc</p>"), (1, 4));
    }

    #[test]
    fn reading_time_is_estimated_for_every_script() {
        assert_eq!(minutes(&"word ".repeat(1150)), 5);
        assert_eq!(minutes(&"東".repeat(2500)), 5);
        assert_eq!(minutes(""), 0);
    }

    #[test]
    fn a_summary_that_begins_like_the_text_adds_nothing() {
        let html = "<p>One <b>two</b>\u{a0}three</p><p>four &amp; five</p>";
        for summary in
            ["One two three", "One two…", "One two three four & five", "One two three […]", ""]
        {
            assert!(!adds_words(summary, html), "{summary}");
        }
        for summary in ["Two", "One two three, or so", "One two three four & five six"] {
            assert!(adds_words(summary, html), "{summary}");
        }
        assert!(adds_words("Words", ""));
    }

    #[test]
    fn a_text_is_whole_if_it_is_long_and_does_not_go_on_elsewhere() {
        let long = format!("<p>{}</p>", "word ".repeat(300));
        assert!(is_whole(&long));
        assert!(is_whole(&format!("<p>{}</p>", "東".repeat(700))));
        assert!(!is_whole("<p>Only a sentence.</p>"));
        assert!(!is_whole(""));
        for end in [
            "<p>And then …</p>",
            "<p>And then […]</p>",
            "<p>And then...</p>",
            "<p><a href=\"https://e.org/\">Continue reading</a> →</p>",
            "<p><a href=\"https://e.org/\">Read more about the harbour</a></p>",
        ] {
            assert!(!is_whole(&format!("{long}{end}")), "{end}");
        }
        assert!(is_whole(&format!(
            "{long}<p>Read more books, and then go on with what you love to do.</p>"
        )));
    }
}
