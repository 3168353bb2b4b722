//! Looking before following: what is at an address is shown first, and held for some minutes, so that following it asks
//! nobody a second time.

use crate::{
    daemon::Daemon,
    find::{Fetched, Found, find},
    follow::NotFollowed,
};
use jiff::Timestamp;
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};
use tidings_fetch::check_url;
use tidings_model::{Article, Clock, UserId, source::Source};
use tidings_web::{Candidate, Look, Preview};
use url::Url;

/// Answers held at most, all users together.
const MOST: usize = 32;
/// Bytes of answers held at most.
const MOST_BYTES: usize = 32 << 20;
/// For how long.
const HELD_FOR_S: i64 = 10 * 60;
/// Articles shown.
const SHOWN: usize = 5;

/// Answers that somebody looked at and may follow in a moment. The oldest go first.
#[derive(Debug, Default)]
pub(crate) struct Looked(Mutex<VecDeque<Answer>>);

#[derive(Debug)]
struct Answer {
    user: UserId,
    typed: Url,
    fetched: Fetched,
    at: Timestamp,
}

impl Looked {
    fn hold(&self, user: UserId, typed: Url, fetched: Fetched, now: Timestamp) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|answer| {
            is_young(answer.at, now) && !(answer.user == user && answer.fetched.url == fetched.url)
        });
        held.push_back(Answer { user, typed, fetched, at: now });
        while held.len() > MOST
            || held.iter().map(|answer| answer.fetched.response.body.len()).sum::<usize>()
                > MOST_BYTES
        {
            held.pop_front();
        }
    }

    /// The answer a user looked at, by the address they typed or the feed's own.
    pub(crate) fn take(&self, user: UserId, url: &Url, now: Timestamp) -> Option<Fetched> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|answer| is_young(answer.at, now));
        let index = held.iter().position(|answer| {
            answer.user == user && (answer.fetched.url == *url || answer.typed == *url)
        })?;
        held.remove(index).map(|answer| answer.fetched)
    }
}

fn is_young(at: Timestamp, now: Timestamp) -> bool {
    (0..HELD_FOR_S).contains(&(now.as_second() - at.as_second()))
}

impl Daemon {
    /// Looks at an address for a user, without following anything.
    ///
    /// # Errors
    /// Why nothing can be shown, for the person who typed the address.
    pub async fn look(&self, user: UserId, typed: &str) -> Result<Look, NotFollowed> {
        let url = check_url(typed)?;
        let own = self.store.sources().private_by_url(url.clone(), user).await?;
        for source in [own, self.store.sources().by_url(url.clone()).await?] {
            if let Some(source) = source.filter(|source| source.health.last_success.is_some()) {
                return Ok(Look::Source(self.preview_of_known(user, &source).await?));
            }
        }
        self.is_welcome(&url).await?;
        let fetched = match find(&*self.web, &self.limits, typed).await? {
            Found::Feed(fetched) => *fetched,
            Found::Choice(candidates) => {
                let shown = |found: crate::find::Candidate| Candidate {
                    url: found.url.into(),
                    title: found.title,
                };
                return Ok(Look::Choice(candidates.into_iter().map(shown).collect()));
            }
        };
        let mut preview = preview_of_answer(&fetched);
        if let Some(source) = self.store.sources().by_url(fetched.url.clone()).await? {
            let subscription = self.store.subscriptions().get(user, source.id).await?;
            preview.followed = subscription.map(|found| found.source.id);
        }
        self.looked.hold(user, url, fetched, self.time.now());
        Ok(Look::Source(preview))
    }

    /// A source that is watched for somebody already: nobody is asked.
    async fn preview_of_known(
        &self,
        user: UserId,
        source: &Source,
    ) -> Result<Preview, NotFollowed> {
        let newest = self.store.sources().newest_titles(source.id, SHOWN).await?;
        let belief = self.store.learning().posting_belief(source.id).await?;
        let subscription = self.store.subscriptions().get(user, source.id).await?;
        let n_articles = self.store.sources().count_articles_of(source.id).await?;
        Ok(Preview {
            url: source.url.clone().into(),
            title: source.title.clone(),
            description: String::new(),
            site: source.site.as_ref().map(ToString::to_string),
            language: self.store.sources().language_of(source.id).await?,
            newest,
            n_articles: usize::try_from(n_articles).unwrap_or(usize::MAX),
            per_day: belief.map(|belief| belief.per_day.0),
            followed: subscription.map(|found| found.source.id),
        })
    }
}

fn preview_of_answer(fetched: &Fetched) -> Preview {
    let parsed = &fetched.parsed;
    let mut newest: Vec<&Article> = parsed.articles.iter().collect();
    // Stable: what has no date keeps its place in the document.
    newest.sort_by_key(|article| std::cmp::Reverse(article.published));
    let language = parsed.language.clone();
    Preview {
        url: fetched.url.to_string(),
        title: parsed.title.clone(),
        description: parsed.description.chars().take(300).collect(),
        site: parsed.link.as_ref().map(ToString::to_string),
        language: language.or_else(|| newest.iter().find_map(|article| article.language.clone())),
        newest: newest
            .iter()
            .take(SHOWN)
            .map(|article| (article.title.clone(), article.published))
            .collect(),
        n_articles: parsed.articles.len(),
        per_day: per_day(parsed.articles.iter().filter_map(|article| article.published)),
        followed: None,
    }
}

/// Postings a day between the first and the last of them.
fn per_day(dates: impl Iterator<Item = Timestamp>) -> Option<f64> {
    let dates: Vec<i64> = dates.map(Timestamp::as_second).collect();
    let (first, last) = (dates.iter().min()?, dates.iter().max()?);
    let days = (last - first) as f64 / 86_400.0;
    (dates.len() >= 2 && days > 0.0).then(|| (dates.len() - 1) as f64 / days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_needs_two_dates() {
        let at = |hours: i64| Timestamp::from_second(hours * 3600).unwrap();
        assert_eq!(per_day([].into_iter()), None);
        assert_eq!(per_day([at(1)].into_iter()), None);
        assert_eq!(per_day([at(1), at(1)].into_iter()), None);
        assert_eq!(per_day([at(0), at(24), at(48)].into_iter()), Some(1.0));
    }
}
