//! The headers of a response: validators, freshness, Retry-After, hubs. All of it untrusted, all of it bounded.

use crate::dates::http_date;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::{Validators, limits::Limits};
use url::Url;

#[cfg(test)]
mod tests;

/// Maximum length of a Content-Type.
const CONTENT_TYPE_BYTES: usize = 256;
/// Maximum number of hubs taken from Link headers.
const MOST_HUBS: usize = 4;

/// Returns the validators that can be sent back byte for byte; others are dropped.
pub(crate) fn validators(headers: &HeaderMap, limits: &Limits) -> Validators {
    let echo = |name| headers.get(name).and_then(|value| echoable(value, limits.validator_bytes));
    Validators { etag: echo(header::ETAG), last_modified: echo(header::LAST_MODIFIED), body: None }
}

/// Returns a value that survives being stored as text and sent back: visible, short, without control characters.
fn echoable(value: &HeaderValue, limit: usize) -> Option<String> {
    let text = std::str::from_utf8(value.as_bytes()).ok()?;
    let is_plain = !text.is_empty() && text.len() <= limit && !text.chars().any(char::is_control);
    is_plain.then(|| text.to_owned())
}

/// Returns the headers of a conditional request. Whether there are any decides what a 304 means.
pub(crate) fn conditions(validators: &Validators, limits: &Limits) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(2);
    let asked = [
        (header::IF_NONE_MATCH, &validators.etag),
        (header::IF_MODIFIED_SINCE, &validators.last_modified),
    ];
    for (name, value) in asked {
        let value = value.as_deref().and_then(|text| HeaderValue::from_bytes(text.as_bytes()).ok());
        if let Some(value) = value.filter(|value| echoable(value, limits.validator_bytes).is_some())
        {
            headers.insert(name, value);
        }
    }
    headers
}

/// Returns the Content-Type header, if it is text of a reasonable length.
pub(crate) fn content_type(headers: &HeaderMap) -> Option<String> {
    echoable(headers.get(header::CONTENT_TYPE)?, CONTENT_TYPE_BYTES)
}

/// Returns how long the response is fresh: max-age in Cache-Control minus Age, otherwise Expires minus Date. `None` if
/// the response must not be cached, or the values make no sense.
pub(crate) fn max_age(headers: &HeaderMap, now: Timestamp, limits: &Limits) -> Option<Duration> {
    let fresh = match cache_control(headers) {
        Freshness::Stale => return None,
        Freshness::For(seconds) => {
            seconds.saturating_sub(number(headers, &header::AGE).unwrap_or(0))
        }
        Freshness::Unsaid => {
            let expires = http_date(text(headers, &header::EXPIRES)?)?;
            let date = text(headers, &header::DATE).and_then(http_date).unwrap_or(now);
            u64::try_from(expires.as_second() - date.as_second()).ok()?
        }
    };
    (fresh > 0).then(|| Duration::from_secs(fresh).min(limits.max_interval))
}

enum Freshness {
    Stale,
    For(u64),
    Unsaid,
}

fn cache_control(headers: &HeaderMap) -> Freshness {
    let mut freshness = Freshness::Unsaid;
    let lines =
        headers.get_all(header::CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    for directive in lines.flat_map(|line| line.split(',')).map(str::trim) {
        let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "no-cache" | "no-store" => return Freshness::Stale,
            "max-age" => match (digits(value.trim().trim_matches('"')), &freshness) {
                (Some(seconds), Freshness::Unsaid) => freshness = Freshness::For(seconds),
                _ => continue,
            },
            _ => {}
        }
    }
    freshness
}

/// Returns how long the server asks us to wait: Retry-After in either form; after a 429 also the headers in which some
/// servers give the end of their rate limit. Past, negative and invalid values are ignored.
pub(crate) fn retry_after(
    status: StatusCode,
    headers: &HeaderMap,
    now: Timestamp,
    limits: &Limits,
) -> Option<Duration> {
    let seconds_until =
        |instant: Timestamp| u64::try_from(instant.as_second() - now.as_second()).ok();
    let said = text(headers, &header::RETRY_AFTER)
        .and_then(|value| digits(value).or_else(|| seconds_until(http_date(value)?)));
    let seconds = match said {
        Some(seconds) => seconds,
        None if status == StatusCode::TOO_MANY_REQUESTS => limit_ends(headers, now)?,
        None => return None,
    };
    (seconds > 0).then(|| Duration::from_secs(seconds).min(limits.max_retry_after))
}

/// Returns the seconds until a rate limit ends. `X-RateLimit-Reset` is a number of seconds on some servers and a
/// timestamp on others; numbers that would be decades are timestamps.
fn limit_ends(headers: &HeaderMap, now: Timestamp) -> Option<u64> {
    const DECADES: u64 = 1_000_000_000;
    let names =
        [HeaderName::from_static("ratelimit-reset"), HeaderName::from_static("x-ratelimit-reset")];
    let seconds = names.iter().find_map(|name| number(headers, name))?;
    if seconds < DECADES {
        return Some(seconds);
    }
    seconds.checked_sub(u64::try_from(now.as_second()).ok()?)
}

/// Returns the WebSub hubs and the document's own address from Link headers.
pub(crate) fn links(headers: &HeaderMap, base: &Url) -> (Vec<Url>, Option<Url>) {
    let (mut hubs, mut own) = (Vec::new(), None);
    let lines = headers
        .get_all(header::LINK)
        .iter()
        .filter_map(|value| std::str::from_utf8(value.as_bytes()).ok());
    for (target, relations) in lines.flat_map(link_values) {
        let Ok(url) = base.join(target) else { continue };
        if !matches!(url.scheme(), "http" | "https") {
            continue;
        }
        for relation in relations.split_ascii_whitespace() {
            if relation.eq_ignore_ascii_case("hub")
                && hubs.len() < MOST_HUBS
                && !hubs.contains(&url)
            {
                hubs.push(url.clone());
            } else if relation.eq_ignore_ascii_case("self") && own.is_none() {
                own = Some(url.clone());
            }
        }
    }
    (hubs, own)
}

/// Splits a Link header into `<target>; rel="…"` values. Commas separate them, but may also occur in a target or in
/// quotes.
fn link_values(mut line: &str) -> Vec<(&str, &str)> {
    let mut values = Vec::new();
    while let Some((target, rest)) = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'))
    {
        let parameters = &rest[..end_of_value(rest)];
        values.push((target, relation(parameters).unwrap_or_default()));
        line = &rest[parameters.len()..];
    }
    values
}

/// Returns where the parameters of a link end: at a comma outside quotes.
fn end_of_value(text: &str) -> usize {
    let mut is_quoted = false;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b',' if !is_quoted => return index,
            _ => {}
        }
    }
    text.len()
}

fn relation(parameters: &str) -> Option<&str> {
    parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("rel").then(|| value.trim().trim_matches('"'))
    })
}

/// Returns a header's value as text.
pub(crate) fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// Returns a header's value as a whole number of seconds; a fraction is truncated.
fn number(headers: &HeaderMap, name: &HeaderName) -> Option<u64> {
    digits(text(headers, name)?.split('.').next()?)
}

/// Parses digits; too large a number becomes the maximum.
fn digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}
