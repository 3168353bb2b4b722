//! The table of operations: the one place that names them. Routes, document and page are made from it.

use super::{
    articles, call, events, folders, freshness, imports, learned, marks, me, outputs, rules,
    shape::{Group, Schemas, Shape},
    sources, tags, today, undo, webhooks,
};
use crate::app::Inner;
use axum::routing::MethodRouter;
use http::Method;
use std::sync::Arc;

/// One operation.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// Its method; `GET` stands for `HEAD` too.
    pub method: &'static Method,
    /// As axum and OpenAPI write it.
    pub path: &'static str,
    /// Its name, the same for ever.
    pub id: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    pub(crate) group: Group,
    pub(crate) door: fn() -> MethodRouter<Arc<Inner>>,
    pub(crate) shape: fn(&mut Schemas) -> Shape,
}

/// Each line is a method, a path, the function that answers, and what it does.
macro_rules! operations {
    ($($method:ident $path:literal $group:ident::$name:ident $summary:literal)*) => {
        &[$(Operation {
            method: &Method::$method,
            path: concat!("/api/v1", $path),
            id: concat!(stringify!($group), ".", stringify!($name)),
            summary: $summary,
            group: Group(stringify!($group)),
            door: || call::door(&Method::$method, $group::$name),
            shape: |schemas| call::shape_of($group::$name, schemas),
        }),*]
    };
}

/// The table.
#[rustfmt::skip]
pub const API: &[Operation] = operations! {
    GET "/me" me::get "Who this is, how much there is, what was chosen."
    PATCH "/me/preferences" me::change "Changes what was chosen."
    GET "/today" today::get "The articles that the person is likely to open, each with why. Nothing is noted as shown."
    POST "/today" today::show "Shows the person Today: what they do not open of it counts a little against it."
    GET "/taught" learned::get "What was learned of the person: topics and sources, how much of each they open, and how sure that is."
    DELETE "/taught" learned::forget "Forgets what was learned; what was read, starred and tagged stays."
    PUT "/taught/topics/{id}" learned::topic "Says how much of a topic the person wants to read, or takes that back."
    PUT "/taught/topics/{id}/name" learned::rename "Gives a topic a name for everybody, or the learned one back. For operators, and whoever is the only user."
    PUT "/taught/sources/{id}" learned::source "Says how much of a source the person wants to read, or takes that back."
    GET "/articles" articles::list "A page of a list of articles."
    GET "/arrivals" articles::arrivals "What came after an article, with its text, in the order it came: for programs that keep a copy."
    GET "/search" articles::search "Articles that words are found in."
    GET "/articles/{id}" articles::get "An article with its text. Asking does not mark it read."
    PATCH "/articles/{id}" articles::change "Marks an article read, starred or put aside, or the opposite."
    POST "/articles/{id}/full-text" articles::fetch "Fetches the whole text from the article's own page."
    POST "/articles/{id}/tags" articles::tag_by_name "Puts the tag of a name on an article."
    PUT "/articles/{id}/tags/{tag}" articles::tag "Puts a tag on an article."
    DELETE "/articles/{id}/tags/{tag}" articles::untag "Takes a tag off an article."
    POST "/articles/{id}/reaction" articles::react "Says what the person thinks of an article: more or less like it, kept open, passed over."
    POST "/articles/{id}/share" outputs::share "Makes a link to an article for whoever has it."
    GET "/shares" outputs::shares "The links to articles that are alive."
    DELETE "/shares/{id}" outputs::revoke "Revokes a link."
    GET "/outputs" outputs::list "Lists that go out as feeds."
    POST "/outputs" outputs::create "Lets a list out as a feed, for whoever has its address."
    DELETE "/outputs/{id}" outputs::remove "Lets a list out no more."
    GET "/webhooks" webhooks::list "Webhooks by name."
    POST "/webhooks" webhooks::create "Makes a webhook."
    GET "/webhooks/{id}" webhooks::get "A webhook."
    PATCH "/webhooks/{id}" webhooks::change "Switches a webhook on or off."
    DELETE "/webhooks/{id}" webhooks::remove "Removes a webhook."
    POST "/webhooks/{id}/test" webhooks::test "Sends a message that says nothing, and tells what the receiver said."
    POST "/marks" marks::mark "Marks up to a thousand articles."
    POST "/read-all" marks::read_all "Marks what is unread of a list read, up to the newest article that was shown."
    POST "/undo/{id}" undo::undo "Takes back what was done to many things, within an hour."
    GET "/sources" sources::list "What is followed, with the plan, its reason and the health of each."
    POST "/sources" sources::add "Follows what is at an address; where there are several feeds, tells them."
    POST "/sources/look" sources::look "Looks at an address without following anything."
    GET "/sources/{id}" sources::get "A source with everything that is known of it: plan, price, outlook, weight, health."
    PATCH "/sources/{id}" sources::change "Changes title, folder, and what is wished of a source."
    DELETE "/sources/{id}" sources::remove "Does not follow a source any more."
    POST "/sources/{id}/refresh" sources::refresh "Looks at a source now, if that is polite."
    GET "/sources/{id}/retrievals" sources::retrievals "The last looks at a source: when, why, and what came of them."
    PUT "/sources/{id}/address" sources::address "Follows a source at another address."
    POST "/sources/{id}/accept-move" sources::accept_move "Goes to the new address that a source announced."
    POST "/sources/{id}/keep-address" sources::keep_address "Stays at the address, whatever a source announced."
    GET "/folders" folders::list "Folders in their order."
    POST "/folders" folders::create "Makes a folder."
    PUT "/folders/order" folders::order "Puts folders in order."
    GET "/folders/{id}" folders::get "A folder."
    PATCH "/folders/{id}" folders::rename "Renames a folder."
    DELETE "/folders/{id}" folders::remove "Removes a folder; its sources stay."
    GET "/tags" tags::list "Tags by name."
    POST "/tags" tags::create "Makes a tag."
    GET "/tags/{id}" tags::get "A tag."
    PATCH "/tags/{id}" tags::rename "Renames a tag."
    DELETE "/tags/{id}" tags::remove "Removes a tag from all articles."
    POST "/tags/{id}/articles" marks::tag "Puts a tag on up to a thousand articles."
    GET "/rules" rules::list "Rules in their order."
    POST "/rules" rules::create "Makes a rule."
    POST "/rules/try" rules::attempt "Tells what a rule would have matched, and does nothing."
    GET "/rules/{id}" rules::get "A rule."
    PUT "/rules/{id}" rules::replace "Replaces what a rule says, and switches it on."
    PATCH "/rules/{id}" rules::change "Switches a rule on or off, or moves it."
    DELETE "/rules/{id}" rules::remove "Removes a rule."
    POST "/rules/{id}/restore" rules::restore "Brings a removed rule back, within an hour."
    POST "/rules/{id}/apply" rules::apply "Carries a rule out on what came lately."
    GET "/rules/{id}/matches" rules::matches "What a rule matched lately."
    GET "/opml" imports::export "Subscriptions as OPML."
    GET "/imports" imports::list "The last imports."
    POST "/imports" imports::begin "Takes in an OPML file or another reader's export; it goes on after the answer."
    GET "/imports/{id}" imports::get "How far an import is."
    GET "/freshness" freshness::get "How fresh articles were day by day, under our policy and others, and what requests cost."
    GET "/events" events::stream "Server-sent events: what arrives, as it arrives."
};
