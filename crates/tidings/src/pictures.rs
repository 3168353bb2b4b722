//! Pictures of articles: fetched for the person who looks at them, kept on disk for the next.
//!
//! Nothing is fetched before somebody looks. What is fetched goes through the same guard as sources, is a picture by its own
//! bytes or nothing, and is fetched once however many ask for it at the same time. What failed is not asked again for a
//! while.

mod shelf;

use crate::context::Context;
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use shelf::PictureFolder;
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex},
};
use tidings_fetch::{Purpose, Request};
use tidings_model::{Failure, FailureKind, locks::locked};
use tidings_parse::picture::PictureFormat;
use tidings_web::Picture;
use tracing::debug;
use url::Url;

/// What recognises a picture: the hash of its address.
pub(crate) type Key = [u8; 32];

/// A kept picture is looked at anew after this time: some change under their address.
const FRESH: SignedDuration = SignedDuration::from_hours(7 * 24);
/// What failed by a passing fault is left alone for this long …
const SHORT_PAUSE: SignedDuration = SignedDuration::from_mins(5);
/// … and what is refused, missing or no picture, for this long.
const LONG_PAUSE: SignedDuration = SignedDuration::from_hours(6);
/// How many failures are remembered.
const MOST_FAILURES: usize = 4096;

/// Fetches and keeps pictures.
#[derive(Debug)]
pub struct PictureService {
    context: Context,
    shelf: Option<Arc<PictureFolder>>,
    under_way: Mutex<HashMap<Key, Arc<Gate>>>,
    failed: Mutex<HashMap<Key, (Failure, Timestamp)>>,
}

/// One picture being fetched: who comes later waits, and takes what came of it.
type Gate = tokio::sync::Mutex<Option<Result<Picture, Failure>>>;

impl PictureService {
    /// Pictures cached in a folder up to so many bytes; without one, none are kept.
    #[must_use]
    pub fn new(context: Context, cache: Option<(PathBuf, u64)>) -> Self {
        let cache = cache.filter(|(_, most_bytes)| *most_bytes > 0);
        let shelf =
            cache.map(|(folder, most_bytes)| Arc::new(PictureFolder::new(folder, most_bytes)));
        Self { context, shelf, under_way: Mutex::default(), failed: Mutex::default() }
    }

    /// The picture at an address.
    ///
    /// # Errors
    /// When it cannot be had, is no picture, or is too large.
    pub async fn get(&self, url: &Url) -> Result<Picture, Failure> {
        let key: Key = Sha256::digest(url.as_str()).into();
        let kept = self.kept(key).await;
        if let Some((picture, at)) = &kept
            && self.is_fresh(*at)
        {
            return Ok(picture.clone());
        }
        let fetched = self.fetched_once(key, url).await;
        match (fetched, kept) {
            // An old picture is better than none.
            (Err(_), Some((picture, _))) => Ok(picture),
            (fetched, _) => fetched,
        }
    }

    fn is_fresh(&self, at: Timestamp) -> bool {
        self.context.now().duration_since(at).abs() < FRESH
    }

    async fn fetched_once(&self, key: Key, url: &Url) -> Result<Picture, Failure> {
        let gate = {
            let mut gates = locked(&self.under_way);
            // Who gave up waiting leaves a gate behind.
            gates.retain(|_, gate| Arc::strong_count(gate) > 1);
            Arc::clone(gates.entry(key).or_default())
        };
        let mut outcome = gate.lock().await;
        if let Some(known) = &*outcome {
            return known.clone();
        }
        let fetched = match (self.remembered_failure(&key), self.kept(key).await) {
            // Somebody fetched it between our look at the shelf and our turn.
            (_, Some((picture, at))) if self.is_fresh(at) => Ok(picture),
            (Some(failure), _) => Err(failure),
            (None, _) => self.fetch(key, url).await,
        };
        *outcome = Some(fetched.clone());
        locked(&self.under_way).remove(&key);
        fetched
    }

    async fn fetch(&self, key: Key, url: &Url) -> Result<Picture, Failure> {
        let answer = self.context.web.get(Request::new(url.clone(), Purpose::Image)).await;
        let fetched =
            answer.and_then(|answer| checked(answer.body, self.context.limits.image_pixels));
        match &fetched {
            Ok(picture) => self.keep(key, picture.bytes.clone()).await,
            Err(failure) => self.remember(key, failure),
        }
        fetched
    }

    async fn kept(&self, key: Key) -> Option<(Picture, Timestamp)> {
        let shelf = Arc::clone(self.shelf.as_ref()?);
        let now = self.context.now();
        let (bytes, at) = self.context.time.off_thread(move || shelf.get(key, now)).await?;
        // What lies on a disk may be damaged: it is judged again by its bytes.
        Some((checked(bytes, self.context.limits.image_pixels).ok()?, at))
    }

    async fn keep(&self, key: Key, bytes: Bytes) {
        let Some(shelf) = self.shelf.clone() else { return };
        let now = self.context.now();
        let put = self.context.time.off_thread(move || shelf.put(key, &bytes, now)).await;
        if let Err(error) = put {
            debug!(%error, "a picture could not be kept");
        }
    }

    fn remembered_failure(&self, key: &Key) -> Option<Failure> {
        let now = self.context.now();
        let failed = locked(&self.failed);
        let (failure, until) = failed.get(key)?;
        (now < *until && until.duration_since(now) <= LONG_PAUSE).then(|| failure.clone())
    }

    fn remember(&self, key: Key, failure: &Failure) {
        let now = self.context.now();
        let pause = if is_passing(failure.kind) { SHORT_PAUSE } else { LONG_PAUSE };
        let mut failed = locked(&self.failed);
        if failed.len() >= MOST_FAILURES {
            failed.retain(|_, (_, until)| *until > now);
        }
        if failed.len() >= MOST_FAILURES {
            failed.clear();
        }
        failed.insert(key, (failure.clone(), now.saturating_add(pause).unwrap_or(now)));
    }
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

/// Bytes that are a picture, and not one that would unfold to more than a browser should draw.
pub(crate) fn checked(bytes: Bytes, most_pixels: u64) -> Result<Picture, Failure> {
    let Some(kind) = PictureFormat::of(&bytes) else {
        return Err(Failure::new(FailureKind::Decode, "The answer is not a picture."));
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
