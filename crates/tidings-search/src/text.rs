//! The text of an article as it is searched and quoted: its sanitised HTML without the tags.
//!
//! The input is our own sanitiser's output: tags are whole, attribute values hold no angle brackets, and text knows five
//! references. Anything else comes out as text, which is all that is ever done with it.

/// The first `most_bytes` or so of the text of sanitised HTML, white space folded.
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

/// Tags within which words go on: all others part them.
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
    fn tags_go_and_references_become_what_they_mean() {
        check("<p>Fish &amp; <b>ch</b>ips</p><p>1 &lt; 2</p>", "Fish & chips 1 < 2");
        check("a<br>b<img alt=\"x\">c &nbsp; d", "a b c d");
        check("&amp;lt;script&amp;gt;", "&lt;script&gt;");
        check("", "");
    }

    #[test]
    fn what_is_no_tag_stays_harmless() {
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
        fn anything_comes_out_as_bounded_text(html in "(<[a-z/]{0,4}>|&amp;|\\PC){0,60}", most in 0usize..80) {
            prop_assert!(text_of(&html, most).len() <= most);
        }
    }

    /// Tags within which words go on, and tags that part them.
    #[test]
    fn words_go_on_over_inline_tags_and_end_at_others() {
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
    fn white_space_is_one_blank_and_none_at_the_ends() {
        check(" \n<p>\t a \u{a0}\u{2003} b &nbsp;</p> \n<p> </p>", "a b");
        check("<p></p><p></p>", "");
        check("a</p>\n\n<p>b", "a b");
        check("a&nbsp;&nbsp;b", "a b");
    }

    #[test]
    fn references_are_decoded_once_and_strangers_stay_as_they_stand() {
        check("&quot;a&quot; &gt; b", "\"a\" > b");
        check("&amp;amp; &amp;nbsp;x", "&amp; &nbsp;x");
        check("&copy; &#38; & &am", "&copy; &#38; & &am");
        check("AT&T &lt;p&gt;", "AT&T <p>");
    }

    #[test]
    fn a_text_is_cut_where_it_says_and_a_blank_at_the_cut_goes() {
        // "é" is two bytes.
        for (most, expected) in
            [(0, ""), (1, "a"), (2, "a"), (3, "a"), (4, "a é"), (5, "a é"), (6, "a é b")]
        {
            assert_eq!(text_of("a é <p>b", most), expected, "{most}");
        }
        // What a reference means counts, not how it is written.
        assert_eq!(text_of("&amp;&amp;&amp;", 2), "&&");
    }
}
