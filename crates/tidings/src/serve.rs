//! `tidings serve`: the daemon and the pages, until told to stop.

use crate::{
    commands,
    config::Config,
    daemon::Daemon,
    follow::{Followed, NotFollowed},
    importing, indexing,
    keeper::{self, Keeper},
    output,
    supervisor::Supervisor,
};
use anyhow::{Context, Result};
use std::{collections::BTreeMap, sync::Arc};
use tidings_fetch::BoxFuture;
use tidings_model::{
    ArticleId, Failure, FailureKind, RuleId, SourceId, User, UserId, WebhookId,
    taste::{Shown, TopicId},
};
use tidings_rank::page::Wishes;
use tidings_rules::Compiled;
use tidings_search::Index;
use tidings_web::{
    Actions, App, Applied, Candidate, Follow, HouseRules, Images, Key, Learned, Look, Outlook,
    Picture, Proxies, Readdressed, Refreshed, Status, TodayAsk, Token, Tried,
    push::{Announced, Intent},
};
use tokio::{net::TcpListener, signal};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};
use url::Url;

/// Runs until a signal says stop: the first ends gracefully, the second at once.
///
/// # Errors
/// When the store cannot be opened or the port is taken.
pub async fn run(config: &Config) -> Result<()> {
    let daemon = commands::daemon(config).await?;
    let listener = TcpListener::bind(config.listen).await.with_context(|| {
        format!(
            "cannot listen on {}: choose another address with --listen, or stop what runs there",
            config.listen
        )
    })?;
    let address = listener.local_addr()?;
    let stop = CancellationToken::new();
    tokio::spawn(wait_for_signals(stop.clone()));
    let base = config.public_url.as_ref().map_or_else(
        || format!("http://{address}"),
        |url| url.as_str().trim_end_matches('/').to_owned(),
    );
    let setup_token = set_up(&daemon, &base).await?;
    output::line(format!("Tidings is at {base}"))?;
    for warning in keeper::warnings(config) {
        warn!("{warning}");
    }
    let search = Index::open(&indexing::folder(&config.data))?;
    let app = App {
        public_url: config.public_url.clone(),
        setup_token,
        images: config.images,
        proxies: config.proxies.clone(),
        ..app(&daemon, config, search, stop.clone())
    };
    attend(&daemon, listener, app, &stop).await
}

/// What the pages are made from, for a daemon.
pub(crate) fn app(
    daemon: &Arc<Daemon>,
    config: &Config,
    search: Index,
    stop: CancellationToken,
) -> App {
    App {
        search,
        store: daemon.store.clone(),
        clock: Arc::<crate::clock::Time>::clone(&daemon.time),
        actions: Arc::new(Hands(Arc::clone(daemon))),
        status: Arc::new(Eyes { daemon: Arc::clone(daemon), stop }),
        public_url: None,
        setup_token: None,
        images: Images::default(),
        demo: None,
        keeping: Arc::new(Keeper::new(config, daemon.store.clone(), Arc::clone(&daemon.time))),
        proxies: Proxies::default(),
    }
}

/// Watches the sources, keeps the index of their articles and serves the pages until told to stop.
pub(crate) async fn attend(
    daemon: &Arc<Daemon>,
    listener: TcpListener,
    app: App,
    stop: &CancellationToken,
) -> Result<()> {
    let index = tokio::spawn(indexing::keep(
        daemon.store.clone(),
        app.search.clone(),
        Arc::clone(&daemon.time),
        stop.clone(),
    ));
    let pages = tokio::spawn(tidings_web::serve(
        listener,
        tidings_web::app(app),
        stop.clone().cancelled_owned(),
    ));
    tokio::spawn(
        Supervisor::find(&|name| std::env::var(name).ok())
            .keep_informed(Arc::clone(daemon), stop.clone()),
    );
    // Beside the loop, so that none of them ever delays a retrieval.
    let beside = [
        tokio::spawn(Arc::clone(daemon).keep_full_texts(stop.clone())),
        tokio::spawn(Arc::clone(daemon).keep_icons(stop.clone())),
        tokio::spawn(Arc::clone(daemon).deliver(stop.clone())),
        tokio::spawn(Arc::clone(daemon).keep_push(stop.clone())),
        tokio::spawn(Arc::clone(daemon).keep_today(stop.clone())),
    ];
    let watched = daemon.run(stop).await;
    if let Err(error) = &watched {
        error!(%error, "the daemon has stopped");
        stop.cancel();
    }
    pages.await.context("the pages broke off")??;
    for task in beside {
        if let Err(error) = task.await {
            error!(%error, "a task beside the sources broke off");
        }
    }
    if let Err(error) = index.await {
        error!(%error, "the search index was left as it was");
    }
    daemon.store.close().await;
    info!("stopped");
    Ok(watched?)
}

/// Prints the set-up link while there is no account, and returns what recognises it.
async fn set_up(daemon: &Daemon, base: &str) -> Result<Option<[u8; 32]>> {
    if daemon.store.users().count().await? > 0 {
        return Ok(None);
    }
    let token = Token::new(&*daemon.time);
    output::line(format!(
        "Make the first account here (the link works once): {base}/setup?token={}",
        token.text
    ))?;
    Ok(Some(token.hash))
}

pub(crate) async fn wait_for_signals(stop: CancellationToken) {
    next_signal().await;
    info!("stopping; a second signal stops at once");
    stop.cancel();
    next_signal().await;
    std::process::exit(1);
}

#[cfg(unix)]
async fn next_signal() {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())
        .expect("signals can be listened to");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = signal::ctrl_c() => {}
    }
}

#[cfg(not(unix))]
async fn next_signal() {
    let _ = signal::ctrl_c().await;
}

/// What the pages may ask the program to do.
#[derive(Debug)]
struct Hands(Arc<Daemon>);

impl Actions for Hands {
    fn follow<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
        folder: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Follow, Failure>> {
        Box::pin(async move {
            match self.0.follow(user, url, folder).await {
                Ok(Followed { source, title, n_articles, .. }) => {
                    Ok(Follow::Followed(tidings_web::Followed { source, title, n_articles }))
                }
                Err(NotFollowed::Choice(found)) => {
                    let shown = |found: crate::find::Candidate| Candidate {
                        url: found.url.into(),
                        title: found.title,
                    };
                    Ok(Follow::Choice(found.into_iter().map(shown).collect()))
                }
                Err(why) => Err(said(why)),
            }
        })
    }

    fn full_text(&self, article: ArticleId) -> BoxFuture<'_, Result<(), Failure>> {
        Box::pin(self.0.fetch_full_text(article))
    }

    fn picture<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Result<Picture, Failure>> {
        Box::pin(self.0.pictures.get(url))
    }

    fn look<'a>(&'a self, user: UserId, url: &'a str) -> BoxFuture<'a, Result<Look, Failure>> {
        Box::pin(async move { self.0.look(user, url).await.map_err(said) })
    }

    fn refresh(&self, user: UserId, source: SourceId) -> BoxFuture<'_, Result<Refreshed, Failure>> {
        Box::pin(async move { self.0.refresh(user, source).await.map_err(said) })
    }

    fn change_address<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<Readdressed, Failure>> {
        Box::pin(async move { self.0.change_address(user, source, url).await.map_err(said) })
    }

    fn accept_move<'a>(
        &'a self,
        user: &'a User,
        source: SourceId,
    ) -> BoxFuture<'a, Result<Readdressed, Failure>> {
        Box::pin(async move { self.0.accept_move(user.id, user.role, source).await.map_err(said) })
    }

    fn set_key<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SourceId, Failure>> {
        Box::pin(async move { self.0.set_key(user, source, key.as_ref()).await.map_err(said) })
    }

    fn import<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>> {
        Box::pin(async move {
            let import = self.0.begin_import(user, name, bytes).await.map_err(said)?;
            let daemon = Arc::clone(&self.0);
            tokio::spawn(async move {
                if let Err(error) = daemon.go_on_importing().await {
                    error!(%error, "an import broke off; it goes on at the next housekeeping");
                }
            });
            Ok(import)
        })
    }

    fn export(&self, user: UserId) -> BoxFuture<'_, Result<String, Failure>> {
        Box::pin(async move {
            importing::export(&self.0.store, user).await.map_err(|error| said(error.into()))
        })
    }

    fn outlook(
        &self,
        source: SourceId,
        next_at: jiff::Timestamp,
    ) -> BoxFuture<'_, Result<Option<Outlook>, Failure>> {
        Box::pin(async move {
            self.0.outlook(source, next_at).await.map_err(|error| said(error.into()))
        })
    }

    fn today(
        &self,
        user: UserId,
        ask: TodayAsk,
    ) -> BoxFuture<'_, Result<Shown, tidings_store::Error>> {
        Box::pin(async move {
            let wishes = Wishes {
                length: ask.length,
                surprise: f64::from(ask.surprise) / 100.0,
                ..Wishes::default()
            };
            self.0.today(user, &wishes, ask.turn, ask.lasts).await
        })
    }

    fn learned(&self, user: UserId) -> BoxFuture<'_, Result<Learned, tidings_store::Error>> {
        Box::pin(self.0.learned(user))
    }

    fn topic_names(&self) -> BTreeMap<TopicId, String> {
        self.0.topic_names()
    }

    fn house_rules(&self) -> HouseRules {
        let limits = &self.0.limits;
        let minutes =
            |time: std::time::Duration| u32::try_from(time.as_secs() / 60).unwrap_or(u32::MAX);
        HouseRules {
            keep_days: self.0.keep.map(crate::daemon::whole_days),
            min_minutes: minutes(limits.min_interval),
            max_minutes: minutes(limits.max_interval),
            target_delay: self
                .0
                .delay
                .and_then(|delay| std::time::Duration::try_from_secs_f64(delay.0 * 60.0).ok()),
            is_target_out_of_reach: self.0.unreachable_delay().is_some(),
            most_subscriptions: limits.subscriptions_per_user,
            import_bytes: limits.import_bytes,
        }
    }

    fn try_rule(&self, user: UserId, rule: Compiled) -> BoxFuture<'_, Result<Tried, Failure>> {
        Box::pin(
            async move { self.0.try_rule(user, rule).await.map_err(|error| said(error.into())) },
        )
    }

    fn apply_rule(&self, user: UserId, rule: RuleId) -> BoxFuture<'_, Result<Applied, Failure>> {
        Box::pin(
            async move { self.0.apply_rule(user, rule).await.map_err(|error| said(error.into())) },
        )
    }

    fn check_address(&self, typed: &str) -> Result<Url, Failure> {
        let url = tidings_fetch::check_url(typed)?;
        self.0.web.check(&url)?;
        Ok(url)
    }

    fn test_webhook(
        &self,
        user: UserId,
        webhook: WebhookId,
    ) -> BoxFuture<'_, Result<Result<String, String>, Failure>> {
        Box::pin(async move {
            let answered = self.0.test_webhook(user, webhook).await;
            answered.map_err(|error| said(error.into()))
        })
    }

    fn confirm_push<'a>(
        &'a self,
        token: &'a str,
        intent: Intent,
    ) -> BoxFuture<'a, Result<bool, tidings_web::Error>> {
        Box::pin(async move { Ok(self.0.confirm_push(token, intent).await?) })
    }

    fn announced(&self, announced: Announced) -> Result<(), tidings_web::Error> {
        self.0.announced(announced)
    }

    fn pinged(&self, call: &[u8]) -> Result<(), &'static str> {
        self.0.pinged(call)
    }

    fn largest_push(&self) -> usize {
        self.0.limits.body_bytes
    }
}

/// Why not, for the person who asked.
fn said(why: NotFollowed) -> Failure {
    match why {
        NotFollowed::Refused(failure) => failure,
        NotFollowed::Store(error) => Failure::new(FailureKind::Store, error.to_string()),
        choice @ NotFollowed::Choice(_) => Failure::new(FailureKind::NotAFeed, choice.to_string()),
    }
}

/// What the pages may know of the program.
#[derive(Debug)]
struct Eyes {
    daemon: Arc<Daemon>,
    stop: CancellationToken,
}

impl Status for Eyes {
    fn is_live(&self) -> bool {
        self.daemon.is_beating()
    }

    fn is_ready(&self) -> bool {
        !self.stop.is_cancelled() && self.daemon.is_keeping()
    }

    fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    fn metrics(&self) -> String {
        self.daemon.pulse.metrics()
    }
}
