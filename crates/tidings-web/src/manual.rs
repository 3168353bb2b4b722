//! The manual, compiled into the program: the pages of `docs/manual`, rendered at their first request.
//!
//! Links between its pages lead to our own addresses. Pictures are left out: they show the demo, and would make the
//! program larger by a megabyte. Links to other files of the repository become plain text.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::sync::LazyLock;

/// A page of the manual.
#[derive(Debug)]
pub(crate) struct ManualPage {
    /// Its name in the address; empty for the table of contents.
    pub(crate) name: &'static str,
    pub(crate) title: String,
    /// HTML, without the title.
    pub(crate) html: String,
}

macro_rules! manual {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../docs/manual/", $name, ".md")))),*]
    };
}

/// The name of each file, and its text. The table of contents comes first.
const TEXTS: [(&str, &str); 21] = manual![
    "README",
    "accounts",
    "api",
    "clients",
    "demo",
    "freshness",
    "getting-started",
    "laboratory",
    "measurements",
    "media",
    "operating",
    "outputs",
    "push",
    "reading",
    "retrieval",
    "rules",
    "searching",
    "security",
    "settings",
    "sources",
    "today",
];

static PAGES: LazyLock<Vec<ManualPage>> =
    LazyLock::new(|| TEXTS.iter().map(|(name, text)| render(name, text)).collect());

/// Returns the page of this name.
pub(crate) fn page(name: &str) -> Option<&'static ManualPage> {
    PAGES.iter().find(|page| page.name == name)
}

fn render(name: &'static str, text: &str) -> ManualPage {
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let end = events.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
    let title = words(events.drain(..end.map_or(0, |end| end + 1)).as_slice());
    let mut html = String::new();
    html::push_html(&mut html, adapted(&events).into_iter());
    ManualPage { name: if name == "README" { "" } else { name }, title, html: focusable(&html) }
}

/// Returns the text of some events.
fn words(events: &[Event<'_>]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    texts.collect()
}

/// Gives headings the ids that links refer to, redirects links to our own pages, and leaves out pictures.
fn adapted<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let mut kept = Vec::with_capacity(events.len());
    let mut open_links = Vec::new();
    let mut is_in_picture = false;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Image { .. }) => is_in_picture = true,
            Event::End(TagEnd::Image) => is_in_picture = false,
            _ if is_in_picture => {}
            Event::Start(Tag::Heading { level, .. }) => {
                let rest = &events[at..];
                let end =
                    rest.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
                kept.push(heading(*level, &words(&rest[..end.unwrap_or(0)])));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let target = target(dest_url);
                open_links.push(target.is_some());
                kept.extend(target.map(link));
            }
            Event::End(TagEnd::Link) => {
                if open_links.pop() == Some(true) {
                    kept.push(event.clone());
                }
            }
            event => kept.push(event.clone()),
        }
    }
    kept
}

fn heading<'a>(level: HeadingLevel, words: &str) -> Event<'a> {
    let id = Some(CowStr::from(slug(words)));
    Event::Start(Tag::Heading { level, id, classes: Vec::new(), attrs: Vec::new() })
}

fn link<'a>(target: String) -> Event<'a> {
    let (dest_url, link_type) = (CowStr::from(target), pulldown_cmark::LinkType::Inline);
    Event::Start(Tag::Link { link_type, dest_url, title: "".into(), id: "".into() })
}

/// Returns the id of a heading, as in the repository's links: small letters, with hyphens for spaces.
fn slug(words: &str) -> String {
    let lower = words.to_lowercase();
    let kept = lower.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns where a link leads from our pages; `None` if there is nothing.
fn target(link: &str) -> Option<String> {
    if link.starts_with('#') || link.starts_with("https://") {
        return Some(link.to_owned());
    }
    let (file, part) = link.split_once('#').map_or((link, ""), |(file, part)| (file, part));
    let name = file.strip_suffix(".md").filter(|name| !name.contains('/'))?;
    let path = if name == "README" { "/help".to_owned() } else { format!("/help/{name}") };
    Some(if part.is_empty() { path } else { format!("{path}#{part}") })
}

/// Lets the keyboard scroll what is wider than the page, and removes what the pictures left behind.
fn focusable(html: &str) -> String {
    let html = html.replace("<p></p>\n", "");
    html.replace("<table>", "<table tabindex=\"0\">").replace("<pre>", "<pre tabindex=\"0\">")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_page_of_the_manual_is_compiled_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/manual");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let files: BTreeSet<String> = files.map(|name| name.into_string().unwrap()).collect();
        let known = TEXTS.iter().map(|(name, _)| format!("{name}.md"));
        assert_eq!(files, known.collect());
    }

    #[test]
    fn every_link_in_the_manual_leads_to_a_page_and_a_heading() {
        for from in PAGES.iter() {
            for link in from.html.split("href=\"").skip(1) {
                let link = link.split('"').next().unwrap();
                if link.starts_with("https://") {
                    continue;
                }
                let (path, id) = link.split_once('#').unwrap_or((link, ""));
                let to = match path.strip_prefix("/help") {
                    Some(rest) => page(rest.trim_start_matches('/')),
                    None => Some(from).filter(|_| path.is_empty()),
                };
                let to = to.unwrap_or_else(|| panic!("{}: {link} leads nowhere", from.name));
                let has_id = id.is_empty() || to.html.contains(&format!("id=\"{id}\""));
                assert!(has_id, "{}: {link} leads to no heading", from.name);
            }
        }
    }

    #[test]
    fn every_page_has_a_title_and_no_picture() {
        for page in PAGES.iter() {
            assert!(!page.title.is_empty() && !page.html.contains("<h1"), "{}", page.name);
            assert!(!page.html.contains("<img") && !page.html.contains("<p></p>"), "{}", page.name);
        }
    }

    #[test]
    fn links_lead_to_our_pages_or_become_text() {
        let text = "# A `b`\n\n[x](rules.md#order) [y](../papers/topics.md) ![z](../images/z.png)\n\n## What's new?\n\n[top](#whats-new) [r](README.md)\n";
        let page = render("x", text);
        assert_eq!(page.title, "A b");
        assert_eq!(
            page.html,
            "<p><a href=\"/help/rules#order\">x</a> y </p>\n<h2 id=\"whats-new\">What's new?</h2>\n\
             <p><a href=\"#whats-new\">top</a> <a href=\"/help\">r</a></p>\n"
        );
    }
}
