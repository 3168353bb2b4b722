//! Subscriptions: adding, renaming, moving, removing; OPML out and in.

use super::{Answer, Call, Folders, edit::label_name, ok, said, stream, told};
use crate::{
    Error,
    clients::{self, refused},
};
use axum::response::IntoResponse;
use http::{StatusCode, header};
use serde_json::json;
use tidings_model::{FolderId, SourceId};

/// `POST …/subscription/edit`.
pub(crate) async fn edit_subscription(call: Call) -> Answer {
    let call = call.writing()?;
    match call.asked.one("ac").unwrap_or_default() {
        "subscribe" => subscribe(&call).await?,
        "unsubscribe" => unsubscribe(&call).await?,
        "edit" => edit(&call).await?,
        other => return Err(Error::BadRequest(format!("ac={other} is not known")).into()),
    }
    Ok(ok())
}

async fn subscribe(call: &Call) -> Result<(), Error> {
    let folder = call.asked.one("a").map(label_name);
    let folder = folder.filter(|name| !name.is_empty()).map(str::to_owned);
    let folders = Folders::of(&call.inner, call.caller.id()).await?;
    let folder = folder.filter(|name| name != folders.unfiled());
    for (at, name) in call.asked.all("s").enumerate() {
        let source = follow(call, stream::address(name), folder.as_deref()).await?;
        if let Some(title) = call.asked.all("t").nth(at).filter(|title| !title.trim().is_empty()) {
            rename(call, source, title).await?;
        }
    }
    Ok(())
}

/// Follows what is at an address. Where a page links to several feeds, the first is meant: nobody can be asked.
async fn follow(call: &Call, url: &str, folder: Option<&str>) -> Result<SourceId, Error> {
    clients::follow(&call.inner, call.caller.id(), url, folder)
        .await
        .map(|followed| followed.source)
}

async fn unsubscribe(call: &Call) -> Result<(), Error> {
    for name in call.asked.all("s") {
        if let Some(one) = stream::source(call, name).await? {
            call.inner.store.subscriptions().unsubscribe(call.caller.id(), one.source.id).await?;
        }
    }
    Ok(())
}

async fn edit(call: &Call) -> Result<(), Error> {
    let folders = Folders::of(&call.inner, call.caller.id()).await?;
    let (store, user, now) = (&call.inner.store, call.caller.id(), call.inner.clock.now());
    let folder: Option<Option<FolderId>> = match (call.asked.one("a"), call.asked.one("r")) {
        (Some(name), _) => match folders.find(label_name(name)) {
            Some(known) => Some(known),
            None => Some(Some(
                store
                    .subscriptions()
                    .folder(user, label_name(name).to_owned(), now)
                    .await
                    .map_err(refused)?,
            )),
        },
        (None, Some(_)) => Some(None),
        (None, None) => None,
    };
    for (at, name) in call.asked.all("s").enumerate() {
        let one = stream::source(call, name).await?.ok_or(Error::NotFound)?;
        let source = one.source.id;
        if let Some(folder) = folder {
            // Leaving a folder that it is not in changes nothing.
            let left = call.asked.one("r").map(label_name).and_then(|name| folders.find(name));
            if call.asked.has("a") || left == Some(one.subscription.folder) {
                store.subscriptions().move_to(user, source, folder).await?;
            }
        }
        if let Some(title) = call.asked.all("t").nth(at) {
            rename(call, source, title).await?;
        }
    }
    Ok(())
}

async fn rename(call: &Call, source: SourceId, title: &str) -> Result<(), Error> {
    let title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
    let renamed = call.inner.store.subscriptions().rename(call.caller.id(), source, title).await;
    renamed.map_err(refused)
}

/// `POST …/subscription/quickadd`: a failure is an answer, too.
pub(crate) async fn quickadd(call: Call) -> Answer {
    let call = call.writing()?;
    let asked = call.asked.one("quickadd").unwrap_or_default();
    let url = stream::address(asked.trim());
    let answer = match clients::follow(&call.inner, call.caller.id(), url, None).await {
        Ok(followed) => json!({
            "numResults": 1,
            "query": asked,
            "streamId": format!("feed/{}", followed.source),
            "streamName": followed.title,
        }),
        Err(error @ (Error::BadRequest(_) | Error::NotFound)) => {
            json!({ "numResults": 0, "query": asked, "error": error.to_string() })
        }
        Err(other) => return Err(other.into()),
    };
    Ok(told(&answer))
}

/// `GET …/subscribed`.
pub(crate) async fn is_subscribed(call: Call) -> Answer {
    let name = call.asked.one("s").unwrap_or_default();
    let is = stream::source(&call, name).await?.is_some();
    Ok(said(StatusCode::OK, is.to_string()))
}

/// `GET …/subscription/export`.
pub(crate) async fn export(call: Call) -> Answer {
    let opml = clients::export(&call.inner, call.caller.id()).await?;
    Ok(([(header::CONTENT_TYPE, "application/xml; charset=UTF-8")], opml).into_response())
}

/// `POST …/subscription/import`: the body is the file, whatever its type is said to be.
pub(crate) async fn import(call: Call) -> Answer {
    let call = call.writing()?;
    clients::import(&call.inner, call.caller.id(), call.body.to_vec()).await?;
    Ok(ok())
}
