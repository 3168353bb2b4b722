//! `/admin`: the server as its operators see it. Totals, and nothing about what anybody reads.

pub(crate) mod backup;
pub(in crate::pages) mod jobs;
pub(crate) mod users;

use crate::{
    Error, Installation,
    app::Inner,
    pages::{Place, Shell, page},
    session::Operator,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{extract::State, response::Response};
use jiff::{SignedDuration, Timestamp};
use std::{collections::BTreeMap, sync::Arc};
use tidings_model::FailureKind;
use tidings_store::FetchTotals;

/// Maximum number of hosts listed.
const HOSTS: usize = 20;

struct Number {
    label: String,
    value: String,
}

struct Silent {
    host: String,
    until: Time,
}

#[derive(Template)]
#[template(path = "admin/overview.html")]
struct Page {
    t: Voice,
    shell: Shell,
    warnings: Vec<String>,
    numbers: Vec<Number>,
    of_the_day: Vec<Number>,
    failures: Vec<Number>,
    silent: Vec<Silent>,
    jobs: Vec<jobs::JobRow>,
    installed: Vec<Number>,
    settings: Vec<crate::SettingView>,
}

/// `GET /admin`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    operator: Operator,
) -> Result<Response, Error> {
    let signed = &operator.signed;
    let t = signed.voice.clone();
    let now = inner.clock.now();
    let day = now.saturating_sub(SignedDuration::from_hours(24)).unwrap_or(Timestamp::MIN);
    let installation = inner.keeping.installation();
    let warnings = installation.warnings.iter().map(|warning| {
        let (key, name, value) = warning.said();
        t.with(key, name, &value)
    });
    let silent = inner.store.maintenance().silent_hosts(now, HOSTS).await?.into_iter();
    page(&Page {
        shell: Shell::new(&inner, signed, Place::Admin).await?,
        warnings: warnings.collect(),
        numbers: numbers(&inner, &t).await?,
        of_the_day: of_the_day(&t, inner.store.fetches().came(day, Timestamp::MAX).await?),
        failures: failures(&t, inner.store.maintenance().count_failures(day).await?),
        silent: silent
            .map(|host| Silent { host: host.host, until: t.future(host.until, now) })
            .collect(),
        jobs: jobs::rows(&t, inner.store.jobs().all().await?, now),
        installed: installed(&t, &installation, inner.store.maintenance().database_bytes().await?),
        settings: installation.settings,
        t,
    })
}

/// Returns what there is.
async fn numbers(inner: &Inner, t: &Voice) -> Result<Vec<Number>, Error> {
    let sources = inner.store.sources().count().await?;
    let number = |label: &str, n: u64| Number { label: label.to_owned(), value: t.number(n) };
    Ok(vec![
        number(t.of("admin-users"), inner.store.users().count().await?),
        number(t.of("admin-sources"), sources.n_sources),
        number(t.of("admin-sources-watched"), sources.n_watched),
        number(t.of("admin-sources-failing"), sources.n_failing),
        number(t.of("admin-articles"), inner.store.articles().count().await?),
    ])
}

/// Returns what was done in the last 24 hours.
fn of_the_day(t: &Voice, came: FetchTotals) -> Vec<Number> {
    let number = |label: &str, value: String| Number { label: t.of(label).to_owned(), value };
    vec![
        number("admin-retrievals", t.number(came.n_requests)),
        number("admin-retrievals-new", t.number(came.n_fruitful)),
        number("admin-retrievals-failed", t.number(came.n_failed)),
        number("admin-received", size(t, came.wire_bytes)),
    ]
}

fn installed(t: &Voice, installation: &Installation, database: u64) -> Vec<Number> {
    let number = |label: &str, value: String| Number { label: label.to_owned(), value };
    let mut all = vec![
        number(t.of("admin-version"), installation.version.clone()),
        number(t.of("admin-engine"), installation.engine.clone()),
        number(t.of("admin-database-size"), size(t, database)),
        number(t.of("admin-data-folder"), installation.data.clone()),
    ];
    if let Some(free) = installation.free_bytes {
        all.push(number(t.of("admin-free"), size(t, free)));
    }
    all
}

/// Formats a size.
pub(super) fn size(t: &Voice, bytes: u64) -> String {
    match bytes {
        ..1_000_000 => t.n("size-kilobytes", bytes.div_ceil(1000)),
        1_000_000..10_000_000_000 => t.n("size-megabytes", bytes / 1_000_000),
        _ => t.n("size-gigabytes", bytes / 1_000_000_000),
    }
}

/// Groups failures under words that an operator can act on.
fn failures(t: &Voice, counts: Vec<(String, u64)>) -> Vec<Number> {
    let mut grouped: BTreeMap<&'static str, u64> = BTreeMap::new();
    for (code, n) in counts {
        let kind = FailureKind::from_code(&code).unwrap_or(FailureKind::Protocol);
        *grouped.entry(words(kind)).or_default() += n;
    }
    let mut sorted: Vec<_> = grouped.into_iter().collect();
    sorted.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let shown = |(key, n)| Number { label: t.of(key).to_owned(), value: t.number(n) };
    sorted.into_iter().map(shown).collect()
}

fn words(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Dns => "failed-name",
        FailureKind::Timeout => "failed-timeout",
        FailureKind::Tls => "failed-certificate",
        FailureKind::Network | FailureKind::Incomplete | FailureKind::Protocol => {
            "failed-connection"
        }
        FailureKind::RateLimited => "failed-patience",
        FailureKind::Denied => "failed-denied",
        FailureKind::NotFound | FailureKind::Gone => "failed-missing",
        FailureKind::ForbiddenAddress
        | FailureKind::UnsupportedScheme
        | FailureKind::ForbiddenPort
        | FailureKind::BadUrl
        | FailureKind::RedirectLoop
        | FailureKind::BadRedirect => "failed-address",
        FailureKind::Status => "failed-status",
        _ => "failed-answer",
    }
}
