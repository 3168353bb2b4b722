//! Every route: its method, its path, and who may. The router is made from this table, so there is no route outside it.

use crate::{app::Inner, assets, live, pages};
use axum::{
    Router,
    routing::{MethodRouter, get, post},
};
use http::Method;
use std::sync::Arc;

/// Who may use a route. The extractors of its page enforce it; tests try every route against this table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody, signed in or not.
    Anyone,
    /// Who is signed in.
    User,
    /// An operator; for `/metrics` also a program on this machine.
    Operator,
}

/// One entry of the table.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// GET stands for HEAD too.
    pub method: &'static Method,
    /// As axum writes it: `{id}` takes one segment.
    pub path: &'static str,
    /// Who may.
    pub access: Access,
    page: fn() -> MethodRouter<Arc<Inner>>,
}

/// The table.
pub const ROUTES: &[Route] = {
    use Access::{Anyone, Operator, User};
    &[
        got("/", User, || get(pages::list::today)),
        got("/unread", User, || get(pages::list::unread)),
        got("/all", User, || get(pages::list::all)),
        got("/starred", User, || get(pages::list::starred)),
        got("/later", User, || get(pages::list::later)),
        got("/folder/{id}", User, || get(pages::list::folder)),
        got("/source/{id}", User, || get(pages::list::source)),
        got("/tag/{id}", User, || get(pages::list::tag)),
        got("/more", User, || get(pages::more::show)),
        got("/article/{id}", User, || get(pages::article::show)),
        posted("/article/{id}/read", User, || post(pages::marking::read)),
        posted("/article/{id}/unread", User, || post(pages::marking::unread)),
        posted("/article/{id}/star", User, || post(pages::marking::star)),
        posted("/article/{id}/unstar", User, || post(pages::marking::unstar)),
        posted("/article/{id}/later", User, || post(pages::marking::later)),
        posted("/article/{id}/not-later", User, || post(pages::marking::not_later)),
        posted("/article/{id}/tag", User, || post(pages::marking::tag)),
        posted("/article/{id}/untag", User, || post(pages::marking::untag)),
        posted("/read-all", User, || post(pages::bulk::read_all)),
        posted("/marks", User, || post(pages::bulk::mark)),
        posted("/undo/{id}", User, || post(pages::undo::undo)),
        got("/settings", User, || get(pages::settings::show)),
        posted("/settings", User, || post(pages::settings::save)),
        got("/add", User, || get(pages::add::show)),
        posted("/add", User, || post(pages::add::find)),
        posted("/follow", User, || post(pages::add::follow)),
        posted("/article/{id}/full-text", User, || post(pages::whole::fetch)),
        posted("/article/{id}/position", User, || post(pages::position::keep)),
        got("/icon/{source}", User, || get(pages::icon::show)),
        got("/image/{signature}/{address}", User, || get(pages::image::show)),
        got("/sources", User, || get(pages::sources::show)),
        got("/sign-in", Anyone, || get(pages::sign_in::show)),
        posted("/sign-in", Anyone, || post(pages::sign_in::sign_in)),
        posted("/sign-out", User, || post(pages::sign_in::sign_out)),
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

/// Whether there is a page at a path without variables.
pub(crate) fn has(path: &str) -> bool {
    ROUTES.iter().any(|route| route.path == path && route.method == Method::GET)
}

const fn got(path: &'static str, access: Access, page: fn() -> MethodRouter<Arc<Inner>>) -> Route {
    Route { method: &Method::GET, path, access, page }
}

const fn posted(
    path: &'static str,
    access: Access,
    page: fn() -> MethodRouter<Arc<Inner>>,
) -> Route {
    Route { method: &Method::POST, path, access, page }
}

/// The router of the table.
pub(crate) fn router() -> Router<Arc<Inner>> {
    ROUTES.iter().fold(Router::new(), |router, route| router.route(route.path, (route.page)()))
}
