//! A second, independent check of the sanitizer's output: is it only what the allow-list can write?
//!
//! The grammar is so small that no parser can read it differently: allowed names, double-quoted values, and only
//! escaped characters in between. If the writer ever had a hole, the article would be shown as plain text instead.

use super::formula;
use super::policy::{ELEMENTS, Value};

/// Whether a text consists only of allowed tags and escaped text, and formulas only of elements for formulas.
pub(super) fn is_clean(html: &str) -> bool {
    let mut rest = html;
    let mut is_in_formula = false;
    while let Some(at) = rest.find(['<', '>', '&']) {
        let markup = &rest[at..];
        let len = match markup.as_bytes()[0] {
            b'<' => tag_len(markup).filter(|_| is_in_place(markup, &mut is_in_formula)),
            b'&' => ["&amp;", "&lt;", "&gt;", "&nbsp;"]
                .iter()
                .find(|known| markup.starts_with(**known))
                .map(|known| known.len()),
            _ => None,
        };
        let Some(len) = len else { return false };
        rest = &markup[len..];
    }
    !is_in_formula
}

/// Whether the tag at the start is one of a formula exactly if it is in one.
fn is_in_place(markup: &str, is_in_formula: &mut bool) -> bool {
    let end = markup.find(['>', ' ']).unwrap_or(markup.len());
    match &markup[1..end] {
        "math" => !std::mem::replace(is_in_formula, true),
        "/math" => std::mem::replace(is_in_formula, false),
        name => formula::allowed(name.trim_start_matches('/')).is_some() == *is_in_formula,
    }
}

/// Returns the length of the tag at the start, if it is one that we write.
fn tag_len(markup: &str) -> Option<usize> {
    let end = markup.find('>')?;
    let body = &markup[1..end];
    if let Some(name) = body.strip_prefix('/') {
        return is_element(name).then_some(end + 1);
    }
    let (name, mut rest) = body.split_at(body.find(' ').unwrap_or(body.len()));
    if !is_element(name) {
        return None;
    }
    while let Some(attribute) = rest.strip_prefix(' ') {
        let (name, value) = attribute.split_once("=\"")?;
        let (value, after) = value.split_once('"')?;
        if !is_attribute(name, value) {
            return None;
        }
        rest = after;
    }
    rest.is_empty().then_some(end + 1)
}

fn is_element(name: &str) -> bool {
    ELEMENTS.iter().any(|element| element.name == name) || formula::allowed(name).is_some()
}

fn is_attribute(name: &str, value: &str) -> bool {
    if value.contains(['<', '>']) {
        return false;
    }
    let is_web = value.starts_with("http://") || value.starts_with("https://");
    match name {
        "href" => {
            is_web
                || value.starts_with("mailto:")
                || value.strip_prefix('#').is_some_and(super::local::is_id)
        }
        "id" => super::local::is_id(value),
        "src" | "cite" | "poster" => is_web,
        "srcset" => value
            .split(", ")
            .all(|candidate| candidate.starts_with("http://") || candidate.starts_with("https://")),
        "rel" => value == super::REL,
        "dir" | "lang" => value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'),
        _ => ELEMENTS
            .iter()
            .chain(formula::ELEMENTS)
            .flat_map(|element| element.attributes)
            .any(|known| known.name == name && known.value != Value::Address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_we_write_is_clean() {
        for clean in [
            "",
            "text",
            "a &amp; b",
            "<p>x</p>",
            "<img src=\"https://a/\" alt=\"&lt;\">",
            "<a href=\"mailto:a@b\">x</a>",
            "<p><math display=\"block\"><mrow><mi>x</mi></mrow></math></p>",
            "<sup id=\"fn-r:1\"><a href=\"#fn-1\">1</a></sup>",
        ] {
            assert!(is_clean(clean), "{clean}");
        }
        for unclean in [
            "<",
            ">",
            "&",
            "&lt",
            "<P>",
            "<p >",
            "<p",
            "<script>",
            "<!-- -->",
            "<p x=\"\">",
            "<p title='x'>",
            "<a href=\"javascript:x\">",
            "<a href=\"/x\">",
            "<img src=\"data:,\">",
            "<img onerror=\"x\">",
            "<p title=\">\">",
            "<br/>",
            "<p style=\"\">",
            "</p x>",
            "<p id=\"token\">",
            "<p id=\"fn-\">",
            "<p id=\"fn-a b\">",
            "<a href=\"#top\">",
            "<a href=\"#fn-a b\">",
            "<img srcset=\"http://a, javascript:x\">",
            "<mi>x</mi>",
            "<math><mi>x</mi>",
            "</math>",
            "<math><p>x</p></math>",
            "<math><mtext><b>x</b></mtext></math>",
            "<math><math></math></math>",
            "<math><mi href=\"http://a/\" onclick=\"x\">x</mi></math>",
            "<math><annotation-xml></annotation-xml></math>",
            "<math><mglyph></mglyph></math>",
        ] {
            assert!(!is_clean(unclean), "{unclean}");
        }
    }
}
