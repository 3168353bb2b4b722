//! The feed's own fields: title, site, language, and what the publisher asks of clients.

use super::{construct, empty, people};
use crate::{
    Format, ParsedFeed,
    addresses::{relation, web_url},
    complaints::Complaints,
    draft::{cut_text, language},
    names::Tag,
    text::plain_text,
    xml::{Node, Tree},
};
use std::borrow::Cow;
use tidings_model::{Hints, limits::Limits, units::Minutes};
use url::Url;

/// Maximum number of hubs kept; more would only help someone who wants us to contact many hosts.
const MOST_HUBS: usize = 3;

/// Returns the authors of a feed, which apply to every entry that names none (RFC 4287, section 4.2.1).
pub(super) fn authors(tree: &Tree<'_>) -> Vec<String> {
    let mut authors = Vec::new();
    let is_author =
        |node: &Node<'_>| tree.node(node.parent).tag == Tag::Author && node.tag == Tag::Name;
    for node in tree.nodes().iter().filter(|node| is_author(node)) {
        people::add(&mut authors, || people::name(&node.text));
    }
    authors
}

/// Reads everything outside of items.
pub(super) fn read(
    tree: &Tree<'_>,
    format: Format,
    document_url: Option<&Url>,
    limits: &Limits,
    complaints: &mut Complaints,
) -> ParsedFeed {
    let mut found = Found::default();
    let mut parsed = empty(format);
    for node in tree.nodes() {
        let base = tree.base(node).or(document_url);
        match tree.node(node.parent).tag {
            Tag::Rss | Tag::Rdf | Tag::Feed | Tag::Channel => found.read(&mut parsed, node, base),
            Tag::Image if node.tag == Tag::Url => {
                parsed.icon = parsed.icon.take().or_else(|| web_url(base, &node.text))
            }
            Tag::SkipHours => found.skip_hour(&mut parsed.hints, &node.text),
            Tag::SkipDays => found.skip_day(&mut parsed.hints, &node.text),
            _ => {}
        }
    }
    let (_, root) = tree.root().unwrap_or((Tag::Unknown, Default::default()));
    parsed.link =
        found.link.or(found.other_link).or_else(|| web_url(document_url, &root.get("href")?));
    parsed.link = parsed
        .link
        .or_else(|| web_url(document_url, found.id?.as_str()).filter(|_| format == Format::Atom));
    parsed.language = found
        .language
        .or_else(|| tree.nodes().first().and_then(|node| language(tree.language(node)?)));
    parsed.hints.ttl =
        parsed.hints.ttl.or_else(|| update_interval(found.period.as_deref()?, found.frequency));
    cut_text(&mut parsed.title, limits.title_bytes, "title", complaints);
    cut_text(&mut parsed.description, limits.title_bytes * 4, "description", complaints);
    for url in [
        &mut parsed.link,
        &mut parsed.icon,
        &mut parsed.hints.self_url,
        &mut parsed.hints.cloud,
        &mut parsed.hints.next_page,
        &mut parsed.hints.moved_to,
    ] {
        url.take_if(|url| url.as_str().len() > limits.url_bytes);
    }
    parsed.hints.hubs.retain(|url| url.as_str().len() <= limits.url_bytes);
    parsed
}

#[derive(Debug, Default)]
struct Found {
    /// The site, and a fallback if the feed names none: a link to something other than a page.
    link: Option<Url>,
    other_link: Option<Url>,
    id: Option<String>,
    language: Option<String>,
    period: Option<String>,
    frequency: Option<f64>,
}

impl Found {
    fn read(&mut self, parsed: &mut ParsedFeed, node: &Node<'_>, base: Option<&Url>) {
        let hints = &mut parsed.hints;
        match node.tag {
            Tag::Title if parsed.title.is_empty() => {
                parsed.title = construct::title(node, parsed.format)
            }
            Tag::DcTitle | Tag::ItunesTitle if parsed.title.is_empty() => {
                parsed.title = construct::title(node, parsed.format)
            }
            Tag::Description
            | Tag::Subtitle
            | Tag::ItunesSummary
            | Tag::DcDescription
            | Tag::Summary
                if parsed.description.is_empty() =>
            {
                parsed.description = plain_text(&construct::html(node));
            }
            Tag::Link => self.read_link(hints, node, base),
            Tag::Guid => self.id = Some(node.text.trim().to_owned()),
            Tag::Language => self.language = self.language.take().or_else(|| language(&node.text)),
            Tag::Logo | Tag::Icon => {
                parsed.icon = parsed.icon.take().or_else(|| web_url(base, &node.text))
            }
            Tag::ItunesImage => {
                let address = node.attributes.get("href").unwrap_or(Cow::Borrowed(&node.text));
                parsed.icon = parsed.icon.take().or_else(|| web_url(base, &address));
            }
            Tag::Ttl => hints.ttl = hints.ttl.or_else(|| positive(&node.text).map(Minutes)),
            Tag::UpdatePeriod => self.period = Some(node.text.trim().to_ascii_lowercase()),
            Tag::UpdateFrequency => self.frequency = positive(&node.text),
            Tag::Cloud => hints.cloud = hints.cloud.take().or_else(|| cloud(node)),
            Tag::NewFeedUrl => hints.moved_to = web_url(base, &node.text),
            _ => {}
        }
    }

    fn read_link(&mut self, hints: &mut Hints, node: &Node<'_>, base: Option<&Url>) {
        let Some(href) = node.attributes.get("href") else {
            self.link = self.link.take().or_else(|| web_url(base, &node.text));
            return;
        };
        let Some(url) = web_url(base, &href) else { return };
        let kind = node.attributes.get("type").unwrap_or(Cow::Borrowed("text/html"));
        match relation(&node.attributes.get("rel").unwrap_or(Cow::Borrowed("alternate"))) {
            "alternate" | "" if kind.contains("html") => self.link = Some(url),
            "alternate" | "" => self.other_link = Some(url),
            "hub" if hints.hubs.len() < MOST_HUBS => hints.hubs.push(url),
            "self" => hints.self_url = hints.self_url.take().or(Some(url)),
            "next" => hints.next_page = hints.next_page.take().or(Some(url)),
            _ => {}
        }
    }

    /// RSS allows 0 to 23; some feeds write 24 for midnight.
    fn skip_hour(&self, hints: &mut Hints, text: &str) {
        if let Some(hour) =
            text.trim().parse::<u8>().ok().filter(|hour| *hour <= 24).map(|hour| hour % 24)
            && !hints.skip_hours.contains(&hour)
        {
            hints.skip_hours.push(hour);
        }
    }

    fn skip_day(&self, hints: &mut Hints, text: &str) {
        const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
        let lower = text.trim().to_ascii_lowercase();
        if let Some(day) =
            (0u8..).zip(DAYS).find_map(|(day, name)| lower.starts_with(name).then_some(day))
            && !hints.skip_days.contains(&day)
        {
            hints.skip_days.push(day);
        }
    }
}

/// Returns the address of the rssCloud server, spread over several attributes, if it accepts plain HTTP.
fn cloud(node: &Node<'_>) -> Option<Url> {
    let told = |name| node.attributes.get(name);
    let protocol = told("protocol")?;
    if !matches!(protocol.trim(), "http-post" | "https-post") {
        return None;
    }
    let port: u16 = match told("port") {
        Some(port) => port.trim().parse().ok()?,
        None => 80,
    };
    let scheme = if protocol.trim() == "https-post" || port == 443 { "https" } else { "http" };
    let (domain, path) = (told("domain")?, told("path")?);
    let domain = domain.trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
    if domain.is_empty() || !domain.chars().all(is_name) {
        return None;
    }
    let path = path.trim().trim_start_matches('/');
    web_url(None, &format!("{scheme}://{domain}:{port}/{path}"))
}

fn positive(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0)
}

/// Returns the interval that sy:updatePeriod and sy:updateFrequency ask for: so many updates per period.
fn update_interval(period: &str, frequency: Option<f64>) -> Option<Minutes> {
    let minutes = match period {
        "hourly" => 60.0,
        "daily" => 1440.0,
        "weekly" => 7.0 * 1440.0,
        "monthly" => 30.0 * 1440.0,
        "yearly" => 365.0 * 1440.0,
        _ => return None,
    };
    Some(Minutes(minutes / frequency.unwrap_or(1.0).max(1.0)))
}
