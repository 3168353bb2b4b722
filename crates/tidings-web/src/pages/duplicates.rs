//! Duplicate subscriptions: the same feed under several addresses, or sources with the same articles, offered for
//! merging.

use crate::{
    Error,
    acts::following,
    app::Inner,
    forms::{Form, Sent},
    health::{self, Health},
    pages::{Place, Shell, notice::Notice, page, sources::shown_title, undo},
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::Response,
};
use serde::Deserialize;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};
use tidings_model::SourceId;
use tidings_store::SubscribedSource;
use url::Url;

#[derive(Template)]
#[template(path = "duplicates.html")]
struct Page {
    t: Voice,
    shell: Shell,
    notice: Option<Notice>,
    groups: Vec<Group>,
}

/// Sources that seem to be the same, the better one first.
struct Group {
    why: String,
    best: Twin,
    others: Vec<Twin>,
}

struct Twin {
    id: SourceId,
    title: String,
    url: String,
    health: Health,
    rate: String,
    n_unread: u64,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Since {
    undo: Option<i64>,
}

/// `GET /sources/duplicates`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(since): Query<Since>,
) -> Result<Response, Error> {
    let (t, user) = (signed.voice.clone(), signed.user.id);
    let subscriptions = inner.store.subscriptions().list(user).await?;
    let by_address = same_address(subscriptions.iter());
    let twins = inner.store.sources().twins(user).await?;
    let paces = inner.store.sources().paces(user).await?;
    let now = inner.clock.now();
    let known: HashMap<SourceId, &SubscribedSource> =
        subscriptions.iter().map(|one| (one.source.id, one)).collect();
    let group = |(why, mut ids): (&'static str, Vec<SourceId>)| {
        let health = |one: &SubscribedSource| {
            let pace = paces.get(&one.source.id).copied().unwrap_or_default();
            Health::of(one, pace.last_posting, now)
        };
        // The better one is healthy, uses https, and has the longer history.
        ids.sort_by_key(|id| {
            known.get(id).map(|one| {
                let is_secure = one.source.url.scheme() == "https";
                (Reverse(health(one)), !is_secure, one.source.created_at)
            })
        });
        let mut all = ids.iter().filter_map(|id| known.get(id)).map(|one| Twin {
            id: one.source.id,
            title: shown_title(one),
            url: one.source.url.clone().into(),
            health: health(one),
            rate: health::pace(
                &t,
                &one.source,
                paces.get(&one.source.id).copied().unwrap_or_default(),
            ),
            n_unread: one.n_unread,
        });
        let best = all.next()?;
        Some(Group { why: t.of(why).to_owned(), best, others: all.collect() })
    };
    let groups = united(by_address, &twins).into_iter().filter_map(group).collect();
    page(&Page {
        notice: Notice::of(&inner, &t, user, since.undo, "/sources/duplicates").await?,
        shell: Shell::new(&inner, &signed, Place::Sources).await?,
        groups,
        t,
    })
}

/// Returns the address without what does not distinguish feeds: scheme, `www.`, trailing slashes.
fn bare(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
    let query = url.query().map_or_else(String::new, |query| format!("?{query}"));
    format!("{host}{port}{}{query}", url.path().trim_end_matches('/'))
}

/// Returns groups of sources whose addresses are spellings of one, or redirect to one.
pub(crate) fn same_address<'a>(
    subscriptions: impl Iterator<Item = &'a SubscribedSource>,
) -> Vec<Vec<SourceId>> {
    let mut groups: BTreeMap<String, Vec<SourceId>> = BTreeMap::new();
    for one in subscriptions {
        let moved = one.source.move_seen.as_ref().map(|seen| &seen.target);
        groups.entry(bare(moved.unwrap_or(&one.source.url))).or_default().push(one.source.id);
    }
    groups.into_values().filter(|ids| ids.len() > 1).collect()
}

/// Combines both kinds of duplicates, with each source in one group only.
fn united(
    by_address: Vec<Vec<SourceId>>,
    twins: &[(SourceId, SourceId)],
) -> Vec<(&'static str, Vec<SourceId>)> {
    let mut groups: Vec<(&'static str, Vec<SourceId>)> =
        by_address.into_iter().map(|ids| ("src-duplicates-address", ids)).collect();
    for (one, other) in twins {
        let holds = |id: &SourceId| groups.iter().position(|(_, ids)| ids.contains(id));
        match (holds(one), holds(other)) {
            (None, None) => groups.push(("src-duplicates-articles", vec![*one, *other])),
            (Some(at), None) => groups[at].1.push(*other),
            (None, Some(at)) => groups[at].1.push(*one),
            (Some(_), Some(_)) => {}
        }
    }
    groups
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Merge {
    from: String,
    into: String,
}

/// `POST /sources/merge`: merges one subscription into another, along with what was read, starred and tagged.
pub(crate) async fn merge(
    State(inner): State<Arc<Inner>>,
    sent: Sent,
    form: Form<Merge>,
) -> Result<Response, Error> {
    let id = |text: &str| text.parse().map(SourceId).map_err(|_| Error::NotFound);
    let (from, into) = (id(&form.fields.from)?, id(&form.fields.into)?);
    let done = following::merge(&form.actor(&inner), from, into).await?;
    Ok(undo::answer(&form.signed.voice, sent, "merge", done, "/sources/duplicates"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_an_address_are_the_same() {
        let bare = |text: &str| bare(&text.parse().unwrap());
        let one = bare("https://example.org/feed");
        for same in [
            "http://example.org/feed/",
            "https://www.example.org/feed",
            "http://www.example.org/feed//",
        ] {
            assert_eq!(bare(same), one, "{same}");
        }
        for other in [
            "https://example.org/feed?page=2",
            "https://example.org:8080/feed",
            "https://blog.example.org/feed",
        ] {
            assert_ne!(bare(other), one, "{other}");
        }
    }

    #[test]
    fn a_source_is_in_one_group_only() {
        let id = SourceId;
        let groups =
            united(vec![vec![id(1), id(2)]], &[(id(2), id(3)), (id(4), id(5)), (id(1), id(2))]);
        let ids: Vec<&Vec<SourceId>> = groups.iter().map(|(_, ids)| ids).collect();
        assert_eq!(ids, [&vec![id(1), id(2), id(3)], &vec![id(4), id(5)]]);
    }
}
