//! Parses the values of settings: addresses, sizes, times and numbers. Errors say what was expected.

use super::Database;
use anyhow::{Result, anyhow, bail};
use std::{path::PathBuf, time::Duration};
use tidings_model::units::{Minutes, PerDay};
use tidings_web::{AddressRange, Proxies};
use url::Url;

pub(super) fn database(text: Option<&str>, data: &std::path::Path) -> Result<Database> {
    match text {
        None => Ok(Database::Sqlite(data.join("tidings.sqlite"))),
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            Ok(Database::Postgres(url.to_owned()))
        }
        Some(url) if url.starts_with("sqlite:") => {
            let path = url.trim_start_matches("sqlite:");
            let path = path.strip_prefix("//").unwrap_or(path);
            Ok(Database::Sqlite(PathBuf::from(path)))
        }
        // The text may hold a password, so the error does not repeat it.
        Some(_) => bail!(
            "database must begin with postgres:// or sqlite: (leave it out for SQLite in the data folder)"
        ),
    }
}

pub(super) fn public_url(text: &str) -> Result<Url> {
    let expected =
        || anyhow!("public-url is {text:?}, expected an address such as https://news.example.org");
    let url: Url = text.parse().map_err(|_| expected())?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(expected());
    }
    Ok(url)
}

pub(super) fn proxies(
    trusted: Option<&str>,
    header: Option<&str>,
    create: Option<&str>,
) -> Result<Proxies> {
    let parts = trusted.unwrap_or_default().split(',').map(str::trim);
    let trusted = parts
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().map_err(|why| anyhow!("trusted-proxies: {why}")))
        .collect::<Result<Vec<AddressRange>>>()?;
    let user_header = header.map(user_header).transpose()?;
    if user_header.is_some() && trusted.is_empty() {
        bail!(
            "auth-proxy-header needs trusted-proxies: without it, anyone could send that header and sign in as anyone"
        );
    }
    if user_header.is_some() && trusted.iter().any(|network| network.is_nearly_everybody()) {
        bail!(
            "trusted-proxies covers nearly every address: with auth-proxy-header, anyone could sign in as anyone. List only your proxies"
        );
    }
    let creates_users = match create {
        None | Some("no" | "false" | "0") => false,
        Some("yes" | "true" | "1") => true,
        Some(other) => bail!("auth-proxy-create is {other:?}, expected yes or no"),
    };
    if creates_users && user_header.is_none() {
        bail!("auth-proxy-create needs auth-proxy-header, which names the new users");
    }
    Ok(Proxies { trusted, user_header, creates_users })
}

fn user_header(text: &str) -> Result<http::HeaderName> {
    const TAKEN: [&str; 5] = ["host", "cookie", "authorization", "origin", "user-agent"];
    let name = text.parse::<http::HeaderName>().ok();
    name.filter(|name| !TAKEN.contains(&name.as_str())).ok_or_else(|| {
        anyhow!("auth-proxy-header is {text:?}, expected the name of a header such as Remote-User")
    })
}

/// Twelve thousand per second: three times what a million sources fetched every five minutes would need.
const MOST_A_DAY: f64 = 1e9;

pub(super) fn budget(text: &str) -> Result<PerDay> {
    match text.parse::<f64>() {
        Ok(n) if (0.0..=MOST_A_DAY).contains(&n) => Ok(PerDay(n)),
        _ => bail!(
            "budget is {text:?}, expected the number of requests per day over all sources, such as 6000, and at most {MOST_A_DAY}"
        ),
    }
}

pub(super) fn target_delay(text: &str) -> Result<Minutes> {
    let delay = time("target-delay", text)?;
    if !(Duration::from_secs(60)..=Duration::from_secs(86_400)).contains(&delay) {
        bail!("target-delay is {text:?}, expected a time from 1m to 1d");
    }
    Ok(Minutes(delay.as_secs_f64() / 60.0))
}

pub(super) fn whole(key: &str, text: &str, least: usize, most: usize) -> Result<usize> {
    match text.parse::<usize>() {
        Ok(n) if (least..=most).contains(&n) => Ok(n),
        _ => bail!("{key} is {text:?}, expected a whole number from {least} to {most}"),
    }
}

/// Parses a size: `512MB`, `2GB`, `64kB`, or bytes without a unit.
pub(super) fn size(key: &str, text: &str) -> Result<u64> {
    let expected = || anyhow!("{key} is {text:?}, expected a size such as 512MB or 2GB");
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000_u64,
        _ => return Err(expected()),
    };
    number.parse::<u64>().ok().and_then(|n| n.checked_mul(factor)).ok_or_else(expected)
}

/// Parses a duration: `90s`, `5m`, `2h`, `30d`, `250ms`, or seconds without a unit.
///
/// # Errors
/// A sentence with the key and what was expected.
pub fn time(key: &str, text: &str) -> Result<Duration> {
    let expected = || anyhow!("{key} is {text:?}, expected a time such as 90s, 5m, 2h or 30d");
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| expected())?;
    let seconds = match unit.trim() {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        "w" => 7.0 * 86_400.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| expected())
}

#[cfg(test)]
mod tests;
