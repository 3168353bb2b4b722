//! For machines: is it alive, is it ready, what does it count?

mod job_metrics;

use crate::{Error, app::Inner, guard, proxies::Peer, session::Operator};
use axum::{
    extract::{FromRequestParts, Request, State},
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use std::{sync::Arc, time::Duration};

/// Longest wait for the database to say anything.
const PATIENCE: Duration = Duration::from_secs(2);

/// `GET /healthz`: the process answers. Never asks the database, so that a slow disk does not get the process restarted.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the start is over, the daemon's heart beats and the database answers.
pub(crate) async fn readyz(State(inner): State<Arc<Inner>>) -> (StatusCode, &'static str) {
    if !inner.status.is_ready() {
        return (StatusCode::SERVICE_UNAVAILABLE, "starting or stopping\n");
    }
    if !inner.status.is_live() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the daemon's heartbeat is old\n");
    }
    match tokio::time::timeout(PATIENCE, inner.store.users().count()).await {
        Ok(Ok(_)) => (StatusCode::OK, "ready\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n"),
    }
}

/// `GET /metrics`: for an operator's session, or for a program on this machine that asks it by a loopback address or
/// "localhost" and not through a proxy (a proxy's visitors would all look local).
pub(crate) async fn metrics(
    State(inner): State<Arc<Inner>>,
    Peer(peer): Peer,
    request: Request,
) -> Result<Response, Error> {
    let host = guard::host(request.uri(), request.headers())?;
    if !guard::is_local(peer, &host, request.headers()) {
        let (mut parts, _) = request.into_parts();
        Operator::from_request_parts(&mut parts, &inner).await?;
    }
    let text = inner.status.metrics() + &jobs(&inner).await;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}

/// What is counted of jobs. Where the database does not answer in time, the other numbers are told without them.
async fn jobs(inner: &Inner) -> String {
    match tokio::time::timeout(PATIENCE, inner.store.jobs().all()).await {
        Ok(Ok(jobs)) => job_metrics::lines(&jobs),
        _ => String::new(),
    }
}
