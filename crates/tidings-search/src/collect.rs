//! Collects the hits: only articles that the user may see are counted and scored.

use crate::{
    rank,
    schema::{ID, PUBLISHED, SOURCE},
    search::{HitOrder, Search, SearchResults, SearchScope},
};
use std::{cmp::Reverse, collections::BinaryHeap};
use tantivy::{
    DocSet, Searcher, SegmentReader, TERMINATED,
    query::{EnableScoring, Query, Weight},
};
use tidings_model::ArticleId;

/// The best hits so far, the worst of them on top: its sort key, then its id.
type Best = BinaryHeap<Reverse<(i64, i64)>>;

/// Runs a query; returns the number of hits and the requested page of them.
pub(crate) fn collect(
    searcher: &Searcher,
    query: &dyn Query,
    search: &Search<'_>,
) -> tantivy::Result<SearchResults> {
    let scoring = match search.order {
        HitOrder::Relevance => EnableScoring::enabled_from_searcher(searcher),
        HitOrder::Newest => EnableScoring::disabled_from_searcher(searcher),
    };
    let weight = query.weight(scoring)?;
    let wanted = search.skip.saturating_add(search.limit);
    let (mut best, mut n_hits) = (Best::with_capacity(wanted + 1), 0);
    for reader in searcher.segment_readers() {
        n_hits += collect_segment(&*weight, reader, search, wanted, &mut best)?;
    }
    let ids = best.into_sorted_vec();
    let ids = ids.into_iter().skip(search.skip).map(|Reverse((_, id))| ArticleId(id)).collect();
    Ok(SearchResults { n_hits, ids })
}

fn collect_segment(
    weight: &dyn Weight,
    reader: &SegmentReader,
    search: &Search<'_>,
    wanted: usize,
    best: &mut Best,
) -> tantivy::Result<u64> {
    let columns = reader.fast_fields();
    let ids = columns.column_first_or_default::<i64>(ID)?;
    let sources = columns.column_first_or_default::<i64>(SOURCE)?;
    let published = columns.column_first_or_default::<i64>(PUBLISHED)?;
    let SearchScope { sources: allowed, articles: kept } = search.scope;
    let alive = reader.alive_bitset();
    let mut hits = weight.scorer(reader, 1.0)?;
    let mut n_hits = 0;
    let mut doc = hits.doc();
    while doc != TERMINATED {
        let may_see = allowed.contains(sources.get_val(doc))
            || (!kept.is_empty() && kept.contains(ids.get_val(doc)));
        if may_see && alive.is_none_or(|alive| alive.is_alive(doc)) {
            n_hits += 1;
            let at = published.get_val(doc);
            let place = match search.order {
                HitOrder::Newest => at,
                // Scores are not negative, and the bits of non-negative floats sort like the floats.
                HitOrder::Relevance => {
                    i64::from(rank::score(hits.score(), at, search.now).max(0.0).to_bits())
                }
            };
            let is_better = best.len() < wanted
                || best.peek().is_some_and(|Reverse(worst)| (place, ids.get_val(doc)) > *worst);
            if is_better {
                best.push(Reverse((place, ids.get_val(doc))));
                if best.len() > wanted {
                    best.pop();
                }
            }
        }
        doc = hits.advance();
    }
    Ok(n_hits)
}
