//! A table of user actions. On every surface the same action has the same effect, or is refused for the same reason and
//! changes nothing. `docs/notes/acts.md` explains what each row settles.

mod surfaces;

use http::Method;
use serde_json::{Value, json};
use std::future::Future;
use std::pin::Pin;
use surfaces::{Attempt, Setup, Why, World};
use tidings_model::{Clock, SourceState};

/// The part of the state that a row compares.
type Look = for<'w> fn(&'w World) -> Pin<Box<dyn Future<Output = String> + 'w>>;

/// The expected result of an action.
#[derive(Debug, Clone, Copy)]
enum Comes {
    Effect(&'static str),
    Refusal(Why),
}
use Comes::{Effect, Refusal};

/// An action, how each surface performs it, and the expected result.
struct Row {
    act: &'static str,
    setup: Setup,
    look: Look,
    comes: Comes,
    attempts: Vec<Attempt>,
}

fn row(act: &'static str, look: Look, comes: Comes) -> Row {
    Row { act, setup: Setup::default(), look, comes, attempts: Vec::new() }
}

fn owned(fields: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
}

impl Row {
    fn given(mut self, setup: Setup) -> Self {
        self.setup = setup;
        self
    }

    fn page(mut self, path: &'static str, fields: &[(&'static str, &str)]) -> Self {
        self.attempts.push(Attempt::Page(path, owned(fields)));
        self
    }

    fn api(mut self, method: Method, path: &'static str, body: Value) -> Self {
        self.attempts.push(Attempt::Api(method, path, body));
        self
    }

    fn greader(mut self, path: &'static str, fields: &[(&'static str, &str)]) -> Self {
        self.attempts.push(Attempt::Greader(path, owned(fields)));
        self
    }

    fn fever(mut self, query: &'static str) -> Self {
        self.attempts.push(Attempt::Fever(query));
        self
    }

    fn miniflux(mut self, method: Method, path: &'static str, body: Value) -> Self {
        self.attempts.push(Attempt::Miniflux(method, path, body));
        self
    }

    /// Performs the action on every surface, each in a world of its own.
    async fn check(&self) {
        for attempt in &self.attempts {
            let world = World::new(self.setup).await;
            let before = (self.look)(&world).await;
            let answer = attempt.make(&world).await;
            let context =
                format!("{}: {attempt:.300?}: {} {:.600}", self.act, answer.status, answer.body);
            let after = (self.look)(&world).await;
            match self.comes {
                Effect(expected) => {
                    assert!(attempt.is_done(&answer), "{context}");
                    assert_eq!(after, expected, "{context}");
                }
                Refusal(why) => {
                    assert!(attempt.is_refused(&answer, why), "{why:?} was expected of {context}");
                    assert_eq!(after, before, "nothing changes where nothing is done: {context}");
                }
            }
        }
    }
}

async fn check(rows: Vec<Row>) {
    for row in rows {
        row.check().await;
    }
}

fn folders(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(world.folders())
}

/// Returns the title, the folder, whether it is paused, the intervals, and the state of the source.
fn subscription(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(async {
        let Some(one) = world.subscription().await else { return "none".to_owned() };
        let (options, state) = (&one.options, one.source.state);
        let folder = one.subscription.folder.map(|id| id == world.folder);
        format!(
            "{:?} {folder:?} {} {:?}-{:?} {}",
            one.subscription.title,
            if one.paused_at.is_some() { "paused" } else { "on" },
            options.min_minutes,
            options.max_minutes,
            if state == SourceState::Active { "active" } else { "asleep" },
        )
    })
}

/// Returns whether the article is read, starred and saved for later, how often it was opened, and which reactions are
/// recorded.
fn article(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(async {
        let one = world.article().await.listed;
        let (store, user) = (&world.server.store, world.user);
        let opened = store.readings().get(user, one.id).await.unwrap().n_opened;
        let noted = store.users().reactions(user, world.begun).await.unwrap();
        let noted = noted.iter().filter(|reacted| reacted.at > world.begun);
        let since =
            |at: Option<jiff::Timestamp>| at.map(|at| at.duration_since(world.begun).as_secs());
        format!(
            "{} starred {:?} later {:?} opened {opened} noted {:?}",
            if one.is_unread { "unread" } else { "read" },
            since(one.reading.starred_at),
            since(one.reading.later_at),
            noted.map(|reacted| reacted.reaction).collect::<Vec<_>>(),
        )
    })
}

/// Returns all tags, and those on the article.
fn tags(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(async {
        let on = world.article().await.tags.into_iter().map(|(_, name)| name);
        format!("{} | {}", world.tags().await, on.collect::<Vec<_>>().join(", "))
    })
}

fn rules(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(async {
        let rules = world.server.store.rules().list(world.user).await.unwrap();
        let told =
            rules.iter().map(|one| format!("{} {:?}", one.rule.name.len(), one.rule.actions));
        told.collect::<Vec<_>>().join("; ")
    })
}

/// Returns the numbers of shared feeds, webhooks, share links and imports.
fn outgoing(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(async {
        let (store, user, now) = (&world.server.store, world.user, world.server.clock.now());
        format!(
            "{} {} {} {}",
            store.outputs().list(user).await.unwrap().len(),
            store.outputs().webhooks(user).await.unwrap().len(),
            store.outputs().shares(user, None, now).await.unwrap().len(),
            store.imports().list(user, 9).await.unwrap().len(),
        )
    })
}

/// Returns the preferences and interests.
fn chosen(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(async {
        let settings = world.server.store.settings().list(Some(world.user)).await.unwrap();
        let taught = world.server.store.learning().taught(world.user).await.unwrap();
        format!("{} {}", settings.len(), taught.len())
    })
}

/// Returns the names of the topics.
fn topics(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(async {
        let names = world.server.told.names.lock().unwrap();
        names
            .iter()
            .map(|(topic, name)| format!("{} {name}", topic.0))
            .collect::<Vec<_>>()
            .join("; ")
    })
}

/// Returns what was requested from the program.
fn asked(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
    Box::pin(async { world.server.told.asked.lock().unwrap().join("; ") })
}

const POST: Method = Method::POST;
const PATCH: Method = Method::PATCH;
const PUT: Method = Method::PUT;
const DELETE: Method = Method::DELETE;

#[tokio::test]
async fn folder_names_have_the_same_rules_everywhere() {
    let long = "ü".repeat(126);
    let label = format!("user/-/label/{long}");
    check(vec![
        row(
            "a folder is created, without surrounding blanks",
            folders,
            Effect("News, Other, Science"),
        )
        .page("/folders", &[("name", " Science ")])
        .page("/sources/{source}/move", &[("new_folder", " Science ")])
        .api(POST, "/api/v1/folders", json!({ "name": "Science" }))
        .greader("subscription/edit", &[("ac", "edit"), ("a", "user/-/label/Science")])
        .miniflux(POST, "/v1/categories", json!({ "title": " Science " })),
        row("a slash puts a folder inside another", folders, Effect("News, Other, a, a/b"))
            .page("/folders", &[("name", "a / b")])
            .api(POST, "/api/v1/folders", json!({ "name": "a / b" }))
            .greader("subscription/edit", &[("ac", "edit"), ("a", "user/-/label/a / b")])
            .miniflux(POST, "/v1/categories", json!({ "title": "a / b" })),
        row("there are at most four levels", folders, Refusal(Why::Bad))
            .page("/folders", &[("name", "1/2/3/4/5")])
            .page("/folders/{folder}/rename", &[("name", "1/2/3/4/5")])
            .page("/follow", &[("url", "new.example"), ("new_folder", "1/2/3/4/5")])
            .api(POST, "/api/v1/folders", json!({ "name": "1/2/3/4/5" }))
            .api(PATCH, "/api/v1/folders/{folder}", json!({ "name": "1/2/3/4/5" }))
            .greader("subscription/edit", &[("ac", "edit"), ("a", "user/-/label/1/2/3/4/5")])
            .miniflux(POST, "/v1/categories", json!({ "title": "1/2/3/4/5" })),
        row("another path moves a folder", folders, Effect("Other, Other/News"))
            .page("/folders/{folder}/rename", &[("name", "Other/News")])
            .api(PATCH, "/api/v1/folders/{folder}", json!({ "name": "Other/News" }))
            .greader(
                "rename-tag",
                &[("s", "user/-/label/News"), ("dest", "user/-/label/Other/News")],
            )
            .miniflux(PUT, "/v1/categories/{folder}", json!({ "title": "Other/News" })),
        row("a folder is not put into itself", folders, Refusal(Why::Bad))
            .page("/folders/{folder}/rename", &[("name", "News/x")])
            .api(PATCH, "/api/v1/folders/{folder}", json!({ "name": "News/x" }))
            .greader("rename-tag", &[("s", "user/-/label/News"), ("dest", "user/-/label/News/x")])
            .miniflux(PUT, "/v1/categories/{folder}", json!({ "title": "News/x" })),
        row("names that differ only in case", folders, Effect("News, Other, news"))
            .page("/folders", &[("name", "news")])
            .api(POST, "/api/v1/folders", json!({ "name": "news" }))
            .greader("subscription/edit", &[("ac", "edit"), ("a", "user/-/label/news")])
            .miniflux(POST, "/v1/categories", json!({ "title": "news" })),
        row("a name of 126 characters is too long", folders, Refusal(Why::Bad))
            .page("/folders", &[("name", &long)])
            .page("/folders/{folder}/rename", &[("name", &long)])
            .page("/sources/{source}/move", &[("new_folder", &long)])
            .page("/sources/act", &[("act", "move"), ("ids", "{source}"), ("folder", &long)])
            .page("/follow", &[("url", "new.example"), ("new_folder", &long)])
            .api(POST, "/api/v1/folders", json!({ "name": long }))
            .api(PATCH, "/api/v1/folders/{folder}", json!({ "name": long }))
            .greader("subscription/edit", &[("ac", "edit"), ("a", &label)])
            .greader("rename-tag", &[("s", "user/-/label/News"), ("dest", &label)])
            .greader(
                "subscription/edit",
                &[("ac", "subscribe"), ("s", "feed/new.example"), ("a", &label)],
            )
            .miniflux(POST, "/v1/categories", json!({ "title": long }))
            .miniflux(PUT, "/v1/categories/{folder}", json!({ "title": long })),
        row("an empty name is refused", folders, Refusal(Why::Bad))
            .page("/folders", &[("name", " ")])
            .page("/folders/{folder}/rename", &[("name", "")])
            .api(POST, "/api/v1/folders", json!({ "name": "" }))
            .api(PATCH, "/api/v1/folders/{folder}", json!({ "name": " " }))
            .greader("subscription/edit", &[("ac", "edit"), ("a", "user/-/label/")])
            .greader("rename-tag", &[("s", "user/-/label/News"), ("dest", "user/-/label/ ")])
            .miniflux(POST, "/v1/categories", json!({ "title": " " }))
            .miniflux(PUT, "/v1/categories/{folder}", json!({})),
        row("an invisible name is refused", folders, Refusal(Why::Bad))
            .page("/folders", &[("name", "a\u{7}b")])
            .api(POST, "/api/v1/folders", json!({ "name": "a\u{7}b" }))
            .greader("subscription/edit", &[("ac", "edit"), ("a", "user/-/label/a\u{7}b")])
            .miniflux(POST, "/v1/categories", json!({ "title": "a\u{7}b" })),
        row("folder names are unique", folders, Refusal(Why::Taken))
            .page("/folders/{folder}/rename", &[("name", "Other")])
            .api(PATCH, "/api/v1/folders/{folder}", json!({ "name": "Other" }))
            .greader("rename-tag", &[("s", "user/-/label/News"), ("dest", "user/-/label/Other")])
            .miniflux(PUT, "/v1/categories/{folder}", json!({ "title": "Other" })),
        row("a missing one cannot be renamed", folders, Refusal(Why::NotThere))
            .page("/folders/999/rename", &[("name", "x")])
            .page("/folders/999/remove", &[])
            .page("/sources/{source}/move", &[("folder", "#999")])
            .api(PATCH, "/api/v1/folders/999", json!({ "name": "x" }))
            .api(DELETE, "/api/v1/folders/999", Value::Null)
            .api(PATCH, "/api/v1/sources/{source}", json!({ "folder": 999 }))
            .greader("rename-tag", &[("s", "user/-/label/None"), ("dest", "user/-/label/x")])
            .greader("disable-tag", &[("s", "user/-/label/None")])
            .miniflux(PUT, "/v1/categories/999", json!({ "title": "x" }))
            .miniflux(DELETE, "/v1/categories/999", Value::Null),
    ])
    .await;
}

#[tokio::test]
async fn subscriptions_are_changed_alike_everywhere() {
    let long = "x".repeat(301);
    let feed = ("s", "feed/{source}");
    let edit = ("ac", "edit");
    check(vec![
        row("a custom title", subscription, Effect("Some(\"My feed\") None on None-None active"))
            .page("/sources/{source}/rename", &[("title", " My\u{7}feed ")])
            .api(PATCH, "/api/v1/sources/{source}", json!({ "title": " My\u{7}feed " }))
            .greader("subscription/edit", &[edit, feed, ("t", " My\u{7}feed ")])
            .miniflux(PUT, "/v1/feeds/{source}", json!({ "title": " My\u{7}feed " })),
        row(
            "the source's own title is not stored",
            subscription,
            Effect("None None on None-None active"),
        )
        .page("/sources/{source}/rename", &[("title", "Its own")])
        .api(PATCH, "/api/v1/sources/{source}", json!({ "title": "Its own" }))
        .greader("subscription/edit", &[edit, feed, ("t", "Its own")])
        .miniflux(PUT, "/v1/feeds/{source}", json!({ "title": "Its own" })),
        row("a title of 301 characters is too long", subscription, Refusal(Why::Bad))
            .page("/sources/{source}/rename", &[("title", &long)])
            .api(PATCH, "/api/v1/sources/{source}", json!({ "title": long }))
            .greader("subscription/edit", &[edit, feed, ("t", &long), ("a", "user/-/label/News")])
            .miniflux(PUT, "/v1/feeds/{source}", json!({ "title": long, "disabled": true })),
        row("a change is made completely or not at all", subscription, Refusal(Why::NotThere)).api(
            PATCH,
            "/api/v1/sources/{source}",
            json!({ "title": "x", "is_paused": true, "folder": 999 }),
        ),
        row(
            "a change is made completely or not at all, in Miniflux",
            subscription,
            Refusal(Why::Bad),
        )
        .miniflux(
            PUT,
            "/v1/feeds/{source}",
            json!({ "title": "x", "disabled": true, "category_id": 999 }),
        )
        .miniflux(PUT, "/v1/feeds/{source}", json!({ "title": "x", "blocklist_rules": "(" }))
        .miniflux(PUT, "/v1/feeds/{source}", json!({ "title": "x", "password": "alone" })),
        row("a folder", subscription, Effect("None Some(true) on None-None active"))
            .page("/sources/{source}/move", &[("folder", "#{folder}")])
            .page("/sources/act", &[("act", "move"), ("ids", "{source}"), ("folder", "News")])
            .greader("subscription/edit", &[edit, feed, ("a", "user/-/label/News")]),
        row("it is paused", subscription, Effect("None None paused None-None asleep"))
            .page("/sources/{source}/pause", &[])
            .page("/sources/act", &[("act", "pause"), ("ids", "{source}")])
            .api(PATCH, "/api/v1/sources/{source}", json!({ "is_paused": true }))
            .miniflux(PUT, "/v1/feeds/{source}", json!({ "disabled": true })),
        row("half a key is refused", asked, Refusal(Why::Bad))
            .page("/sources/{source}/key", &[("password", "secret")])
            .page("/sources/{source}/key", &[("header", "x-key")])
            .miniflux(PUT, "/v1/feeds/{source}", json!({ "password": "secret" })),
        row("an address has 1 to 2000 characters", asked, Refusal(Why::Bad))
            .page("/sources/{source}/address", &[("url", " ")])
            .page("/follow", &[("url", "")])
            .api(POST, "/api/v1/sources", json!({ "url": " " }))
            .api(PUT, "/api/v1/sources/{source}/address", json!({ "url": "x".repeat(2001) }))
            .greader("subscription/quickadd", &[("quickadd", "")])
            .greader("subscription/edit", &[("ac", "subscribe"), ("s", "feed/")])
            .miniflux(POST, "/v1/feeds", json!({ "feed_url": " " })),
    ])
    .await;
}

#[tokio::test]
async fn ending_a_subscription_can_be_undone_everywhere() {
    fn undoable(world: &World) -> Pin<Box<dyn Future<Output = String> + '_>> {
        Box::pin(async {
            let now = world.server.clock.now();
            let undo = world.server.store.undos().get(world.user, 1, now).await.unwrap();
            let kind = undo.map(|undo| undo.kind).unwrap_or_default();
            format!("{} {kind}", subscription(world).await)
        })
    }
    check(vec![
        row("unsubscribing", undoable, Effect("none unsubscribe"))
            .page("/sources/{source}/unsubscribe", &[])
            .page("/sources/act", &[("act", "unsubscribe"), ("ids", "{source}")])
            .api(DELETE, "/api/v1/sources/{source}", Value::Null)
            .greader("subscription/edit", &[("ac", "unsubscribe"), ("s", "feed/{source}")])
            .miniflux(DELETE, "/v1/feeds/{source}", Value::Null),
        row("a missing one", undoable, Refusal(Why::NotThere))
            .page("/sources/999/unsubscribe", &[])
            .api(DELETE, "/api/v1/sources/999", Value::Null)
            .miniflux(DELETE, "/v1/feeds/999", Value::Null),
    ])
    .await;
}

#[tokio::test]
async fn only_those_who_decide_can_resume_a_source_everywhere() {
    let resumed = |act, setup, effect| {
        row(act, subscription, Effect(effect))
            .given(Setup { is_gone: true, ..setup })
            .page("/sources/{source}/resume", &[])
            .page("/sources/act", &[("act", "resume"), ("ids", "{source}")])
            .api(PATCH, "/api/v1/sources/{source}", json!({ "is_paused": false }))
            .miniflux(PUT, "/v1/feeds/{source}", json!({ "disabled": false }))
    };
    let shared = Setup { is_shared: true, ..Setup::default() };
    let operator = Setup { is_operator: true, ..shared };
    check(vec![
        resumed("alone with it", Setup::default(), "None None on None-None active"),
        resumed("one of two", shared, "None None on None-None asleep"),
        resumed("an operator", operator, "None None on None-None active"),
    ])
    .await;
}

#[tokio::test]
async fn intervals_have_the_same_bounds_everywhere() {
    let wish = |act, comes, least: &'static str, most: &'static str| {
        let body = json!({ "min_minutes": number(least), "max_minutes": number(most) });
        row(act, subscription, comes)
            .page("/sources/{source}/options", &[("min_minutes", least), ("max_minutes", most)])
            .api(PATCH, "/api/v1/sources/{source}", body)
    };
    let operator = Setup { is_operator: true, ..Setup::default() };
    check(vec![
        wish("as wished", Effect("None None on Some(90)-Some(600) active"), "90", "600"),
        wish("none", Effect("None None on None-None active"), "", ""),
        wish("readers wait an hour", Effect("None None on None-Some(60) active"), "", "10"),
        wish("operators wait less", Effect("None None on None-Some(10) active"), "", "10")
            .given(operator),
        wish("a week is the most", Effect("None None on Some(10080)-None active"), "1000000", ""),
        wish(
            "the operator's maximum is a day",
            Effect("None None on None-Some(1440) active"),
            "",
            "9999",
        ),
        wish("contrary", Refusal(Why::Contrary), "600", "90"),
        wish("contrary after it was bounded", Refusal(Why::Contrary), "2000", "3000"),
        wish("no time at all", Refusal(Why::Bad), "0", ""),
        wish("too long for anybody", Refusal(Why::Bad), "", "1000001"),
    ])
    .await;
}

fn number(text: &str) -> Value {
    text.parse::<i64>().map_or(Value::Null, Value::from)
}

#[tokio::test]
async fn articles_are_marked_alike_everywhere() {
    let ids = vec!["{article}"; 1001].join(",");
    let many: Vec<Value> = vec![json!(1); 1001];
    let kept = Setup { is_kept: true, ..Setup::default() };
    let item = ("i", "{article}");
    let starred = "user/-/state/com.google/starred";
    let read = "user/-/state/com.google/read";
    check(vec![
        row(
            "a star",
            article,
            Effect("unread starred Some(60) later None opened 0 noted [Starred]"),
        )
        .page("/article/{article}/star", &[])
        .page("/marks", &[("act", "star"), ("ids", "{article}")])
        .api(PATCH, "/api/v1/articles/{article}", json!({ "is_starred": true }))
        .greader("edit-tag", &[item, ("a", starred)])
        .fever("mark=item&as=saved&id={article}")
        .miniflux(PUT, "/v1/entries/{article}/star", Value::Null),
        row(
            "a second star changes nothing",
            article,
            Effect("unread starred Some(0) later Some(0) opened 0 noted []"),
        )
        .given(kept)
        .page("/article/{article}/star", &[])
        .page("/article/{article}/later", &[])
        .page("/marks", &[("act", "star"), ("ids", "{article}")])
        .api(PATCH, "/api/v1/articles/{article}", json!({ "is_starred": true, "is_later": true }))
        .greader("edit-tag", &[item, ("a", starred)])
        .fever("mark=item&as=saved&id={article}")
        .miniflux(POST, "/v1/entries/{article}/save", Value::Null),
        row(
            "marked read unopened",
            article,
            Effect("read starred None later None opened 0 noted [Dismissed]"),
        )
        .page("/article/{article}/read", &[])
        .api(PATCH, "/api/v1/articles/{article}", json!({ "is_read": true })),
        row(
            "read in a client",
            article,
            Effect("read starred None later None opened 1 noted [Opened]"),
        )
        .api(PATCH, "/api/v1/articles/{article}", json!({ "opened": true }))
        .greader("edit-tag", &[item, ("a", read)])
        .fever("mark=item&as=read&id={article}"),
        row("more than a thousand at once", article, Refusal(Why::Bad))
            .page("/marks", &[("act", "star"), ("ids", &ids)])
            .api(POST, "/api/v1/marks", json!({ "act": "star", "ids": many })),
        row("a missing one", article, Refusal(Why::NotThere))
            .page("/article/999/star", &[])
            .api(PATCH, "/api/v1/articles/999", json!({ "is_starred": true }))
            .api(POST, "/api/v1/articles/999/reaction", json!({ "reaction": "more" }))
            .miniflux(PUT, "/v1/entries/999/star", Value::Null),
        row(
            "a missing article among the selected ones",
            article,
            Effect("unread starred None later None opened 0 noted []"),
        )
        .page("/marks", &[("act", "star"), ("ids", "999"), ("back", "/")])
        .api(POST, "/api/v1/marks", json!({ "act": "star", "ids": [999] }))
        .greader("edit-tag", &[("i", "999"), ("a", starred)])
        .fever("mark=item&as=saved&id=999")
        .miniflux(PUT, "/v1/entries", json!({ "entry_ids": [999], "starred": true })),
    ])
    .await;
}

#[tokio::test]
async fn tag_names_have_the_same_rules_everywhere() {
    let long = "x".repeat(126);
    let label = format!("user/-/label/{long}");
    let item = ("i", "{article}");
    check(vec![
        row("a tag on an article", tags, Effect("kept, new | new"))
            .page("/article/{article}/tag", &[("name", " new ")])
            .page("/marks", &[("act", "tag"), ("ids", "{article}"), ("tag", " new ")])
            .api(POST, "/api/v1/articles/{article}/tags", json!({ "name": "new" }))
            .greader("edit-tag", &[item, ("a", "user/-/label/new")]),
        row(
            "tagging one article shows interest",
            article,
            Effect("unread starred None later None opened 0 noted [Tagged]"),
        )
        .page("/article/{article}/tag", &[("name", "kept")])
        .api(PUT, "/api/v1/articles/{article}/tags/{tag}", Value::Null)
        .greader("edit-tag", &[item, ("a", "user/-/label/kept")]),
        row("a name that is too long", tags, Refusal(Why::Bad))
            .page("/article/{article}/tag", &[("name", &long)])
            .page("/marks", &[("act", "tag"), ("ids", "{article}"), ("tag", &long)])
            .api(POST, "/api/v1/articles/{article}/tags", json!({ "name": long }))
            .api(PATCH, "/api/v1/tags/{tag}", json!({ "name": long }))
            .greader("edit-tag", &[item, ("a", &label)])
            .greader("rename-tag", &[("s", "user/-/label/kept"), ("dest", &label)]),
        row("no name", tags, Refusal(Why::Bad))
            .page("/marks", &[("act", "tag"), ("ids", "{article}"), ("tag", " ")])
            .api(POST, "/api/v1/tags", json!({ "name": "" }))
            .greader("edit-tag", &[item, ("a", "user/-/label/ ")]),
        row("removing a missing tag is refused", tags, Refusal(Why::NotThere))
            .page("/article/{article}/untag", &[("tag", "999")])
            .api(DELETE, "/api/v1/articles/{article}/tags/999", Value::Null),
    ])
    .await;
}

/// Returns a row that saves a rule with these actions, for the page and for the API.
fn rule_row(act: &'static str, comes: Comes, name: &str, tag: &str, webhook: Option<i64>) -> Row {
    let hook = webhook.map(|id| id.to_string()).unwrap_or_default();
    let fields = [
        ("name", name),
        ("scope", "all"),
        ("matching", "all"),
        ("field-0", "title"),
        ("test-0", "words"),
        ("text-0", "One"),
        ("tags", tag),
        ("webhook", &hook),
        ("act", "save"),
    ];
    let actions = match webhook {
        Some(id) => json!([{ "tag": tag }, { "webhook": id }]),
        None => json!([{ "tag": tag }]),
    };
    let body = json!({ "name": name, "scope": "all", "matching": "all", "accents_count": false,
        "conditions": [{ "field": "title", "test": "words", "text": "One", "is_not": false }],
        "actions": actions });
    row(act, rules, comes).page("/rules", &fields).api(POST, "/api/v1/rules", body)
}

#[tokio::test]
async fn rules_have_the_same_bounds_everywhere() {
    let long = "x".repeat(126);
    let name = "n".repeat(400);
    let mut foreign =
        rule_row("someone else's webhook", Refusal(Why::NotThere), "r", "t", Some(999));
    foreign.attempts.retain(|attempt| matches!(attempt, Attempt::Api(..)));
    let mut on_page =
        rule_row("someone else's webhook, in the form", Refusal(Why::Bad), "r", "t", Some(999));
    on_page.attempts.retain(|attempt| matches!(attempt, Attempt::Page(..)));
    check(vec![
        rule_row("a rule", Effect("1 [Tag(\"t\")]"), "r", "t", None),
        rule_row(
            "a text cannot start another line",
            Effect("1 [Tag(\"t star\")]"),
            "r",
            "t\nstar",
            None,
        ),
        rule_row("a name is trimmed", Effect("400 [Tag(\"t\")]"), &name, "t", None),
        rule_row("a tag that is too long", Refusal(Why::Bad), "r", &long, None),
        rule_row("a name that is too long", Refusal(Why::Bad), &"n".repeat(501), "t", None),
        foreign,
        on_page,
    ])
    .await;
}

#[tokio::test]
async fn outputs_and_imports_have_the_same_bounds_everywhere() {
    let long = "x".repeat(126);
    let words = "x".repeat(501);
    let files = [
        Attempt::File("/api/v1/imports", "Bearer ", " \n"),
        Attempt::File("/reader/api/0/subscription/import", "GoogleLogin auth=", " \n"),
        Attempt::File("/v1/import", "", " \n"),
    ];
    let mut empty =
        row("an empty file", outgoing, Refusal(Why::Bad)).page("/sources/import", &[("text", " ")]);
    empty.attempts.extend(files);
    let hook = ("url", "https://hooks.example/x");
    check(vec![
        row("a feed with a long name", outgoing, Refusal(Why::Bad))
            .page("/outputs", &[("list", "all"), ("name", &long)])
            .api(POST, "/api/v1/outputs", json!({ "list": "all", "name": long })),
        row("an empty search", outgoing, Refusal(Why::Bad))
            .page("/outputs", &[("list", "search"), ("query", " "), ("name", "x")])
            .api(POST, "/api/v1/outputs", json!({ "list": { "search": " " }, "name": "x" })),
        row("a search that is too long", outgoing, Refusal(Why::Bad))
            .page("/outputs", &[("list", "search"), ("query", &words), ("name", "x")])
            .api(POST, "/api/v1/outputs", json!({ "list": { "search": words }, "name": "x" })),
        row("a webhook", outgoing, Effect("0 1 0 0"))
            .page("/webhooks", &[("event", "star"), hook])
            .api(POST, "/api/v1/webhooks", json!({ "event": "star", "url": hook.1 })),
        row("a webhook with a long name", outgoing, Refusal(Why::Bad))
            .page("/webhooks", &[("event", "star"), hook, ("name", &long)])
            .api(POST, "/api/v1/webhooks", json!({ "event": "star", "url": hook.1, "name": long })),
        row("a webhook to nowhere", outgoing, Refusal(Why::Bad))
            .page("/webhooks", &[("event", "star"), ("url", " ")])
            .api(POST, "/api/v1/webhooks", json!({ "event": "star", "url": " " })),
        row("a link with an invalid duration", outgoing, Refusal(Why::Bad))
            .page("/article/{article}/share", &[("lasts", "moment")])
            .api(POST, "/api/v1/articles/{article}/share", json!({ "days": 0 })),
        empty,
    ])
    .await;
}

#[tokio::test]
async fn preferences_have_the_same_choices_everywhere() {
    let say = |level| [("kind", "source"), ("id", "{source}"), ("level", level)];
    check(vec![
        row("a theme", chosen, Refusal(Why::Bad)).page("/settings", &[("theme", "pink")]).api(
            PATCH,
            "/api/v1/me/preferences",
            json!({ "theme": "pink" }),
        ),
        row("a page size", chosen, Refusal(Why::Bad)).page("/settings", &[("page_size", "7")]).api(
            PATCH,
            "/api/v1/me/preferences",
            json!({ "page_size": 7 }),
        ),
        row("a time zone", chosen, Refusal(Why::Bad))
            .page("/settings", &[("time_zone", "Moon/Tranquility")])
            .api(PATCH, "/api/v1/me/preferences", json!({ "time_zone": "Moon/Tranquility" })),
        row("surprise", chosen, Refusal(Why::Bad)).page("/taught", &[("surprise", "7")]).api(
            PATCH,
            "/api/v1/me/preferences",
            json!({ "surprise": 7 }),
        ),
        row("a level", chosen, Effect("0 1")).page("/taught/say", &say("100")).api(
            PUT,
            "/api/v1/taught/sources/{source}",
            json!({ "level": 100 }),
        ),
        row("a level above always", chosen, Refusal(Why::Bad))
            .page("/taught/say", &say("101"))
            .api(PUT, "/api/v1/taught/sources/{source}", json!({ "level": 101 })),
    ])
    .await;
}

#[tokio::test]
async fn only_operators_or_the_only_user_can_rename_topics() {
    const NAME: &str = "/api/v1/taught/topics/1/name";
    let page = |name| [("id", "1"), ("name", name)];
    let rename = |act, comes| {
        row(act, topics, comes).page("/taught/rename", &page(" Stars ")).api(
            PUT,
            NAME,
            json!({ "name": " Stars " }),
        )
    };
    let long = "ü".repeat(61);
    let shared = Setup { is_shared: true, ..Setup::default() };
    check(vec![
        rename("the only user", Effect("1 Stars")),
        rename("one of several", Refusal(Why::OperatorsOnly)).given(shared),
        rename("an operator among several", Effect("1 Stars"))
            .given(Setup { is_operator: true, ..shared }),
        row("a long name", topics, Refusal(Why::Bad)).page("/taught/rename", &page(&long)).api(
            PUT,
            NAME,
            json!({ "name": long }),
        ),
        row("two lines", topics, Refusal(Why::Bad)).page("/taught/rename", &page("a\nb")).api(
            PUT,
            NAME,
            json!({ "name": "a\nb" }),
        ),
        row("a missing topic", topics, Refusal(Why::NotThere))
            .page("/taught/rename", &[("id", "77"), ("name", "x")])
            .api(PUT, "/api/v1/taught/topics/77/name", json!({ "name": "x" })),
    ])
    .await;
}

#[tokio::test]
async fn a_stored_full_text_is_not_fetched_again() {
    let world = World::new(Setup::default()).await;
    let attempts = [
        Attempt::Page("/article/{article}/full-text", Vec::new()),
        Attempt::Api(POST, "/api/v1/articles/{article}/full-text", Value::Null),
        Attempt::Miniflux(Method::GET, "/v1/entries/{article}/fetch-content", Value::Null),
    ];
    for attempt in &attempts {
        let answer = attempt.make(&world).await;
        assert!(attempt.is_done(&answer), "{attempt:?}: {} {}", answer.status, answer.body);
    }
    assert_eq!(asked(&world).await.matches("full text").count(), 1);
}

#[tokio::test]
async fn miniflux_feed_filters_are_rules() {
    let world = World::new(Setup::default()).await;
    let put = |body: Value| Attempt::Miniflux(PUT, "/v1/feeds/{source}", body);
    let set = async |body: Value| -> Value {
        let answer = put(body).make(&world).await;
        assert_eq!(answer.status.as_u16(), 201, "{}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    };
    let feed = set(json!({ "blocklist_rules": "(?i)advert" })).await;
    assert_eq!(
        (&feed["blocklist_rules"], &feed["keeplist_rules"]),
        (&json!("(?i)advert"), &json!(""))
    );
    assert_eq!(rules(&world).await, "7 [Block]", "it is named after its feed");
    let feed = set(json!({ "keeplist_rules": "rust", "blocklist_rules": "ads" })).await;
    assert_eq!(
        (&feed["blocklist_rules"], &feed["keeplist_rules"]),
        (&json!("ads"), &json!("rust"))
    );
    assert_eq!(rules(&world).await, "7 [Block]; 7 [Keep]", "one changed, one new");
    set(json!({ "title": "Other" })).await;
    assert_eq!(rules(&world).await, "7 [Block]; 7 [Keep]", "omitted fields stay");
    let feed = set(json!({ "blocklist_rules": "" })).await;
    assert_eq!(feed["blocklist_rules"], "");
    assert_eq!(rules(&world).await, "7 [Keep]");
}
