//! `tidings serve`: the daemon and the pages, until told to stop.

use crate::{
    commands,
    config::Config,
    daemon::Daemon,
    indexing,
    keeper::{self, Keeper},
    output,
    supervisor::Supervisor,
    web_services,
};
use anyhow::{Context, Result};
use std::sync::Arc;
use tidings_search::Index;
use tidings_web::{App, Images, Proxies, Status, Token};
use tokio::{net::TcpListener, signal};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

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
        services: web_services::by(daemon),
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
    if daemon.store.count_users().await? > 0 {
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
