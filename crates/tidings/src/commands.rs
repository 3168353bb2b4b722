//! The commands: each opens what it needs, calls the other crates and prints the result.

pub mod config;
pub mod feeds;
pub mod health;
pub mod keep;
pub mod parse;
pub mod poll;
pub mod simulate;
pub mod user;

use crate::{
    clock::Time,
    config::{Config, Database},
    context,
    fetching::Patience,
    pricing::Spending,
    services::{ServiceSettings, Services},
};
use anyhow::{Context, Result, anyhow, bail};
use std::sync::Arc;
use tidings_fetch::{ClientSettings, HttpWeb, Polite, Web};
use tidings_model::{Clock, User};
use tidings_search::Index;
use tidings_store::{Options, Store, StoreLocation};

/// Returns the location of the store according to the settings.
#[must_use]
pub fn place(config: &Config) -> StoreLocation {
    match &config.database {
        Database::Sqlite(path) => StoreLocation::File(path.clone()),
        Database::Postgres(url) => StoreLocation::Postgres(url.clone()),
    }
}

/// Opens the store. Creates the data folder if it is missing, readable only by its owner.
///
/// # Errors
/// When the folder cannot be created or the store cannot be opened.
pub async fn open(config: &Config, time: &Time) -> Result<Store> {
    make_folder(&config.data)?;
    Ok(Store::open(Options::new(place(config), time.now())).await?)
}

/// Opens a store that must already exist, so that a mistyped folder is an error and not an empty database.
///
/// # Errors
/// As [`open`], and when there is no database yet.
pub async fn open_existing(config: &Config, time: &Time) -> Result<Store> {
    if let Database::Sqlite(path) = &config.database
        && !path.exists()
    {
        bail!(
            "there is no database at {}: is --data right? `tidings serve` and `tidings user add` create a new one",
            path.display()
        );
    }
    open(config, time).await
}

pub(crate) fn make_folder(path: &std::path::Path) -> Result<()> {
    if path.as_os_str().is_empty() {
        bail!("the home folder is unknown. Set the data folder with --data DIR or TIDINGS_DATA");
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).with_context(|| {
        format!("cannot create the data folder {}: choose another with --data, or make its parent writable", path.display())
    })
}

/// Returns a client for the real web, with the guard and limits from the settings.
///
/// # Errors
/// When no certificates can be loaded.
pub fn web(config: &Config, time: &Arc<Time>) -> Result<Arc<dyn Web>> {
    let settings = ClientSettings {
        limits: config.limits.clone(),
        allow: config.fetch_allow.clone(),
        user_agent_url: config.public_url.clone(),
        own_addresses: vec![config.listen],
        ..ClientSettings::default()
    };
    let clock: Arc<dyn Clock> = Arc::<Time>::clone(time);
    Ok(Arc::new(Polite::new(HttpWeb::new(settings, Arc::clone(&clock))?, clock)))
}

/// Builds the services from the settings, with the search index they update. Nothing runs yet.
///
/// # Errors
/// As [`open`] and [`web`].
pub async fn services(config: &Config, index: Option<Index>) -> Result<Arc<Services>> {
    let time = Arc::new(Time::system());
    let store = open(config, &time).await?;
    let settings = ServiceSettings { index, ..settings(config) };
    Ok(Arc::new(Services::new(context(store, time, config)?, settings)))
}

/// As [`services`], but on a store that must already exist, for a command that a person waits for.
///
/// # Errors
/// As [`open_existing`] and [`web`].
pub async fn services_on_existing(config: &Config) -> Result<Arc<Services>> {
    let time = Arc::new(Time::system());
    let store = open_existing(config, &time).await?;
    let settings = ServiceSettings { patience: Patience::None, ..settings(config) };
    Ok(Arc::new(Services::new(context(store, time, config)?, settings)))
}

fn context(store: Store, time: Arc<Time>, config: &Config) -> Result<context::Context> {
    Ok(context::Context::new(store, web(config, &time)?, time, config.limits.clone()))
}

fn settings(config: &Config) -> ServiceSettings {
    ServiceSettings {
        spending: Spending { budget: config.budget, delay: config.target_delay },
        keep: config.keep,
        public_url: config.public_url.clone(),
        picture_cache: Some((config.data.join("pictures"), config.image_cache)),
        ..ServiceSettings::default()
    }
}

/// Returns the user a command is for: the one named, or the only one.
///
/// # Errors
/// When there is no user, or several and none was named.
pub async fn the_user(store: &Store, name: Option<&str>) -> Result<User> {
    if let Some(name) = name {
        let account = store.users().account(name.to_owned()).await?;
        return account.map(|account| account.user).ok_or_else(|| {
            anyhow!("there is no user {name:?}. `tidings user list` lists all users")
        });
    }
    let mut users = store.users().all().await?;
    match users.len() {
        0 => bail!(
            "there is no user yet. Create one with `tidings user add NAME --operator --password-stdin`"
        ),
        1 => Ok(users.remove(0)),
        n => bail!("there are {n} users. Choose one with --user NAME"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::load;
    use tidings_model::Role;

    async fn store_of(names: &[&str]) -> Store {
        let now = Time::system().now();
        let store = Store::open(Options::new(StoreLocation::Memory, now)).await.unwrap();
        for name in names {
            let (name, hash) = ((*name).to_owned(), "hash".to_owned());
            store.users().add(name, hash, Role::User, now).await.unwrap();
        }
        store
    }

    async fn found(names: &[&str], wished: Option<&str>) -> Result<String, String> {
        let store = store_of(names).await;
        the_user(&store, wished).await.map(|user| user.name).map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn a_command_is_for_the_named_user_or_the_only_one() {
        assert_eq!(found(&["ada"], None).await.as_deref(), Ok("ada"));
        assert_eq!(found(&["ada", "bob"], Some("bob")).await.as_deref(), Ok("bob"));
        assert_eq!(found(&["ada", "bob"], Some("BOB")).await.as_deref(), Ok("bob"));
        assert!(found(&[], None).await.unwrap_err().contains("user add"));
        assert!(found(&["ada", "bob"], None).await.unwrap_err().contains("2 users"));
        let nobody = found(&["ada"], Some("eve")).await.unwrap_err();
        assert!(nobody.contains("\"eve\"") && nobody.contains("user list"), "{nobody}");
    }

    #[tokio::test]
    async fn a_mistyped_folder_is_an_error_and_is_not_created() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let config = load(&["--data", data.to_str().unwrap()], &[]).unwrap();
        let time = Time::system();
        let refused = open_existing(&config, &time).await.unwrap_err().to_string();
        assert!(refused.contains("is --data right?"), "{refused}");
        assert!(!data.exists());
        open(&config, &time).await.unwrap().close().await;
        assert!(open_existing(&config, &time).await.is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_new_data_folder_is_readable_only_by_its_owner() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (data, file) = (folder.path().join("a/b"), folder.path().join("file"));
        make_folder(&data).unwrap();
        make_folder(&data).unwrap();
        assert_eq!(std::fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
        std::fs::write(&file, "").unwrap();
        let refused = make_folder(&file.join("below")).unwrap_err().to_string();
        assert!(refused.contains("choose another with --data"), "{refused}");
        assert!(make_folder(std::path::Path::new("")).unwrap_err().to_string().contains("--data"));
    }

    #[test]
    fn a_file_over_the_size_limit_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("list");
        std::fs::write(&file, [b'x'; 100]).unwrap();
        assert_eq!(feeds::read(&file, 100).unwrap().len(), 100);
        assert!(feeds::read(&file, 99).unwrap_err().to_string().contains("is larger than"));
        let missing = folder.path().join("missing");
        assert!(feeds::read(&missing, 9).unwrap_err().to_string().contains("cannot open"));
        assert!(feeds::read(folder.path(), 9).is_err(), "a folder is not a file");
    }

    #[test]
    fn the_store_is_where_the_settings_place_it() {
        for (database, place) in [
            ("sqlite:/srv/t.sqlite", StoreLocation::File("/srv/t.sqlite".into())),
            ("postgres://h/d", StoreLocation::Postgres("postgres://h/d".to_owned())),
        ] {
            let config = load(&["--data", "/nowhere", "--database", database], &[]).unwrap();
            assert_eq!(super::place(&config), place);
        }
    }
}
