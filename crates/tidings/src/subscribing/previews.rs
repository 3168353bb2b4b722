//! Previews: the content of an address is shown first and held for some minutes, so that subscribing to it needs no
//! second request.

use super::{
    SubscribeError, SubscriptionService,
    discovery::{self, Discovery, FetchedFeed, find},
};
use jiff::Timestamp;
use std::{collections::VecDeque, sync::Mutex};
use tidings_fetch::check_url;
use tidings_learn::posting;
use tidings_model::{Article, SourceId, UserId, locks::locked, source::Source};
use tidings_web::{AddressContent, FeedChoice, Preview};
use url::Url;

/// Most responses held, for all users together.
const MOST: usize = 32;
/// Most bytes of responses held.
const MOST_BYTES: usize = 32 << 20;
/// How long a response is held, in seconds.
const HELD_FOR_S: i64 = 10 * 60;
/// Articles shown in a preview.
const SHOWN: usize = 5;

/// Responses that were previewed and may be subscribed to in a moment. The oldest are dropped first.
#[derive(Debug, Default)]
pub(super) struct Previews(Mutex<VecDeque<Answer>>);

#[derive(Debug)]
struct Answer {
    user: UserId,
    typed: Url,
    fetched: FetchedFeed,
    at: Timestamp,
}

impl Previews {
    fn hold(&self, user: UserId, typed: Url, fetched: FetchedFeed, now: Timestamp) {
        let mut held = locked(&self.0);
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

    /// Returns the preview again, so that reloading a page requests nothing.
    fn shown(&self, user: UserId, typed: &Url, now: Timestamp) -> Option<Preview> {
        let held = locked(&self.0);
        let is_same = |answer: &&Answer| {
            answer.user == user && answer.typed == *typed && is_young(answer.at, now)
        };
        held.iter().find(is_same).map(|answer| preview_of_answer(&answer.fetched))
    }

    /// Returns the response that a user previewed, by the address they typed or the feed's own.
    pub(super) fn take(&self, user: UserId, url: &Url, now: Timestamp) -> Option<FetchedFeed> {
        let mut held = locked(&self.0);
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

impl SubscriptionService {
    /// Previews an address for a user, without subscribing.
    ///
    /// # Errors
    /// Why there is no preview, for the user who typed the address.
    pub async fn preview(
        &self,
        user: UserId,
        typed: &str,
    ) -> Result<AddressContent, SubscribeError> {
        let url = check_url(typed)?;
        let sources = self.context.store.sources();
        let own = sources.private_by_url(url.clone(), user).await?;
        for source in [own, sources.by_url(url.clone()).await?] {
            if let Some(source) = source.filter(|source| source.health.last_success.is_some()) {
                return Ok(AddressContent::Source(self.preview_of_known(user, &source).await?));
            }
        }
        if let Some(mut preview) = self.previews.shown(user, &url, self.context.now()) {
            preview.followed = self.followed_at(user, &preview.url).await?;
            return Ok(AddressContent::Source(preview));
        }
        self.is_welcome(&url).await?;
        let fetched = match find(&self.context, &url, None).await? {
            Discovery::Feed(fetched) => *fetched,
            Discovery::Choice(candidates) => {
                let shown = |found: discovery::DiscoveredFeed| FeedChoice {
                    url: found.url.into(),
                    title: found.title,
                };
                return Ok(AddressContent::Choice(candidates.into_iter().map(shown).collect()));
            }
        };
        let mut preview = preview_of_answer(&fetched);
        preview.followed = self.followed_at(user, &preview.url).await?;
        self.previews.hold(user, url, fetched, self.context.now());
        Ok(AddressContent::Source(preview))
    }

    /// Returns the user's subscription to the public source at an address.
    async fn followed_at(
        &self,
        user: UserId,
        url: &str,
    ) -> Result<Option<SourceId>, SubscribeError> {
        let source = self.context.store.sources().by_url(check_url(url)?).await?;
        let Some(source) = source else { return Ok(None) };
        let subscription = self.context.store.subscriptions().get(user, source.id).await?;
        Ok(subscription.map(|found| found.source.id))
    }

    /// Returns the preview of a source that is already watched, which needs no request.
    async fn preview_of_known(
        &self,
        user: UserId,
        source: &Source,
    ) -> Result<Preview, SubscribeError> {
        let newest = self.context.store.sources().newest_titles(source.id, SHOWN).await?;
        let pace = self.context.store.sources().pace(source.id).await?;
        let subscription = self.context.store.subscriptions().get(user, source.id).await?;
        let n_articles = self.context.store.sources().count_articles_of(source.id).await?;
        Ok(Preview {
            url: source.url.clone().into(),
            title: source.title.clone(),
            description: String::new(),
            site: source.site.as_ref().map(ToString::to_string),
            language: self.context.store.sources().language_of(source.id).await?,
            newest,
            n_articles: usize::try_from(n_articles).unwrap_or(usize::MAX),
            per_day: pace.rate.map(|rate| rate.0),
            followed: subscription.map(|found| found.source.id),
        })
    }
}

fn preview_of_answer(fetched: &FetchedFeed) -> Preview {
    let parsed = &fetched.parsed;
    let mut newest: Vec<&Article> = parsed.articles.iter().collect();
    // A stable sort, so that articles without a date keep their place in the document.
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
        per_day: posting::rate_of_dates(
            parsed.articles.iter().filter_map(|article| article.published),
        ),
        followed: None,
    }
}

#[cfg(test)]
mod tests;
