//! The languages of articles, each detected once, because that takes longer than all other daily work on their words.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tidings_model::{ArticleId, locks::locked};
use tidings_store::ArticleWords;
use tidings_text::{language::Language, tokens::Tokens};

/// The limit of remembered languages; each takes about twenty bytes.
const MOST: usize = 200_000;

/// The detected languages.
#[derive(Debug, Clone, Default)]
pub(super) struct Languages(Arc<Mutex<HashMap<ArticleId, Option<Language>>>>);

impl Languages {
    /// Returns the tokens of an article. An edit that changes its language is noticed after a restart.
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
