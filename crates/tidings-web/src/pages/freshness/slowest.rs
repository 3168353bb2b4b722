//! The person's sources whose articles wait longest.

use crate::{health, navigation::Navigation, voice::Voice};
use tidings_model::SourceId;
use tidings_store::SlowSource;

/// Number of sources listed.
pub(super) const MOST: usize = 5;

/// A source as the page shows it.
pub(super) struct SlowRow {
    pub(super) id: SourceId,
    pub(super) title: String,
    pub(super) articles: String,
    pub(super) wait: String,
}

pub(super) fn rows(t: &Voice, slow: Vec<SlowSource>, navigation: &Navigation) -> Vec<SlowRow> {
    let row = |one: SlowSource| {
        Some(SlowRow {
            id: one.source,
            title: navigation.source(one.source)?.title.clone(),
            articles: t.number(one.n),
            wait: health::short_span(t, one.mean),
        })
    };
    slow.into_iter().filter_map(row).collect()
}
