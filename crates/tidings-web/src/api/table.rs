//! The table of operations, the only place that names them. Routes, the OpenAPI document and the API page are generated
//! from it.

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
    /// Its method; `GET` includes `HEAD`.
    pub method: &'static Method,
    /// Its path, in the syntax that axum and OpenAPI share.
    pub path: &'static str,
    /// Its name, which never changes.
    pub id: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    pub(crate) group: Group,
    pub(crate) handler: fn() -> MethodRouter<Arc<Inner>>,
    pub(crate) shape: fn(&mut Schemas) -> Shape,
}

/// Builds the table. Each line has a method, a path, the function that handles it, and what it does.
macro_rules! operations {
    ($($method:ident $path:literal $group:ident::$name:ident $summary:literal)*) => {
        &[$(Operation {
            method: &Method::$method,
            path: concat!("/api/v1", $path),
            id: concat!(stringify!($group), ".", stringify!($name)),
            summary: $summary,
            group: Group(stringify!($group)),
            handler: || call::method_router(&Method::$method, $group::$name),
            shape: |schemas| call::shape_of($group::$name, schemas),
        }),*]
    };
}

/// The table.
#[rustfmt::skip]
pub const API: &[Operation] = operations! {
    GET "/me" me::get "Returns the account, its counts and its preferences."
    PATCH "/me/preferences" me::change "Changes preferences."
    GET "/today" today::get "Returns the articles the reader is most likely to open, each with a reason. Doesn't record them as shown."
    POST "/today" today::show "Returns Today and records its articles as shown: those the reader doesn't open count a little against similar ones."
    GET "/taught" learned::get "Returns the reader's interests: topics and sources, how much of each they open, and how certain that is."
    DELETE "/taught" learned::forget "Resets the interests. Read, starred and tagged articles stay as they are."
    PUT "/taught/topics/{id}" learned::topic "Sets how much of a topic the reader wants to see, or goes back to automatic."
    PUT "/taught/topics/{id}/name" learned::rename "Renames a topic for everyone, or restores its automatic name. Only for operators and for the only user of a server."
    PUT "/taught/sources/{id}" learned::source "Sets how much of a source the reader wants to see, or goes back to automatic."
    GET "/articles" articles::list "Lists articles, page by page."
    GET "/arrivals" articles::arrivals "Lists the articles that arrived after a given one, with their texts, in order of arrival. For programs that keep a copy."
    GET "/search" articles::search "Searches articles."
    GET "/articles/{id}" articles::get "Returns an article with its text. Doesn't mark it as read."
    PATCH "/articles/{id}" articles::change "Marks an article as read, starred or saved for later, or the opposite."
    POST "/articles/{id}/full-text" articles::fetch "Fetches the full text from the article's page."
    POST "/articles/{id}/tags" articles::tag_by_name "Adds a tag to an article by the tag's name."
    PUT "/articles/{id}/tags/{tag}" articles::tag "Adds a tag to an article."
    DELETE "/articles/{id}/tags/{tag}" articles::untag "Removes a tag from an article."
    POST "/articles/{id}/reaction" articles::react "Records a reaction to an article: show more or less like it, kept open, skipped."
    POST "/articles/{id}/share" outputs::share "Creates a share link. Anyone who has it can read the article."
    GET "/shares" outputs::shares "Lists the active share links."
    DELETE "/shares/{id}" outputs::revoke "Revokes a share link."
    GET "/outputs" outputs::list "Lists shared feeds."
    POST "/outputs" outputs::create "Shares a list as a feed. Anyone who has its address can read it."
    DELETE "/outputs/{id}" outputs::remove "Stops sharing a list as a feed."
    GET "/webhooks" webhooks::list "Lists webhooks by name."
    POST "/webhooks" webhooks::create "Creates a webhook."
    GET "/webhooks/{id}" webhooks::get "Returns a webhook."
    PATCH "/webhooks/{id}" webhooks::change "Turns a webhook on or off."
    DELETE "/webhooks/{id}" webhooks::remove "Removes a webhook."
    POST "/webhooks/{id}/test" webhooks::test "Sends a test message and returns the receiver's response."
    POST "/marks" marks::mark "Marks up to 1,000 articles."
    POST "/read-all" marks::read_all "Marks the unread articles of a list as read, up to the newest one that was shown."
    POST "/undo/{id}" undo::undo "Undoes a bulk change, within an hour."
    GET "/sources" sources::list "Lists subscriptions with the next check, its reason and the status of each source."
    POST "/sources" sources::add "Subscribes to the source at an address. If there are several feeds, returns them instead."
    POST "/sources/look" sources::look "Previews what is at an address without subscribing."
    GET "/sources/{id}" sources::get "Returns a source with all details: next check, price, outlook, priority and status."
    PATCH "/sources/{id}" sources::change "Changes the title, folder and options of a source."
    DELETE "/sources/{id}" sources::remove "Unsubscribes from a source."
    POST "/sources/{id}/refresh" sources::refresh "Checks a source now, unless it was checked too recently or asked to wait."
    GET "/sources/{id}/retrievals" sources::retrievals "Lists recent checks of a source: when, why and with what result."
    PUT "/sources/{id}/address" sources::address "Changes the address of a source."
    POST "/sources/{id}/accept-move" sources::accept_move "Switches to the new address that a source announced."
    POST "/sources/{id}/keep-address" sources::keep_address "Keeps the current address and ignores the announced one."
    GET "/folders" folders::list "Lists folders in order."
    POST "/folders" folders::create "Creates a folder."
    PUT "/folders/order" folders::order "Reorders folders."
    GET "/folders/{id}" folders::get "Returns a folder."
    PATCH "/folders/{id}" folders::rename "Renames or moves a folder."
    DELETE "/folders/{id}" folders::remove "Deletes a folder. What is in it moves to the folder around it."
    GET "/tags" tags::list "Lists tags by name."
    POST "/tags" tags::create "Creates a tag."
    GET "/tags/{id}" tags::get "Returns a tag."
    PATCH "/tags/{id}" tags::rename "Renames a tag."
    DELETE "/tags/{id}" tags::remove "Deletes a tag and removes it from all articles."
    POST "/tags/{id}/articles" marks::tag "Adds a tag to up to 1,000 articles."
    GET "/rules" rules::list "Lists rules in order."
    POST "/rules" rules::create "Creates a rule."
    POST "/rules/try" rules::attempt "Returns what a rule would have matched, without applying it."
    GET "/rules/{id}" rules::get "Returns a rule."
    PUT "/rules/{id}" rules::replace "Replaces a rule and turns it on."
    PATCH "/rules/{id}" rules::change "Turns a rule on or off, or moves it."
    DELETE "/rules/{id}" rules::remove "Removes a rule."
    POST "/rules/{id}/restore" rules::restore "Restores a removed rule, within an hour."
    POST "/rules/{id}/apply" rules::apply "Applies a rule to the articles of the last 30 days."
    GET "/rules/{id}/matches" rules::matches "Lists the matches of a rule in the last 30 days."
    GET "/opml" imports::export "Exports subscriptions as OPML."
    GET "/imports" imports::list "Lists recent imports."
    POST "/imports" imports::begin "Imports an OPML file or another reader's export. The import continues after the response."
    GET "/imports/{id}" imports::get "Returns the progress of an import."
    GET "/freshness" freshness::get "Returns how fresh articles were day by day, with Tidings' schedule and others, and the price of requests."
    GET "/events" events::stream "Streams new articles as they arrive, as server-sent events."
};
