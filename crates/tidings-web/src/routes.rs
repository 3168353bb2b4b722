//! Every route: its method, its path, and who may use it. The router is built from this table and that of [`programs`],
//! so there are no other routes.

pub(crate) mod handlers;
pub mod programs;

use crate::{
    app::Inner,
    assets, live, pages, push,
    routes::handlers::{get, post},
};
use axum::{Router, extract::DefaultBodyLimit, routing::MethodRouter};
use http::Method;
use std::sync::Arc;

/// Who may use a route. The extractors of its handler enforce it; tests check every route against this table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteAccess {
    /// Everyone, signed in or not.
    Anyone,
    /// Signed-in users.
    User,
    /// Client programs with an app password.
    Program,
    /// Operators; for `/metrics` also programs on this machine.
    Operator,
}

/// One entry of the table.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// GET includes HEAD.
    pub method: &'static Method,
    /// In axum's syntax: `{id}` matches one segment.
    pub path: &'static str,
    /// Who may use it.
    pub access: RouteAccess,
    page: fn() -> MethodRouter<Arc<Inner>>,
}

/// The table.
pub const ROUTES: &[Route] = {
    use RouteAccess::{Anyone, Operator, User};
    &[
        got("/", User, || get(pages::list::today)),
        got("/unread", User, || get(pages::list::unread)),
        got("/all", User, || get(pages::list::all)),
        got("/starred", User, || get(pages::list::starred)),
        got("/later", User, || get(pages::list::later)),
        got("/search", User, || get(pages::list::search)),
        got("/folder/{id}", User, || get(pages::list::folder)),
        got("/source/{id}", User, || get(pages::list::source)),
        got("/tag/{id}", User, || get(pages::list::tag)),
        got("/more", User, || get(pages::more::show)),
        got("/help", User, || get(pages::help::contents)),
        got("/help/{page}", User, || get(pages::help::show)),
        got("/article/{id}", User, || get(pages::article::show)),
        posted("/article/{id}/read", User, || post(pages::marking::read)),
        posted("/article/{id}/unread", User, || post(pages::marking::unread)),
        posted("/article/{id}/star", User, || post(pages::marking::star)),
        posted("/article/{id}/unstar", User, || post(pages::marking::unstar)),
        posted("/article/{id}/later", User, || post(pages::marking::later)),
        posted("/article/{id}/not-later", User, || post(pages::marking::not_later)),
        posted("/article/{id}/more", User, || post(pages::marking::more)),
        posted("/article/{id}/kept", User, || post(pages::marking::kept)),
        posted("/passed", User, || post(pages::marking::passed)),
        posted("/article/{id}/less", User, || post(pages::marking::less)),
        posted("/article/{id}/neither", User, || post(pages::marking::neither)),
        posted("/today/anew", User, || post(pages::learned::anew)),
        got("/taught", User, || get(pages::learned::show)),
        posted("/taught", User, || post(pages::learned::choose)),
        posted("/taught/say", User, || post(pages::learned::say)),
        posted("/taught/rename", User, || post(pages::learned::rename)),
        posted("/taught/forget", User, || post(pages::learned::forget)),
        posted("/article/{id}/tag", User, || post(pages::marking::tag)),
        posted("/article/{id}/untag", User, || post(pages::marking::untag)),
        posted("/read-all", User, || post(pages::bulk::read_all)),
        posted("/marks", User, || post(pages::bulk::mark)),
        posted("/undo/{id}", User, || post(pages::undo::undo)),
        got("/settings", User, || get(pages::settings::show)),
        posted("/settings", User, || post(pages::settings::save)),
        posted("/settings/sidebar", User, || post(pages::sidebar::switch)),
        got("/add", User, || get(pages::add::show)),
        posted("/add", User, || post(pages::add::find)),
        posted("/follow", User, || post(pages::add::follow)),
        posted("/article/{id}/full-text", User, || post(pages::full_text::fetch)),
        posted("/article/{id}/position", User, || post(pages::position::keep)),
        got("/icon/{source}", User, || get(pages::icon::show)),
        got("/image/{signature}/{address}", User, || get(pages::image::show)),
        got("/sources", User, || get(pages::sources::show)),
        posted("/sources/act", User, || post(pages::sources::act)),
        got("/sources/export.opml", User, || get(pages::sources::export)),
        got("/sources/duplicates", User, || get(pages::duplicates::show)),
        posted("/sources/merge", User, || post(pages::duplicates::merge)),
        got("/sources/import", User, || get(pages::import::show)),
        // The handler limits the size of files.
        posted("/sources/import", User, || {
            post(pages::import::take).layer(DefaultBodyLimit::disable())
        }),
        got("/sources/import/{id}", User, || get(pages::import::progress)),
        got("/sources/{id}", User, || get(pages::source::show)),
        posted("/sources/{id}/refresh", User, || post(pages::source::refresh)),
        posted("/sources/{id}/rename", User, || post(pages::source::rename)),
        posted("/sources/{id}/move", User, || post(pages::source::move_to)),
        posted("/sources/{id}/pause", User, || post(pages::source::pause)),
        posted("/sources/{id}/resume", User, || post(pages::source::resume)),
        posted("/sources/{id}/unsubscribe", User, || post(pages::source::unsubscribe)),
        posted("/sources/{id}/address", User, || post(pages::source::address)),
        posted("/sources/{id}/accept-move", User, || post(pages::source::accept_move)),
        posted("/sources/{id}/keep-address", User, || post(pages::source::keep_address)),
        posted("/sources/{id}/options", User, || post(pages::source::options)),
        posted("/sources/{id}/fetching", User, || post(pages::source::fetching)),
        posted("/sources/{id}/key", User, || post(pages::source::key)),
        got("/folders", User, || get(pages::folders::show)),
        posted("/folders", User, || post(pages::folders::create)),
        posted("/folders/{id}/rename", User, || post(pages::folders::rename)),
        posted("/folders/{id}/move", User, || post(pages::folders::move_to)),
        posted("/folders/{id}/remove", User, || post(pages::folders::remove)),
        posted("/folders/{id}/order", User, || post(pages::folders::order)),
        got("/rules", User, || get(pages::rules::show)),
        posted("/rules", User, || post(pages::rules::editor::create)),
        got("/rules/new", User, || get(pages::rules::editor::new)),
        got("/rules/{id}", User, || get(pages::rules::editor::show)),
        posted("/rules/{id}", User, || post(pages::rules::editor::change)),
        posted("/rules/{id}/on", User, || post(pages::rules::on)),
        posted("/rules/{id}/off", User, || post(pages::rules::off)),
        posted("/rules/{id}/up", User, || post(pages::rules::up)),
        posted("/rules/{id}/down", User, || post(pages::rules::down)),
        posted("/rules/{id}/remove", User, || post(pages::rules::remove)),
        posted("/rules/{id}/restore", User, || post(pages::rules::restore)),
        posted("/rules/{id}/apply", User, || post(pages::rules::apply)),
        got("/outputs", User, || get(pages::outputs::show)),
        posted("/outputs", User, || post(pages::outputs::create)),
        posted("/outputs/{id}/remove", User, || post(pages::outputs::remove)),
        posted("/webhooks", User, || post(pages::outputs::webhook::create)),
        posted("/webhooks/{id}/on", User, || post(pages::outputs::webhook::on)),
        posted("/webhooks/{id}/off", User, || post(pages::outputs::webhook::off)),
        posted("/webhooks/{id}/remove", User, || post(pages::outputs::webhook::remove)),
        posted("/webhooks/{id}/test", User, || post(pages::outputs::webhook::test)),
        posted("/article/{id}/share", User, || post(pages::outputs::share::create)),
        posted("/shares/{id}/revoke", User, || post(pages::outputs::share::revoke)),
        got("/shared/{secret}", Anyone, || get(pages::outputs::share::show)),
        got("/shared/{secret}/image/{signature}/{address}", Anyone, || {
            get(pages::image::show_shared)
        }),
        got("/out/{feed}", Anyone, || get(pages::outputs::feed::show)),
        // The handler limits the size of messages from hubs.
        got("/push/{token}", Anyone, || get(push::confirm)),
        posted("/push/{token}", Anyone, || post(push::announce).layer(DefaultBodyLimit::disable())),
        posted("/RPC2", Anyone, || post(push::ping)),
        got("/sign-in", Anyone, || get(pages::sign_in::show)),
        posted("/sign-in", Anyone, || post(pages::sign_in::sign_in)),
        posted("/sign-out", User, || post(pages::sign_in::sign_out)),
        got("/sign-in/code", Anyone, || get(pages::sign_in_code::show)),
        posted("/sign-in/code", Anyone, || post(pages::sign_in_code::check)),
        got("/join", Anyone, || get(pages::join::show)),
        posted("/join", Anyone, || post(pages::join::accept)),
        got("/settings/account", User, || get(pages::account::show)),
        posted("/settings/account/name", User, || post(pages::account::rename)),
        posted("/settings/account/password", User, || post(pages::account::change_password)),
        got("/settings/second-step", User, || get(pages::two_factor::show)),
        posted("/settings/second-step/begin", User, || post(pages::two_factor::begin)),
        posted("/settings/second-step/confirm", User, || post(pages::two_factor::confirm)),
        posted("/settings/second-step/codes", User, || post(pages::two_factor::renew_codes)),
        posted("/settings/second-step/off", User, || post(pages::two_factor::turn_off)),
        posted("/settings/second-step/cancel", User, || post(pages::two_factor::cancel)),
        got("/settings/sessions", User, || get(pages::sessions::show)),
        posted("/settings/sessions/end", User, || post(pages::sessions::end)),
        posted("/settings/sessions/end-others", User, || post(pages::sessions::end_others)),
        got("/settings/passwords", User, || get(pages::app_passwords::show)),
        posted("/settings/passwords", User, || post(pages::app_passwords::add)),
        posted("/settings/passwords/{id}/revoke", User, || post(pages::app_passwords::revoke)),
        got("/api", User, || get(pages::api::show)),
        got("/settings/data", User, || get(pages::data::show)),
        got("/settings/data/export", User, || get(pages::data::export)),
        posted("/settings/data/delete", User, || post(pages::data::delete)),
        got("/freshness", User, || get(pages::freshness::show)),
        got("/freshness/log.csv", Operator, || get(pages::freshness::log::download)),
        got("/activity", User, || get(pages::activity::show)),
        got("/admin", Operator, || get(pages::admin::show)),
        got("/admin/users", Operator, || get(pages::admin::users::show)),
        posted("/admin/users", Operator, || post(pages::admin::users::add)),
        posted("/admin/users/{id}/role", Operator, || post(pages::admin::users::set_role)),
        posted("/admin/users/{id}/disable", Operator, || post(pages::admin::users::disable)),
        posted("/admin/users/{id}/enable", Operator, || post(pages::admin::users::enable)),
        posted("/admin/users/{id}/sign-out", Operator, || post(pages::admin::users::sign_out)),
        posted("/admin/users/{id}/reset", Operator, || post(pages::admin::users::reset)),
        posted("/admin/users/{id}/second-step-off", Operator, || {
            post(pages::admin::users::turn_off_second_step)
        }),
        posted("/admin/users/{id}/remove", Operator, || post(pages::admin::users::remove)),
        posted("/admin/invitations", Operator, || post(pages::admin::users::invite)),
        posted("/admin/invitations/revoke", Operator, || post(pages::admin::users::revoke)),
        got("/admin/backup", Operator, || get(pages::admin::backup::show)),
        posted("/admin/backup", Operator, || post(pages::admin::backup::make)),
        got("/admin/backup/{file}", Operator, || get(pages::admin::backup::download)),
        posted("/admin/backup/{file}/remove", Operator, || post(pages::admin::backup::remove)),
        got("/setup", Anyone, || get(pages::setup::show)),
        posted("/setup", Anyone, || post(pages::setup::create)),
        got("/static/{hash}/{file}", Anyone, || get(assets::serve)),
        got("/offline", User, || get(pages::offline::show)),
        got("/service-worker.js", Anyone, || get(pages::offline::worker)),
        got("/manifest.webmanifest", Anyone, || get(pages::offline::manifest)),
        got("/live", User, || get(live::show)),
        got("/robots.txt", Anyone, || get(assets::robots)),
        got("/healthz", Anyone, || get(pages::status::healthz)),
        got("/readyz", Anyone, || get(pages::status::readyz)),
        got("/metrics", Operator, || get(pages::status::metrics)),
    ]
};

const fn got(
    path: &'static str,
    access: RouteAccess,
    page: fn() -> MethodRouter<Arc<Inner>>,
) -> Route {
    Route { method: &Method::GET, path, access, page }
}

const fn posted(
    path: &'static str,
    access: RouteAccess,
    page: fn() -> MethodRouter<Arc<Inner>>,
) -> Route {
    Route { method: &Method::POST, path, access, page }
}

const fn replaced(
    path: &'static str,
    access: RouteAccess,
    page: fn() -> MethodRouter<Arc<Inner>>,
) -> Route {
    Route { method: &Method::PUT, path, access, page }
}

const fn deleted(
    path: &'static str,
    access: RouteAccess,
    page: fn() -> MethodRouter<Arc<Inner>>,
) -> Route {
    Route { method: &Method::DELETE, path, access, page }
}

/// Builds the router from the table.
pub(crate) fn router() -> Router<Arc<Inner>> {
    let pages = ROUTES.iter().map(|route| (route.path.to_owned(), (route.page)()));
    pages
        .chain(programs::all())
        .fold(Router::new(), |router, (path, page)| router.route(&path, page))
}
