//! The routes of programs other than browsers, in a table of the same kind as that of pages.

use super::{
    Route, RouteAccess, deleted, got,
    handlers::{any, delete, either, get, post, put},
    posted, replaced,
};
use crate::{api, app::Inner, clients, pages};
use axum::routing::MethodRouter;
use std::sync::Arc;

/// Routes that belong to no larger API.
pub const PROGRAMS: &[Route] = {
    use RouteAccess::Anyone;
    use clients::{fever, greader};
    &[
        // Fever's key is in the body, and a wrong one still gets a response with status 200.
        posted("/fever", Anyone, || either(fever::answer)),
        posted("/fever/", Anyone, || either(fever::answer)),
        posted("/api/fever.php", Anyone, || either(fever::answer)),
        posted("/api/fever.php/", Anyone, || either(fever::answer)),
        got("/api/greader.php", Anyone, || get(greader::here)),
        got("/api/greader.php/", Anyone, || get(greader::here)),
        got("/api/v1/openapi.json", Anyone, || get(api::serve)),
        got("/api/icon/{user}/{source}/{signature}", Anyone, || get(pages::icon::signed)),
    ]
};

/// The Google Reader API: at these paths, and again under [`GREADER_AT`]. Everything that only reads accepts both methods:
/// some clients send all parameters in a body.
pub const GREADER: &[Route] = {
    use RouteAccess::{Anyone, Program};
    use clients::greader as api;
    &[
        posted("/accounts/ClientLogin", Anyone, || either(api::sign_in)),
        got("/check/compatibility", Anyone, || either(api::compatibility)),
        got("/reader/api/0/token", Program, || either(api::token)),
        got("/reader/api/0/user-info", Program, || either(api::user_info)),
        got("/reader/api/0/tag/list", Program, || either(api::tags)),
        got("/reader/api/0/subscription/list", Program, || either(api::subscriptions)),
        got("/reader/api/0/unread-count", Program, || either(api::unread_count)),
        got("/reader/api/0/preference/list", Program, || either(api::preferences)),
        got("/reader/api/0/preference/stream/list", Program, || either(api::preferences)),
        got("/reader/api/0/stream/items/ids", Program, || either(api::ids)),
        got("/reader/api/0/stream/items/count", Program, || either(api::count)),
        posted("/reader/api/0/stream/items/contents", Program, || either(api::items)),
        got("/reader/api/0/stream/contents", Program, || either(api::contents)),
        got("/reader/api/0/stream/contents/", Program, || either(api::contents)),
        got("/reader/api/0/stream/contents/{*stream}", Program, || either(api::contents_of)),
        got("/reader/atom/{*stream}", Program, || either(api::atom)),
        posted("/reader/api/0/edit-tag", Program, || post(api::edit_tag)),
        posted("/reader/api/0/mark-all-as-read", Program, || post(api::mark_all_as_read)),
        posted("/reader/api/0/rename-tag", Program, || post(api::rename_tag)),
        posted("/reader/api/0/disable-tag", Program, || post(api::disable_tag)),
        posted("/reader/api/0/subscription/edit", Program, || post(api::edit_subscription)),
        posted("/reader/api/0/subscription/quickadd", Program, || post(api::quickadd)),
        got("/reader/api/0/subscribed", Program, || either(api::is_subscribed)),
        got("/reader/api/0/subscription/export", Program, || either(api::export)),
        posted("/reader/api/0/subscription/import", Program, || post(api::import)),
    ]
};

/// The Miniflux API: one entry per method.
pub const MINIFLUX: &[Route] = {
    use RouteAccess::{Anyone, Program};
    use clients::miniflux as api;
    &[
        got("/healthcheck", Anyone, || get(api::healthcheck)),
        got("/v1/me", Program, || get(api::me)),
        got("/v1/version", Program, || get(api::version)),
        got("/v1/integrations/status", Program, || get(api::integrations)),
        got("/v1/users", Program, || any(api::elsewhere).get(api::users)),
        got("/v1/users/{id}", Program, || any(api::elsewhere).get(api::user)),
        replaced("/v1/users/{id}/mark-all-as-read", Program, || put(api::read_everything)),
        got("/v1/categories", Program, || get(api::categories)),
        posted("/v1/categories", Program, || post(api::add_category)),
        replaced("/v1/categories/{id}", Program, || put(api::change_category)),
        deleted("/v1/categories/{id}", Program, || delete(api::remove_category)),
        replaced("/v1/categories/{id}/mark-all-as-read", Program, || put(api::read_category)),
        replaced("/v1/categories/{id}/refresh", Program, || put(api::refresh_category)),
        got("/v1/categories/{id}/feeds", Program, || get(api::category_feeds)),
        got("/v1/categories/{id}/entries", Program, || get(api::category_entries)),
        got("/v1/categories/{id}/entries/{entry}", Program, || get(api::category_entry)),
        got("/v1/feeds", Program, || get(api::feeds)),
        posted("/v1/feeds", Program, || post(api::add_feed)),
        got("/v1/feeds/counters", Program, || get(api::counters)),
        replaced("/v1/feeds/refresh", Program, || put(api::refresh_feeds)),
        got("/v1/feeds/{id}", Program, || get(api::feed)),
        replaced("/v1/feeds/{id}", Program, || put(api::change_feed)),
        deleted("/v1/feeds/{id}", Program, || delete(api::remove_feed)),
        replaced("/v1/feeds/{id}/refresh", Program, || put(api::refresh_feed)),
        replaced("/v1/feeds/{id}/mark-all-as-read", Program, || put(api::read_feed)),
        got("/v1/feeds/{id}/icon", Program, || get(api::feed_icon)),
        got("/v1/feeds/{id}/entries", Program, || get(api::feed_entries)),
        got("/v1/feeds/{id}/entries/{entry}", Program, || get(api::feed_entry)),
        got("/v1/icons/{id}", Program, || get(api::icon)),
        posted("/v1/discover", Program, || post(api::discover)),
        got("/v1/export", Program, || get(api::export)),
        posted("/v1/import", Program, || post(api::import)),
        got("/v1/entries", Program, || get(api::entries)),
        replaced("/v1/entries", Program, || put(api::mark)),
        got("/v1/entries/ids", Program, || get(api::entry_ids)),
        got("/v1/entries/{id}", Program, || get(api::entry)),
        replaced("/v1/entries/{id}", Program, || put(api::change_entry)),
        replaced("/v1/entries/{id}/bookmark", Program, || put(api::star)),
        replaced("/v1/entries/{id}/star", Program, || put(api::star)),
        posted("/v1/entries/{id}/save", Program, || post(api::save)),
        got("/v1/entries/{id}/fetch-content", Program, || get(api::whole_text)),
        replaced("/v1/flush-history", Program, || put(api::flush_history)),
        deleted("/v1/flush-history", Program, || delete(api::flush_history)),
        got("/v1/enclosures/{id}", Program, || get(api::enclosure)),
        replaced("/v1/enclosures/{id}", Program, || put(api::keep_progression)),
        got("/v1/{*rest}", Program, || any(api::elsewhere)),
    ]
};

/// Where clients configured for FreshRSS look for the Google Reader API.
pub const GREADER_AT: &str = "/api/greader.php";
/// Returns all routes of programs.
pub(super) fn all() -> impl Iterator<Item = (String, MethodRouter<Arc<Inner>>)> {
    let page = |route: &Route| (route.page)();
    let alone = PROGRAMS.iter().map(move |route| (route.path.to_owned(), page(route)));
    let greader = ["", GREADER_AT].into_iter().flat_map(move |at| {
        GREADER.iter().map(move |route| (format!("{at}{}", route.path), page(route)))
    });
    let miniflux = MINIFLUX.iter().map(|route| (route.path.to_owned(), (route.page)()));
    let own = api::API.iter().map(|one| (one.path.to_owned(), (one.handler)()));
    alone.chain(greader).chain(miniflux).chain(own)
}
