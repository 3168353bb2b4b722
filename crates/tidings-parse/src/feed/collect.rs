//! Collects a document's articles: drops duplicates, and keeps the newest if there are too many.

use crate::{complaints::Complaints, draft::Draft, identity::Gathering};
use std::cmp::Reverse;
use tidings_model::{Article, limits::Limits};

/// The articles of one document so far.
#[derive(Debug)]
pub(super) struct Collector<'l> {
    limits: &'l Limits,
    gathering: Gathering,
    /// Articles with their position in the document.
    articles: Vec<(usize, Article)>,
    n_seen: usize,
}

impl<'l> Collector<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        Self { limits, gathering: Gathering::default(), articles: Vec::new(), n_seen: 0 }
    }

    /// Adds an article, unless it was listed before.
    pub(super) fn add(&mut self, draft: Draft, complaints: &mut Complaints) {
        let article = draft.finish(self.limits, complaints);
        if !self.gathering.is_new(&article) {
            complaints.add("repeated_item", || {
                "An item is listed twice; the second was ignored".to_owned()
            });
            return;
        }
        self.articles.push((self.n_seen, article));
        self.n_seen += 1;
        // Twice the limit, so that the cost of choosing is spread over many articles.
        if self.articles.len() >= self.limits.articles_per_fetch.saturating_mul(2).max(16) {
            self.keep_newest();
        }
    }

    /// Returns the articles in document order.
    pub(super) fn finish(mut self, complaints: &mut Complaints) -> Vec<Article> {
        let most = self.limits.articles_per_fetch;
        if self.n_seen > most {
            let n_seen = self.n_seen;
            complaints.add("too_many_articles", || {
                format!("The document lists {n_seen} articles; the newest {most} were kept")
            });
        }
        self.keep_newest();
        self.articles.sort_by_key(|(place, _)| *place);
        let mut articles: Vec<Article> =
            self.articles.into_iter().map(|(_, article)| article).collect();
        if self.gathering.clear_shared(&mut articles) {
            complaints.add("shared_guid", || {
                "Several items share one guid; it was not used to identify them".to_owned()
            });
        }
        articles
    }

    /// Keeps the newest by date. Articles without a date come last, in document order, where the newest come first.
    fn keep_newest(&mut self) {
        let most = self.limits.articles_per_fetch;
        if self.articles.len() > most {
            self.articles.sort_by_key(|(place, article)| (Reverse(article.published), *place));
            self.articles.truncate(most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;

    fn draft(title: &str, second: Option<i64>) -> Draft {
        let published = second.map(|second| {
            Timestamp::from_second(second).expect("a small number of seconds is a valid timestamp")
        });
        Draft { title: title.to_owned(), published, ..Draft::default() }
    }

    #[test]
    fn the_newest_are_kept_in_document_order() {
        let limits = Limits { articles_per_fetch: 3, ..Limits::default() };
        let mut collector = Collector::new(&limits);
        let mut complaints = Complaints::default();
        for n in 0..100 {
            let second = (n != 7).then_some(n % 50);
            collector.add(draft(&format!("{n}"), second), &mut complaints);
        }
        let titles: Vec<_> =
            collector.finish(&mut complaints).into_iter().map(|article| article.title).collect();
        assert_eq!(
            titles,
            ["48", "49", "99"],
            "of two articles with the same date, the first in the document is newer"
        );
        assert_eq!(complaints.into_vec()[0].code, "too_many_articles");
    }

    #[test]
    fn without_dates_the_first_are_the_newest() {
        let limits = Limits { articles_per_fetch: 2, ..Limits::default() };
        let mut collector = Collector::new(&limits);
        let mut complaints = Complaints::default();
        for title in ["a", "b", "c"] {
            collector.add(draft(title, None), &mut complaints);
        }
        let titles: Vec<_> =
            collector.finish(&mut complaints).into_iter().map(|article| article.title).collect();
        assert_eq!(titles, ["a", "b"]);
    }
}
