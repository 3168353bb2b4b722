//! Method routers, as axum makes them, for functions whose type is hidden: everything around the three hundred handlers
//! is compiled once and not for each of them.

use crate::app::Inner;
use axum::{
    extract::Request,
    handler::Handler,
    response::Response,
    routing::{self, MethodFilter, MethodRouter},
};
use std::{pin::Pin, sync::Arc};

/// The response of a handler, as axum's implementations for functions make it.
pub(crate) type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler of hidden type.
#[derive(Clone)]
struct Erased(Arc<dyn Fn(Request, Arc<Inner>) -> Answering + Send + Sync>);

impl Handler<(), Arc<Inner>> for Erased {
    type Future = Answering;

    fn call(self, request: Request, inner: Arc<Inner>) -> Answering {
        (self.0)(request, inner)
    }
}

fn erased<T>(handler: impl Handler<T, Arc<Inner>, Future = Answering>) -> Erased {
    Erased(Arc::new(move |request, inner| handler.clone().call(request, inner)))
}

/// Routes requests with these methods to a function of a request.
pub(crate) fn on_request(
    filter: MethodFilter,
    answer: impl Fn(Request, Arc<Inner>) -> Answering + Send + Sync + 'static,
) -> MethodRouter<Arc<Inner>> {
    routing::on(filter, Erased(Arc::new(answer)))
}

/// Routes `GET` and `HEAD` to a handler.
pub(crate) fn get<T>(
    handler: impl Handler<T, Arc<Inner>, Future = Answering>,
) -> MethodRouter<Arc<Inner>> {
    routing::get(erased(handler))
}

/// Routes `POST` to a handler.
pub(crate) fn post<T>(
    handler: impl Handler<T, Arc<Inner>, Future = Answering>,
) -> MethodRouter<Arc<Inner>> {
    routing::post(erased(handler))
}

/// Routes `PUT` to a handler.
pub(crate) fn put<T>(
    handler: impl Handler<T, Arc<Inner>, Future = Answering>,
) -> MethodRouter<Arc<Inner>> {
    routing::put(erased(handler))
}

/// Routes `DELETE` to a handler.
pub(crate) fn delete<T>(
    handler: impl Handler<T, Arc<Inner>, Future = Answering>,
) -> MethodRouter<Arc<Inner>> {
    routing::delete(erased(handler))
}

/// Routes `GET` and `POST` to the same handler.
pub(crate) fn either<T>(
    handler: impl Handler<T, Arc<Inner>, Future = Answering>,
) -> MethodRouter<Arc<Inner>> {
    let erased = erased(handler);
    routing::get(erased.clone()).post(erased)
}

/// Routes all methods to a handler.
pub(crate) fn any<T>(
    handler: impl Handler<T, Arc<Inner>, Future = Answering>,
) -> MethodRouter<Arc<Inner>> {
    routing::any(erased(handler))
}
