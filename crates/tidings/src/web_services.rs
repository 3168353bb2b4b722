//! What the web asks of the program, one file per capability; everything is handed on to the daemon.

mod checks;
mod importing;
mod pictures;
mod push;
mod rules;
mod subscribing;
mod today_pages;
mod webhooks;

use crate::{daemon::Daemon, follow::NotFollowed};
use std::sync::Arc;
use tidings_model::{Failure, FailureKind};
use tidings_web::Services;

/// The program as the web sees it, by a daemon.
pub(crate) fn by(daemon: &Arc<Daemon>) -> Services {
    Services::by(&Arc::new(WebServices(Arc::clone(daemon))))
}

/// A daemon with every capability that the web asks for.
#[derive(Debug)]
struct WebServices(Arc<Daemon>);

/// Why not, for the person who asked.
fn said(why: NotFollowed) -> Failure {
    match why {
        NotFollowed::Refused(failure) => failure,
        NotFollowed::Store(error) => Failure::new(FailureKind::Store, error.to_string()),
        choice @ NotFollowed::Choice(_) => Failure::new(FailureKind::NotAFeed, choice.to_string()),
    }
}
