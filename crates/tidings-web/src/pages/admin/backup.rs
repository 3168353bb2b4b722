//! `/admin/backup`: creating, downloading and removing backups in the data folder.

use crate::{
    BackupOutcome, Error,
    app::Inner,
    forms::{Nothing, OperatorForm},
    pages::{DoneQuery, Place, Shell, admin::size, page},
    session::{self, Operator},
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    body::Body,
    extract::{Path, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderValue, header};
use std::sync::Arc;

struct Row {
    name: String,
    made: Time,
    size: String,
}

#[derive(Template)]
#[template(path = "admin/backup.html")]
struct Page {
    t: Voice,
    shell: Shell,
    said: Option<String>,
    complaint: Option<String>,
    rows: Vec<Row>,
    free: Option<String>,
}

/// `GET /admin/backup`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<DoneQuery>,
    operator: Operator,
) -> Result<Response, Error> {
    let signed = &operator.signed;
    let t = &signed.voice;
    let now = inner.clock.now();
    let said = match asked.done.as_str() {
        "made" => Some(t.of("backup-made").to_owned()),
        "under-way" => Some(t.of("backup-under-way").to_owned()),
        "removed" => Some(t.of("backup-removed").to_owned()),
        _ => None,
    };
    let complaint = (asked.done == "failed").then(|| t.of("backup-failed").to_owned());
    let backups = inner.keeping.backups().await.map_err(|error| broken(&error))?;
    let rows = backups.into_iter().map(|backup| Row {
        made: t.full(backup.made_at, now),
        size: size(t, backup.bytes),
        name: backup.name,
    });
    page(&Page {
        rows: rows.collect(),
        shell: Shell::new(&inner, signed, Place::Admin).await?,
        said,
        complaint,
        free: inner.keeping.installation().free_bytes.map(|bytes| size(t, bytes)),
        t: t.clone(),
    })
}

fn broken(error: &std::io::Error) -> Error {
    Error::internal("the backups cannot be read or written", error)
}

/// `POST /admin/backup`.
pub(crate) async fn make(
    State(inner): State<Arc<Inner>>,
    form: OperatorForm<Nothing>,
) -> Result<Response, Error> {
    let OperatorForm { operator: _, fields: Nothing {} } = form;
    let done = match inner.keeping.back_up().await {
        BackupOutcome::Done => "made",
        BackupOutcome::UnderWay => "under-way",
        BackupOutcome::Failed => "failed",
    };
    Ok(Redirect::to(&format!("/admin/backup?done={done}")).into_response())
}

/// `GET /admin/backup/{file}`.
pub(crate) async fn download(
    State(inner): State<Arc<Inner>>,
    Path(name): Path<String>,
    operator: Operator,
) -> Result<Response, Error> {
    let opened = inner.keeping.open_backup(name.clone()).await.map_err(|error| broken(&error))?;
    let bytes = opened.ok_or(Error::NotFound)?;
    // We created every listed name; even so, no character that is invalid in a header gets into one.
    let plain: String =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || "-._".contains(*c)).collect();
    let disposition = format!("attachment; filename=\"{plain}\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(disposition).map_err(|_| Error::NotFound)?,
        ),
    ];
    let body = Body::from_stream(session::while_it_lasts(inner, operator.signed, bytes));
    Ok((headers, body).into_response())
}

/// `POST /admin/backup/{file}/remove`.
pub(crate) async fn remove(
    State(inner): State<Arc<Inner>>,
    Path(name): Path<String>,
    form: OperatorForm<Nothing>,
) -> Result<Response, Error> {
    let OperatorForm { operator: _, fields: Nothing {} } = form;
    if !inner.keeping.remove_backup(name).await.map_err(|error| broken(&error))? {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to("/admin/backup?done=removed").into_response())
}
