//! What is around the content of every page. These are templates of their own, so that they are compiled once and not
//! into every page.

use crate::{pages::Shell, voice::Voice};
use askama::Template;

/// Above the content: the menu button and the navigation.
#[derive(Template)]
#[template(path = "parts/before.html")]
pub(crate) struct Before<'a> {
    shell: &'a Shell,
    t: &'a Voice,
}

/// Below the content: the tabs of a phone, the place for messages, and the texts that scripts show.
#[derive(Template)]
#[template(path = "parts/after.html")]
pub(crate) struct After<'a> {
    shell: &'a Shell,
    t: &'a Voice,
}

impl Shell {
    pub(crate) fn before<'a>(&'a self, t: &'a Voice) -> Before<'a> {
        Before { shell: self, t }
    }

    pub(crate) fn after<'a>(&'a self, t: &'a Voice) -> After<'a> {
        After { shell: self, t }
    }
}
