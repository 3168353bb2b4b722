//! Pictures from a web that counts requests.

use super::*;
use crate::clock::Time;
use std::sync::atomic::{AtomicUsize, Ordering};
use tidings_fetch::{BoxFuture, Post, PostAnswer, Response, Web};
use tidings_model::{Clock, Validators, limits::Limits};
use tidings_store::{Options, Store, StoreLocation};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02";
const HUGE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x75\x30\0\0\x75\x30";

/// Responds according to the path, after a second.
#[derive(Debug, Default)]
struct Counting {
    n_asked: AtomicUsize,
}

impl Web for Counting {
    fn get(&self, request: Request) -> BoxFuture<'_, tidings_fetch::Result> {
        self.n_asked.fetch_add(1, Ordering::Relaxed);
        assert_eq!(request.purpose, Purpose::Image);
        Box::pin(async move {
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            let body: &[u8] = match request.url.path() {
                "/ok.png" => PNG,
                "/huge.png" => HUGE,
                "/gone.png" => return Err(Failure::new(FailureKind::NotFound, "gone")),
                "/busy.png" => {
                    let mut busy = Failure::new(FailureKind::RateLimited, "busy");
                    busy.retry_after_s = Some(20 * 60);
                    return Err(busy);
                }
                "/late.png" => return Err(Failure::new(FailureKind::Timeout, "late")),
                _ => b"<html><script>alert(1)</script>",
            };
            Ok(Response {
                status: 200,
                url: request.url,
                hops: vec![],
                content_type: Some("image/png".to_owned()),
                validators: Validators::default(),
                max_age: None,
                retry_after: None,
                hubs: vec![],
                self_url: None,
                body: Bytes::from_static(body),
                wire_bytes: 0,
            })
        })
    }

    fn post(&self, _: Post) -> BoxFuture<'_, Result<PostAnswer, Failure>> {
        Box::pin(async { Err(Failure::new(FailureKind::Offline, "pictures are only fetched")) })
    }

    fn check(&self, _: &Url) -> Result<(), Failure> {
        Ok(())
    }
}

async fn context(web: Arc<dyn Web>, time: &Arc<Time>) -> Context {
    let store = Store::open(Options::new(StoreLocation::Memory, time.now())).await.unwrap();
    Context::new(store, web, Arc::clone(time), Limits::default())
}

struct Bench {
    web: Arc<Counting>,
    time: Arc<Time>,
    pictures: PictureService,
    folder: tempfile::TempDir,
}

impl Bench {
    async fn new() -> Self {
        let web = Arc::new(Counting::default());
        let time = Arc::new(Time::simulated("2026-11-15T12:00:00Z".parse().unwrap(), 1));
        let folder = tempfile::tempdir().unwrap();
        let asked: Arc<dyn Web> = Arc::<Counting>::clone(&web);
        let cache = Some((folder.path().join("pictures"), 1 << 20));
        let pictures = PictureService::new(context(asked, &time).await, cache);
        Self { web, time, pictures, folder }
    }

    async fn get(&self, path: &str) -> Result<Picture, FailureKind> {
        let url = format!("https://a.example{path}").parse().unwrap();
        self.pictures.get(&url).await.map_err(|failure| failure.kind)
    }

    fn n_asked(&self) -> usize {
        self.web.n_asked.load(Ordering::Relaxed)
    }
}

#[tokio::test(start_paused = true)]
async fn many_simultaneous_requests_cause_one_fetch_and_later_ones_none() {
    let bench = Bench::new().await;
    let (a, b, c) = tokio::join!(bench.get("/ok.png"), bench.get("/ok.png"), bench.get("/ok.png"));
    assert_eq!(a, Ok(Picture { media_type: "image/png", bytes: Bytes::from_static(PNG) }));
    assert!(a == b && b == c);
    assert_eq!(bench.get("/ok.png").await, a);
    assert_eq!(bench.n_asked(), 1);
    assert!(locked(&bench.pictures.running).is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_old_picture_is_fetched_again() {
    let bench = Bench::new().await;
    bench.get("/ok.png").await.unwrap();
    bench.time.jump(8 * 24 * 3_600_000);
    bench.get("/ok.png").await.unwrap();
    assert_eq!(bench.n_asked(), 2);
}

#[tokio::test(start_paused = true)]
async fn the_bytes_decide_what_is_a_picture_and_how_large_it_is() {
    let bench = Bench::new().await;
    assert_eq!(bench.get("/page.png").await, Err(FailureKind::Decode));
    assert_eq!(bench.get("/huge.png").await, Err(FailureKind::TooLarge));
}

#[tokio::test(start_paused = true)]
async fn a_failed_picture_is_not_fetched_again_for_a_while() {
    let bench = Bench::new().await;
    for path in ["/gone.png", "/late.png", "/gone.png", "/late.png"] {
        assert!(bench.get(path).await.is_err());
    }
    assert_eq!(bench.n_asked(), 2);
    bench.time.jump(10 * 60_000);
    let (gone, late) = (bench.get("/gone.png").await, bench.get("/late.png").await);
    assert_eq!((gone, late), (Err(FailureKind::NotFound), Err(FailureKind::Timeout)));
    assert_eq!(bench.n_asked(), 3, "a temporary failure is tried again sooner");
    bench.time.jump(7 * 3_600_000);
    let _ = bench.get("/gone.png").await;
    assert_eq!(bench.n_asked(), 4);
}

fn url(path: &str) -> Url {
    format!("https://a.example{path}").parse().unwrap()
}

#[tokio::test(start_paused = true)]
async fn two_processes_that_share_a_folder_fetch_a_picture_once() {
    let bench = Bench::new().await;
    let folder = bench.folder.path().join("pictures");
    let other =
        PictureService::new(bench.pictures.fetcher.context.clone(), Some((folder, 1 << 20)));
    let url = url("/ok.png");
    // Both listed the folder while it was empty.
    assert!(other.get(&Url::parse("https://a.example/gone.png").unwrap()).await.is_err());
    let (one, two) = tokio::join!(bench.pictures.get(&url), other.get(&url));
    assert!(one.is_ok() && one == two);
    assert_eq!(bench.n_asked(), 2, "the missing one, and this one once");
    assert_eq!(bench.get("/gone.png").await, Err(FailureKind::NotFound));
    assert_eq!(bench.n_asked(), 2, "one process does not try what the other could not fetch");
}

#[tokio::test]
async fn two_processes_on_one_postgresql_fetch_a_picture_once() {
    let Ok(server) = std::env::var("TIDINGS_TEST_POSTGRES") else { return };
    let schema = format!("pictures_{}", std::process::id());
    let run = |sql: String| {
        let server = server.clone();
        let run = move || {
            postgres::Client::connect(&server, postgres::NoTls)
                .unwrap()
                .batch_execute(&sql)
                .unwrap()
        };
        std::thread::spawn(run).join().unwrap();
    };
    run(format!("create schema {schema}"));
    let time = Arc::new(Time::system());
    let place = StoreLocation::Postgres(format!("{server}?options=-csearch_path%3D{schema}"));
    let (web, folder) = (Arc::new(Counting::default()), tempfile::tempdir().unwrap());
    let mut processes = Vec::new();
    for disk in ["one", "two"] {
        let store = Store::open(Options::new(place.clone(), time.now())).await.unwrap();
        let asked: Arc<dyn Web> = Arc::<Counting>::clone(&web);
        let context = Context::new(store, asked, Arc::clone(&time), Limits::default());
        let cache = Some((folder.path().join(disk), 1 << 20));
        processes.push(PictureService::new(context, cache));
    }
    let url = url("/ok.png");
    let (one, two) = tokio::join!(processes[0].get(&url), processes[1].get(&url));
    assert!(one.is_ok() && one == two);
    assert_eq!(web.n_asked.load(Ordering::Relaxed), 1);
    for process in &processes {
        process.fetcher.context.store.close().await;
    }
    run(format!("drop schema {schema} cascade"));
}

#[tokio::test(start_paused = true)]
async fn a_reader_who_turns_the_page_does_not_end_the_fetch() {
    let bench = Bench::new().await;
    let url = url("/ok.png");
    let gave_up = tokio::time::timeout(Duration::from_millis(100), bench.pictures.get(&url)).await;
    assert!(gave_up.is_err());
    assert!(bench.get("/ok.png").await.is_ok());
    assert_eq!(bench.n_asked(), 1);
}

#[tokio::test(start_paused = true)]
async fn pictures_wait_until_their_hosts_retry_after_has_passed() {
    let bench = Bench::new().await;
    assert_eq!(bench.get("/busy.png").await, Err(FailureKind::RateLimited));
    assert_eq!(bench.get("/ok.png").await, Err(FailureKind::RateLimited));
    assert_eq!(bench.n_asked(), 1, "the Retry-After of twenty minutes applies to the whole host");
    bench.time.jump(21 * 60_000);
    assert!(bench.get("/ok.png").await.is_ok());
}

/// Case 13 of the catalogue of attacks: no picture that a feed names, signed by us or not, leads to a private address.
#[tokio::test]
async fn no_picture_is_fetched_from_a_private_address() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let time = Arc::new(Time::simulated("2026-11-15T12:00:00Z".parse().unwrap(), 7));
    let web = tidings_fetch::HttpWeb::new(
        tidings_fetch::ClientSettings::default(),
        Arc::<Time>::clone(&time),
    )
    .unwrap();
    let pictures = PictureService::new(context(Arc::new(web), &time).await, None);
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "2130706433"] {
        let url = Url::parse(&format!("http://{host}:{port}/evil.png")).unwrap();
        let failure = pictures.get(&url).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::ForbiddenAddress, "{host}: {}", failure.message);
    }
    let knock = tokio::time::timeout(std::time::Duration::from_millis(50), listener.accept());
    assert!(knock.await.is_err(), "the private address was contacted");
}
