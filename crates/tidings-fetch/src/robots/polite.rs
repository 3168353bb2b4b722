//! A web that checks robots.txt before it reads a page.

use super::{AGENT, Robots, allows};
use crate::{BoxFuture, Purpose, Request, Web};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tidings_model::{Clock, Failure, FailureKind, locks::locked};
use url::Url;

/// How long rules are cached (the maximum in the standard).
const RULES_LAST: SignedDuration = SignedDuration::from_hours(24);
/// How long a site stays blocked if its robots.txt cannot be fetched.
const SILENCE_LASTS: SignedDuration = SignedDuration::from_hours(1);
/// How many sites' rules are cached.
const MOST_SITES: usize = 200;
/// A larger robots.txt is not fetched completely, and counts as a failure.
const FILE_BYTES: usize = 4 << 20;

/// Wraps another web: pages are fetched only if robots.txt permits it.
///
/// Rules are fetched once a day per site. Without a robots.txt (4xx) everything is allowed; while it cannot be fetched
/// (5xx, no connection) nothing is, and the page fails with the failure of the robots.txt.
#[derive(Debug)]
pub struct Polite<W> {
    web: W,
    clock: Arc<dyn Clock>,
    sites: Mutex<HashMap<String, Arc<Site>>>,
}

/// One site's rules, fetched by one task at a time.
type Site = tokio::sync::Mutex<Option<Known>>;

#[derive(Debug)]
struct Known {
    rules: Result<Robots, Failure>,
    until: Timestamp,
}

impl<W: Web> Polite<W> {
    /// Wraps a web.
    pub fn new(web: W, clock: Arc<dyn Clock>) -> Self {
        Self { web, clock, sites: Mutex::default() }
    }

    /// Rejects a page that its site does not want programs to read.
    pub async fn permit(&self, url: &Url) -> Result<(), Failure> {
        let site = self.site(&url.origin().ascii_serialization());
        let mut known = site.lock().await;
        let now = self.clock.now();
        // Rules from the future were cached before the clock was set back.
        let is_fresh = |known: &Known| {
            now < known.until && known.until <= now.saturating_add(RULES_LAST).unwrap_or(now)
        };
        if !known.as_ref().is_some_and(is_fresh) {
            *known = Some(self.ask(url, now).await);
        }
        match known.as_ref().map(|known| &known.rules) {
            Some(Ok(rules)) if allows(rules, AGENT, &path_of(url)) => Ok(()),
            Some(Err(failure)) => Err(failure.clone()),
            _ => Err(Failure::new(
                FailureKind::Robots,
                format!(
                    "The robots.txt of {} asks programs not to read this page.",
                    url.host_str().unwrap_or_default()
                ),
            )),
        }
    }

    async fn ask(&self, url: &Url, now: Timestamp) -> Known {
        let mut address = url.clone();
        address.set_path("/robots.txt");
        address.set_query(None);
        let mut request = Request::new(address, Purpose::Robots);
        request.body_limit = Some(FILE_BYTES);
        let rules = match self.web.get(request).await {
            Ok(answer) => Ok(Robots::parse(&answer.body).only(AGENT)),
            Err(failure) if is_absent(&failure) => Ok(Robots::default()),
            Err(failure) => Err(failure),
        };
        let lasts = if rules.is_ok() { RULES_LAST } else { SILENCE_LASTS };
        Known { rules, until: now.saturating_add(lasts).unwrap_or(now) }
    }

    fn site(&self, origin: &str) -> Arc<Site> {
        let mut sites = locked(&self.sites);
        if !sites.contains_key(origin) && sites.len() >= MOST_SITES {
            forget_one(&mut sites);
        }
        Arc::clone(sites.entry(origin.to_owned()).or_default())
    }
}

/// Forgets the idle site whose rules expire first.
fn forget_one(sites: &mut HashMap<String, Arc<Site>>) {
    let idle = sites.iter().filter_map(|(origin, site)| {
        let known = site.try_lock().ok()?;
        Some((known.as_ref().map(|known| known.until), origin.clone()))
    });
    if let Some((_, origin)) = idle.min() {
        sites.remove(&origin);
    }
}

/// Whether a site has no robots.txt: 4xx except "too many requests", or endless redirects.
fn is_absent(failure: &Failure) -> bool {
    let is_refusal = failure.status.is_some_and(|status| (400..500).contains(&status));
    (is_refusal && failure.kind != FailureKind::RateLimited)
        || matches!(failure.kind, FailureKind::RedirectLoop | FailureKind::BadRedirect)
}

fn path_of(url: &Url) -> String {
    match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    }
}

impl<W: Web> Web for Polite<W> {
    fn post(&self, post: crate::Post) -> BoxFuture<'_, Result<crate::PostAnswer, Failure>> {
        self.web.post(post)
    }

    fn get(&self, request: Request) -> BoxFuture<'_, crate::Result> {
        if request.purpose != Purpose::Page {
            return self.web.get(request);
        }
        Box::pin(async move {
            self.permit(&request.url).await?;
            let asked = request.url.origin();
            let answer = self.web.get(request).await?;
            if answer.url.origin() != asked {
                self.permit(&answer.url).await?;
            }
            Ok(answer)
        })
    }

    fn check(&self, url: &Url) -> Result<(), Failure> {
        self.web.check(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Response;
    use bytes::Bytes;
    use tidings_model::{Validators, clock::FixedClock};

    /// A web with the same robots.txt everywhere, whose pages contain their own address.
    #[derive(Debug)]
    struct Fixed {
        robots: Result<&'static str, FailureKind>,
        status: Option<u16>,
        asked: Mutex<Vec<String>>,
    }

    impl Web for Fixed {
        fn post(&self, _: crate::Post) -> BoxFuture<'_, Result<crate::PostAnswer, Failure>> {
            Box::pin(async { Err(Failure::new(FailureKind::Protocol, "Nobody listens.")) })
        }

        fn get(&self, request: Request) -> BoxFuture<'_, crate::Result> {
            self.asked.lock().unwrap().push(request.url.to_string());
            let body = match (request.purpose, self.robots) {
                (Purpose::Robots, Err(kind)) => {
                    let failure = Failure { status: self.status, ..Failure::new(kind, "No.") };
                    return Box::pin(async { Err(failure) });
                }
                (Purpose::Robots, Ok(text)) => text,
                _ => "page",
            };
            Box::pin(async move {
                Ok(Response {
                    status: 200,
                    url: request.url,
                    hops: vec![],
                    content_type: None,
                    validators: Validators::default(),
                    max_age: None,
                    retry_after: None,
                    hubs: vec![],
                    self_url: None,
                    body: Bytes::from_static(body.as_bytes()),
                    wire_bytes: 0,
                })
            })
        }

        fn check(&self, _: &Url) -> Result<(), Failure> {
            Ok(())
        }
    }

    fn polite(robots: Result<&'static str, FailureKind>, status: Option<u16>) -> Polite<Fixed> {
        let noon = FixedClock("2026-11-15T12:00:00Z".parse().unwrap());
        Polite::new(Fixed { robots, status, asked: Mutex::default() }, Arc::new(noon))
    }

    async fn page(web: &Polite<Fixed>, url: &str) -> Option<FailureKind> {
        web.get(Request::new(url.parse().unwrap(), Purpose::Page))
            .await
            .err()
            .map(|failure| failure.kind)
    }

    #[tokio::test]
    async fn robots_txt_is_fetched_once_for_pages_and_never_for_feeds() {
        let web = polite(Ok("User-agent: *\nDisallow: /no"), None);
        assert_eq!(page(&web, "https://a.example/yes?x=1").await, None);
        assert_eq!(page(&web, "https://a.example/no").await, Some(FailureKind::Robots));
        let feed = Request::new("https://a.example/no".parse().unwrap(), Purpose::Feed);
        assert!(web.get(feed).await.is_ok());
        let asked = web.web.asked.lock().unwrap().clone();
        assert_eq!(
            asked,
            ["https://a.example/robots.txt", "https://a.example/yes?x=1", "https://a.example/no"]
        );
    }

    #[tokio::test]
    async fn a_missing_robots_txt_allows_and_a_failing_one_blocks() {
        assert_eq!(
            page(&polite(Err(FailureKind::NotFound), Some(404)), "https://a.example/").await,
            None
        );
        assert_eq!(
            page(&polite(Err(FailureKind::Denied), Some(403)), "https://a.example/").await,
            None
        );
        assert_eq!(
            page(&polite(Err(FailureKind::RedirectLoop), None), "https://a.example/").await,
            None
        );
        for (kind, status) in [
            (FailureKind::Status, Some(500)),
            (FailureKind::RateLimited, Some(429)),
            (FailureKind::Timeout, None),
        ] {
            let web = polite(Err(kind), status);
            assert_eq!(page(&web, "https://a.example/").await, Some(kind));
            assert_eq!(page(&web, "https://a.example/b").await, Some(kind));
            assert_eq!(
                web.web.asked.lock().unwrap().len(),
                1,
                "one request, not one for every page"
            );
        }
    }

    #[tokio::test]
    async fn the_number_of_cached_sites_is_limited() {
        let web = polite(Ok(""), None);
        for n in 0..3 * MOST_SITES {
            assert_eq!(page(&web, &format!("https://h{n}.example/")).await, None);
        }
        assert!(web.sites.lock().unwrap().len() <= MOST_SITES);
    }
}
