//! Finds the stored articles of a document by their keys.

use crate::{
    engine::db::{CHUNK, Connection, Engine, push_list},
    error::Result,
    fetches::identity::{Candidate, KeyKind, Recognizable},
    values,
};
use std::collections::HashMap;
use tidings_model::{ArticleId, Fingerprint, SourceId};

/// The stored articles that share keys with a document.
pub(crate) struct Known {
    pub(crate) candidates: Vec<Candidate>,
    /// The stored version; `None` for articles removed by retention.
    pub(crate) versions: HashMap<ArticleId, Option<Fingerprint>>,
}

impl Known {
    pub(crate) fn load(
        c: &mut dyn Connection,
        source: SourceId,
        items: &[Recognizable],
    ) -> Result<Self> {
        let mut wanted: Vec<Fingerprint> =
            items.iter().flat_map(|item| item.lookups().map(|(_, key)| key)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut found: HashMap<ArticleId, Vec<(KeyKind, Fingerprint)>> = HashMap::new();
        for chunk in wanted.chunks(CHUNK) {
            let mut parameters = values![source].to_vec();
            let list = push_list(&mut parameters, chunk);
            let sql = match c.engine() {
                Engine::Sqlite => format!(
                    "select article_id, kind, fingerprint from article_keys \
                     where source_id = $1 and fingerprint in ({list})"
                ),
                // Left to itself, the planner reads all keys of a source. That is right for an ordinary source but takes a
                // third of a second for the largest; this form looks up each key.
                Engine::Postgres => format!(
                    "select k.article_id, k.kind, k.fingerprint from unnest(cast(array[{list}] as bigint[])) as v(f) \
                     cross join lateral (select article_id, kind, fingerprint from article_keys \
                     where source_id = $1 and fingerprint = v.f offset 0) k"
                ),
            };
            for mut row in c.query(&sql, &parameters)? {
                let (id, kind) = (row.get("article_id")?, KeyKind::from_number(row.get("kind")?));
                found.entry(id).or_default().extend(kind.zip(Some(row.get("fingerprint")?)));
            }
        }
        let mut ids: Vec<ArticleId> = found.keys().copied().collect();
        ids.sort_unstable();
        let mut known =
            Self { candidates: Vec::with_capacity(ids.len()), versions: HashMap::new() };
        for chunk in ids.chunks(CHUNK) {
            let mut parameters = Vec::new();
            let list = push_list(&mut parameters, chunk);
            let sql = format!(
                "select id, version, guid_key, link_key, title_key, content_key, published \
                 from articles where id in ({list}) union all \
                 select article_id, null, guid_key, link_key, title_key, content_key, published \
                 from forgotten where article_id in ({list})"
            );
            for mut row in c.query(&sql, &parameters)? {
                let id = row.get("id")?;
                known.versions.insert(id, row.get("version")?);
                known.candidates.push(Candidate {
                    id,
                    guid: row.get("guid_key")?,
                    link: row.get("link_key")?,
                    title: row.get("title_key")?,
                    content: row.get("content_key")?,
                    published: row.get("published")?,
                    found: found.remove(&id).unwrap_or_default(),
                });
            }
        }
        // Ids grow with time: if several stored articles match, the latest wins.
        known.candidates.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.id));
        Ok(known)
    }
}
