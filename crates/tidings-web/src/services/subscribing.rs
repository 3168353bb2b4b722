//! Previewing an address, subscribing to it, and changing where and how a source is fetched.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::fmt::Debug;
use tidings_model::{Failure, SourceId, User, UserId};

/// Finds sources and subscribes people to them.
pub trait Subscribing: Send + Sync + Debug {
    /// Takes a user name and a password out of an address as a person typed it. Returns the address without them.
    fn split_login(&self, typed: &str) -> Option<(String, Key)>;

    /// Fetches an address as a person typed it, without subscribing. The result is cached for some minutes, so that
    /// subscribing needs no second fetch.
    fn look<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<AddressContent, Failure>>;

    /// Subscribes a user to the feed at an address as they typed it, along with what was fetched on the way. If a page
    /// links to several feeds, the user must choose. The source is private to the user if its server asked for a key.
    fn follow<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
        folder: Option<&'a str>,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SubscribeRequest, Failure>>;

    /// Changes the address of a source. If others subscribe to it too, only this user moves to the new one.
    fn change_address<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<AddressChange, Failure>>;

    /// Accepts the new address that a source announced: for everybody if the user is an operator, otherwise for
    /// themselves.
    fn accept_move<'a>(
        &'a self,
        user: &'a User,
        source: SourceId,
    ) -> BoxFuture<'a, Result<AddressChange, Failure>>;

    /// Stores or deletes the credentials for a source. The source becomes the user's alone and may get another id.
    fn set_key<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SourceId, Failure>>;
}

/// What is at an address.
#[derive(Debug, Clone, PartialEq)]
pub enum AddressContent {
    /// A source to subscribe to.
    Source(Preview),
    /// A page that links to several feeds.
    Choice(Vec<FeedChoice>),
}

/// A preview of a source. All texts are plain.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Preview {
    /// Its address.
    pub url: String,
    /// May be empty.
    pub title: String,
    /// Its own description; may be empty.
    pub description: String,
    /// The site it belongs to.
    pub site: Option<String>,
    /// BCP 47 tag, if it names one.
    pub language: Option<String>,
    /// The titles and dates of its newest articles.
    pub newest: Vec<(String, Option<Timestamp>)>,
    /// The number of articles in it.
    pub n_articles: usize,
    /// Articles per day, if known.
    pub per_day: Option<f64>,
    /// The user's subscription, if there is one.
    pub followed: Option<SourceId>,
}

/// A feed found at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedChoice {
    /// Its address.
    pub url: String,
    /// Plain text; may be empty.
    pub title: String,
}

/// The result of subscribing to an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubscribeRequest {
    /// Subscribed to the feed there.
    Followed(AddedSubscription),
    /// There are several feeds.
    Choice(Vec<FeedChoice>),
}

/// A new subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedSubscription {
    /// The source.
    pub source: SourceId,
    /// Its title, plain text.
    pub title: String,
    /// How many of its articles are already stored.
    pub n_articles: u64,
}

/// The subscription after a change of address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressChange {
    /// The source now.
    pub source: SourceId,
    /// The undo, if the user moved to another source.
    pub undo: Option<i64>,
}

/// The credentials for a source. `Debug` masks them.
#[derive(Clone, PartialEq, Eq)]
pub enum Key {
    /// A user name and a password.
    Password(String, String),
    /// A header and its value.
    Header(String, String),
}

impl Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}
