//! Adding, renaming, moving and removing subscriptions; importing and exporting OPML.

use super::{Answer, Call, Folders, edit::label_name, ok, said, stream, told};
use crate::{
    AddedSubscription, Error,
    acts::{
        self, ActError, Address, Title,
        following::{self, Following, Several},
        subscriptions::{self, Change},
    },
    clients,
};
use axum::response::IntoResponse;
use http::{StatusCode, header};
use serde_json::json;
use tidings_model::FolderId;

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
    let folder = call.asked.one("a").map(label_name).filter(|name| !name.is_empty());
    let folders = Folders::of(&call.inner, call.caller.id()).await?;
    let folder = folder.and_then(|name| folders.path(name));
    let titles = call.asked.all("t").map(Title::new).collect::<Result<Vec<_>, _>>()?;
    for (at, name) in call.asked.all("s").enumerate() {
        let source = follow(call, stream::address(name), folder).await?.source;
        if let Some(title) = titles.get(at).filter(|title| !title.is_empty()) {
            let one = call.actor().subscribed(source).await?;
            subscriptions::rename(&call.actor(), &one, title.clone()).await?;
        }
    }
    Ok(())
}

/// Subscribes to an address. If a page links to several feeds, takes the first that can be
/// fetched, because nobody can be asked.
async fn follow(call: &Call, url: &str, folder: Option<&str>) -> Result<AddedSubscription, Error> {
    let address = Address::new(url)?;
    match following::follow(&call.actor(), &address, folder, None, Several::FirstMeant).await? {
        Following::New(followed) | Following::Known(followed) => Ok(followed),
        Following::Choice(_) => Err(ActError::NoFeed.into()),
    }
}

/// Unsubscribing twice is not an error: clients do it.
async fn unsubscribe(call: &Call) -> Result<(), Error> {
    for name in call.asked.all("s") {
        if let Some(one) = stream::source(call, name).await? {
            subscriptions::end(&call.actor(), vec![one.source.id]).await?;
        }
    }
    Ok(())
}

async fn edit(call: &Call) -> Result<(), Error> {
    let (actor, folders) = (call.actor(), Folders::of(&call.inner, call.caller.id()).await?);
    let titles = call.asked.all("t").map(Title::new).collect::<Result<Vec<_>, _>>()?;
    let mut ones = Vec::new();
    // Twine sends an empty `s` when it creates a folder.
    for name in call.asked.all("s").filter(|name| !name.is_empty()) {
        ones.push(stream::source(call, name).await?.ok_or(Error::NotFound)?);
    }
    let folder: Option<Option<FolderId>> = match (call.asked.one("a"), call.asked.one("r")) {
        (Some(name), _) => match folders.path(label_name(name)) {
            Some(path) => Some(Some(acts::folders::named(&actor, path).await?)),
            None => Some(None),
        },
        (None, Some(_)) => Some(None),
        (None, None) => None,
    };
    // Removing it from a folder that it is not in changes nothing.
    let left = call.asked.one("r").map(label_name).and_then(|name| folders.find(name));
    for (at, one) in ones.iter().enumerate() {
        let is_moved = call.asked.has("a") || left == Some(one.subscription.folder);
        let title = titles.get(at).cloned();
        let change = Change { title, folder: folder.filter(|_| is_moved), ..Change::default() };
        subscriptions::change(&actor, one, change).await?;
    }
    Ok(())
}

/// `POST …/subscription/quickadd`. A failure is also reported with status 200.
pub(crate) async fn quickadd(call: Call) -> Answer {
    let call = call.writing()?;
    let asked = call.asked.one("quickadd").unwrap_or_default();
    let url = stream::address(asked.trim());
    let answer = match follow(&call, url, None).await {
        Ok(followed) => json!({
            "numResults": 1,
            "query": asked,
            "streamId": format!("feed/{}", followed.source),
            "streamName": followed.title,
        }),
        Err(error @ (Error::Refused(_) | Error::NotFound)) => {
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

/// `POST …/subscription/import`. The body is the file, whatever its declared type.
pub(crate) async fn import(call: Call) -> Answer {
    let call = call.writing()?;
    acts::imports::finish(&call.actor(), call.body.to_vec()).await?;
    Ok(ok())
}
