//! Where programs call, other than browsers: the same kind of table as that of the pages.

use super::{Access, Route, got, posted};
use crate::{app::Inner, clients, pages};
use axum::routing::{MethodRouter, get, post};
use std::sync::Arc;

/// What stands for itself alone.
pub const PROGRAMS: &[Route] = {
    use Access::Anyone;
    use clients::{fever, greader};
    &[
        // Fever's key is in the body, and a wrong one gets an answer.
        posted("/fever", Anyone, || post(fever::answer).get(fever::answer)),
        posted("/fever/", Anyone, || post(fever::answer).get(fever::answer)),
        posted("/api/fever.php", Anyone, || post(fever::answer).get(fever::answer)),
        got("/api/greader.php", Anyone, || get(greader::here)),
        got("/api/greader.php/", Anyone, || get(greader::here)),
        got("/api/icon/{user}/{source}/{signature}", Anyone, || get(pages::icon::signed)),
    ]
};

/// The Google Reader API: as it stands here, and once more under [`GREADER_AT`].
pub const GREADER: &[Route] = {
    use Access::{Anyone, Program};
    use clients::greader as api;
    &[
        posted("/accounts/ClientLogin", Anyone, || post(api::sign_in).get(api::sign_in)),
        got("/check/compatibility", Anyone, || get(api::compatibility)),
        got("/reader/api/0/token", Program, || get(api::token)),
        got("/reader/api/0/user-info", Program, || get(api::user_info)),
        got("/reader/api/0/tag/list", Program, || get(api::tags)),
        got("/reader/api/0/subscription/list", Program, || get(api::subscriptions)),
        got("/reader/api/0/unread-count", Program, || get(api::unread_count)),
        got("/reader/api/0/preference/list", Program, || get(api::preferences)),
        got("/reader/api/0/preference/stream/list", Program, || get(api::preferences)),
        got("/reader/api/0/stream/items/ids", Program, || get(api::ids).post(api::ids)),
        got("/reader/api/0/stream/items/count", Program, || get(api::count)),
        posted("/reader/api/0/stream/items/contents", Program, || post(api::items).get(api::items)),
        got("/reader/api/0/stream/contents", Program, || get(api::contents).post(api::contents)),
        got("/reader/api/0/stream/contents/", Program, || get(api::contents)),
        got("/reader/api/0/stream/contents/{*stream}", Program, || get(api::contents_of)),
        got("/reader/atom/{*stream}", Program, || get(api::atom)),
        posted("/reader/api/0/edit-tag", Program, || post(api::edit_tag)),
        posted("/reader/api/0/mark-all-as-read", Program, || post(api::mark_all_as_read)),
        posted("/reader/api/0/rename-tag", Program, || post(api::rename_tag)),
        posted("/reader/api/0/disable-tag", Program, || post(api::disable_tag)),
        posted("/reader/api/0/subscription/edit", Program, || post(api::edit_subscription)),
        posted("/reader/api/0/subscription/quickadd", Program, || post(api::quickadd)),
        got("/reader/api/0/subscribed", Program, || get(api::is_subscribed)),
        got("/reader/api/0/subscription/export", Program, || get(api::export)),
        posted("/reader/api/0/subscription/import", Program, || post(api::import)),
    ]
};

/// Where clients that say "FreshRSS" look for the Google Reader API.
pub const GREADER_AT: &str = "/api/greader.php";

/// Everything that programs call.
pub(super) fn all() -> impl Iterator<Item = (String, MethodRouter<Arc<Inner>>)> {
    let page = |route: &Route| (route.page)().options(clients::greader::options);
    let alone = PROGRAMS.iter().map(move |route| (route.path.to_owned(), page(route)));
    let greader = ["", GREADER_AT].into_iter().flat_map(move |at| {
        GREADER.iter().map(move |route| (format!("{at}{}", route.path), page(route)))
    });
    alone.chain(greader)
}
