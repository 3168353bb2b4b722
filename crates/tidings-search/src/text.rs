//! The text of an article for searching and quoting: its sanitized HTML without the tags.
//!
//! The input is our own sanitizer's output: tags are complete, attribute values contain no angle brackets, and text
//! uses five references. Anything else is returned as text, which is the only way it is ever used.

/// Returns about the first `most_bytes` of the text of sanitized HTML, with white space folded.
#[must_use]
pub fn text_of(html: &str, most_bytes: usize) -> String {
    let mut text = String::with_capacity(html.len().min(most_bytes) + 8);
    let mut rest = html;
    while text.len() < most_bytes {
        let (before, tag) = rest.split_once('<').unwrap_or((rest, ""));
        push_decoded(&mut text, before, most_bytes);
        let Some((tag, after)) = tag.split_once('>') else { break };
        if !is_inline(tag) && !text.ends_with(' ') && !text.is_empty() {
            text.push(' ');
        }
        rest = after;
    }
    text.truncate(text.floor_char_boundary(most_bytes));
    text.truncate(text.trim_end().len());
    text
}

/// Tags inside which words continue: all others separate words.
fn is_inline(tag: &str) -> bool {
    let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap_or_default();
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "bdi"
            | "bdo"
            | "cite"
            | "code"
            | "del"
            | "dfn"
            | "em"
            | "i"
            | "ins"
            | "kbd"
            | "mark"
            | "q"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "tt"
            | "u"
            | "var"
            | "wbr"
    )
}

fn push_decoded(text: &mut String, piece: &str, most_bytes: usize) {
    let mut at = 0;
    while at < piece.len() && text.len() < most_bytes {
        let rest = &piece[at..];
        let first = rest.chars().next().unwrap_or(' ');
        let reference = (first == '&')
            .then(|| REFERENCES.iter().find(|(name, _)| rest.starts_with(name)))
            .flatten();
        let (c, length) = reference.map_or((first, first.len_utf8()), |(name, c)| (*c, name.len()));
        at += length;
        if !c.is_whitespace() {
            text.push(c);
        } else if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
    }
}

const REFERENCES: [(&str, char); 5] =
    [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&nbsp;", ' ')];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(html: &str, expected: &str) {
        assert_eq!(text_of(html, 1000), expected, "{html}");
    }

    #[test]
    fn tags_are_removed_and_references_decoded() {
        check("<p>Fish &amp; <b>ch</b>ips</p><p>1 &lt; 2</p>", "Fish & chips 1 < 2");
        check("a<br>b<img alt=\"x\">c &nbsp; d", "a b c d");
        check("&amp;lt;script&amp;gt;", "&lt;script&gt;");
        check("", "");
    }

    #[test]
    fn other_angle_brackets_are_harmless() {
        check("a < b", "a");
        check("x<p", "x");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(text_of("ääää", 5), "ää");
        assert_eq!(text_of(&"<p>word</p>".repeat(100_000), 30).len(), 29);
    }

    proptest! {
        #[test]
        fn any_input_becomes_bounded_text(html in "(<[a-z/]{0,4}>|&amp;|\\PC){0,60}", most in 0usize..80) {
            prop_assert!(text_of(&html, most).len() <= most);
        }
    }

    /// Tags inside which words continue, and tags that separate words.
    #[test]
    fn words_continue_over_inline_tags_and_end_at_others() {
        for name in ["a", "b", "code", "em", "i", "mark", "small", "span", "strong", "sub", "wbr"] {
            check(&format!("fire<{name}>fox</{name}>es"), "firefoxes");
            check(&format!("fire<{name} title=\"x\">fox</{name}>"), "firefox");
        }
        for name in
            ["p", "div", "li", "td", "h2", "br", "img", "pre", "figure", "spanner", "address"]
        {
            check(&format!("fire<{name}>fox</{name}>es"), "fire fox es");
        }
        check("fire<br/>fox<wbr/>es", "fire foxes");
        check("fire<a\nhref=\"x\">fox</a>", "firefox");
    }

    #[test]
    fn white_space_is_folded_and_trimmed() {
        check(" \n<p>\t a \u{a0}\u{2003} b &nbsp;</p> \n<p> </p>", "a b");
        check("<p></p><p></p>", "");
        check("a</p>\n\n<p>b", "a b");
        check("a&nbsp;&nbsp;b", "a b");
    }

    #[test]
    fn references_are_decoded_once_and_unknown_ones_stay() {
        check("&quot;a&quot; &gt; b", "\"a\" > b");
        check("&amp;amp; &amp;nbsp;x", "&amp; &nbsp;x");
        check("&copy; &#38; & &am", "&copy; &#38; & &am");
        check("AT&T &lt;p&gt;", "AT&T <p>");
    }

    #[test]
    fn texts_are_cut_at_the_limit_and_trimmed() {
        // "é" is two bytes.
        for (most, expected) in
            [(0, ""), (1, "a"), (2, "a"), (3, "a"), (4, "a é"), (5, "a é"), (6, "a é b")]
        {
            assert_eq!(text_of("a é <p>b", most), expected, "{most}");
        }
        // The decoded character counts, not the reference.
        assert_eq!(text_of("&amp;&amp;&amp;", 2), "&&");
    }
}
