//! `/settings`: preferences for reading and appearance.

use crate::{
    Error, Images,
    acts::preferences,
    app::Inner,
    forms::Form,
    pages::{Place, Shell, list_location::order_name, page},
    preferences::{Face, PAGE_SIZES, Show, Theme},
    session::Signed,
    texts::Language,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::{Redirect, Response},
};
use serde::Deserialize;
use std::{collections::HashMap, sync::Arc};
use tidings_store::ListOrder;

#[derive(Template)]
#[template(path = "settings.html")]
struct Page {
    t: Voice,
    shell: Shell,
    zones: Vec<String>,
    is_saved: bool,
}

/// One of several values.
struct Choice {
    value: String,
    label: String,
    is_on: bool,
}

impl Page {
    fn themes(&self) -> Vec<Choice> {
        let keys = ["theme-system", "theme-light", "theme-dark"];
        let named = Theme::ALL.into_iter().zip(keys);
        named
            .map(|(theme, key)| self.named(theme.name(), key, theme == self.t.look.theme))
            .collect()
    }

    fn faces(&self) -> Vec<Choice> {
        let named = [(Face::Serif, "face-serif"), (Face::Sans, "face-sans")];
        let choice =
            |(face, key): (Face, _)| self.named(face.name(), key, face == self.t.look.face);
        named.into_iter().map(choice).collect()
    }

    fn measures(&self) -> Vec<Choice> {
        let named = [(1, "measure-narrow"), (2, "measure-middle"), (3, "measure-wide")];
        let choice =
            |(step, key): (u8, _)| self.named(&step.to_string(), key, step == self.t.look.measure);
        named.into_iter().map(choice).collect()
    }

    fn sizes(&self) -> Vec<Choice> {
        let keys = ["size-1", "size-2", "size-3", "size-4", "size-5"];
        let steps = (1..=5).zip(keys);
        steps
            .map(|(step, key): (u8, _)| {
                self.named(&step.to_string(), key, step == self.t.look.size)
            })
            .collect()
    }

    fn orders(&self) -> Vec<Choice> {
        let named = [(ListOrder::Newest, "view-newest"), (ListOrder::Oldest, "view-oldest")];
        let choice = |(order, key)| self.named(order_name(order), key, order == self.t.look.order);
        named.into_iter().map(choice).collect()
    }

    fn shows(&self) -> Vec<Choice> {
        let named = [(Show::Unread, "view-unread"), (Show::All, "view-all")];
        let choice =
            |(show, key): (Show, _)| self.named(show.name(), key, show == self.t.look.show);
        named.into_iter().map(choice).collect()
    }

    fn images(&self) -> Vec<Choice> {
        let keys = ["images-proxied", "images-direct", "images-off"];
        let named = Images::ALL.into_iter().zip(keys);
        named
            .map(|(images, key)| self.named(images.name(), key, images == self.t.look.images))
            .collect()
    }

    fn languages(&self) -> Vec<Choice> {
        let named = |language: Language| Choice {
            value: language.tag().to_owned(),
            label: language.name().to_owned(),
            is_on: self.t.look.language == Some(language),
        };
        Language::ALL.into_iter().map(named).collect()
    }

    fn page_sizes(&self) -> Vec<Choice> {
        let sized = |size: u16| Choice {
            value: size.to_string(),
            label: size.to_string(),
            is_on: size == self.t.look.page_size,
        };
        PAGE_SIZES.into_iter().map(sized).collect()
    }

    fn named(&self, value: &str, key: &'static str, is_on: bool) -> Choice {
        Choice { value: value.to_owned(), label: self.t.of(key).to_owned(), is_on }
    }

    fn is_zone(&self, zone: &str) -> bool {
        self.t.look.time_zone.as_deref() == Some(zone)
    }
}

/// `GET /settings`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Response, Error> {
    let shell = Shell::new(&inner, &signed, Place::Settings).await?;
    let is_saved = query.contains_key("saved");
    page(&Page { t: signed.voice.clone(), shell, zones: zones(), is_saved })
}

/// Returns the names of all time zones.
fn zones() -> Vec<String> {
    let mut zones = jiff::tz::db()
        .available()
        .map(|name| name.to_string())
        .filter(|name| {
            name.contains('/') && !name.starts_with("Etc/") && !name.starts_with("posix")
        })
        .collect::<Vec<_>>();
    zones.push("UTC".to_owned());
    zones.sort_unstable();
    zones.dedup();
    zones
}

/// The form. Unticked checkboxes are not sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(crate) struct Fields {
    theme: String,
    language: String,
    time_zone: String,
    face: String,
    size: String,
    measure: String,
    order: String,
    show: String,
    page_size: String,
    images: String,
    reads_on_scroll: String,
    opens_tabs: String,
    has_thumbnails: String,
    confirms: String,
    keeps_read: String,
}

/// `POST /settings`. Empty fields restore the default.
pub(crate) async fn save(
    State(inner): State<Arc<Inner>>,
    form: Form<Fields>,
) -> Result<Redirect, Error> {
    let fields = &form.fields;
    let chosen = |value: &str| Some(value.to_owned()).filter(|value| !value.is_empty());
    let ticked = |value: &str| Some(if value.is_empty() { "no" } else { "yes" }.to_owned());
    let settings = vec![
        ("theme", chosen(&fields.theme)),
        ("language", chosen(&fields.language)),
        ("time_zone", chosen(&fields.time_zone)),
        ("face", chosen(&fields.face)),
        ("size", chosen(&fields.size)),
        ("measure", chosen(&fields.measure)),
        ("order", chosen(&fields.order)),
        ("show", chosen(&fields.show)),
        ("page_size", chosen(&fields.page_size)),
        ("images", chosen(&fields.images)),
        ("reads_on_scroll", ticked(&fields.reads_on_scroll)),
        ("opens_tabs", ticked(&fields.opens_tabs)),
        ("has_thumbnails", ticked(&fields.has_thumbnails)),
        ("confirms", ticked(&fields.confirms)),
        ("keeps_read", ticked(&fields.keeps_read)),
    ];
    preferences::choose(&form.actor(&inner), settings).await?;
    Ok(Redirect::to("/settings?saved=yes"))
}
