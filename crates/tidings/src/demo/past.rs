//! The weeks before the doors open: the whole daemon in paused time, with the readers who come meanwhile.

use super::{Stage, furniture::furnish, readers::Readers};
use crate::{clock::Time, daemon::Daemon, output};
use anyhow::{Context, Result};
use jiff::Timestamp;
use std::{pin::pin, sync::Arc, time::Duration};
use tidings_fetch::SimulatedWeb;
use tidings_model::{Clock, limits::Limits};
use tidings_store::{Options, Place, Store};
use tokio_util::sync::CancellationToken;

/// Lives through the past, or as far as `stop` lets it; returns the instant reached.
pub(super) fn live(stage: &Stage, stop: &CancellationToken) -> Result<Timestamp> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
    runtime.block_on(live_on(stage, stop))
}

async fn live_on(stage: &Stage, stop: &CancellationToken) -> Result<Timestamp> {
    let time = Arc::new(Time::simulated(stage.beginning, stage.seed));
    let clock: Arc<dyn Clock> = Arc::<Time>::clone(&time);
    let web: Arc<SimulatedWeb> = Arc::new(stage.web(clock));
    // On this thread and without syncing: what a power cut takes of a demonstration is no loss.
    let store = Store::open(Options::inline(Place::File(stage.database()), time.now())).await?;
    let limits = Limits { subscriptions_per_user: usize::MAX, ..Limits::default() };
    let daemon = Arc::new(Daemon::new(
        store.clone(),
        Arc::<SimulatedWeb>::clone(&web),
        Arc::clone(&time),
        limits,
    ));
    let mut readers = Readers::move_in(stage, &daemon, &web).await?;
    furnish(&store, readers.visitor(), &*time).await?;
    let days = stage.opening.duration_since(stage.beginning).as_hours() / 24;
    let bar = output::progress(u64::try_from(days).unwrap_or(0), "simulated days");
    let end = CancellationToken::new();
    let mut running = pin!(daemon.run(&end));
    while time.now() < stage.opening && !stop.is_cancelled() {
        let next = readers.next_at().min(stage.opening);
        let wait = Duration::try_from(next.duration_since(time.now())).unwrap_or_default();
        tokio::select! {
            biased;
            ended = running.as_mut() => ended.context("the simulated daemon stopped")?,
            () = tokio::time::sleep(wait) => {}
        }
        if next < stage.opening {
            readers.come(&store, next).await?;
        }
        let lived = time.now().duration_since(stage.beginning).as_hours() / 24;
        bar.set_position(u64::try_from(lived).unwrap_or(0));
    }
    bar.finish_and_clear();
    stage.note(&store, time.now()).await?;
    store.close().await;
    Ok(time.now())
}
