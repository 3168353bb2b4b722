//! Preferences for language, appearance and reading. Values that are not among the choices are refused.

use super::{ActError, Actor};
use crate::{
    Images,
    pages::list_location::order_of,
    preferences::{Face, Show, Theme, TodayBy, page_size, step, surprise},
    texts::Language,
};
use jiff::tz::TimeZone;

/// A setting and its value; `None` restores the default.
pub(crate) type Setting = (&'static str, Option<String>);

/// Stores the given settings. The others stay as they are.
pub(crate) async fn choose(actor: &Actor<'_>, settings: Vec<Setting>) -> Result<(), ActError> {
    for (field, value) in &settings {
        if value.as_ref().is_some_and(|value| !is_choice(field, value)) {
            return Err(ActError::Choice { field });
        }
    }
    Ok(actor.store.settings().set_all(actor.id(), settings).await?)
}

fn is_choice(field: &str, value: &str) -> bool {
    match field {
        "theme" => Theme::of(value).is_some(),
        "language" => Language::of_tag(value).is_some(),
        "time_zone" => TimeZone::get(value).is_ok(),
        "face" => Face::of(value).is_some(),
        "size" => step(value, 5).is_some(),
        "measure" => step(value, 3).is_some(),
        "order" => order_of(value).is_some(),
        "show" => Show::of(value).is_some(),
        "page_size" => page_size(value).is_some(),
        "images" => Images::of(value).is_some(),
        "today" => TodayBy::of(value).is_some(),
        "surprise" => surprise(value).is_some(),
        "reads_on_scroll" | "opens_tabs" | "has_thumbnails" | "confirms" | "keeps_read"
        | "unread_only" => {
            matches!(value, "yes" | "no")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
