//! Articles: in lists, found by words, in the order they came, and one by one.

use super::{
    answers::{Made, Now, Silent},
    call::Call,
    lists::{List, Place, article},
    parts::{Asked, At, Body},
    problem::Problem,
    values::{Id, Instant, Known, Limit, Name, One, found},
};
use crate::pages::list::search::hits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tidings_model::{ArticleId, TagId};
use tidings_store::{Cursor, FullArticle, Listed, articles as kept};

/// An article as lists have it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ListedArticle")]
pub(super) struct Entry {
    pub(super) id: Id,
    /// The id of its source.
    source: Id,
    /// The source's title as this person sees it.
    source_title: String,
    /// Plain text; may be empty.
    title: String,
    /// Where it is.
    link: Option<String>,
    /// Plain text.
    authors: Vec<String>,
    /// Plain text, short.
    summary: String,
    /// The address of a picture that stands for it.
    image: Option<String>,
    /// The date that its source tells; may lie in the future.
    published: Option<Instant>,
    /// By which lists are sorted: the earlier of the source's date and the first sight.
    sorted_by: Instant,
    /// When we saw it first.
    seen_at: Instant,
    is_read: bool,
    is_starred: bool,
    /// Put aside for later.
    is_later: bool,
    read_at: Option<Instant>,
    starred_at: Option<Instant>,
    later_at: Option<Instant>,
    opened_at: Option<Instant>,
    /// How often it was opened.
    n_opened: u32,
    /// Safe HTML; only where content was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
}

impl From<Listed> for Entry {
    fn from(one: Listed) -> Self {
        let reading = one.reading;
        Self {
            id: Id(one.id.0),
            source: Id(one.source.0),
            source_title: one.source_title,
            title: one.title,
            link: one.link,
            authors: one.authors,
            summary: one.summary,
            image: one.image,
            published: one.published.map(Instant),
            sorted_by: Instant(one.published_at),
            seen_at: Instant(one.arrived_at),
            is_read: !one.is_unread,
            is_starred: reading.starred_at.is_some(),
            is_later: reading.later_at.is_some(),
            read_at: reading.read_at.map(Instant),
            starred_at: reading.starred_at.map(Instant),
            later_at: reading.later_at.map(Instant),
            opened_at: reading.opened_at.map(Instant),
            n_opened: reading.n_opened,
            html: None,
        }
    }
}

/// A page of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ArticlePage")]
pub(super) struct Page {
    articles: Vec<Entry>,
    /// To be sent as `after` for the next page; nothing on the last.
    next: Option<Place>,
}

/// From which end a list is read.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum Order {
    #[default]
    Newest,
    Oldest,
}

/// Which page of which list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Listing {
    /// The list; everything, unless said otherwise.
    #[serde(rename = "in", default = "everything")]
    list: List,
    /// From which end.
    #[serde(default)]
    order: Order,
    /// Most articles in the answer.
    #[serde(default = "page")]
    limit: Limit,
    /// Where the former page ended: its `next`.
    after: Option<Place>,
    /// Whether the texts come along.
    #[serde(default)]
    content: bool,
}

fn everything() -> List {
    List::All
}

fn page() -> Limit {
    const { Limit::known(50) }
}

fn none() -> Known {
    const { Known::known(0) }
}

/// `GET /articles`.
pub(super) async fn list(call: Call, Asked(asked): Asked<Listing>) -> Result<Now<Page>, Problem> {
    let order = match asked.order {
        Order::Newest => kept::Order::Newest,
        Order::Oldest => kept::Order::Oldest,
    };
    let after = asked.after.map_or(Cursor::start(order), |place| place.0);
    let shelf = asked.list.shelf(&call).await?;
    let limit = asked.limit.count();
    let page = call.inner.store.list_in(order, call.user(), shelf, after, limit).await?;
    let mut articles: Vec<Entry> = page.articles.into_iter().map(Entry::from).collect();
    if asked.content {
        add_contents(&call, &mut articles).await?;
    }
    Ok(Now(Page { articles, next: page.next.map(Place) }))
}

async fn add_contents(call: &Call, entries: &mut [Entry]) -> Result<(), Problem> {
    let ids = entries.iter().map(|entry| article(entry.id)).collect();
    let full = call.inner.store.articles(call.user(), ids).await?;
    let mut texts: HashMap<ArticleId, String> =
        full.into_iter().map(|one| (one.listed.id, one.html)).collect();
    for entry in entries {
        entry.html = texts.remove(&article(entry.id));
    }
    Ok(())
}

/// Which articles that came after which.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Since {
    /// The id of the last article that is known; 0 for all there are.
    #[serde(default = "none")]
    after: Known,
    /// Most articles in the answer.
    #[serde(default = "page")]
    limit: Limit,
}

/// What came, with its text.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Arrivals")]
pub(super) struct Came {
    /// In the order they came; their ids grow.
    articles: Vec<Entry>,
    /// To be sent as `after` for what comes then; the same as before where nothing came.
    next: u64,
    /// Whether there is more already.
    has_more: bool,
}

/// `GET /arrivals`.
pub(super) async fn arrivals(call: Call, Asked(asked): Asked<Since>) -> Result<Now<Came>, Problem> {
    let limit = asked.limit.count();
    let store = &call.inner.store;
    let came = store.articles_since(call.user(), ArticleId(asked.after.get()), limit).await?;
    let has_more = came.len() == limit;
    let last = came.last().map_or(asked.after.get(), |one| one.listed.id.0);
    let entry = |one: FullArticle| Entry { html: Some(one.html), ..Entry::from(one.listed) };
    Ok(Now(Came {
        articles: came.into_iter().map(entry).collect(),
        next: last.unsigned_abs(),
        has_more,
    }))
}

/// In which order what was found is told.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum By {
    /// What fits best first.
    #[default]
    Relevance,
    Newest,
}

/// What is searched for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    /// As in the box of the search page: words, "phrases", -not, OR, title:, author:, source:, folder:, tag:, after:,
    /// before:, is:.
    q: String,
    /// In which order.
    #[serde(default)]
    order: By,
    /// Most articles in the answer.
    #[serde(default = "page")]
    limit: Limit,
    /// Where the former page ended: its `next`.
    after: Option<Place>,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SearchHits")]
pub(super) struct Found {
    articles: Vec<Entry>,
    /// To be sent as `after` for the next page; nothing on the last.
    next: Option<Place>,
    /// All articles that fit.
    n_hits: u64,
}

/// `GET /search`.
pub(super) async fn search(call: Call, Asked(asked): Asked<Words>) -> Result<Now<Found>, Problem> {
    let order = match asked.order {
        By::Relevance => tidings_search::Order::Relevance,
        By::Newest => tidings_search::Order::Newest,
    };
    let zone = call.voice().await?.zone;
    let after = asked.after.map(|place| place.0);
    let limit = asked.limit.count();
    let hits = hits(&call.inner, call.user(), zone, &asked.q, order, after, limit).await?;
    Ok(Now(Found {
        articles: hits.articles.into_iter().map(Entry::from).collect(),
        next: hits.next.map(Place),
        n_hits: hits.n_hits,
    }))
}

/// A tag on an article.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "TagOnArticle")]
pub(super) struct Tagged {
    id: Id,
    name: String,
}

/// A file that belongs to an article.
#[derive(Debug, Serialize, JsonSchema)]
struct Enclosure {
    url: String,
    media_type: Option<String>,
    bytes: Option<u64>,
    seconds: Option<u32>,
    title: Option<String>,
}

/// An article to read.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Article {
    #[serde(flatten)]
    entry: Entry,
    /// The identifier that its source shows.
    guid: Option<String>,
    /// Where it is discussed.
    comments: Option<String>,
    /// How many comments its source reports.
    n_comments: Option<u32>,
    /// When its source says it was edited.
    updated: Option<Instant>,
    /// When we saw an edit.
    edited_at: Option<Instant>,
    /// BCP 47.
    language: Option<String>,
    /// The publisher's categories.
    categories: Vec<String>,
    enclosures: Vec<Enclosure>,
    /// This person's own tags.
    tags: Vec<Tagged>,
    /// The whole text from the article's own page, where it was fetched; safe HTML.
    full_text: Option<String>,
}

async fn read(call: &Call, id: Id) -> Result<Article, Problem> {
    let store = &call.inner.store;
    let one = found(store.article(call.user(), article(id)).await?, "article")?;
    let full_text = store.full_text(call.user(), one.listed.id).await?;
    let tags = one.tags.into_iter().map(|(id, name)| Tagged { id: Id(id.0), name });
    let enclosures = one.enclosures.into_iter().map(|file| Enclosure {
        url: file.url,
        media_type: file.media_type,
        bytes: file.bytes,
        seconds: file.seconds,
        title: file.title,
    });
    Ok(Article {
        guid: one.guid,
        comments: one.comments,
        n_comments: one.n_comments,
        updated: one.updated.map(Instant),
        edited_at: one.edited_at.map(Instant),
        language: one.language,
        categories: one.categories,
        enclosures: enclosures.collect(),
        tags: tags.collect(),
        full_text: full_text.and_then(|text| text.html),
        entry: Entry { html: Some(one.html), ..Entry::from(one.listed) },
    })
}

/// `GET /articles/{id}`.
pub(super) async fn get(call: Call, At(one): At<One>) -> Result<Now<Article>, Problem> {
    read(&call, one.id).await.map(Now)
}

/// What is to be changed of an article; what is left out stays.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ArticleChange")]
pub(super) struct Change {
    is_read: Option<bool>,
    is_starred: Option<bool>,
    /// Put aside for later.
    is_later: Option<bool>,
    /// True when the person opened it just now: it becomes read, and counts for what they care for.
    opened: Option<bool>,
}

/// `PATCH /articles/{id}`: what is so already stays as it is.
pub(super) async fn change(
    call: Call,
    At(one): At<One>,
    Body(change): Body<Change>,
) -> Result<Now<Article>, Problem> {
    let (store, user, now) = (&call.inner.store, call.user(), call.now());
    let id = article(one.id);
    let before = found(store.article(user, id).await?, "article")?.listed;
    let is_other = |wish: Option<bool>, is: bool| wish.filter(|wish| *wish != is);
    if change.opened == Some(true) {
        store.opened(user, id, now).await?;
    }
    match change.is_read {
        Some(true) if before.is_unread => {
            store.mark_read(user, vec![id], now).await?;
        }
        Some(false) => {
            store.mark_unread(user, vec![id]).await?;
        }
        _ => {}
    }
    if let Some(is_starred) = is_other(change.is_starred, before.reading.starred_at.is_some()) {
        store.star(user, id, is_starred.then_some(now)).await?;
    }
    if let Some(is_later) = is_other(change.is_later, before.reading.later_at.is_some()) {
        store.put_aside(user, id, is_later.then_some(now)).await?;
    }
    read(&call, one.id).await.map(Now)
}

/// `POST /articles/{id}/full-text`: fetches the article's own page.
pub(super) async fn fetch(call: Call, At(one): At<One>) -> Result<Now<Article>, Problem> {
    let inner = &call.inner;
    let known = found(inner.store.article(call.user(), article(one.id)).await?, "article")?;
    if known.listed.link.is_none() {
        return Err(Problem::refused("the article has no address that could be fetched"));
    }
    inner.full_texts.take(call.user(), call.now())?;
    inner.actions.full_text(article(one.id)).await?;
    read(&call, one.id).await.map(Now)
}

/// A tag on an article, in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Pair {
    /// The article.
    id: Id,
    /// The tag.
    tag: Id,
}

/// `PUT /articles/{id}/tags/{tag}`.
pub(super) async fn tag(call: Call, At(pair): At<Pair>) -> Result<Silent, Problem> {
    let (store, user) = (&call.inner.store, call.user());
    let tags = store.tags(user).await?;
    let tag = found(tags.into_iter().find(|tag| tag.id.0 == pair.tag.0), "tag")?;
    store.tag(user, article(pair.id), tag.name, call.now()).await?;
    Ok(Silent)
}

/// `DELETE /articles/{id}/tags/{tag}`.
pub(super) async fn untag(call: Call, At(pair): At<Pair>) -> Result<Silent, Problem> {
    let (store, user) = (&call.inner.store, call.user());
    store.check_visible(user, article(pair.id)).await?;
    let tags = store.tags(user).await?;
    found(tags.iter().find(|tag| tag.id.0 == pair.tag.0), "tag")?;
    store.untag(user, article(pair.id), TagId(pair.tag.0)).await?;
    Ok(Silent)
}

/// A tag by its name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TagName")]
pub(super) struct Named {
    /// The tag is made if there is none of that name.
    name: Name,
}

/// `POST /articles/{id}/tags`.
pub(super) async fn tag_by_name(
    call: Call,
    At(one): At<One>,
    Body(named): Body<Named>,
) -> Result<Made<Tagged>, Problem> {
    let (store, user) = (&call.inner.store, call.user());
    let before = found(store.article(user, article(one.id)).await?, "article")?.tags;
    let tag = store.tag(user, article(one.id), named.name.0.clone(), call.now()).await?;
    let tagged = Tagged { id: Id(tag.0), name: named.name.0 };
    Ok(if before.iter().any(|(id, _)| *id == tag) {
        Made::Known(tagged)
    } else {
        Made::New(tagged, format!("/articles/{}/tags/{tag}", one.id.0))
    })
}
