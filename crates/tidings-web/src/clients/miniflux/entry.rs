//! Articles as JSON: entries, each with its complete feed.

use super::{
    Call,
    views::{MinifluxLibrary, time},
};
use crate::{Error, clients::title, content::media_key};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use tidings_model::{ArticleId, Enclosure, Fingerprint, SourceId, UserId};
use tidings_store::FullArticle;

/// Reading speed: words, or characters of scripts without spaces.
pub(super) const WORDS_PER_MINUTE: usize = 265;
pub(super) const SIGNS_PER_MINUTE: usize = 500;

/// Maximum number of an article's enclosures that have an id.
const MOST_FILES: i64 = 64;

/// Returns the entries of articles, in the order of `ids`. Those of sources that the caller does not subscribe to are
/// left out, because clients look up every feed among those they know.
pub(super) async fn all(
    call: &Call,
    known: &MinifluxLibrary,
    ids: &[ArticleId],
) -> Result<Vec<Value>, Error> {
    let (store, user) = (&call.inner.store, call.user());
    let articles = store.articles().get_all(user, ids.to_vec()).await?;
    let mut whole: HashMap<_, _> =
        store.articles().wanted_texts(user, ids.to_vec()).await?.into_iter().collect();
    let places = places(call, &articles).await?;
    let mut feeds: HashMap<SourceId, Value> = HashMap::new();
    let mut entries = HashMap::new();
    for article in articles {
        let id = article.listed.id;
        let Some(one) = known.library.source(article.listed.source) else { continue };
        let feed = feeds.entry(one.source.id).or_insert_with(|| known.feed(one));
        let html = whole.remove(&id).unwrap_or_else(|| article.html.clone());
        entries.insert(id, entry(user, &article, &html, &places, feed));
    }
    Ok(ids.iter().filter_map(|id| entries.remove(id)).collect())
}

/// The caller's playback positions in audio and video.
pub(super) type Places = HashMap<(ArticleId, Fingerprint), u32>;

pub(super) async fn places(call: &Call, articles: &[FullArticle]) -> Result<Places, Error> {
    let with_files = articles.iter().filter(|article| !article.enclosures.is_empty());
    let ids = with_files.map(|article| article.listed.id).collect();
    let places = call.inner.store.readings().positions_in(call.user(), ids).await?;
    Ok(places.into_iter().map(|(id, place)| ((id, place.media), place.seconds)).collect())
}

fn entry(user: UserId, article: &FullArticle, html: &str, places: &Places, feed: &Value) -> Value {
    let listed = &article.listed;
    let reading = &listed.reading;
    let own = article.tags.iter().map(|(_, name)| name);
    let mut tags: Vec<&String> = article.categories.iter().chain(own).collect();
    let mut seen = std::collections::HashSet::new();
    tags.retain(|tag| seen.insert(tag.to_lowercase()));
    let files = article.enclosures.iter().zip(0..MOST_FILES);
    json!({
        "id": article.entry.0,
        "user_id": user.0,
        "feed_id": listed.source.0,
        "status": if listed.is_unread { "unread" } else { "read" },
        "hash": hash(article),
        "title": title(listed),
        "url": listed.link.as_deref().unwrap_or_default(),
        "comments_url": article.comments.as_deref().unwrap_or_default(),
        "published_at": time(Some(listed.published_at)),
        "created_at": time(Some(article.entry_at)),
        "changed_at": time(Some(article.changed_at)),
        "content": html,
        "author": listed.authors.join(", "),
        "share_code": "",
        "starred": reading.starred_at.is_some(),
        "reading_time": reading_time(html),
        "enclosures": files
            .map(|(one, index)| file(user, article, index, one, places))
            .collect::<Vec<_>>(),
        "feed": feed,
        "tags": tags,
    })
}

/// Returns the hash that identifies an article within its feed.
fn hash(article: &FullArticle) -> String {
    let listed = &article.listed;
    let name = article.guid.as_deref().or(listed.link.as_deref()).unwrap_or(&listed.title);
    let digest = Sha256::digest(format!("{}\n{name}", listed.source));
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns an enclosure. Its id encodes the article and the enclosure's index.
pub(super) fn file(
    user: UserId,
    article: &FullArticle,
    index: i64,
    one: &Enclosure,
    places: &Places,
) -> Value {
    let id = article.listed.id;
    json!({
        "id": id.0.saturating_mul(MOST_FILES).saturating_add(index),
        "user_id": user.0,
        "entry_id": article.entry.0,
        "url": one.url,
        "mime_type": one.media_type.as_deref().unwrap_or("application/octet-stream"),
        "size": one.bytes.unwrap_or(0),
        "media_progression": places.get(&(id, media_key(&one.url))).copied().unwrap_or(0),
    })
}

/// Returns the article and the index that an enclosure's id encodes.
pub(super) fn file_at(number: i64) -> (ArticleId, usize) {
    let index = usize::try_from(number.rem_euclid(MOST_FILES)).unwrap_or(0);
    (ArticleId(number.div_euclid(MOST_FILES)), index)
}

/// Returns how many minutes it takes to read a text.
pub(super) fn reading_time(html: &str) -> usize {
    let text = tidings_search::text_of(html, html.len());
    let is_sign = |letter: char| matches!(u32::from(letter), 0x3040..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7af);
    let n_signs = text.chars().filter(|letter| is_sign(*letter)).count();
    let n_words = text.split_whitespace().filter(|word| !word.contains(is_sign)).count();
    (n_signs * WORDS_PER_MINUTE + n_words * SIGNS_PER_MINUTE)
        .div_ceil(WORDS_PER_MINUTE * SIGNS_PER_MINUTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enclosures_are_found_by_their_id() {
        for (article, index) in [(1, 0), (7, 3), (33_554_431, 63)] {
            assert_eq!(file_at(article * MOST_FILES + index), (ArticleId(article), index as usize));
        }
        assert_eq!(file_at(-1).0, ArticleId(-1), "a number that nothing has");
    }

    #[test]
    fn reading_time_is_estimated_for_every_script() {
        assert_eq!(reading_time(""), 0);
        assert_eq!(reading_time("<p>A few words.</p>"), 1);
        assert_eq!(reading_time(&"<p>word</p>".repeat(266)), 2);
        assert_eq!(reading_time(&"語".repeat(501)), 2);
    }
}
