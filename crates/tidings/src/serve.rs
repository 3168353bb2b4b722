//! `tidings serve`: the server, until told to stop.

use crate::{
    commands,
    config::Config,
    indexing,
    installation::{self, InstallationService},
    output,
    sd_notify::Supervisor,
    services::Services,
    web_services,
};
use anyhow::{Context, Result};
use std::sync::Arc;
use tidings_search::Index;
use tidings_web::{App, Images, ProgramStatus, Proxies, SecretToken};
use tokio::{net::TcpListener, signal};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// Runs until a signal arrives: the first ends gracefully, the second immediately.
///
/// # Errors
/// When the store cannot be opened or the port is in use.
pub async fn run(config: &Config) -> Result<()> {
    let search = Index::open(&indexing::folder(&config.data))?;
    let services = commands::services(config, Some(search.clone())).await?;
    let listener = TcpListener::bind(config.listen).await.with_context(|| {
        format!(
            "cannot listen on {}: choose another address with --listen, or stop the program that uses it",
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
    let setup_token = set_up(&services, &base).await?;
    output::line(format!("Tidings is at {base}"))?;
    for warning in installation::warnings(config) {
        warn!("{warning}");
    }
    let app = App {
        public_url: config.public_url.clone(),
        setup_token,
        images: config.images,
        proxies: config.proxies.clone(),
        ..app(&services, config, search, stop.clone())
    };
    attend(&services, listener, app, &stop).await
}

/// Returns the state of the pages.
pub(crate) fn app(
    services: &Arc<Services>,
    config: &Config,
    search: Index,
    stop: CancellationToken,
) -> App {
    let context = &services.context;
    App {
        search,
        store: context.store.clone(),
        clock: Arc::<crate::clock::Time>::clone(&context.time),
        services: web_services::by(services),
        status: Arc::new(ServerStatus { services: Arc::clone(services), stop }),
        public_url: None,
        setup_token: None,
        images: Images::default(),
        demo: None,
        keeping: Arc::new(InstallationService::new(config, context, Arc::clone(&services.today))),
        proxies: Proxies::default(),
    }
}

/// Fetches, runs the jobs and serves the pages until told to stop.
pub(crate) async fn attend(
    services: &Arc<Services>,
    listener: TcpListener,
    app: App,
    stop: &CancellationToken,
) -> Result<()> {
    let pages = tokio::spawn(tidings_web::serve(
        listener,
        tidings_web::app(app),
        stop.clone().cancelled_owned(),
    ));
    tokio::spawn(
        Supervisor::find(&|name| std::env::var(name).ok())
            .keep_informed(Arc::clone(services), stop.clone()),
    );
    let hubs = tokio::spawn(Arc::clone(&services.push).listen(stop.clone()));
    let ended = services.run(stop).await;
    if let Err(error) = &ended {
        error!(%error, "store failed; stopping");
        stop.cancel();
    }
    pages.await.context("the web server panicked")??;
    if let Err(error) = hubs.await {
        error!(%error, "receiver of pushed articles panicked");
    }
    services.context.store.close().await;
    info!("stopped");
    Ok(ended?)
}

/// Prints the setup link while there is no account, and returns the hash that recognizes it.
async fn set_up(services: &Services, base: &str) -> Result<Option<[u8; 32]>> {
    if services.context.store.users().count().await? > 0 {
        return Ok(None);
    }
    let token = SecretToken::new(&*services.context.time);
    output::line(format!(
        "Create the first account here (the link works once): {base}/setup?token={}",
        token.text
    ))?;
    Ok(Some(token.hash))
}

pub(crate) async fn wait_for_signals(stop: CancellationToken) {
    next_signal().await;
    info!("stopping; a second signal stops immediately");
    stop.cancel();
    next_signal().await;
    std::process::exit(1);
}

#[cfg(unix)]
async fn next_signal() {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())
        .expect("signals can be received");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = signal::ctrl_c() => {}
    }
}

#[cfg(not(unix))]
async fn next_signal() {
    let _ = signal::ctrl_c().await;
}

/// What the pages can learn about the program.
#[derive(Debug)]
struct ServerStatus {
    services: Arc<Services>,
    stop: CancellationToken,
}

impl ProgramStatus for ServerStatus {
    fn is_live(&self) -> bool {
        self.services.is_beating()
    }

    fn is_ready(&self) -> bool {
        !self.stop.is_cancelled() && self.services.fetching.is_keeping()
    }

    fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    fn metrics(&self) -> String {
        self.services.pulse.metrics()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pulse::STOPPED_AFTER,
        services::ServiceSettings,
        testing::{FEED, Home},
    };
    use tidings_model::limits::Limits;

    fn status(home: &Home) -> ServerStatus {
        ServerStatus { services: Arc::clone(&home.services), stop: CancellationToken::new() }
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_is_alive_while_its_loop_runs() {
        let home = Home::new().await;
        let status = status(&home);
        assert!(!status.is_live(), "it has not started");
        home.services.pulse.beat(home.now(), 0);
        tokio::time::sleep(STOPPED_AFTER - std::time::Duration::from_millis(1)).await;
        assert!(status.is_live());
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        assert!(!status.is_live());
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_is_stopping_or_cannot_store_is_not_ready() {
        let home = Home::new().await;
        let status = status(&home);
        assert!(status.is_ready() && !status.is_stopping());
        let waiting = &home.services.fetching.waiting_for_store;
        waiting.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        assert!(!status.is_ready());
        waiting.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        assert!(status.is_ready());
        status.stop.cancel();
        assert!(!status.is_ready() && status.is_stopping());
    }

    #[tokio::test(start_paused = true)]
    async fn a_setup_link_exists_only_while_there_is_no_account() {
        let home = Home::new().await;
        assert_eq!(set_up(&home.services, "http://a.example").await.unwrap(), None);
        for user in [home.ada, home.bob] {
            home.store().users().remove(user).await.unwrap();
        }
        let first = set_up(&home.services, "http://a.example").await.unwrap().unwrap();
        let second = set_up(&home.services, "http://a.example").await.unwrap().unwrap();
        assert_ne!(first, second, "each start has its own link");
    }

    #[tokio::test(start_paused = true)]
    async fn the_metrics_count_fetches() {
        let home = Home::with(Limits::default(), ServiceSettings::default()).await;
        home.follow(home.ada, FEED).await;
        let told = status(&home).metrics();
        for line in
            ["tidings_articles_new_total 2", "tidings_retrievals_total{outcome=\"changed\"} 1"]
        {
            assert!(told.lines().any(|found| found == line), "{line} in {told}");
        }
    }
}
