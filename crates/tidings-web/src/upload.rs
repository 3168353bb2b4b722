//! A file uploaded by a signed-in person from one of our pages: limited in size, and preceded by the session's token.

use crate::{Error, app::Inner, session::Signed, token};
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request, multipart::Field};
use http::header;
use std::{sync::Arc, time::Duration};

/// How long a file may take to arrive.
const PATIENCE: Duration = Duration::from_secs(60);
/// Space for the token and the multipart syntax around the file.
const AROUND: usize = 8 << 10;

/// A file and who sent it.
#[derive(Debug)]
pub(crate) struct Upload {
    pub(crate) signed: Signed,
    /// Its name according to the browser; plain text, shortened.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Upload {
    /// Returns whether a request contains a file, as opposed to an ordinary form.
    pub(crate) fn is_one(request: &Request) -> bool {
        let kind = request.headers().get(header::CONTENT_TYPE);
        kind.and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            let kind = kind.split(';').next().unwrap_or_default();
            kind.trim().eq_ignore_ascii_case("multipart/form-data")
        })
    }

    /// Reads it, up to a number of bytes.
    pub(crate) async fn read(
        request: Request,
        inner: &Arc<Inner>,
        most: usize,
    ) -> Result<Self, Error> {
        let (mut parts, body) = request.into_parts();
        let signed = Signed::from_request_parts(&mut parts, inner).await?;
        let declared = parts.headers.get(header::CONTENT_LENGTH);
        let declared = declared.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
        if declared.is_some_and(|bytes| bytes > most + AROUND) {
            return Err(Error::FileTooLarge { most_bytes: most });
        }
        let request = Request::from_parts(parts, body);
        let fields = Multipart::from_request(request, inner).await.map_err(|_| Error::Forged)?;
        let read = tokio::time::timeout(PATIENCE, take(fields, signed, most));
        read.await.map_err(|_| Error::Timeout)?
    }
}

async fn take(mut fields: Multipart, signed: Signed, most: usize) -> Result<Upload, Error> {
    let mut is_ours = false;
    while let Some(field) = fields.next_field().await.map_err(|_| Error::Forged)? {
        match field.name() {
            Some("token") => {
                let sent = bounded(field, AROUND).await?;
                let sent = String::from_utf8(sent).map_err(|_| Error::Forged)?;
                is_ours = token::is_masked(&sent, &signed.csrf);
            }
            // The token precedes the file: nothing large is read from a stranger.
            Some("file") if is_ours => {
                let name = field.file_name().unwrap_or_default();
                let name = name.chars().filter(|c| !c.is_control()).take(200).collect();
                let bytes = bounded(field, most).await?;
                return Ok(Upload { signed, name, bytes });
            }
            _ => return Err(Error::Forged),
        }
    }
    Err(Error::Forged)
}

async fn bounded(mut field: Field<'_>, most: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let too_large = || Error::FileTooLarge { most_bytes: most };
    while let Some(chunk) = field.chunk().await.map_err(|_| too_large())? {
        if bytes.len() + chunk.len() > most {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
