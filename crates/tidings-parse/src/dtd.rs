//! Expands the entities that a document declares in itself, within limits.
//!
//! Only texts declared in the document type count: nothing outside the document is ever read. An entity may refer to
//! those declared before it, and its text is short, so that no chain of entities grows into a bomb.

use crate::text::cut;
use std::{borrow::Cow, collections::HashMap};

/// A declaration of the document type begins at most this far into the document …
const LATEST_START: usize = 4 << 10;
/// … and is at most this long.
const LONGEST: usize = 64 << 10;
/// Maximum number of entities.
const MOST: usize = 256;
/// Maximum length of an entity's text. The text of a longer one is not expanded.
const LONGEST_TEXT: usize = 1 << 10;
/// Maximum number of bytes that all expanded entities together add to a document.
const MOST_ADDED: usize = 1 << 20;

/// Returns the document with its own entities expanded.
pub(crate) fn expand(document: &str) -> Cow<'_, str> {
    let Some(start) = cut(document, LATEST_START).find("<!DOCTYPE") else {
        return Cow::Borrowed(document);
    };
    let doctype = cut(&document[start..], LONGEST);
    // A document type without declarations of its own ends at the first `>`.
    let Some(subset) = doctype.find(['[', '>']).filter(|at| doctype[*at..].starts_with('[')) else {
        return Cow::Borrowed(document);
    };
    let Some((declared, end)) = declarations(&doctype[subset..]) else {
        return Cow::Borrowed(document);
    };
    if declared.is_empty() {
        return Cow::Borrowed(document);
    }
    let body = start + subset + end;
    let mut expanded = String::with_capacity(document.len() + 1024);
    expanded.push_str(&document[..body]);
    let mut left = MOST_ADDED;
    expand_markup(&document[body..], &declared, &mut left, &mut expanded);
    Cow::Owned(expanded)
}

/// The declared entities; `None` for those whose text is too long.
type Entities<'a> = HashMap<&'a str, Option<String>>;

/// Reads the entities declared between `[` and `]`, and returns where that ends.
fn declarations(subset: &str) -> Option<(Entities<'_>, usize)> {
    let mut declared = Entities::new();
    let mut at = 1;
    loop {
        let rest = &subset[at..];
        at += rest.find(['<', ']'])?;
        let rest = &subset[at..];
        if rest.starts_with(']') {
            return Some((declared, at + 1));
        }
        let len = declaration_len(rest)?;
        if let Some((name, text)) = entity(&rest[..len])
            && declared.len() < MOST
            && !declared.contains_key(name)
        {
            let mut expanded = String::new();
            let is_whole = expand_text(text, &declared, &mut { LONGEST_TEXT }, &mut expanded);
            let is_short = is_whole && expanded.len() <= LONGEST_TEXT;
            declared.insert(name, is_short.then_some(expanded));
        }
        at += len;
    }
}

/// Returns the length of the declaration or comment at the start: quotes may contain `>`.
fn declaration_len(rest: &str) -> Option<usize> {
    if rest.starts_with("<!--") {
        return Some(rest.find("-->")? + 3);
    }
    let mut quote = None;
    rest.bytes()
        .position(|byte| {
            match (quote, byte) {
                (None, b'"' | b'\'') => quote = Some(byte),
                (Some(open), close) if open == close => quote = None,
                _ => {}
            }
            byte == b'>' && quote.is_none()
        })
        .map(|end| end + 1)
}

/// Returns name and text of `<!ENTITY name "text">`; `None` for entities in other files and those of the document type.
fn entity(declaration: &str) -> Option<(&str, &str)> {
    let rest = declaration.strip_prefix("<!ENTITY")?.trim_start();
    let (name, rest) = rest.split_once(|c: char| c.is_ascii_whitespace())?;
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (text, _) = rest[1..].split_once(quote)?;
    let is_name = !name.is_empty() && name.chars().all(is_in_name);
    // XML's own entities mean the same everywhere.
    let is_own = matches!(name, "amp" | "lt" | "gt" | "quot" | "apos");
    (is_name && !is_own).then_some((name, text))
}

fn is_in_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.')
}

/// Expands text and attributes, but not CDATA sections and comments.
fn expand_markup(mut rest: &str, declared: &Entities<'_>, left: &mut usize, expanded: &mut String) {
    const ENDS: [(&str, &str); 2] = [("<![CDATA[", "]]>"), ("<!--", "-->")];
    while let Some(at) = rest.find("<!") {
        expand_text(&rest[..at], declared, left, expanded);
        rest = &rest[at..];
        let end = ENDS.iter().find(|(start, _)| rest.starts_with(start)).map(|(_, end)| end);
        let len = end.map_or(2, |end| rest.find(end).map_or(rest.len(), |at| at + end.len()));
        expanded.push_str(&rest[..len]);
        rest = &rest[len..];
    }
    expand_text(rest, declared, left, expanded);
}

/// Expands the entities in a text, as long as they add no more than `left` bytes. Returns whether they all did.
fn expand_text(
    mut rest: &str,
    declared: &Entities<'_>,
    left: &mut usize,
    expanded: &mut String,
) -> bool {
    let mut is_whole = true;
    while let Some(at) = rest.find('&') {
        expanded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let len = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
        let known = declared.get(&rest[..len]).filter(|_| rest[len..].starts_with(';'));
        match known {
            Some(Some(text)) if text.len() <= *left => {
                *left -= text.len();
                // A quote in an entity does not end the attribute it is in.
                expanded.push_str(&text.replace('"', "&quot;").replace('\'', "&apos;"));
                rest = &rest[len + 1..];
            }
            _ => {
                is_whole &= known.is_none();
                expanded.push('&');
            }
        }
    }
    expanded.push_str(rest);
    is_whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(declarations: &str, body: &str, expected: &str) {
        let start = format!("<?xml version='1.0'?><!DOCTYPE rss [{declarations}");
        let expanded = expand(&format!("{start}]>{body}")).into_owned();
        assert_eq!(expanded.strip_prefix(&format!("{start}]>")), Some(expected), "{declarations}");
    }

    #[test]
    fn declared_texts_are_expanded_in_text_and_attributes() {
        check(
            r#"<!ENTITY who "Ada &amp; Bob"> <!ENTITY both '&who; > "all"'>"#,
            "<a b='&who;'>&both; &other; &who <![CDATA[&who;]]><!-- &who; -->&who;</a>",
            "<a b='Ada &amp; Bob'>Ada &amp; Bob > &quot;all&quot; &other; &who <![CDATA[&who;]]><!-- &who; -->Ada &amp; Bob</a>",
        );
        check("<!-- <!ENTITY x 'no'> --><!ENTITY x 'yes'><!ENTITY x 'late'>", "&x;", "yes");
        check("<!ELEMENT rss (channel)><!ENTITY nbsp '&#160;'>", "a&nbsp;b", "a&#160;b");
    }

    #[test]
    fn nothing_outside_the_document_is_named_and_xml_stays_xml() {
        for declaration in [
            "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
            "<!ENTITY x PUBLIC 'a' 'http://evil.example/'>",
            "<!ENTITY % x 'parameter'>",
            "<!ENTITY x>",
            "<!ENTITY x 'unclosed>",
            "<!ENTITY a '&x;'><!ENTITY x '&a;",
            "",
        ] {
            let document = format!("<!DOCTYPE rss [{declaration}]><a>&x;</a>");
            assert_eq!(expand(&document), document, "{declaration}");
        }
        check("<!ENTITY lt 'x'><!ENTITY amp 'y'>", "&lt;&amp;", "&lt;&amp;");
        check("<!ENTITY a '&b;'><!ENTITY b '&a;'>", "&a; &b;", "&b; &b;");
        for document in
            ["<rss>&x;</rss>", "<!DOCTYPE html><p>[<!ENTITY x 'y'>]&x;", "<!DOCTYPE [", ""]
        {
            assert_eq!(expand(document), document);
        }
    }

    #[test]
    fn entity_bombs_do_not_explode() {
        let mut laughs = "<!ENTITY l0 'ha'>".to_owned();
        for n in 1..10 {
            laughs.push_str(&format!("<!ENTITY l{n} '{}'>", format!("&l{};", n - 1).repeat(10)));
        }
        let document = format!("<!DOCTYPE rss [{laughs}]><a>{}</a>", "&l9;&l2;".repeat(100_000));
        let expanded = expand(&document);
        assert!(expanded.len() <= document.len() + MOST_ADDED, "{}", expanded.len());
        assert!(expanded.contains(&"ha".repeat(100)));
        let many = (0..2 * MOST).map(|n| format!("<!ENTITY e{n} 'x'>")).collect::<String>();
        let last = 2 * MOST - 1;
        check(&many, &format!("&e0;&e{last};"), &format!("x&e{last};"));
    }

    proptest! {
        #[test]
        fn any_document_type_is_read(text in "(<!DOCTYPE|<!ENTITY| |\\[|\\]|>|'|\"|x|é|&x;|&|;|<!--|-->|<!\\[CDATA\\[|%|SYSTEM){0,30}") {
            let expanded = expand(&text);
            prop_assert!(expanded.len() <= text.len() * 40);
        }
    }
}
