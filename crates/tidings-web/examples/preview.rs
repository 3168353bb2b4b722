//! Serves the pages from a store in memory with invented articles, to look at them: `cargo run --example preview -- 8090`.
//! Sign in as "ada" (or as "new", who follows nothing) with "a long enough password"; with `8090 fresh` nobody has an
//! account yet, and `/setup?token=setup` makes the first.

#[path = "../tests/pages/kept.rs"]
mod kept;
#[path = "../tests/pages/stock.rs"]
mod stock;

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use std::{error::Error, sync::Arc};
use tidings_model::{
    ArticleId, Clock, Enclosure, Failure, FailureKind, Role, RuleId, SourceId, SourceKind, User,
    UserId, WebhookId,
};
use tidings_rules::Compiled;
use tidings_store::{Options, Place, Retrieved, Store};
use tidings_web::{
    Actions, App, Applied, Candidate, Follow, HouseRules, Images, Key, Look, Picture, Preview,
    Readdressed, Refreshed, Status, Token, Tried, app, hash_password, serve,
};
use url::Url;

#[derive(Debug)]
struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(Timestamp::now().as_millisecond())
            .expect("the present is a time")
    }

    fn secret(&self) -> [u8; 32] {
        // Good enough to look at pages by: the hash of the time, to the nanosecond.
        Token::hash(&Timestamp::now().as_nanosecond().to_string())
    }
}

#[derive(Debug)]
struct Offline {
    store: Store,
}

impl Actions for Offline {
    fn try_rule(&self, user: UserId, rule: Compiled) -> BoxFuture<'_, Result<Tried, Failure>> {
        Box::pin(async move { Ok(stock::tried(&self.store, user, &rule).await) })
    }

    fn apply_rule(&self, _: UserId, _: RuleId) -> BoxFuture<'_, Result<Applied, Failure>> {
        Box::pin(async { Ok(Applied { n_articles: 3, undo: None }) })
    }

    fn check_address(&self, typed: &str) -> Result<Url, Failure> {
        Url::parse(typed).map_err(|_| Failure::new(FailureKind::BadUrl, "This is no address."))
    }

    fn test_webhook(
        &self,
        _: UserId,
        _: WebhookId,
    ) -> BoxFuture<'_, Result<Result<String, String>, Failure>> {
        Box::pin(async { Ok(Ok("200 Thank you.".to_owned())) })
    }

    fn follow<'a>(
        &'a self,
        _: UserId,
        url: &'a str,
        _: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Follow, Failure>> {
        Box::pin(async move {
            let candidate = |path: &str, title: &str| Candidate {
                url: format!("https://{url}/{path}"),
                title: title.to_owned(),
            };
            match url {
                "example.org" => Ok(Follow::Choice(vec![
                    candidate("feed.xml", "Example: all articles"),
                    candidate("science.xml", "Example: science"),
                    candidate("comments.xml", "Example: comments"),
                ])),
                _ => Err(Failure::new(
                    FailureKind::Dns,
                    format!("there is no server named {url}; check the spelling of the address"),
                )),
            }
        })
    }

    fn full_text(&self, _: ArticleId) -> BoxFuture<'_, Result<(), Failure>> {
        let failure = Failure::new(FailureKind::Offline, "There is no web in a preview.");
        Box::pin(async move { Err(failure) })
    }

    fn picture<'a>(&'a self, _: &'a url::Url) -> BoxFuture<'a, Result<Picture, Failure>> {
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 9'><rect width='16' height='9' fill='#9db8a5'/>\
                       <circle cx='12' cy='3' r='1.2' fill='#f4e8c1'/><path d='M0 9L5 4l3 3 3-2 5 4z' fill='#57706a'/></svg>";
        Box::pin(async move { Ok(Picture { media_type: "image/svg+xml", bytes: drawing.into() }) })
    }

    fn look<'a>(&'a self, _: UserId, url: &'a str) -> BoxFuture<'a, Result<Look, Failure>> {
        let url = url.to_owned();
        Box::pin(async move {
            Ok(Look::Source(Preview {
                title: "Lumen Magazine: everything".to_owned(),
                description: "Essays and reports on the sciences, twice a week.".to_owned(),
                site: Some("https://lumen.example/".to_owned()),
                language: Some("en".to_owned()),
                newest: STORIES.iter().take(5).map(|story| (story.2.to_owned(), None)).collect(),
                n_articles: 25,
                per_day: Some(0.31),
                followed: None,
                url,
            }))
        })
    }

    fn refresh(&self, _: UserId, _: SourceId) -> BoxFuture<'_, Result<Refreshed, Failure>> {
        Self::away()
    }

    fn change_address<'a>(
        &'a self,
        _: UserId,
        _: SourceId,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Readdressed, Failure>> {
        Self::away()
    }

    fn accept_move<'a>(
        &'a self,
        _: &'a User,
        _: SourceId,
    ) -> BoxFuture<'a, Result<Readdressed, Failure>> {
        Self::away()
    }

    fn set_key<'a>(
        &'a self,
        _: UserId,
        _: SourceId,
        _: Option<Key>,
    ) -> BoxFuture<'a, Result<SourceId, Failure>> {
        Self::away()
    }

    fn import<'a>(
        &'a self,
        _: UserId,
        _: &'a str,
        _: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>> {
        Self::away()
    }

    fn export(&self, _: UserId) -> BoxFuture<'_, Result<String, Failure>> {
        Self::away()
    }

    fn house_rules(&self) -> HouseRules {
        HouseRules {
            keep_days: None,
            min_minutes: 5,
            max_minutes: 1440,
            most_subscriptions: 2000,
            import_bytes: 32 << 20,
        }
    }
}

impl Offline {
    fn away<T: Send + 'static>() -> BoxFuture<'static, Result<T, Failure>> {
        Box::pin(async { Err(Failure::new(FailureKind::Offline, "the preview has no network")) })
    }
}

impl Status for Offline {
    fn is_live(&self) -> bool {
        true
    }
    fn is_ready(&self) -> bool {
        true
    }
    fn metrics(&self) -> String {
        String::new()
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port = std::env::args().nth(1).map_or(Ok(8090), |text| text.parse::<u16>())?;
    let clock = Arc::new(SystemClock);
    let now = clock.now();
    let store = Store::open(Options::new(Place::Memory, now)).await?;
    if std::env::args().nth(2).as_deref() != Some("fresh") {
        fill(&store, now).await?;
    }
    let status = Arc::new(Offline { store: store.clone() });
    let router = app(App {
        store,
        clock,
        search: tidings_search::Index::in_memory()?,
        actions: status.clone(),
        status,
        public_url: None,
        setup_token: Some(Token::hash("setup")),
        demo: None,
        images: Images::Proxy,
        keeping: Arc::new(kept::Kept::default()),
        proxies: tidings_web::Proxies::default(),
    });
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    serve(listener, router, std::future::pending()).await?;
    Ok(())
}

const SOURCES: [(&str, &str); 9] = [
    ("Lumen Magazine", "https://lumen.example/feed"),
    ("Kernel Letters", "https://kernel-letters.example/rss"),
    ("The Far Shore", "https://farshore.example/atom.xml"),
    ("City Desk", "https://citydesk.example/news.rss"),
    ("Field Notes", "https://fieldnotes.example/feed.json"),
    ("Old Machines", "https://oldmachines.example/index.xml"),
    ("صدى المدينة", "https://sada.example/feed"),
    ("עיתון הגן", "https://gan.example/feed"),
    ("夜の図書館", "https://yoru.example/feed"),
];

const STORIES: [(usize, i64, &str, &str); 18] = [
    (
        0,
        12,
        "A Proof About Where Symmetries Can’t Exist",
        "In a major advance, mathematicians have shown that certain high-dimensional shapes resist being moved by large groups of symmetries at all.",
    ),
    (
        1,
        48,
        "The state of the page in 2026",
        "Folios have been merged for five years; what is left of struct page, and what it will cost to remove it, was the subject of a long session.",
    ),
    (
        2,
        125,
        "On the art of being a beginner",
        "How to keep the door open to the person you might still become.",
    ),
    (
        3,
        190,
        "Storm warnings as river levels rise across the north",
        "Residents told to prepare as a second front arrives overnight.",
    ),
    (
        5,
        300,
        "Re: tailstock alignment (2 answers)",
        "Shim under the front way first, then scrape; the factory pin is rarely true after sixty years.",
    ),
    (
        4,
        430,
        "What plants remember of last winter",
        "Vernalisation, the long memory of cold, is written in chromatin.",
    ),
    (
        6,
        500,
        "مكتبة صغيرة على ضفة النهر",
        "كيف أعاد سكان الحي فتح قاعة القراءة القديمة بعد عشرين عامًا من الصمت.",
    ),
    (
        3,
        700,
        "Council votes to keep the night trams",
        "After three evenings of hearings the motion passed by one voice; the first trams run on Friday.",
    ),
    (
        0,
        900,
        "Why the sea is loud",
        "Reefs crackle, ice groans, and shipping hums beneath it all: a field guide to the sound of water.",
    ),
    (
        1,
        1300,
        "A smaller scheduler",
        "Removing four thousand lines from the fair scheduler turned out to make it fairer, too.",
    ),
    (
        2,
        1700,
        "Letters from the lighthouse, IV",
        "The fourth winter is the quiet one, the keeper writes, and the oil is running low.",
    ),
    (
        4,
        2500,
        "Counting swifts by ear",
        "An old recorder, a balcony and some patience are all it takes to follow a colony for a season.",
    ),
    (
        5,
        4000,
        "Restoring a 1931 watchmaker’s lathe, part 3: the headstock, its bearings, and an unexpectedly long argument about oil",
        "The spindle came out on the third evening.",
    ),
    (7, 520, "גינה אחת, שלוש עונות (ו־HTML אחד)", "על סבלנות, על השקיה ועל מה שנשאר אחרי החורף."),
    (
        8,
        560,
        "雨の日に読む本について",
        "窓辺の椅子と温かいお茶、そして急がない時間。静かな午後のための小さな案内。",
    ),
    (
        4,
        610,
        "Everything an article may hold",
        "Footnotes, wide tables, long lines of code, nested quotations, and a word that does not end.",
    ),
    (
        1,
        640,
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and other words that do not end",
        "https://example.org/a/very/long/address/that/somebody/put/into/a/summary/without/any/blank/at/all/index.html?with=query",
    ),
    (3, 500_000, "From the archive: the winter without bridges", "A look back."),
];

const TEXT: &str = r#"<p>Mathematicians have long asked what symmetries a space can have. A circle may be turned by any angle; a square by four. In higher dimensions the question becomes a study of <a href="https://example.org/lattices" rel="noopener noreferrer nofollow">lattices</a>, and of the shapes on which they can act at all.</p>
<p>The new proof shows that certain lattices, those that live in high-dimensional groups, cannot act on low-dimensional shapes in any interesting way. The argument is long, but its idea can be told in a paragraph.</p>
<blockquote><p>Everyone believed it. Nobody had a way in.</p></blockquote>
<p>Begin with the matrix group below, and ask on how small a manifold it can act without collapsing to something finite:</p>
<pre><code>SL(n, Z)  acts on  M^d,   d &lt; n − 1
⇒ the action is finite</code></pre>
<h2>What was known</h2>
<p>For spheres, this was known. For everything else, it was a hope with a name attached. The table lists the cases, with <code>n</code> the size of the matrices:</p>
<table><thead><tr><th>Shape</th><th>Known for</th><th>Since</th></tr></thead><tbody><tr><td>Circle</td><td>n ≥ 3</td><td>1994</td></tr><tr><td>Surfaces</td><td>n ≥ 4</td><td>2002</td></tr><tr><td>Everything else</td><td>all n</td><td>this year</td></tr></tbody></table>
<ul><li>The first step follows a measure as it is pushed around.</li><li>The second shows that it hardly moves.</li><li>The third, that it does not move at all.</li></ul>
<p>“It is the kind of argument,” one reader said, “that makes you wonder why nobody tried it, until you try it yourself.”</p>"#;

const EVERYTHING: &str = r##"<p>A claim with a note.<sup id="user-content-r1"><a href="#user-content-n1">1</a></sup> Then a picture wider than the page:</p>
<figure><img alt="Hills in the evening" width="1600" height="500" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1600 500'%3E%3Crect width='1600' height='500' fill='%23e9d8b4'/%3E%3Cpath d='M0 380Q400 180 800 340T1600 260V500H0z' fill='%23758a6a'/%3E%3Cpath d='M0 440Q500 320 900 430T1600 380V500H0z' fill='%2347604b'/%3E%3C/svg%3E"><figcaption>Hills in the evening. Drawing: Field Notes</figcaption></figure>
<h2>A table that is too wide</h2>
<table><thead><tr><th>Station</th><th>January</th><th>February</th><th>March</th><th>April</th><th>May</th><th>June</th><th>July</th><th>August</th><th>September</th></tr></thead><tbody><tr><td>Upper valley</td><td>−4.1 °C</td><td>−3.0 °C</td><td>0.8 °C</td><td>5.2 °C</td><td>10.1 °C</td><td>13.7 °C</td><td>15.9 °C</td><td>15.2 °C</td><td>11.3 °C</td></tr><tr><td>Lower valley</td><td>−0.3 °C</td><td>1.2 °C</td><td>5.1 °C</td><td>9.6 °C</td><td>14.2 °C</td><td>17.6 °C</td><td>19.7 °C</td><td>19.1 °C</td><td>14.9 °C</td></tr></tbody></table>
<h3>Code</h3>
<pre><code>fn neighbours(order: Order, user: UserId, shelf: Shelf, article: ArticleId) -&gt; Result&lt;Neighbours&gt; { /* a line that is longer than any page is wide */ }
let x = 1;</code></pre>
<blockquote><p>Somebody said:</p><blockquote><p>and somebody had said before:</p><blockquote><p>it is quotations all the way down.</p></blockquote></blockquote></blockquote>
<details><summary>What was left out</summary><p>Only the parts that nobody would miss.</p></details>
<p dir="auto">فقرة بالعربية داخل مقال بالإنجليزية، تبدأ من اليمين.</p>
<p>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsvorsitzendenstellvertreter came by. Press <kbd>Ctrl</kbd>+<kbd>C</kbd>; the file is <code>/usr/share/doc/a-very-long-path-without-blanks/that-goes-on/and-on/readme.txt</code>.</p>
<ol><li>First<ol><li>first of the first</li><li>second of the first</li></ol></li><li>Second</li></ol>
<dl><dt>Verso</dt><dd>The left page.</dd><dt>Recto</dt><dd>The right one.</dd></dl>
<hr>
<ol><li id="user-content-n1"><p>The note itself. <a href="#user-content-r1">↩</a></p></li></ol>"##;

const ARABIC: &str = "<p>في صباح يوم بارد من تشرين الثاني، اجتمع سكان الحي أمام الباب الخشبي القديم. كان المفتاح في جيب المعلمة المتقاعدة منذ عشرين عامًا، ولم يكن أحد يعلم.</p><blockquote><p>القراءة بيت لا يُغلق بابه.</p></blockquote><ul><li>سبعة آلاف كتاب</li><li>أربع نوافذ تطل على النهر</li></ul><p>تفتح القاعة أبوابها من الساعة 9:00 حتى 18:00، والدخول مجاني.</p>";
const HEBREW: &str = "<p>הגינה הזאת התחילה מעציץ אחד ליד החלון. אחרי שלוש עונות היא מילאה את המרפסת, וגם דף HTML אחד קטן.</p><p>בחורף אין מה לעשות אלא לחכות.</p>";
const JAPANESE: &str = "<p>雨の日には、急がない本がよく似合う。窓辺の椅子に腰を下ろし、湯気の立つお茶を手に取れば、時間はゆっくりと流れ始める。</p><p>図書館の灯りは夜九時まで消えない。誰もが静かに頁をめくり、外では雨が屋根を打っている。</p><blockquote><p>読むことは、もう一つの散歩である。</p></blockquote>";

/// The text of a story, and its language.
fn text(source: usize, headline: &str) -> (&'static str, Option<&'static str>) {
    match source {
        6 => (ARABIC, Some("ar")),
        7 => (HEBREW, Some("he")),
        8 => (JAPANESE, Some("ja")),
        _ if headline.starts_with("Everything") => (EVERYTHING, Some("en")),
        _ => (TEXT, None),
    }
}

async fn fill(store: &Store, now: Timestamp) -> Result<(), Box<dyn Error>> {
    let ada = store
        .add_user("ada".to_owned(), hash_password("a long enough password"), Role::Operator, now)
        .await?;
    let science = store.folder(ada, "Science".to_owned(), now).await?;
    let making = store.folder(ada, "Making".to_owned(), now).await?;
    let elsewhere = store.folder(ada, "Elsewhere".to_owned(), now).await?;
    let folders = [Some(science), Some(making), None, None, Some(science), Some(making)];
    for (index, (title, url)) in SOURCES.iter().enumerate() {
        let source = store.add_source(SourceKind::Feed, url.parse()?, now).await?.id();
        let folder = folders.get(index).copied().unwrap_or(Some(elsewhere));
        store.subscribe(ada, source, folder, now).await?;
        let mut articles = Vec::new();
        for (_, minutes, headline, summary) in STORIES.iter().filter(|story| story.0 == index) {
            let (html, language) = text(index, headline);
            let mut article = stock::article(headline, html, now);
            article.language = language.map(str::to_owned);
            article.published = Some(now - SignedDuration::from_mins(*minutes));
            article.comments = Some("https://example.org/comments".to_owned());
            article.n_comments = Some(12);
            article.summary = (*summary).to_owned();
            article.tags = vec!["mathematics".to_owned(), "symmetry".to_owned()];
            article.authors = vec!["Ada Young".to_owned()];
            if index == 5 {
                article.enclosures = vec![Enclosure {
                    url: "https://example.org/lathe.mp3".to_owned(),
                    media_type: Some("audio/mpeg".to_owned()),
                    bytes: Some(21_000_000),
                    seconds: Some(1860),
                    title: None,
                }];
            }
            articles.push(article);
        }
        for n in 0..index * 4 {
            let mut article = stock::article(&format!("Short news {n} from {title}"), TEXT, now);
            article.published =
                Some(now - SignedDuration::from_hours(50 + 7 * i64::try_from(n * index)?));
            articles.push(article);
        }
        let ids =
            stock::store(store, source, title, articles, now - SignedDuration::from_mins(4)).await;
        if let Some(first) = ids.first() {
            store.tag(ada, *first, "to quote".to_owned(), now).await?;
            store.star(ada, *first, (index % 3 == 0).then_some(now)).await?;
            store.put_aside(ada, *first, (index % 4 == 1).then_some(now)).await?;
        }
        if index % 2 == 0 {
            store.mark_read(ada, ids.into_iter().skip(1).collect(), now).await?;
        }
    }
    let failing = store
        .add_source(SourceKind::Feed, "https://gone-fishing.example/feed".parse()?, now)
        .await?
        .id();
    store.subscribe(ada, failing, None, now).await?;
    let failure = Failure::new(
        FailureKind::Timeout,
        "the server did not answer within 30 seconds; it is asked again, more and more rarely",
    );
    store.store_retrieval(stock::retrieval(failing, Retrieved::Failed(failure), now)).await?;
    let new = store
        .add_source(SourceKind::Feed, "https://brand-new.example/feed".parse()?, now)
        .await?
        .id();
    store.subscribe(ada, new, None, now).await?;
    let password = hash_password("a long enough password");
    store.add_user("new".to_owned(), password, Role::User, now).await?;
    let newest = store.newest_article_id().await?;
    stock::outgoing(store, ada, newest, now).await;
    Ok(())
}
