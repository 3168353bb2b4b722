//! Settings: each declared once, with its description, unit and default. Flags override the environment, which
//! overrides the file.
//!
//! `tidings config explain`, the manual's settings page and the command line's flags are all generated from
//! [`SETTINGS`].

mod values;

pub use values::time;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Arg, ArgMatches};
use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf, time::Duration};
use tidings_fetch::AllowList;
use tidings_model::{
    limits::Limits,
    units::{Minutes, PerDay},
};
use tidings_web::{Images, Proxies};
use url::Url;
use values::{budget, database, proxies, public_url, size, target_delay, whole};

/// One setting.
#[derive(Debug)]
pub struct Setting {
    /// Its key in the file; with `--` in front, its flag.
    pub key: &'static str,
    /// What its value looks like.
    pub value: &'static str,
    /// The default, in words or as the value itself.
    pub default: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Whether the value may also come from a file named by `TIDINGS_…_FILE`, and is never printed.
    pub is_secret: bool,
}

const fn setting(
    key: &'static str,
    value: &'static str,
    default: &'static str,
    doc: &'static str,
) -> Setting {
    Setting { key, value, default, doc, is_secret: false }
}

/// All settings.
pub const SETTINGS: &[Setting] = &[
    setting(
        "data",
        "DIR",
        "tidings/ in the system's data folder",
        "Where Tidings keeps its database file, index and backups.",
    ),
    setting(
        "config",
        "FILE",
        "tidings.toml in the data folder",
        "A file with any of these settings as `key = \"value\"` lines (TOML).",
    ),
    Setting {
        is_secret: true,
        ..setting(
            "database",
            "URL",
            "SQLite in the data folder",
            "`postgres://user:password@host/name` for PostgreSQL, or `sqlite:FILE`.",
        )
    },
    setting("listen", "ADDR", "127.0.0.1:8080", "Address and port of the web pages."),
    setting(
        "public-url",
        "URL",
        "none",
        "The public address of this server, such as https://news.example.org. Needed for absolute links and push.",
    ),
    setting(
        "trusted-proxies",
        "LIST",
        "empty",
        "Addresses or CIDR ranges of your reverse proxies, separated by commas. Only their X-Forwarded-For, Forwarded and X-Forwarded-Proto headers are trusted.",
    ),
    setting(
        "auth-proxy-header",
        "NAME",
        "none",
        "The header in which a trusted proxy passes the name of the signed-in user, such as Remote-User. Needs trusted-proxies. The proxy must remove this header from incoming requests.",
    ),
    setting(
        "auth-proxy-create",
        "BOOL",
        "no",
        "Whether to create an account for a user the proxy signs in for the first time: `yes` or `no`.",
    ),
    setting("budget", "N", "12 for each source", "Requests per day, over all sources."),
    setting(
        "target-delay",
        "TIME",
        "none",
        "The average time from an article's publication to its arrival here. Tidings makes as many requests as that takes. Can't be combined with `budget`.",
    ),
    setting(
        "fetch-allow",
        "LIST",
        "empty",
        "Private hosts, addresses or CIDR ranges that may be fetched, each with or without `:port`, separated by commas.",
    ),
    setting("fetch-concurrency", "N", "32", "Fetches at the same time."),
    setting("host-concurrency", "N", "2", "Fetches at the same time from one registrable domain."),
    setting(
        "host-gap",
        "TIME",
        "1s",
        "Minimum time between the starts of two fetches from one registrable domain.",
    ),
    setting("min-interval", "TIME", "5m", "Minimum time between two fetches of a source."),
    setting(
        "max-interval",
        "TIME",
        "24h",
        "Maximum time between two fetches of a source, failing ones included.",
    ),
    setting(
        "fetch-timeout",
        "TIME",
        "30s",
        "Time limit for one fetch, from name resolution to the end of the body.",
    ),
    setting(
        "keep",
        "TIME",
        "365d",
        "How long to keep articles, in whole days. The 50 newest articles of each source and everything that someone starred, tagged or saved for later are always kept. 0 keeps everything.",
    ),
    setting(
        "images",
        "FROM",
        "proxy",
        "Where pictures in articles are loaded from, unless a user chooses otherwise: `proxy` (through this server), `direct` (from the publishers) or `off`.",
    ),
    setting(
        "image-cache",
        "SIZE",
        "512MB",
        "Maximum size of the picture cache in the data folder. The pictures unused for longest are deleted first. 0 turns the cache off.",
    ),
    setting(
        "log",
        "LEVEL",
        "info",
        "Log level: error, warn, info, debug, or a filter such as `tidings=debug`.",
    ),
    setting("log-format", "FORMAT", "text", "`text` or `json`."),
];

impl Setting {
    /// Returns its environment variable.
    #[must_use]
    pub fn env(&self) -> String {
        format!("TIDINGS_{}", self.key.to_uppercase().replace('-', "_"))
    }
}

/// Returns the flags of all settings, which every command accepts.
#[must_use]
pub fn flags() -> Vec<Arg> {
    SETTINGS
        .iter()
        .map(|setting| {
            Arg::new(setting.key)
                .long(setting.key)
                .value_name(setting.value)
                .help(format!(
                    "{} [default: {}; environment: {}]",
                    setting.doc,
                    setting.default,
                    setting.env()
                ))
                .help_heading("Settings")
                .hide_short_help(!matches!(
                    setting.key,
                    "data" | "database" | "listen" | "budget" | "config"
                ))
                .global(true)
        })
        .collect()
}

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Not set anywhere.
    Default,
    /// The settings file.
    File,
    /// `TIDINGS_…`.
    Environment,
    /// The command line.
    Flag,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Default => "default",
            Self::File => "file",
            Self::Environment => "environment",
            Self::Flag => "flag",
        })
    }
}

/// Where the data is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Database {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL server, by its URL.
    Postgres(String),
}

/// All settings, parsed and validated.
#[derive(Debug, Clone)]
pub struct Config {
    /// The data folder.
    pub data: PathBuf,
    /// The settings file, whether or not it exists.
    pub file: PathBuf,
    /// Where the store is.
    pub database: Database,
    /// Where the pages are served.
    pub listen: SocketAddr,
    /// The public address of the pages.
    pub public_url: Option<Url>,
    /// The proxies whose headers are trusted.
    pub proxies: Proxies,
    /// Fetches per day, if set.
    pub budget: Option<PerDay>,
    /// The average delay to aim for, instead of a budget.
    pub target_delay: Option<Minutes>,
    /// Private addresses that may be fetched.
    pub fetch_allow: AllowList,
    /// Limits, including those that have a setting.
    pub limits: Limits,
    /// How long articles are kept; `None` means forever.
    pub keep: Option<Duration>,
    /// Where pictures are loaded from for users who have not chosen.
    pub images: Images,
    /// The size of the picture cache in bytes.
    pub image_cache: u64,
    /// The log filter.
    pub log: String,
    /// Whether logs are JSON.
    pub log_json: bool,
    /// The raw texts and where they came from, for `config explain`.
    pub given: BTreeMap<&'static str, (String, Origin)>,
}

/// Reads an environment variable. Tests pass their own function.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Config {
    /// Collects the settings from flags, environment and file, and validates them.
    ///
    /// # Errors
    /// A sentence that names the setting, its value and what was expected.
    pub fn load(flags: &ArgMatches, env: Environment<'_>) -> Result<Self> {
        let mut given = BTreeMap::new();
        for setting in SETTINGS {
            if let Some(value) = from_environment(setting, env)? {
                given.insert(setting.key, (value, Origin::Environment));
            }
            // A subcommand's matches include global flags; a command that declares none has no such id.
            if let Ok(Some(value)) = flags.try_get_one::<String>(setting.key) {
                given.insert(setting.key, (value.clone(), Origin::Flag));
            }
        }
        let data = match given.get("data") {
            Some((text, _)) => PathBuf::from(text),
            None => default_data_folder(env).unwrap_or_default(),
        };
        let file = given
            .get("config")
            .map_or_else(|| data.join("tidings.toml"), |(text, _)| PathBuf::from(text));
        let is_named = given.contains_key("config");
        let has_place = is_named || !data.as_os_str().is_empty();
        for (key, value) in if has_place { read_file(&file, is_named)? } else { Vec::new() } {
            given.entry(key).or_insert((value, Origin::File));
        }
        Self::understand(data, file, given)
    }

    fn understand(
        data: PathBuf,
        file: PathBuf,
        given: BTreeMap<&'static str, (String, Origin)>,
    ) -> Result<Self> {
        let text = |key: &str| {
            given.get(key).map(|(value, _)| value.trim()).filter(|value| !value.is_empty())
        };
        let mut limits = Limits::default();
        if let Some(n) = text("fetch-concurrency") {
            limits.concurrency = whole("fetch-concurrency", n, 1, 1024)?;
        }
        if let Some(n) = text("host-concurrency") {
            limits.concurrency_per_host = whole("host-concurrency", n, 1, 64)?;
        }
        for (key, place) in [
            ("host-gap", &mut limits.gap_per_host),
            ("min-interval", &mut limits.min_interval),
            ("max-interval", &mut limits.max_interval),
            ("fetch-timeout", &mut limits.total_deadline),
        ] {
            if let Some(value) = text(key) {
                *place = time(key, value)?;
            }
        }
        if limits.total_deadline < Duration::from_secs(1)
            || limits.total_deadline > Duration::from_secs(600)
        {
            bail!("fetch-timeout must be from 1s to 10m");
        }
        if limits.gap_per_host > Duration::from_secs(3600) {
            bail!("host-gap must be at most 1h");
        }
        if limits.min_interval.is_zero() {
            bail!("min-interval must be longer than 0, for example 5m");
        }
        if limits.min_interval > limits.max_interval {
            bail!(
                "min-interval is longer than max-interval: make min-interval the shorter of the two"
            );
        }
        if text("budget").is_some() && text("target-delay").is_some() {
            bail!("budget and target-delay can't be combined; remove one");
        }
        Ok(Self {
            database: database(text("database"), &data)?,
            listen: match text("listen") {
                Some(value) => value.parse().map_err(|_| {
                    anyhow!(
                        "listen is {value:?}, expected an address and a port such as 127.0.0.1:8080"
                    )
                })?,
                None => SocketAddr::from(([127, 0, 0, 1], 8080)),
            },
            public_url: text("public-url").map(public_url).transpose()?,
            proxies: proxies(
                text("trusted-proxies"),
                text("auth-proxy-header"),
                text("auth-proxy-create"),
            )?,
            budget: text("budget").map(budget).transpose()?,
            target_delay: text("target-delay").map(target_delay).transpose()?,
            fetch_allow: text("fetch-allow")
                .unwrap_or_default()
                .parse::<AllowList>()
                .map_err(|reason| anyhow!("fetch-allow: {reason}"))?,
            limits,
            keep: match text("keep") {
                Some(value) => Some(time("keep", value)?).filter(|time| !time.is_zero()),
                None => Some(Duration::from_secs(365 * 86_400)),
            },
            images: match text("images") {
                None => Images::default(),
                Some(name) => Images::of(name)
                    .ok_or_else(|| anyhow!("images is {name:?}, expected proxy, direct or off"))?,
            },
            image_cache: size("image-cache", text("image-cache").unwrap_or("512MB"))?,
            log: text("log").unwrap_or("info").to_owned(),
            log_json: match text("log-format") {
                None | Some("text") => false,
                Some("json") => true,
                Some(other) => bail!("log-format is {other:?}, expected text or json"),
            },
            data,
            file,
            given,
        })
    }

    /// Returns the defaults with all data in this folder, for the demo.
    #[must_use]
    pub fn in_folder(folder: &std::path::Path) -> Self {
        Self::understand(folder.to_owned(), folder.join("tidings.toml"), BTreeMap::new())
            .expect("the defaults are valid")
    }

    /// Returns these settings for a benchmark in its own folder. A database is used only if the command line names it,
    /// so that nobody runs a benchmark on real data.
    #[must_use]
    pub fn for_bench(&self, folder: &std::path::Path) -> Self {
        let is_named =
            self.given.get("database").is_some_and(|(_, origin)| *origin == Origin::Flag);
        let database = if is_named {
            self.database.clone()
        } else {
            Database::Sqlite(folder.join("tidings.sqlite"))
        };
        Self { data: folder.to_owned(), database, ..self.clone() }
    }

    /// Returns the fetches per day for `n_sources` sources: the budget if set, otherwise twelve for each.
    #[must_use]
    pub fn budget_for(&self, n_sources: u64) -> PerDay {
        self.budget.unwrap_or_else(|| tidings_schedule::policy::usual_budget(n_sources))
    }
}

fn from_environment(setting: &Setting, env: Environment<'_>) -> Result<Option<String>> {
    let name = setting.env();
    if let Some(value) = env(&name) {
        return Ok(Some(value));
    }
    if !setting.is_secret {
        return Ok(None);
    }
    let Some(path) = env(&format!("{name}_FILE")) else { return Ok(None) };
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {path:?}, named by {name}_FILE"))?;
    Ok(Some(text.trim_end().to_owned()))
}

fn read_file(path: &std::path::Path, is_named: bool) -> Result<Vec<(&'static str, String)>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !is_named => {
            return Ok(Vec::new());
        }
        Err(error) => {
            return Err(error)
                .with_context(|| format!("cannot read the settings file {}", path.display()));
        }
    };
    let table: toml::Table = text
        .parse()
        .with_context(|| format!("the settings file {} is not valid TOML", path.display()))?;
    table
        .into_iter()
        .map(|(key, value)| {
            let spelled = key.replace('_', "-");
            let setting = SETTINGS.iter().find(|setting| setting.key == spelled && !matches!(setting.key, "config" | "data")).ok_or_else(|| {
                anyhow!("{} has the key {key:?}, which is not a setting; `tidings config explain` lists them all", path.display())
            })?;
            let text = match value {
                toml::Value::String(text) => text,
                toml::Value::Array(parts) => parts.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(","),
                other => other.to_string(),
            };
            Ok((setting.key, text))
        })
        .collect()
}

fn default_data_folder(env: Environment<'_>) -> Result<PathBuf> {
    let base = if let Some(dir) = env("XDG_DATA_HOME").filter(|dir| !dir.is_empty()) {
        PathBuf::from(dir)
    } else if cfg!(target_os = "macos") {
        PathBuf::from(home(env)?).join("Library/Application Support")
    } else if cfg!(windows) {
        PathBuf::from(
            env("APPDATA").context("the data folder is unknown. Set TIDINGS_DATA or --data")?,
        )
    } else {
        PathBuf::from(home(env)?).join(".local/share")
    };
    Ok(base.join("tidings"))
}

fn home(env: Environment<'_>) -> Result<String> {
    env("HOME")
        .filter(|home| !home.is_empty())
        .context("the home folder is unknown. Set the data folder with --data DIR or TIDINGS_DATA")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn load(args: &[&str], env: &[(&str, &str)]) -> Result<Config> {
        let command = clap::Command::new("tidings").args(flags());
        let flags = command.try_get_matches_from([&["tidings"], args].concat())?;
        let env: BTreeMap<String, String> =
            env.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Config::load(&flags, &|name| env.get(name).cloned())
    }

    #[test]
    fn flag_beats_environment_beats_file_beats_default() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("tidings.toml"),
            "listen = \"127.0.0.1:1\"\nbudget = 7\nhost_gap = \"2s\"\n",
        )
        .unwrap();
        let data = folder.path().to_str().unwrap();
        let config = load(
            &["--listen", "127.0.0.1:3"],
            &[("TIDINGS_DATA", data), ("TIDINGS_LISTEN", "127.0.0.1:2"), ("TIDINGS_BUDGET", "8")],
        )
        .unwrap();
        assert_eq!(config.listen.port(), 3);
        assert_eq!(config.budget, Some(PerDay(8.0)));
        assert_eq!(config.limits.gap_per_host, Duration::from_secs(2));
        assert_eq!(config.given["listen"].1, Origin::Flag);
        assert_eq!(config.database, Database::Sqlite(folder.path().join("tidings.sqlite")));
    }

    #[test]
    fn secrets_can_come_from_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("database-url");
        std::fs::write(&path, "postgres://u:p@h/d\n").unwrap();
        let config =
            load(&["--data", "/nowhere"], &[("TIDINGS_DATABASE_FILE", path.to_str().unwrap())])
                .unwrap();
        assert_eq!(config.database, Database::Postgres("postgres://u:p@h/d".to_owned()));
    }

    #[test]
    fn errors_for_invalid_values_say_what_was_expected() {
        for (args, word) in [
            (["--listen", "here"], "127.0.0.1:8080"),
            (["--budget", "many"], "requests per day"),
            (["--database", "mysql://u:secret@h/d"], "postgres://"),
            (["--public-url", "ftp://x"], "https://"),
            (["--host-gap", "soon"], "90s"),
            (["--log-format", "xml"], "json"),
            (["--fetch-concurrency", "0"], "whole number"),
            (["--images", "maybe"], "proxy, direct or off"),
            (["--image-cache", "much"], "512MB"),
            (["--trusted-proxies", "proxy.example"], "10.0.0.0/8"),
            (["--auth-proxy-header", "Remote-User"], "trusted-proxies"),
            (["--auth-proxy-create", "yes"], "auth-proxy-header"),
            (["--auth-proxy-create", "perhaps"], "yes or no"),
        ] {
            let error =
                load(&[&["--data", "/nowhere"], &args[..]].concat(), &[]).unwrap_err().to_string();
            assert!(error.contains(word), "{args:?}: {error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn proxy_authentication_requires_named_proxies() {
        let with = |trusted: &str, header: &str| {
            let args = ["--data", "/nowhere", "--trusted-proxies", trusted];
            load(&[&args[..], &["--auth-proxy-header", header]].concat(), &[])
        };
        let config = with("127.0.0.1, fd12::/64", "Remote-User").unwrap();
        assert_eq!(config.proxies.trusted.len(), 2);
        assert_eq!(config.proxies.user_header.unwrap().as_str(), "remote-user");
        for (trusted, header) in [
            ("0.0.0.0/0", "Remote-User"),
            ("::/0", "Remote-User"),
            ("", "Remote-User"),
            ("127.0.0.1", "Cookie"),
            ("127.0.0.1", "not a header"),
        ] {
            assert!(with(trusted, header).is_err(), "{trusted} {header}");
        }
    }

    #[test]
    fn an_unknown_key_in_the_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("tidings.toml"), "lisen = \"x\"\n").unwrap();
        let error =
            load(&["--data", folder.path().to_str().unwrap()], &[]).unwrap_err().to_string();
        assert!(error.contains("lisen") && error.contains("config explain"), "{error}");
    }

    #[test]
    fn times_can_be_written_in_the_usual_ways() {
        for (text, ms) in [
            ("90s", 90_000),
            ("5m", 300_000),
            ("1.5h", 5_400_000),
            ("250ms", 250),
            ("30", 30_000),
            ("2d", 172_800_000),
        ] {
            assert_eq!(time("x", text).unwrap().as_millis(), ms, "{text}");
        }
        assert!(time("x", "1e9999d").is_err());
    }
}
