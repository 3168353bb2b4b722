//! Subscribing: what is at an address, following it, and where and how a source is asked from then on.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::fmt::Debug;
use tidings_model::{Failure, SourceId, User, UserId};

/// Finds sources and subscribes people to them.
pub trait Subscribing: Send + Sync + Debug {
    /// Looks at an address as a person typed it, without following anything. What was fetched is held for some minutes,
    /// so that following it asks nobody again.
    fn look<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<AddressContent, Failure>>;

    /// Subscribes a user to the feed found at an address as they typed it, with what was fetched on the way; where a page
    /// links to several, they choose.
    fn follow<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
        folder: Option<&'a str>,
    ) -> BoxFuture<'a, Result<SubscribeRequest, Failure>>;

    /// Follows a source at another address from now on; where others follow it too, the user goes over alone.
    fn change_address<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<AddressChange, Failure>>;

    /// Goes to the new address that a source announced: an operator for everybody, others for themselves.
    fn accept_move<'a>(
        &'a self,
        user: &'a User,
        source: SourceId,
    ) -> BoxFuture<'a, Result<AddressChange, Failure>>;

    /// Keeps the secret that a source lets us in with, or forgets it. The source becomes the user's alone and may get
    /// another id.
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
    /// A source that can be followed.
    Source(Preview),
    /// A page that links to several.
    Choice(Vec<FeedChoice>),
}

/// A source before it is followed. All texts are plain.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Preview {
    /// Where it is asked.
    pub url: String,
    /// May be empty.
    pub title: String,
    /// What it says of itself; may be empty.
    pub description: String,
    /// The site it belongs to.
    pub site: Option<String>,
    /// BCP 47 tag, where it tells one.
    pub language: Option<String>,
    /// Titles of its newest articles, and when they appeared.
    pub newest: Vec<(String, Option<Timestamp>)>,
    /// Articles that are there.
    pub n_articles: usize,
    /// Postings a day, where known.
    pub per_day: Option<f64>,
    /// The subscription, if the user has one.
    pub followed: Option<SourceId>,
}

/// A feed found at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedChoice {
    /// Where it is.
    pub url: String,
    /// Plain text; may be empty.
    pub title: String,
}

/// What came of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubscribeRequest {
    /// The feed there is followed from now on.
    Followed(AddedSubscription),
    /// Several feeds are there.
    Choice(Vec<FeedChoice>),
}

/// A new subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedSubscription {
    /// To what.
    pub source: SourceId,
    /// Its title, plain text.
    pub title: String,
    /// How many of its articles are there already.
    pub n_articles: u64,
}

/// Where a source is followed after a change of its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressChange {
    /// The source now.
    pub source: SourceId,
    /// The undo, where the user went over to another source.
    pub undo: Option<i64>,
}

/// How a source lets us in. It prints as dots.
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
