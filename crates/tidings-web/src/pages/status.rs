//! For monitoring: liveness, readiness and metrics.

mod job_metrics;

use crate::{Error, app::Inner, guard, proxies::Peer, session::Operator};
use axum::{
    extract::{FromRequestParts, Request, State},
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use std::{sync::Arc, time::Duration};

/// Maximum wait for the database.
const PATIENCE: Duration = Duration::from_secs(2);

/// `GET /healthz`: the process responds. Never queries the database, so that a slow disk does not get the process
/// restarted.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: start-up is over, the daemon's heartbeat is recent and the database responds.
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

/// `GET /metrics`: for an operator's session, or for a program on this machine that uses a loopback address or
/// "localhost" and no proxy (all visitors of a proxy would look local).
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

/// Returns the metrics of jobs; empty if the database does not respond in time, so that the other metrics are still
/// returned.
async fn jobs(inner: &Inner) -> String {
    match tokio::time::timeout(PATIENCE, inner.store.jobs().all()).await {
        Ok(Ok(jobs)) => job_metrics::lines(&jobs),
        _ => String::new(),
    }
}
