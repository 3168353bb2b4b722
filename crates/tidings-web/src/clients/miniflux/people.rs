//! The caller and the server. Other people and keys are managed on the web pages.

use super::{Answer, Call, done, shown, views::time};
use crate::{
    Error,
    acts::articles,
    preferences::{Face, Preferences, Theme},
    texts::Language,
};
use axum::extract::Path;
use serde_json::{Value, json};
use tidings_model::Role;
use tidings_store::{ListOrder, StreamQuery};

/// The Miniflux release whose API this is: clients check it before they use newer calls.
const VERSION: &str = "2.3.2";

/// `GET /v1/version`.
pub(crate) async fn version(_: Call) -> Answer {
    shown(&json!({
        "version": VERSION,
        "commit": concat!("tidings-", env!("CARGO_PKG_VERSION")),
        "build_date": "",
        "go_version": "",
        "compiler": "rustc",
        "arch": std::env::consts::ARCH,
        "os": std::env::consts::OS,
    }))
}

/// `GET /v1/integrations/status`: whether articles can be saved to other services.
pub(crate) async fn integrations(_: Call) -> Answer {
    shown(&json!({ "has_integrations": false }))
}

async fn own(call: &Call) -> Result<Value, Error> {
    let user = &call.caller.user;
    let settings = call.inner.store.settings().list(Some(user.id)).await?;
    let chosen = Preferences::read_over(Preferences::default(), &settings);
    let theme = match chosen.theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let face = match chosen.face {
        Face::Serif => "serif",
        Face::Sans => "sans_serif",
    };
    let language = match chosen.language {
        Some(Language::German) => "de_DE",
        Some(Language::French) => "fr_FR",
        _ => "en_US",
    };
    let direction = match chosen.order {
        ListOrder::Newest => "desc",
        ListOrder::Oldest => "asc",
    };
    Ok(json!({
        "id": user.id.0,
        "username": user.name,
        "is_admin": user.role == Role::Operator,
        "theme": format!("{theme}_{face}"),
        "language": language,
        "timezone": chosen.time_zone.as_deref().unwrap_or("UTC"),
        "entry_sorting_direction": direction,
        "entry_sorting_order": "published_at",
        "entries_per_page": chosen.page_size,
        "keyboard_shortcuts": true,
        "show_reading_time": true,
        "entry_swipe": true,
        "gesture_nav": "tap",
        "last_login_at": time(Some(user.created_at)),
        "stylesheet": "",
        "custom_js": "",
        "external_font_hosts": "",
        "google_id": "",
        "openid_connect_id": "",
        "display_mode": "standalone",
        "default_reading_speed": super::entry::WORDS_PER_MINUTE,
        "cjk_reading_speed": super::entry::SIGNS_PER_MINUTE,
        "default_home_page": "unread",
        "categories_sorting_order": "alphabetical",
        "mark_read_on_view": true,
        "mark_read_on_media_player_completion": false,
        "media_playback_rate": 1,
        "block_filter_entry_rules": "",
        "keep_filter_entry_rules": "",
        "always_open_external_links": false,
        "open_external_links_in_new_tab": chosen.opens_tabs,
    }))
}

/// `GET /v1/me`.
pub(crate) async fn me(call: Call) -> Answer {
    shown(&own(&call).await?)
}

/// `GET /v1/users`: those that the caller may know about.
pub(crate) async fn users(call: Call) -> Answer {
    shown(&json!([own(&call).await?]))
}

/// Returns whether an id or a name is the caller's own.
fn is_own(call: &Call, who: &str) -> bool {
    let user = &call.caller.user;
    who == user.id.to_string() || who.to_lowercase() == user.name.to_lowercase()
}

/// `GET /v1/users/{id}`, by id or name.
pub(crate) async fn user(Path(who): Path<String>, call: Call) -> Answer {
    if !is_own(&call, &who) {
        return Err(Error::Forbidden.into());
    }
    shown(&own(&call).await?)
}

/// `PUT /v1/users/{id}/mark-all-as-read`.
pub(crate) async fn read_everything(Path(who): Path<String>, call: Call) -> Answer {
    if !is_own(&call, &who) {
        return Err(Error::Forbidden.into());
    }
    articles::read_stream(&call.actor(), StreamQuery::default()).await?;
    call.caller.is_here(&call.inner).await?;
    done()
}
