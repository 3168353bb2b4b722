//! Images in articles: where they are loaded from, and the signed addresses under which this server forwards them.
//!
//! A signature binds an address to the person whose page shows it, or to the share link of a public page. So nobody can
//! use this server to fetch an image that is in none of their articles, or reuse what was signed for someone else.

use crate::{Error, SecretToken, app::Inner, blocking};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};
use subtle::ConstantTimeEq;
use tidings_model::{SourceId, UserId};
use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore};
use url::Url;

/// Where the images of articles are loaded from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Images {
    /// Through this server: publishers do not learn who reads what, and when.
    #[default]
    Proxy,
    /// From the publishers.
    Direct,
    /// Not at all: a link takes their place.
    Off,
}

impl Images {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Proxy, Self::Direct, Self::Off];

    /// Returns the name in settings.
    ///
    /// ```
    /// use tidings_web::Images;
    /// assert_eq!(Images::of("direct"), Some(Images::Direct));
    /// assert_eq!(Images::Off.name(), "off");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proxy => "proxy",
            Self::Direct => "direct",
            Self::Off => "off",
        }
    }

    /// Returns the choice of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|images| images.name() == name)
    }
}

/// Set by whoever identifies the person, for the policy of the response. Until then, images may only come from this
/// server.
#[derive(Debug, Clone, Default)]
pub(crate) struct ImagePolicy(Arc<OnceLock<Images>>);

impl ImagePolicy {
    pub(crate) fn tell(&self, images: Images) {
        let _ = self.0.set(images);
    }

    pub(crate) fn is_direct(&self) -> bool {
        self.0.get() == Some(&Images::Direct)
    }
}

/// Images forwarded at once, in total and per person: each may occupy 10 MB of memory while a slow client downloads it.
const AT_ONCE: usize = 32;
const AT_ONCE_PER_USER: usize = 8;
/// Maximum wait for a permit.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of a signature.
const SIGNATURE: usize = 16;
/// The installation's setting that holds the key.
const KEY_NAME: &str = "image_key";

/// Permits for forwarding images.
#[derive(Debug)]
pub(crate) struct ImagePermits {
    key: OnceCell<[u8; 32]>,
    all: Arc<Semaphore>,
    users: Mutex<HashMap<UserId, Arc<Semaphore>>>,
}

impl Default for ImagePermits {
    fn default() -> Self {
        Self {
            key: OnceCell::new(),
            all: Arc::new(Semaphore::new(AT_ONCE)),
            users: Mutex::default(),
        }
    }
}

/// The permit to forward one image, returned when dropped.
#[derive(Debug)]
pub(crate) struct ImagePermit {
    _own: OwnedSemaphorePermit,
    _overall: OwnedSemaphorePermit,
}

impl ImagePermits {
    /// Waits for a permit. Someone who requests many makes others wait for only a few.
    pub(crate) async fn turn(&self, user: UserId) -> Result<ImagePermit, Error> {
        let own = {
            let mut users = blocking::locked(&self.users);
            users.retain(|known, seats| *known == user || Arc::strong_count(seats) > 1);
            Arc::clone(
                users.entry(user).or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE_PER_USER))),
            )
        };
        let wait = async {
            const OPEN: &str = "these semaphores are never closed";
            let own = own.acquire_owned().await.expect(OPEN);
            let overall = Arc::clone(&self.all).acquire_owned().await.expect(OPEN);
            ImagePermit { _own: own, _overall: overall }
        };
        tokio::time::timeout(PATIENCE, wait).await.map_err(|_| Error::Busy)
    }
}

/// Everyone who looks at shared articles waits for the same permits, so that they never take those of a user.
pub(crate) const VISITORS: UserId = UserId(0);

/// Signs addresses of images for one person, or for one share link.
#[derive(Clone)]
pub(crate) struct Signer {
    mac: Hmac<Sha256>,
    /// The path under which this server forwards what was signed.
    base: String,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(…)")
    }
}

impl Signer {
    /// Returns the signer for a person's pages. The key is created once per installation.
    pub(crate) async fn of(inner: &Inner, user: UserId) -> Result<Self, Error> {
        let key = inner.images.key.get_or_try_init(|| make_key(inner)).await?;
        Ok(Self::new(key, user))
    }

    /// Returns the signer for the public page of a share link.
    pub(crate) async fn of_share(inner: &Inner, token: &str) -> Result<Self, Error> {
        let key = inner.images.key.get_or_try_init(|| make_key(inner)).await?;
        Ok(Self::new_for_share(key, token))
    }

    fn new(key: &[u8; 32], user: UserId) -> Self {
        Self { mac: keyed(key, &user.0.to_le_bytes()), base: "/image".to_owned() }
    }

    fn new_for_share(key: &[u8; 32], token: &str) -> Self {
        // No user has this id, so nothing signed for a link is valid for a user.
        let mut mac = keyed(key, &(-1_i64).to_le_bytes());
        mac.update(&SecretToken::hash(token));
        Self { mac, base: format!("/shared/{token}/image") }
    }

    #[cfg(test)]
    pub(crate) fn for_test(user: UserId) -> Self {
        Self::new(&[1; 32], user)
    }

    fn signature(&self, address: &str) -> [u8; SIGNATURE] {
        let mut mac = self.mac.clone();
        mac.update(address.as_bytes());
        let whole: [u8; 32] = mac.finalize().into_bytes().into();
        whole[..SIGNATURE].try_into().expect("a part of a MAC is shorter than the whole")
    }

    /// Returns the address at which a client without a session gets the icon of a source.
    pub(crate) fn icon(&self, user: UserId, source: SourceId) -> String {
        format!(
            "/api/icon/{user}/{source}/{}",
            BASE64.encode(self.signature(&format!("icon:{source}")))
        )
    }

    /// Returns whether the signature of an icon's address was made for this person.
    pub(crate) fn is_of_icon(&self, source: SourceId, signature: &str) -> bool {
        let given = BASE64.decode(signature).unwrap_or_default();
        self.signature(&format!("icon:{source}")).as_slice().ct_eq(&given).into()
    }

    /// Returns the path under which this server forwards an image.
    pub(crate) fn path(&self, address: &str) -> String {
        let (base, signature) = (&self.base, BASE64.encode(self.signature(address)));
        format!("{base}/{signature}/{}", BASE64.encode(address))
    }

    /// Returns the address in a path if its signature was made for this person.
    pub(crate) fn read(&self, signature: &str, address: &str) -> Option<Url> {
        let given = BASE64.decode(signature).ok()?;
        let address = String::from_utf8(BASE64.decode(address).ok()?).ok()?;
        let is_ours: bool = self.signature(&address).as_slice().ct_eq(&given).into();
        if !is_ours {
            return None;
        }
        Url::parse(&address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
    }
}

fn keyed(key: &[u8; 32], owner: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts keys of any length");
    mac.update(owner);
    mac
}

async fn make_key(inner: &Inner) -> Result<[u8; 32], Error> {
    let fresh = BASE64.encode(inner.clock.secret());
    let kept = inner.store.settings().get_or_insert(KEY_NAME.to_owned(), fresh).await?;
    let bytes = BASE64.decode(&kept).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Error::internal("the key of pictures is broken", &KEY_NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_valid_for_one_person_and_one_address() {
        let (ada, bob) = (Signer::new(&[1; 32], UserId(1)), Signer::new(&[1; 32], UserId(2)));
        let address = "https://a.example/x.png?a=1&b=ü";
        let path = ada.path(address);
        let (signature, encoded) = path["/image/".len()..].split_once('/').unwrap();
        assert_eq!(ada.read(signature, encoded).unwrap(), Url::parse(address).unwrap());
        assert_eq!(bob.read(signature, encoded), None);
        assert_eq!(Signer::new(&[2; 32], UserId(1)).read(signature, encoded), None);
        assert_eq!(ada.read("", encoded), None);
        assert_eq!(ada.read(&signature[..4], encoded), None);
        assert_eq!(ada.read(signature, &BASE64.encode("https://b.example/")), None);
    }

    #[test]
    fn what_is_signed_for_a_share_link_is_valid_for_that_link_only() {
        let key = [1; 32];
        let share = Signer::new_for_share(&key, "abc");
        let address = "https://a.example/x.png";
        let path = share.path(address);
        let (signature, encoded) =
            path.strip_prefix("/shared/abc/image/").unwrap().split_once('/').unwrap();
        assert_eq!(share.read(signature, encoded).unwrap(), Url::parse(address).unwrap());
        assert_eq!(Signer::new_for_share(&key, "abd").read(signature, encoded), None);
        for user in [-1, 0, 1] {
            assert_eq!(Signer::new(&key, UserId(user)).read(signature, encoded), None, "{user}");
        }
    }

    #[test]
    fn only_http_addresses_are_forwarded_even_if_signed() {
        let ada = Signer::new(&[1; 32], UserId(1));
        for address in ["file:///etc/passwd", "javascript:x", "http:a<script>", "", "/x", "data:,"]
        {
            let path = ada.path(address);
            let (signature, encoded) = path["/image/".len()..].split_once('/').unwrap();
            let read = ada.read(signature, encoded);
            assert!(read.is_none_or(|url| url.as_str() == "http://a%3Cscript%3E/"), "{address}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_person_cannot_take_every_permit() {
        let navigation = ImagePermits::default();
        let mut held = Vec::new();
        for _ in 0..AT_ONCE_PER_USER {
            held.push(navigation.turn(UserId(1)).await.unwrap());
        }
        assert_eq!(navigation.turn(UserId(1)).await.unwrap_err(), Error::Busy);
        assert!(navigation.turn(UserId(2)).await.is_ok());
        held.pop();
        assert!(navigation.turn(UserId(1)).await.is_ok());
    }
}
