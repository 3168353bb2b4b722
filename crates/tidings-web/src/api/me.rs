//! The person: name, counts and preferences.

use super::{
    call::Call,
    extract::Body,
    problem::Problem,
    responses::Now,
    values::{Id, Instant, Within, present},
};
use crate::{
    acts::{self, preferences::Setting},
    pages::list_location::order_name,
    preferences::{Face, Preferences, Show, Theme, TodayBy},
    texts::Language,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers of articles and sources.
#[derive(Debug, Serialize, JsonSchema)]
struct Counts {
    n_unread: u64,
    /// Unread articles of today: they arrived in the last 24 hours, and were published in the last three days.
    n_today: u64,
    n_starred: u64,
    n_later: u64,
    n_sources: u64,
    n_folders: u64,
    n_tags: u64,
}

/// The person who owns the app password.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Me {
    id: Id,
    name: String,
    /// user or operator.
    role: &'static str,
    since: Instant,
    /// Whether this app password can change things.
    may_write: bool,
    counts: Counts,
    /// The newest article on the server, of any reader. `GET /api/v1/arrivals` and events continue from here.
    newest_article: u64,
    preferences: Chosen,
}

macro_rules! word {
    ($(#[$doc:meta])* $name:ident { $($variant:ident),+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[schemars(inline)]
        enum $name { $($variant),+ }
    };
}

word! {
    /// The language of pages and texts.
    Tongue { En, De, Fr }
}
word! {
    /// Light or dark.
    Shade { System, Light, Dark }
}
word! {
    /// The font of articles.
    Type { Serif, Sans }
}
word! {
    /// The order of lists.
    End { Newest, Oldest }
}
word! {
    /// How Today is sorted.
    By { Interest, Time }
}
word! {
    /// What folders and sources show by default.
    Shown { Unread, All }
}

/// The person's preferences.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Preferences")]
pub(super) struct Chosen {
    /// Null: same as the browser.
    language: Option<&'static str>,
    /// An IANA name. Null: same as the browser.
    time_zone: Option<String>,
    theme: &'static str,
    face: &'static str,
    /// The text size, from 1 to 5.
    size: u8,
    /// The line width, from 1 to 3.
    measure: u8,
    order: &'static str,
    show: &'static str,
    page_size: u16,
    reads_on_scroll: bool,
    opens_tabs: bool,
    has_thumbnails: bool,
    /// proxy, direct or off.
    images: &'static str,
    confirms: bool,
    /// Whether the navigation leaves out sources and folders without unread articles.
    unread_only: bool,
    /// How Today is sorted; if by time, nothing is learned.
    today: &'static str,
    /// Whether Today keeps articles that have been read.
    keeps_read: bool,
    /// How many articles on Today test new interests, in percent of the normal number.
    surprise: u16,
}

impl From<Preferences> for Chosen {
    fn from(look: Preferences) -> Self {
        Self {
            language: look.language.map(Language::tag),
            time_zone: look.time_zone,
            theme: look.theme.name(),
            face: look.face.name(),
            size: look.size,
            measure: look.measure,
            order: order_name(look.order),
            show: look.show.name(),
            page_size: look.page_size,
            reads_on_scroll: look.reads_on_scroll,
            opens_tabs: look.opens_tabs,
            has_thumbnails: look.has_thumbnails,
            images: look.images.name(),
            confirms: look.confirms,
            unread_only: look.unread_only,
            today: look.today.name(),
            keeps_read: look.keeps_read,
            surprise: look.surprise,
        }
    }
}

/// `GET /me`.
pub(super) async fn get(call: Call) -> Result<Now<Me>, Problem> {
    let (store, user) = (&call.inner.store, &call.caller.user);
    let overview = store.subscriptions().overview(user.id, call.now()).await?;
    Ok(Now(Me {
        id: Id(user.id.0),
        name: user.name.clone(),
        role: user.role.code(),
        since: Instant(user.created_at),
        may_write: call.caller.check_may_write().is_ok(),
        counts: Counts {
            n_unread: overview.n_unread(),
            n_today: overview.n_today,
            n_starred: overview.n_starred,
            n_later: overview.n_later,
            n_sources: overview.sources.len() as u64,
            n_folders: overview.folders.len() as u64,
            n_tags: overview.tags.len() as u64,
        },
        newest_article: store.articles().newest_id().await?.0.unsigned_abs(),
        preferences: call.preferences().await?.into(),
    }))
}

/// The changes of the preferences; omitted fields stay as they are.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "PreferencesChange")]
pub(super) struct Change {
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Tongue>")]
    language: Option<Option<Tongue>>,
    /// An IANA name, such as Europe/Berlin.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<String>")]
    time_zone: Option<Option<String>>,
    theme: Option<Shade>,
    face: Option<Type>,
    size: Option<Within<1, 5>>,
    measure: Option<Within<1, 3>>,
    order: Option<End>,
    show: Option<Shown>,
    #[schemars(with = "Option<u16>", extend("enum" = [20, 50, 100, 200, null]))]
    page_size: Option<Within<0, 200>>,
    reads_on_scroll: Option<bool>,
    opens_tabs: Option<bool>,
    has_thumbnails: Option<bool>,
    confirms: Option<bool>,
    unread_only: Option<bool>,
    today: Option<By>,
    keeps_read: Option<bool>,
    #[schemars(with = "Option<u16>", extend("enum" = [0, 50, 100, 150, 200, null]))]
    surprise: Option<Within<0, 200>>,
}

impl Change {
    fn settings(self) -> Vec<Setting> {
        let mut settings: Vec<Setting> = Vec::new();
        if let Some(language) = self.language {
            let tag = language.map(|tongue| match tongue {
                Tongue::En => Language::English.tag(),
                Tongue::De => Language::German.tag(),
                Tongue::Fr => Language::French.tag(),
            });
            settings.push(("language", tag.map(str::to_owned)));
        }
        if let Some(zone) = self.time_zone {
            settings.push(("time_zone", zone));
        }
        let theme = self.theme.map(|shade| match shade {
            Shade::System => Theme::System,
            Shade::Light => Theme::Light,
            Shade::Dark => Theme::Dark,
        });
        let face = self.face.map(|face| match face {
            Type::Serif => Face::Serif,
            Type::Sans => Face::Sans,
        });
        let order = self.order.map(|end| match end {
            End::Newest => tidings_store::ListOrder::Newest,
            End::Oldest => tidings_store::ListOrder::Oldest,
        });
        let show = self.show.map(|shown| match shown {
            Shown::Unread => Show::Unread,
            Shown::All => Show::All,
        });
        let today = self.today.map(|by| match by {
            By::Interest => TodayBy::Interest,
            By::Time => TodayBy::Time,
        });
        let named = [
            ("today", today.map(TodayBy::name)),
            ("theme", theme.map(Theme::name)),
            ("face", face.map(Face::name)),
            ("order", order.map(order_name)),
            ("show", show.map(Show::name)),
        ];
        let numbers = [
            ("size", self.size.map(Within::get)),
            ("measure", self.measure.map(Within::get)),
            ("page_size", self.page_size.map(Within::get)),
            ("surprise", self.surprise.map(Within::get)),
        ];
        let ticks = [
            ("reads_on_scroll", self.reads_on_scroll),
            ("opens_tabs", self.opens_tabs),
            ("has_thumbnails", self.has_thumbnails),
            ("confirms", self.confirms),
            ("keeps_read", self.keeps_read),
            ("unread_only", self.unread_only),
        ];
        let tick = |is_on: bool| if is_on { "yes" } else { "no" };
        let words = named.into_iter().filter_map(|(name, word)| Some((name, word?.to_owned())));
        let numbers = numbers.into_iter().filter_map(|(name, n)| Some((name, n?.to_string())));
        let ticks = ticks.into_iter().filter_map(|(name, is)| Some((name, tick(is?).to_owned())));
        let said = words.chain(numbers).chain(ticks);
        settings.extend(said.map(|(name, value)| (name, Some(value))));
        settings
    }
}

/// `PATCH /me/preferences`.
pub(super) async fn change(call: Call, Body(change): Body<Change>) -> Result<Now<Chosen>, Problem> {
    acts::preferences::choose(&call.actor(), change.settings()).await?;
    Ok(Now(call.preferences().await?.into()))
}
