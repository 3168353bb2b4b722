//! What an empty list says, with the next step.

use crate::{
    Error,
    app::Inner,
    pages::list_location::{ReadingList, Spot},
    preferences::Show,
    session::Signed,
};
use tidings_store::{ArticleList, Cursor};

/// Keys of the catalogue, and the address of the next step.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Empty {
    pub(crate) heading: &'static str,
    pub(crate) sentence: &'static str,
    pub(crate) label: &'static str,
    pub(crate) href: String,
    /// Whether a new selection of Today is offered first.
    pub(crate) can_renew: bool,
}

pub(super) fn empty(
    heading: &'static str,
    sentence: &'static str,
    label: &'static str,
    href: impl Into<String>,
) -> Empty {
    Empty { heading, sentence, label, href: href.into(), can_renew: false }
}

/// Returns what Today says when everything in the selection has been read.
pub(super) fn today_read() -> Empty {
    let said = empty("today-read", "today-read-why", "see-unread", "/unread");
    Empty { can_renew: true, ..said }
}

pub(crate) async fn say(inner: &Inner, signed: &Signed, spot: &Spot) -> Result<Empty, Error> {
    if spot.after.is_some() {
        let top = Spot { after: None, ..spot.clone() };
        return Ok(empty("empty-end", "empty-end-why", "empty-end-next", top.href()));
    }
    if let Some(all) = with_read(inner, signed, spot).await? {
        return Ok(empty("empty-here", "empty-here-why", "see-read", all.href()));
    }
    match spot.room {
        ReadingList::Starred => {
            return Ok(empty("empty-starred", "empty-starred-why", "see-unread", "/unread"));
        }
        ReadingList::Later => {
            return Ok(empty("empty-later", "empty-later-why", "see-unread", "/unread"));
        }
        ReadingList::Tag(_) => return Ok(empty("empty-tag", "empty-tag-why", "see-all", "/all")),
        _ => {}
    }
    let user = signed.user.id;
    if inner.store.subscriptions().count(user).await? == 0 {
        return Ok(empty("empty-new", "empty-new-why", "empty-new-next", "/add"));
    }
    let has = async |list| {
        let found = inner.store.articles().list(user, list, Cursor::START, 1).await?;
        Ok::<_, Error>(!found.articles.is_empty())
    };
    // What the list would show if everything were unread.
    let all = match spot.room {
        ReadingList::Folder(id) => ArticleList::Folder(id),
        ReadingList::Source(id) => ArticleList::Source(id),
        _ => ArticleList::All,
    };
    if !has(all).await? {
        return Ok(match all {
            ArticleList::All => {
                empty("empty-waiting", "empty-waiting-why", "empty-waiting-next", "/sources")
            }
            _ => empty("empty-bare", "empty-bare-why", "empty-waiting-next", "/sources"),
        });
    }
    if spot.room != ReadingList::Today {
        let all = Spot { show: Some(Show::All), ..spot.clone() };
        return Ok(match spot.room {
            ReadingList::Unread | ReadingList::All => {
                empty("empty-read", "empty-read-why", "see-all", "/all")
            }
            _ => empty("empty-here", "empty-here-why", "see-read", all.href()),
        });
    }
    Ok(match has(ArticleList::Unread).await? {
        false => empty("empty-read", "empty-read-why", "see-all", "/all"),
        true if has(ArticleList::today(inner.clock.now())).await? => {
            empty("empty-today-read", "empty-today-why", "see-unread", "/unread")
        }
        true => empty("empty-today", "empty-today-why", "see-unread", "/unread"),
    })
}

/// Returns a list of kept articles with what is read, if that is hidden and there is something.
async fn with_read(inner: &Inner, signed: &Signed, spot: &Spot) -> Result<Option<Spot>, Error> {
    let look = &signed.voice.look;
    let is_kept =
        matches!(spot.room, ReadingList::Starred | ReadingList::Later | ReadingList::Tag(_));
    if !is_kept || spot.shown(look) == Show::All {
        return Ok(None);
    }
    let all = Spot { show: Some(Show::All), ..spot.clone() };
    let Some(shelf) = all.shelf(look, inner.clock.now()) else { return Ok(None) };
    let found = inner.store.articles().list(signed.user.id, shelf, Cursor::START, 1).await?;
    Ok((!found.articles.is_empty()).then_some(all))
}
