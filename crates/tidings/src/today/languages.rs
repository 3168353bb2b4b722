//! The languages of articles, found once: that takes longer than everything else that is done with their words every day.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tidings_model::{ArticleId, locks::locked};
use tidings_store::ArticleWords;
use tidings_text::{language::Language, tokens::Tokens};

/// More than these are not remembered; each takes some twenty bytes.
const MOST: usize = 200_000;

/// What was found.
#[derive(Debug, Clone, Default)]
pub(super) struct Languages(Arc<Mutex<HashMap<ArticleId, Option<Language>>>>);

impl Languages {
    /// The tokens of an article. An edit that changes its language is noticed after a restart.
    pub(super) fn tokens(&self, worded: &ArticleWords) -> Tokens {
        let ArticleWords { title, summary, language, .. } = worded;
        let known = self.found().get(&worded.article).copied();
        let language = known.unwrap_or_else(|| {
            let found = Language::of(title, summary, language.as_deref());
            let mut all = self.found();
            if all.len() >= MOST {
                all.clear();
            }
            all.insert(worded.article, found);
            found
        });
        Tokens::spoken(title, summary, language)
    }

    fn found(&self) -> std::sync::MutexGuard<'_, HashMap<ArticleId, Option<Language>>> {
        locked(&self.0)
    }
}
