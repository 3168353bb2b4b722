//! Pictures in articles: fetched when a reader first sees them, then cached for everyone.
//!
//! Nothing is fetched before someone opens it. Fetches go through the same guard as sources and keep to the pace of
//! their host. Only bytes that are really a picture are accepted, and each picture is fetched once however many
//! requests for it arrive at the same time in whatever process. A failed fetch is not repeated for a while.

mod cache;

use crate::context::Context;
use bytes::Bytes;
use cache::PictureFolder;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};
use tidings_fetch::{Purpose, Request};
use tidings_model::{Failure, FailureKind, locks::locked};
use tidings_parse::picture::PictureFormat;
use tidings_store::{Error, PictureClaim};
use tidings_web::Picture;
use tracing::debug;
use url::Url;

/// Identifies a picture: the hash of its address.
pub(crate) type Key = [u8; 32];

/// A cached picture is fetched again after this time, because some change under the same address.
const FRESH: SignedDuration = SignedDuration::from_hours(7 * 24);
/// After a temporary failure, a picture is not fetched again for this long …
const SHORT_PAUSE: SignedDuration = SignedDuration::from_mins(5);
/// … and after a refusal, or if it is missing or not a picture, for this long.
const LONG_PAUSE: SignedDuration = SignedDuration::from_hours(6);
/// How often a process checks whether another one has fetched a picture.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Fetches and caches pictures.
#[derive(Debug)]
pub struct PictureService {
    fetcher: Fetcher,
    most_bytes: u64,
    running: Mutex<HashMap<Key, Arc<Gate>>>,
}

/// One picture being fetched. Later requests wait for the result.
type Gate = tokio::sync::Mutex<Option<Result<Picture, Failure>>>;

impl PictureService {
    /// Creates the service with a cache in a folder of up to so many bytes, or without a cache.
    #[must_use]
    pub fn new(context: Context, cache: Option<(PathBuf, u64)>) -> Self {
        let cache = cache.filter(|(_, most_bytes)| *most_bytes > 0);
        let most_bytes = cache.as_ref().map_or(0, |(_, most_bytes)| *most_bytes);
        let folder =
            cache.map(|(folder, most_bytes)| Arc::new(PictureFolder::new(folder, most_bytes)));
        let fetcher = Fetcher { context, folder };
        Self { fetcher, most_bytes, running: Mutex::default() }
    }

    /// Returns the picture at an address.
    ///
    /// # Errors
    /// When it cannot be fetched, is not a picture, or is too large.
    pub async fn get(&self, url: &Url) -> Result<Picture, Failure> {
        let key: Key = Sha256::digest(url.as_str()).into();
        let cached = self.fetcher.cached(key).await;
        if let Some((picture, at)) = &cached
            && self.fetcher.is_fresh(*at)
        {
            return Ok(picture.clone());
        }
        match (self.fetch_once(key, url).await, cached) {
            // An old picture is better than none.
            (Err(_), Some((picture, _))) => Ok(picture),
            (fetched, _) => fetched,
        }
    }

    async fn fetch_once(&self, key: Key, url: &Url) -> Result<Picture, Failure> {
        let gate = {
            let mut gates = locked(&self.running);
            // A cancelled request leaves its gate behind.
            gates.retain(|_, gate| Arc::strong_count(gate) > 1);
            Arc::clone(gates.entry(key).or_default())
        };
        let mut outcome = gate.lock().await;
        if let Some(known) = &*outcome {
            return known.clone();
        }
        // In its own task, so that a reader who turns the page does not end a fetch that all processes wait for.
        let (fetcher, url) = (self.fetcher.clone(), url.clone());
        let fetching = tokio::spawn(async move { fetcher.fetch_for_all(key, &url).await });
        let fetched = fetching.await.unwrap_or_else(|_| {
            Err(Failure::new(FailureKind::Store, "The picture could not be read."))
        });
        *outcome = Some(fetched.clone());
        locked(&self.running).remove(&key);
        fetched
    }

    /// Deletes what the processes no longer need to share.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn sweep(&self) -> Result<(), Error> {
        let context = &self.fetcher.context;
        context.store.pictures().sweep(self.most_bytes, context.now()).await
    }
}

/// What a fetch needs, apart from the requests that wait for it.
#[derive(Debug, Clone)]
struct Fetcher {
    context: Context,
    folder: Option<Arc<PictureFolder>>,
}

impl Fetcher {
    fn is_fresh(&self, at: Timestamp) -> bool {
        self.context.now().duration_since(at).abs() < FRESH
    }

    /// Fetches a picture, or waits for the process that does.
    async fn fetch_for_all(&self, key: Key, url: &Url) -> Result<Picture, Failure> {
        self.context.web.check(url)?;
        let patience = self.context.limits.image_deadline * 2;
        let give_up = self.context.now().saturating_add(patience).unwrap_or(Timestamp::MAX);
        loop {
            // Another request or process may have cached it in the meantime.
            if let Some((picture, at)) = self.cached(key).await
                && self.is_fresh(at)
            {
                return Ok(picture);
            }
            match self.claim(key).await {
                // If the store fails, pictures are fetched as if this were the only process.
                Ok(PictureClaim::Granted) | Err(_) => return self.fetch(key, url).await,
                Ok(PictureClaim::Failed(failure)) => return Err(failure),
                Ok(PictureClaim::Kept { bytes, .. }) => {
                    let bytes = Bytes::from(bytes);
                    self.cache(key, bytes.clone()).await;
                    return checked(bytes, self.context.limits.image_pixels);
                }
                Ok(PictureClaim::Held) if self.context.now() < give_up => {
                    self.context.time.sleep(LOOK_EVERY).await;
                }
                Ok(PictureClaim::Held) => {
                    let message = "The picture did not arrive in time.";
                    return Err(Failure::new(FailureKind::Timeout, message));
                }
            }
        }
    }

    async fn claim(&self, key: Key) -> Result<PictureClaim, Error> {
        let now = self.context.now();
        let lease = self.context.limits.image_deadline * 3 / 2;
        let until = now.saturating_add(lease).unwrap_or(Timestamp::MAX);
        let fresh_since = now.saturating_sub(FRESH).unwrap_or(Timestamp::MIN);
        self.context.store.pictures().claim(hex(&key), fresh_since, until, now).await
    }

    async fn fetch(&self, key: Key, url: &Url) -> Result<Picture, Failure> {
        let answer = self.context.get_in_turn(Request::new(url.clone(), Purpose::Image)).await;
        let fetched =
            answer.and_then(|answer| checked(answer.body, self.context.limits.image_pixels));
        let (now, pictures) = (self.context.now(), self.context.store.pictures());
        let told = match &fetched {
            Ok(_) if self.folder.is_none() => pictures.release(hex(&key)).await,
            Ok(picture) => {
                self.cache(key, picture.bytes.clone()).await;
                pictures.keep(hex(&key), picture.bytes.to_vec(), now).await
            }
            Err(failure) if is_our_own(failure.kind) => pictures.release(hex(&key)).await,
            Err(failure) => {
                let pause = if is_passing(failure.kind) { SHORT_PAUSE } else { LONG_PAUSE };
                let retry_at = now.saturating_add(pause).unwrap_or(now);
                pictures.fail(hex(&key), failure.clone(), retry_at).await
            }
        };
        if let Err(error) = told {
            debug!(%error, "cannot share the result for a picture with other processes");
        }
        fetched
    }

    async fn cached(&self, key: Key) -> Option<(Picture, Timestamp)> {
        let folder = Arc::clone(self.folder.as_ref()?);
        let now = self.context.now();
        let (bytes, at) = self.context.time.off_thread(move || folder.get(key, now)).await?;
        // A file on disk may be damaged, so its bytes are checked again.
        Some((checked(bytes, self.context.limits.image_pixels).ok()?, at))
    }

    async fn cache(&self, key: Key, bytes: Bytes) {
        let Some(folder) = self.folder.clone() else { return };
        let now = self.context.now();
        let put = self.context.time.off_thread(move || folder.put(key, &bytes, now)).await;
        if let Err(error) = put {
            debug!(%error, "cannot cache a picture");
        }
    }
}

/// Returns a key as the store and the file names have it.
fn hex(key: &Key) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns whether the failure is this process's own and says nothing about the picture.
fn is_our_own(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::Offline | FailureKind::Store)
}

fn is_passing(kind: FailureKind) -> bool {
    use FailureKind::{
        Dns, Incomplete, Network, Offline, Protocol, RateLimited, Status, Store, Timeout,
    };
    matches!(
        kind,
        Dns | Incomplete | Network | Offline | Protocol | RateLimited | Status | Store | Timeout
    )
}

/// Accepts bytes that are a picture, and not one that would decode to more pixels than a browser should draw.
pub(crate) fn checked(bytes: Bytes, most_pixels: u64) -> Result<Picture, Failure> {
    let Some(kind) = PictureFormat::of(&bytes) else {
        return Err(Failure::new(FailureKind::Decode, "The response is not a picture."));
    };
    match kind.size(&bytes) {
        Some(size) if size.pixels() > most_pixels => Err(Failure::new(
            FailureKind::TooLarge,
            format!("The picture has more than {most_pixels} pixels."),
        )),
        _ => Ok(Picture { media_type: kind.media_type(), bytes }),
    }
}

#[cfg(test)]
mod tests;
