//! Searches as people make them, timed from the words typed to the passages quoted.

use super::{Timing, words::Vocabulary};
use anyhow::Result;
use jiff::{Timestamp, tz::TimeZone};
use rand::{RngExt, rngs::StdRng};
use std::{path::Path, sync::Arc, time::Instant};
use tidings::{clock::Time, indexing, output};
use tidings_model::UserId;
use tidings_search::{Answers, Highlighter, HitOrder, Index, Query, Search, SearchScope};
use tidings_store::Store;

/// Hits on a page.
const PAGE: usize = 30;

/// The index of a store, and what it took to build it.
#[derive(Debug)]
pub struct BuiltIndex {
    /// The index.
    pub index: Index,
    /// Seconds to build it; zero if an earlier run had built it.
    pub seconds: f64,
    /// Its size on disk.
    pub bytes: u64,
}

/// Brings the index in a folder up to date with a store.
///
/// # Errors
/// When the store or the index fails.
pub async fn index(store: &Store, folder: &Path, time: &Time) -> Result<BuiltIndex> {
    let start = Instant::now();
    let index = Index::open(folder)?;
    let bar = output::progress(0, "articles indexed");
    indexing::catch_up(store, &index, time, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    })
    .await?;
    bar.finish_and_clear();
    let files = std::fs::read_dir(folder)?.flatten();
    let bytes = files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
    Ok(BuiltIndex { index, seconds: start.elapsed().as_secs_f64(), bytes })
}

/// Times searches of all users in turn.
///
/// # Errors
/// When the store or the index fails.
pub async fn time(
    store: &Store,
    index: &Index,
    users: &[UserId],
    repetitions: usize,
    rng: &mut StdRng,
    now: Timestamp,
) -> Result<Timing> {
    let mut timed = Timing::new("search");
    for repetition in 0..repetitions {
        let user = users[repetition % users.len()];
        let typed = typed(repetition, rng);
        let order = if repetition % 4 == 3 { HitOrder::Newest } else { HitOrder::Relevance };
        timed.time(search(store, index, user, typed, order, now)).await?;
    }
    Ok(timed)
}

/// Returns what a person types: one frequent word, two, rarer ones, a phrase, a prefix.
fn typed(repetition: usize, rng: &mut StdRng) -> String {
    let mut frequent = || Vocabulary::word(rng.random_range(20..500));
    match repetition % 10 {
        0..=2 => frequent(),
        3 | 4 => format!("{} {}", frequent(), frequent()),
        5 => format!("\"{} {}\"", frequent(), frequent()),
        6 => format!("{} -{}", frequent(), frequent()),
        7 | 8 => {
            let mut rarer = || Vocabulary::word(rng.random_range(500..20_000));
            format!("{} {}", rarer(), rarer())
        }
        _ => {
            let word = Vocabulary::word(rng.random_range(500..20_000));
            format!("{}*", word.chars().take(4).collect::<String>())
        }
    }
}

async fn search(
    store: &Store,
    index: &Index,
    user: UserId,
    typed: String,
    order: HitOrder,
    now: Timestamp,
) -> Result<usize> {
    let (sources, kept) = store.articles().in_sight(user).await?;
    let scope = SearchScope {
        sources: Arc::new(sources.iter().map(|id| id.0).collect()),
        articles: Arc::new(kept.iter().map(|id| id.0).collect()),
    };
    let (query, index) = (Query::parse(&typed), index.clone());
    let asked = query.clone();
    let found = tokio::task::spawn_blocking(move || {
        index.search(&Search {
            query: &asked,
            answers: &Answers::new(),
            scope: &scope,
            order,
            skip: 0,
            limit: PAGE,
            now,
            zone: TimeZone::UTC,
        })
    })
    .await??;
    let passages = store.articles().passages(user, found.ids).await?;
    let marker = Highlighter::new(&query);
    let marked = passages.iter().map(|passage| {
        marker.mark(&passage.listed.title, &passage.html, passage.language.as_deref()).1.len()
    });
    Ok(marked.sum())
}
