//! What the web asks of the program, one file per capability; everything is handed on to the services.

mod checks;
mod importing;
mod pictures;
mod push;
mod rules;
mod subscribing;
mod today_pages;
mod webhooks;

use crate::{services::Services, subscribing::SubscribeError};
use std::sync::Arc;
use tidings_model::{Failure, FailureKind};

/// The program as the web sees it.
pub(crate) fn by(services: &Arc<Services>) -> tidings_web::ProgramServices {
    tidings_web::ProgramServices::by(&Arc::new(WebServices(Arc::clone(services))))
}

/// The services, with every capability that the web asks for.
#[derive(Debug)]
struct WebServices(Arc<Services>);

/// Why not, for the person who asked.
fn said(why: SubscribeError) -> Failure {
    match why {
        SubscribeError::Refused(failure) => failure,
        SubscribeError::Store(error) => Failure::new(FailureKind::Store, error.to_string()),
        choice @ SubscribeError::Choice(_) => {
            Failure::new(FailureKind::NotAFeed, choice.to_string())
        }
    }
}
