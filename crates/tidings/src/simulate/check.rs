//! What must be true after a simulation, checked against the simulated web's own log.

use super::{Day, LostPostings, Measure, Simulation, SimulationReport};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, BTreeSet};
use tidings_fetch::simulated::{SimulatedAnswer, SimulatedRequest, breaches, first_shown};
use tidings_model::{ArticleId, HostKey, SourceState, UserId, source::Source};
use tidings_store::Store;

/// Most violations of one kind that are listed.
const SPELLED_OUT: usize = 5;

impl Simulation {
    /// Checks the store against the truth, and returns the report.
    pub(super) async fn report(&self, store: &Store, user: UserId) -> Result<SimulationReport> {
        let log = self.web.log();
        let stored = stored_paths(store, user).await?;
        let mut violations = store.maintenance().check().await?;
        violations.extend(cut(breaches(&log, &self.limits)
            .iter()
            .map(|breach| format!("politeness: {breach:?}"))
            .collect()));
        let (mut n_postings, mut lost, mut n_duplicates) = (0, LostPostings::default(), 0);
        let (mut delays, mut of_days, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for (number, postings) in self.web.postings().into_iter().enumerate() {
            let shown = first_shown(&log, number);
            let first_look = shown.values().min().copied();
            for posting in &postings {
                let n_stored = stored.get(&path_of(&posting.link)).copied().unwrap_or(0);
                n_duplicates += n_stored.saturating_sub(1);
                let seen_at = shown.get(&posting.index);
                if n_stored == 0 && self.was_taken_in(&log, number, posting.index) {
                    missing.push(format!("lost: {} was seen and is not stored", posting.link));
                }
                // Articles from before the first fetch do not count: they waited for the subscription, not for a fetch.
                if first_look.is_none_or(|first| posting.at <= first) {
                    continue;
                }
                let waited = seen_at.filter(|_| n_stored > 0);
                let waited = waited.map(|seen_at| (posting.at, minutes(posting.at, *seen_at)));
                of_days.extend(waited);
                // Some of the last day's articles may still arrive; only that day's own figure counts those that did.
                if posting.at > self.window.to - SignedDuration::from_hours(26) {
                    continue;
                }
                n_postings += 1;
                match waited {
                    Some(waited) => delays.push(waited),
                    None => lost.count(posting.index, &shown),
                }
            }
        }
        violations.extend(cut(missing));
        if n_duplicates > 0 {
            violations.push(format!("doubled: {n_duplicates} articles are stored more than once"));
        }
        violations.extend(cut(self.forgotten(store, &log).await?));
        let days = self.days(store, &of_days).await?;
        let yardstick = match self.scenario.measure {
            Measure::Against(replay) => Some(replay(&self.history(&delays, &days)?)?),
            Measure::Alone => None,
        };
        Ok(SimulationReport {
            n_sources: u64::from(self.scenario.n_sources),
            n_postings,
            n_fetches: self.n_fetches,
            budget: days.iter().map(|day| day.budget).sum(),
            target: self.target(&delays),
            average_delay_min: mean(delays.iter().map(|(_, delay)| *delay)),
            lost,
            n_duplicates,
            n_crashes: self.crashes.len() as u64,
            violations,
            days,
            yardstick,
        })
    }

    async fn days(&self, store: &Store, delays: &[(Timestamp, f64)]) -> Result<Vec<Day>> {
        let mut days = Vec::new();
        let mut from = self.window.from;
        while from < self.window.to {
            let to = from + SignedDuration::from_hours(24);
            let of_day = || delays.iter().filter(|(at, _)| (from..to).contains(at));
            days.push(Day {
                n_fetches: store.fetches().came(from, to).await?.n_requests,
                budget: self.budget_at(to - SignedDuration::from_secs(1)),
                n_postings: of_day().count() as u64,
                average_delay_min: mean(of_day().map(|(_, delay)| *delay)),
            });
            from = to;
        }
        Ok(days)
    }

    /// Returns whether a posting was in a response that the process could store. If the process ended right after the
    /// response, by a crash or with the simulation, or before a full disk had room again, nothing could have stored it.
    fn was_taken_in(&self, log: &[SimulatedRequest], number: usize, index: usize) -> bool {
        let shown =
            log.iter().filter(|asked| asked.source == Some(number) && asked.shown.contains(&index));
        shown.filter_map(|asked| asked.until).any(|until| {
            let room =
                self.full.iter().filter(|full| full.contains(until)).map(|full| full.to).max();
            let kept_by = room.unwrap_or(until) + SignedDuration::from_secs(60);
            kept_by <= self.window.to
                && !self.crashes.iter().any(|end| (until..kept_by).contains(end))
        })
    }

    /// Returns sources that should be watched and are not, or that work again and still count as failing.
    async fn forgotten(&self, store: &Store, log: &[SimulatedRequest]) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for source in sources(store).await? {
            let last = log
                .iter()
                .filter(|asked| asked.host == source.host && asked.url == source.url)
                .map(|asked| asked.at)
                .max();
            let longest = SignedDuration::try_from(self.limits.max_interval)
                .unwrap_or(SignedDuration::MAX)
                + SignedDuration::from_hours(6);
            let is_late = last.is_none_or(|last| self.window.to.duration_since(last) > longest);
            let was_patient = store
                .sources()
                .host(source.host.clone(), self.window.to)
                .await?
                .is_some_and(|host| host.blocked_until > self.window.to - longest);
            if source.state == SourceState::Active && is_late && !was_patient {
                found.push(format!(
                    "forgotten: {} was last asked {last:?}; plan {} ({})",
                    source.url, source.next_at, source.next_reason
                ));
            }
            if source.state == SourceState::Active
                && source.health.failures > 0
                && answers_well(log, &source.host, &source, self.window.to)
            {
                found.push(format!(
                    "not back: {} answers well and counts as failing since {:?}",
                    source.url, source.health.failing_since
                ));
            }
        }
        Ok(found)
    }
}

fn minutes(from: Timestamp, to: Timestamp) -> f64 {
    (to.as_millisecond() - from.as_millisecond()) as f64 / 60_000.0
}

pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = numbers.fold((0u64, 0.0), |(n, sum), number| (n + 1, sum + number));
    sum / n.max(1) as f64
}

/// Returns how often each article, by its path, is stored.
async fn stored_paths(store: &Store, user: UserId) -> Result<BTreeMap<String, u64>> {
    let mut paths = BTreeMap::new();
    let mut after = ArticleId(0);
    loop {
        let page = store.articles().since(user, after, 500).await?;
        let Some(last) = page.last() else { return Ok(paths) };
        after = last.listed.id;
        for article in &page {
            *paths
                .entry(path_of(article.listed.link.as_deref().unwrap_or_default()))
                .or_insert(0) += 1;
        }
    }
}

async fn sources(store: &Store) -> Result<Vec<Source>> {
    let mut all: Vec<Source> = Vec::new();
    loop {
        let after = all.last().map_or(tidings_model::SourceId(0), |source| source.id);
        let page = store.sources().after(after, 500).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}

/// Returns a link without its scheme, because sources switch between http and https.
fn path_of(link: &str) -> String {
    link.split_once("://").map_or(link, |(_, rest)| rest).to_owned()
}

/// Returns whether the last response of a source was its feed, with enough time to store it.
fn answers_well(log: &[SimulatedRequest], host: &HostKey, source: &Source, end: Timestamp) -> bool {
    let last = log.iter().rfind(|asked| asked.host == *host && asked.url == source.url);
    last.is_some_and(|asked| {
        matches!(asked.told, SimulatedAnswer::Feed | SimulatedAnswer::NotModified)
            && asked
                .until
                .is_some_and(|until| end.duration_since(until) > SignedDuration::from_secs(60))
    })
}

/// Returns the first few distinct violations, and how many more there are.
fn cut(found: Vec<String>) -> Vec<String> {
    let distinct: BTreeSet<String> = found.into_iter().collect();
    let n = distinct.len();
    let mut found: Vec<String> = distinct.into_iter().take(SPELLED_OUT).collect();
    if n > SPELLED_OUT {
        found.push(format!("… and {} more", n - SPELLED_OUT));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_violations_are_listed_and_the_rest_is_counted() {
        let found = |n: usize| (0..n).map(|n| format!("violation {n}")).collect::<Vec<_>>();
        assert_eq!(cut(Vec::new()), [""; 0]);
        assert_eq!(cut(found(5)), found(5));
        assert_eq!(cut(found(7)).len(), 6);
        assert_eq!(cut(found(7))[5], "… and 2 more");
        // Repetitions count once.
        let twice = [found(4), found(4)].concat();
        assert_eq!(cut(twice), found(4));
        let twice = [found(6), found(6)].concat();
        assert_eq!(cut(twice)[5], "… and 1 more");
    }

    #[test]
    fn articles_are_equal_with_and_without_tls() {
        for (link, path) in [
            ("https://a.example/1", "a.example/1"),
            ("http://a.example/1", "a.example/1"),
            ("a.example/1", "a.example/1"),
            ("", ""),
        ] {
            assert_eq!(path_of(link), path);
        }
    }

    #[test]
    fn delays_are_in_minutes_and_the_average_of_none_is_zero() {
        let at = |ms| Timestamp::from_millisecond(ms).unwrap();
        assert!((minutes(at(0), at(90_000)) - 1.5).abs() < 1e-12);
        assert!((minutes(at(60_000), at(0)) + 1.0).abs() < 1e-12);
        assert!(mean([].into_iter()).abs() < 1e-12);
        assert!((mean([1.0, 2.0, 6.0].into_iter()) - 3.0).abs() < 1e-12);
    }
}
