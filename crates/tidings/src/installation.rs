//! What operators' pages can see of the installation, and its backups and exports.

use crate::{
    clock::Time,
    commands,
    config::{Config, Database, Origin, SETTINGS},
    context::Context,
    export,
    today::TodayService,
};
use futures_util::stream;
use jiff::Timestamp;
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tidings_fetch::BoxFuture;
use tidings_model::{Clock, User};
use tidings_store::Store;
use tidings_web::{
    Backup, BackupOutcome, Installation, OperatorServices, SettingView, Warning,
    installation::Bytes,
};
use tokio::sync::Semaphore;
use tracing::{error, info};

/// How long a page waits for a backup; a longer one continues in the background.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes read from a backup at once.
const PIECE: usize = 64 << 10;
/// The ending of backup file names.
const ENDING: &str = ".backup";
/// The folder that holds exports while they are being sent.
const EXPORTS: &str = "exports";

/// The settings, backups and exports of one installation.
#[derive(Debug)]
pub struct InstallationService {
    config: Config,
    store: Store,
    time: Arc<Time>,
    is_busy: Arc<AtomicBool>,
    /// One at a time, because each export reads everything of a user.
    exports: Semaphore,
    today: Arc<TodayService>,
}

impl InstallationService {
    /// Creates the service for these settings.
    #[must_use]
    pub fn new(config: &Config, context: &Context, today: Arc<TodayService>) -> Self {
        // Files left by a process that was killed belong to nobody.
        let _ = std::fs::remove_dir_all(config.data.join(EXPORTS));
        let (is_busy, exports) = (Arc::default(), Semaphore::new(1));
        let Context { store, time, .. } = context.clone();
        Self { config: config.clone(), store, time, is_busy, exports, today }
    }

    fn folder(&self) -> PathBuf {
        self.config.data.join("backups")
    }
}

impl OperatorServices for InstallationService {
    fn installation(&self) -> Installation {
        let engine = match &self.config.database {
            Database::Sqlite(_) => "SQLite",
            Database::Postgres(_) => "PostgreSQL",
        };
        Installation {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: engine.to_owned(),
            data: self.config.data.display().to_string(),
            free_bytes: free_bytes(&self.config.data),
            settings: SETTINGS.iter().map(|setting| shown(setting, &self.config)).collect(),
            warnings: warnings(&self.config),
        }
    }

    fn backups(&self) -> BoxFuture<'_, io::Result<Vec<Backup>>> {
        let folder = self.folder();
        Box::pin(on_blocking_thread(move || list(&folder)))
    }

    fn back_up(&self) -> BoxFuture<'_, BackupOutcome> {
        Box::pin(async move {
            if self.is_busy.swap(true, Ordering::SeqCst) {
                return BackupOutcome::UnderWay;
            }
            let (folder, store, now) = (self.folder(), self.store.clone(), self.time.now());
            let is_busy = Arc::clone(&self.is_busy);
            let making = tokio::spawn(async move {
                let made = make(&store, &folder, now).await;
                is_busy.store(false, Ordering::SeqCst);
                match &made {
                    Ok(name) => info!(backup = %name, "backup created"),
                    Err(error) => error!(%error, "backup failed"),
                }
                made.is_ok()
            });
            match tokio::time::timeout(PATIENCE, making).await {
                Ok(Ok(true)) => BackupOutcome::Done,
                Ok(_) => BackupOutcome::Failed,
                Err(_) => BackupOutcome::UnderWay,
            }
        })
    }

    fn open_backup(&self, name: String) -> BoxFuture<'_, io::Result<Option<Bytes>>> {
        let folder = self.folder();
        Box::pin(async move {
            let Some(path) = find(folder, name).await? else { return Ok(None) };
            let file = on_blocking_thread(move || File::open(path)).await?;
            Ok(Some(pieces(file, None)))
        })
    }

    fn export(&self, user: User) -> BoxFuture<'_, io::Result<Option<Bytes>>> {
        Box::pin(async move {
            let Ok(Ok(turn)) = tokio::time::timeout(PATIENCE, self.exports.acquire()).await else {
                return Ok(None);
            };
            let folder = self.config.data.join(EXPORTS);
            commands::make_folder(&folder).map_err(io::Error::other)?;
            let unguessable = tidings_web::SecretToken::new(&*self.time).text;
            let temporary = Temporary(folder.join(format!("{}-{unguessable}.zip", user.id)));
            let path = temporary.0.clone();
            let learned = self.today.learned(user.id).await.map_err(io::Error::other)?;
            let now = self.time.now();
            let written = export::write(&self.store, &user, &learned, path.clone(), now).await;
            drop(turn);
            written.map_err(io::Error::other)?;
            let file = on_blocking_thread(move || File::open(path)).await?;
            Ok(Some(pieces(file, Some(temporary))))
        })
    }

    fn remove_backup(&self, name: String) -> BoxFuture<'_, io::Result<bool>> {
        let folder = self.folder();
        Box::pin(async move {
            let Some(path) = find(folder, name).await? else { return Ok(false) };
            on_blocking_thread(move || std::fs::remove_file(path)).await?;
            Ok(true)
        })
    }
}

async fn on_blocking_thread<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(io::Error::other(error)))
}

/// Returns the path of a listed backup. The name is compared, never joined, so no name leads out of the folder.
async fn find(folder: PathBuf, name: String) -> io::Result<Option<PathBuf>> {
    on_blocking_thread(move || {
        let found = list(&folder)?.into_iter().find(|backup| backup.name == name);
        Ok(found.map(|backup| folder.join(backup.name)))
    })
    .await
}

/// Returns the complete backups in a folder, newest first. Other files are ignored.
fn list(folder: &Path) -> io::Result<Vec<Backup>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut backups = Vec::new();
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        // The entry's own metadata, because a link to another place is not a backup.
        let metadata = entry.metadata()?;
        if name.ends_with(ENDING) && metadata.is_file() {
            let made_at =
                Timestamp::try_from(metadata.modified()?).unwrap_or(Timestamp::UNIX_EPOCH);
            backups.push(Backup { name, made_at, bytes: metadata.len() });
        }
    }
    backups.sort_by(|one, other| other.name.cmp(&one.name));
    Ok(backups)
}

async fn make(store: &Store, folder: &Path, now: Timestamp) -> anyhow::Result<String> {
    commands::make_folder(folder)?;
    let name = format!("tidings-{}{ENDING}", now.strftime("%Y-%m-%d-%H%M%S"));
    store.maintenance().backup(folder.join(&name), now).await?;
    Ok(name)
}

/// A file that is deleted when dropped.
#[derive(Debug)]
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Streams a file in pieces, read on a thread that may block.
fn pieces(file: File, temporary: Option<Temporary>) -> Bytes {
    // Fields are dropped in order, so the file is closed before it is deleted.
    Box::pin(stream::try_unfold((file, temporary), |(mut file, temporary)| async move {
        on_blocking_thread(move || {
            let mut piece = vec![0; PIECE];
            let n = file.read(&mut piece)?;
            piece.truncate(n);
            Ok((n > 0).then_some((piece, (file, temporary))))
        })
        .await
    }))
}

fn free_bytes(folder: &Path) -> Option<u64> {
    let space = rustix::fs::statvfs(folder).ok()?;
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}

fn shown(setting: &crate::config::Setting, config: &Config) -> SettingView {
    let (value, origin) = commands::config::value(setting, config);
    SettingView { key: setting.key.to_owned(), value, is_default: origin == Origin::Default }
}

/// One unusual address from each private network: whoever allows it probably allows the whole network.
const PRIVATE: [&str; 7] = [
    "10.213.87.3",
    "172.23.211.5",
    "192.168.213.77",
    "127.201.9.3",
    "169.254.201.7",
    "100.99.13.8",
    "fd5e:77a1::9",
];
/// With less free space than this, the operator is warned.
const LEAST_FREE: u64 = 512 << 20;

/// Returns what is unsafe about an installation, judging by its settings and its data folder.
#[must_use]
pub fn warnings(config: &Config) -> Vec<Warning> {
    let mut found = Vec::new();
    let listen = config.listen.to_string();
    let is_open = !config.listen.ip().is_loopback();
    let is_https = config.public_url.as_ref().is_some_and(|url| url.scheme() == "https");
    match &config.public_url {
        Some(url) if !is_https && !is_local(url) => {
            found.push(Warning::PlainAddress { address: url.to_string() });
        }
        _ if is_open && !is_https => found.push(Warning::WithoutTls { listen: listen.clone() }),
        _ => {}
    }
    if is_open && config.proxies.user_header.is_some() {
        found.push(Warning::ReachableAroundProxy { listen });
    }
    if config.proxies.trusted.iter().any(|network| network.is_nearly_everybody()) {
        found.push(Warning::TrustsNearlyEverybody);
    }
    if PRIVATE.iter().any(|address| lets_fetch(config, address)) {
        found.push(Warning::OpenFetch);
    }
    if is_readable_by_others(&config.data) {
        found.push(Warning::OpenFolder { folder: config.data.display().to_string() });
    }
    if let Some(bytes) = free_bytes(&config.data).filter(|bytes| *bytes < LEAST_FREE) {
        found.push(Warning::LittleSpace { mib: bytes >> 20 });
    }
    found
}

fn is_local(url: &url::Url) -> bool {
    match url.host() {
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

fn lets_fetch(config: &Config, address: &str) -> bool {
    let address = address.parse().expect("an address from the list");
    config.fetch_allow.allows("example.invalid", std::net::SocketAddr::new(address, 1))
}

#[cfg(unix)]
fn is_readable_by_others(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(folder).is_ok_and(|folder| folder.mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_readable_by_others(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::Services;
    use futures_util::TryStreamExt;
    use tidings_store::{Options, StoreLocation};

    fn config(folder: &Path, args: &[&str]) -> Config {
        let command = clap::Command::new("tidings").args(crate::config::flags());
        let data = folder.to_str().unwrap();
        let all = [&["tidings", "--data", data], args].concat();
        Config::load(&command.try_get_matches_from(all).unwrap(), &|_| None).unwrap()
    }

    fn private_folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let private = std::fs::Permissions::from_mode(0o700);
            std::fs::set_permissions(folder.path(), private).unwrap();
        }
        folder
    }

    #[test]
    fn unsafe_settings_cause_warnings() {
        let folder = private_folder();
        let found = |args: &[&str]| {
            let mut found = warnings(&config(folder.path(), args));
            found.retain(|warning| !matches!(warning, Warning::LittleSpace { .. }));
            found
        };
        assert_eq!(found(&[]), []);
        assert_eq!(found(&["--public-url", "https://news.example"]), []);
        assert_eq!(found(&["--public-url", "http://localhost:8080"]), []);
        let open = "0.0.0.0:8080".to_owned();
        assert_eq!(found(&["--listen", &open]), [Warning::WithoutTls { listen: open.clone() }]);
        assert_eq!(
            found(&["--public-url", "http://news.example"]),
            [Warning::PlainAddress { address: "http://news.example/".to_owned() }]
        );
        assert_eq!(found(&["--trusted-proxies", "0.0.0.0/0"]), [Warning::TrustsNearlyEverybody]);
        assert_eq!(found(&["--fetch-allow", "10.0.0.0/8"]), [Warning::OpenFetch]);
        let args = [
            "--listen",
            &open,
            "--public-url",
            "https://news.example",
            "--trusted-proxies",
            "10.1.0.1",
            "--auth-proxy-header",
            "Remote-User",
        ];
        assert_eq!(found(&args), [Warning::ReachableAroundProxy { listen: open.clone() }]);
    }

    #[cfg(unix)]
    #[test]
    fn a_data_folder_that_others_can_read_causes_a_warning() {
        use std::os::unix::fs::PermissionsExt;
        let folder = private_folder();
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let found = warnings(&config(folder.path(), &[]));
        assert!(found.iter().any(|warning| matches!(warning, Warning::OpenFolder { .. })));
    }

    #[tokio::test]
    async fn backups_are_created_listed_read_and_deleted_and_no_name_leads_out_of_the_folder() {
        let folder = private_folder();
        let time = Arc::new(Time::system());
        let store = Store::open(Options::new(StoreLocation::Memory, time.now())).await.unwrap();
        std::fs::write(folder.path().join("secret.backup"), "not yours").unwrap();
        let web = tidings_fetch::HttpWeb::new(
            tidings_fetch::ClientSettings::default(),
            Arc::<Time>::clone(&time),
        );
        let services = Services::in_test(&store, Arc::new(web.unwrap()), &time);
        let today = Arc::clone(&services.today);
        let keeper =
            InstallationService::new(&config(folder.path(), &[]), &services.context, today);
        assert_eq!(keeper.backups().await.unwrap(), []);
        assert_eq!(keeper.back_up().await, BackupOutcome::Done);
        let listed = keeper.backups().await.unwrap();
        assert_eq!(listed.len(), 1);
        let name = listed[0].name.clone();
        let bytes = keeper.open_backup(name.clone()).await.unwrap().unwrap();
        let bytes: Vec<u8> = bytes.try_concat().await.unwrap();
        assert_eq!(bytes.len() as u64, listed[0].bytes);
        assert!(bytes.starts_with(b"tidings backup"));
        #[cfg(unix)]
        std::os::unix::fs::symlink(
            folder.path().join("secret.backup"),
            folder.path().join("backups/link.backup"),
        )
        .unwrap();
        for name in ["../secret.backup", "/etc/passwd", "link.backup", "", ".", "..", "x.backup"] {
            assert!(keeper.open_backup(name.to_owned()).await.unwrap().is_none(), "{name}");
            assert!(!keeper.remove_backup(name.to_owned()).await.unwrap(), "{name}");
        }
        assert!(keeper.remove_backup(name).await.unwrap());
        assert_eq!(keeper.backups().await.unwrap(), []);
        assert!(folder.path().join("secret.backup").exists());
    }

    /// Returns the service for a folder, on the store of a home.
    fn keeper(folder: &Path, home: &crate::testing::Home) -> InstallationService {
        let today = Arc::clone(&home.services.today);
        InstallationService::new(&config(folder, &[]), &home.services.context, today)
    }

    #[test]
    fn backups_are_listed_newest_first_and_other_files_are_ignored() {
        let folder = private_folder();
        assert_eq!(list(&folder.path().join("nowhere")).unwrap(), []);
        for name in ["tidings-2026-02-01-000000.backup", "tidings-2026-11-15-120000.backup"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        std::fs::write(folder.path().join("notes.txt"), "x").unwrap();
        std::fs::create_dir(folder.path().join("folder.backup")).unwrap();
        let names: Vec<_> =
            list(folder.path()).unwrap().into_iter().map(|backup| backup.name).collect();
        assert_eq!(names, ["tidings-2026-11-15-120000.backup", "tidings-2026-02-01-000000.backup"]);
    }

    #[tokio::test(start_paused = true)]
    async fn two_simultaneous_requests_make_one_backup() {
        let (folder, home) = (private_folder(), crate::testing::Home::new().await);
        let keeper = keeper(folder.path(), &home);
        let (one, two) = tokio::join!(keeper.back_up(), keeper.back_up());
        assert_eq!((one, two), (BackupOutcome::Done, BackupOutcome::UnderWay));
        assert_eq!(keeper.backups().await.unwrap().len(), 1);
        // Within the same second, the later backup replaces the earlier one.
        assert_eq!(keeper.back_up().await, BackupOutcome::Done);
        assert_eq!(keeper.backups().await.unwrap().len(), 1);
        home.pass(1);
        assert_eq!(keeper.back_up().await, BackupOutcome::Done);
        assert_eq!(keeper.backups().await.unwrap().len(), 2);
    }

    #[tokio::test]
    async fn an_export_is_sent_whole_and_its_file_is_deleted() {
        let (folder, home) = (private_folder(), crate::testing::Home::new().await);
        let exports = folder.path().join(EXPORTS);
        std::fs::create_dir(&exports).unwrap();
        std::fs::write(exports.join("left-behind.zip"), "of a process that was killed").unwrap();
        let keeper = keeper(folder.path(), &home);
        assert!(!exports.exists());
        home.follow(home.ada, crate::testing::FEED).await;
        let ada = home.store().users().get(home.ada).await.unwrap().unwrap();
        let bytes = keeper.export(ada).await.unwrap().unwrap();
        let n_files = || std::fs::read_dir(&exports).unwrap().count();
        assert_eq!(n_files(), 1);
        let bytes: Vec<u8> = bytes.try_concat().await.unwrap();
        assert!(bytes.starts_with(b"PK"));
        assert_eq!(n_files(), 0);
    }

    #[tokio::test]
    async fn a_long_file_is_sent_whole_in_pieces() {
        let folder = private_folder();
        for n in [0, 1, PIECE, PIECE + 1, 3 * PIECE] {
            let path = folder.path().join("file");
            let content: Vec<u8> = (0..n).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, &content).unwrap();
            let temporary = Temporary(path.clone());
            let all: Vec<Vec<u8>> =
                pieces(File::open(&path).unwrap(), Some(temporary)).try_collect().await.unwrap();
            assert!(all.iter().all(|piece| (1..=PIECE).contains(&piece.len())), "{n}");
            assert_eq!(all.concat(), content);
            assert!(!path.exists(), "it is deleted after sending");
        }
    }

    #[test]
    fn allowing_a_private_network_causes_a_warning_and_a_single_host_does_not() {
        let folder = private_folder();
        let is_open = |allow: &str| {
            warnings(&config(folder.path(), &["--fetch-allow", allow]))
                .contains(&Warning::OpenFetch)
        };
        for network in [
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "100.64.0.0/10",
            "fd00::/8",
        ] {
            assert!(is_open(network), "{network}");
        }
        for single in ["10.0.0.1", "192.168.1.0/24", "localhost:8080", "127.0.0.1", "fd00::1"] {
            assert!(!is_open(single), "{single}");
        }
    }

    #[test]
    fn addresses_of_this_machine_need_no_tls() {
        for (url, is_here) in [
            ("http://localhost/", true),
            ("http://tidings.localhost:8080/", true),
            ("http://127.9.9.9/", true),
            ("http://[::1]/", true),
            ("http://localhost.example/", false),
            ("http://notlocalhost/", false),
            ("http://192.168.0.1/", false),
        ] {
            assert_eq!(is_local(&url.parse().unwrap()), is_here, "{url}");
        }
    }
}
