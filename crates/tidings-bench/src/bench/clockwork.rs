//! A web of any number of feeds that takes no memory: the content of each is computed when it is requested.

use jiff::Timestamp;
use std::{fmt::Write, sync::Arc, time::Duration};
use tidings_fetch::{BoxFuture, Post, PostAnswer, Request, Response, Web};
use tidings_model::{Clock, Failure, FailureKind, Fingerprint, Validators};
use url::Url;

/// Feeds on one host.
const PER_HOST: u64 = 3;
/// Articles that a feed shows.
const SHOWN: i64 = 3;
/// How long a feed takes to respond.
const LATENCY: Duration = Duration::from_millis(200);
/// The shortest time between two postings of a feed, and the ratio of the longest to it.
const SHORTEST_MS: f64 = 4.0 * 3_600_000.0;
const SPREAD: f64 = 60.0;

/// The web. Every feed posts at its own pace, from every four hours to every ten days.
#[derive(Debug)]
pub struct Clockwork {
    clock: Arc<dyn Clock>,
}

impl Clockwork {
    /// Creates a web that follows a clock.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }

    /// Returns a feed's response to a request with these validators.
    pub fn answer(&self, url: &Url, known: &Validators) -> Result<Response, Failure> {
        let number = number(url).ok_or_else(|| {
            Failure::new(FailureKind::BadUrl, format!("{url} is not an address of this web"))
        })?;
        let pace = Pace::of(number);
        let newest = pace.newest(self.clock.now());
        let etag = Some(format!("\"{newest}\""));
        let is_known = known.etag == etag;
        let body = if is_known { String::new() } else { document(number, &pace, newest) };
        let fingerprint = Fingerprint::of(&[&body]);
        Ok(Response {
            status: if is_known { 304 } else { 200 },
            url: url.clone(),
            hops: Vec::new(),
            content_type: Some("application/rss+xml".to_owned()),
            validators: Validators {
                etag,
                last_modified: None,
                body: if is_known { known.body } else { Some(fingerprint) },
            },
            max_age: None,
            retry_after: None,
            hubs: Vec::new(),
            self_url: None,
            wire_bytes: body.len() as u64,
            body: body.into(),
        })
    }
}

impl Web for Clockwork {
    fn get(&self, request: Request) -> BoxFuture<'_, tidings_fetch::Result> {
        Box::pin(async move {
            tokio::time::sleep(LATENCY).await;
            self.answer(&request.url, &request.validators)
        })
    }

    fn post(&self, _: Post) -> BoxFuture<'_, Result<PostAnswer, Failure>> {
        Box::pin(async { Err(Failure::new(FailureKind::BadUrl, "This web accepts no messages.")) })
    }

    fn check(&self, _: &Url) -> Result<(), Failure> {
        Ok(())
    }
}

/// Returns the address of a feed.
///
/// # Errors
/// Never, because every number makes an address.
pub fn address(number: u64) -> Result<Url, url::ParseError> {
    format!("https://host{}.example/{number}.xml", number / PER_HOST).parse()
}

fn number(url: &Url) -> Option<u64> {
    url.path().strip_prefix('/')?.strip_suffix(".xml")?.parse().ok()
}

/// When a feed posts: at `phase + k` times an interval.
struct Pace {
    interval_ms: f64,
    phase: f64,
}

impl Pace {
    fn of(number: u64) -> Self {
        // Neighbours differ, and intervals are evenly distributed on a logarithmic scale.
        let part = |factor: f64| (number as f64 * factor).fract();
        let interval_ms = SHORTEST_MS * SPREAD.powf(part(0.618_033_988_749_895));
        Self { interval_ms, phase: part(0.754_877_666_246_693) }
    }

    fn newest(&self, now: Timestamp) -> i64 {
        (now.as_millisecond() as f64 / self.interval_ms - self.phase).floor() as i64
    }

    fn at(&self, posting: i64) -> Timestamp {
        let ms = (posting as f64 + self.phase) * self.interval_ms;
        Timestamp::from_millisecond(ms as i64).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

fn document(number: u64, pace: &Pace, newest: i64) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Feed {number}</title>\
         <link>https://example.org/{number}/</link><description>Measured</description>"
    );
    for posting in (newest - SHOWN + 1..=newest).rev() {
        let date = pace.at(posting).strftime("%a, %d %b %Y %H:%M:%S GMT");
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "<item><title>Posting {posting} of {number}</title><link>https://example.org/{number}/{posting}</link>\
             <guid>https://example.org/{number}/{posting}</guid><pubDate>{date}</pubDate>\
             <description>What there is to say in number {posting}, in a sentence or two.</description></item>"
        );
    }
    text.push_str("</channel></rss>");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings::clock::Time;

    #[tokio::test(start_paused = true)]
    async fn a_feed_is_unchanged_until_it_posts() {
        let start: Timestamp = "2026-11-16T08:00:00Z".parse().unwrap();
        let time = Arc::new(Time::simulated(start, 1));
        let web = Clockwork::new(Arc::<Time>::clone(&time));
        let url = address(7).unwrap();
        let first = web.answer(&url, &Validators::default()).unwrap();
        assert!(std::str::from_utf8(&first.body).unwrap().contains("</rss>"));
        let again = web.answer(&url, &first.validators).unwrap();
        assert_eq!((again.status, again.validators.body), (304, first.validators.body));
        time.jump(11 * 86_400_000);
        assert_eq!(web.answer(&url, &first.validators).unwrap().status, 200);
    }
}
