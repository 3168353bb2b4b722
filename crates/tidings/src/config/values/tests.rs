//! Every kind of value at its limits, where values come from, and the errors for bad ones.

use super::{super::tests::load, *};
use crate::{
    commands::config::value,
    config::{Config, Origin, SETTINGS, default_data_folder},
};
use proptest::prelude::*;
use tidings_web::Images;

/// Every setting with two values that differ from each other and from the default.
const EXAMPLES: [(&str, &str, &str); 20] = [
    ("database", "sqlite:/a", "postgres://u:p@h/d"),
    ("listen", "127.0.0.1:1", "[::1]:2"),
    ("public-url", "https://a.example", "http://b.example/news"),
    ("trusted-proxies", "10.0.0.1", "10.0.0.0/24, fd00::/64"),
    ("auth-proxy-header", "Remote-User", "X-User"),
    ("auth-proxy-create", "yes", "true"),
    ("budget", "0", "1e9"),
    ("target-delay", "1m", "24h"),
    ("fetch-allow", "127.0.0.1", "localhost:80,10.0.0.0/8"),
    ("fetch-concurrency", "1", "1024"),
    ("host-concurrency", "1", "64"),
    ("host-gap", "0", "1h"),
    ("min-interval", "1ms", "24h"),
    ("max-interval", "5m", "30d"),
    ("fetch-timeout", "1s", "10m"),
    ("keep", "0", "1d"),
    ("images", "off", "direct"),
    ("image-cache", "0", "2GB"),
    ("log", "debug", "tidings=trace"),
    ("log-format", "json", "text"),
];

/// Returns other settings without which a value would be refused.
fn needed(key: &str) -> Vec<(&'static str, &'static str)> {
    match key {
        "auth-proxy-header" => vec![("trusted-proxies", "10.0.0.1")],
        "auth-proxy-create" => {
            vec![("trusted-proxies", "10.0.0.1"), ("auth-proxy-header", "Remote-User")]
        }
        _ => Vec::new(),
    }
}

fn refused(args: &[&str]) -> String {
    let all = [&["--data", "/nowhere"], args].concat();
    load(&all, &[]).unwrap_err().to_string()
}

fn config(args: &[&str]) -> Config {
    load(&[&["--data", "/nowhere"], args].concat(), &[]).unwrap()
}

#[test]
fn flag_environment_and_file_override_each_other_in_this_order_for_every_setting() {
    for (key, first, second) in EXAMPLES {
        let setting = SETTINGS.iter().find(|setting| setting.key == key).expect(key);
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().to_str().unwrap();
        let lines = needed(key).into_iter().chain([(key, first)]);
        let file: String =
            lines.map(|(key, value)| format!("{} = {value:?}\n", key.replace('-', "_"))).collect();
        std::fs::write(folder.path().join("tidings.toml"), file).unwrap();
        let (variable, flag) = (setting.env(), format!("--{key}"));
        let given = |args: &[&str], env: &[(&str, &str)]| {
            let args = [&["--data", data], args].concat();
            load(&args, env).unwrap().given[key].clone()
        };
        assert_eq!(given(&[], &[]), (first.to_owned(), Origin::File), "{key}");
        let environment = [(variable.as_str(), second)];
        assert_eq!(given(&[], &environment), (second.to_owned(), Origin::Environment), "{key}");
        let flagged = given(&[&flag, first], &environment);
        assert_eq!(flagged, (first.to_owned(), Origin::Flag), "{key}");
    }
    let known: Vec<_> = EXAMPLES.iter().map(|(key, ..)| *key).chain(["data", "config"]).collect();
    let new = SETTINGS.iter().filter(|setting| !known.contains(&setting.key)).map(|one| one.key);
    assert_eq!(new.collect::<Vec<_>>(), [""; 0], "a new setting needs an example");
}

#[test]
fn an_empty_value_counts_as_unset() {
    let plain = config(&[]);
    for (key, ..) in EXAMPLES {
        for blank in ["", "  "] {
            let with = config(&[&format!("--{key}={blank}")]);
            let same = Config { given: plain.given.clone(), ..with };
            assert_eq!(format!("{same:?}"), format!("{plain:?}"), "{key}");
        }
    }
}

#[test]
fn the_defaults_are_those_in_the_manual() {
    let config = config(&[]);
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    // Of the server and of the demo, wherever a first visitor looks for it.
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for page in ["README.md", "docs/manual/getting-started.md", "docs/manual/demo.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        assert!(text.contains("127.0.0.1:8080"), "{page}");
    }
    assert_eq!((config.budget, config.target_delay), (None, None));
    assert_eq!(config.keep, Some(Duration::from_secs(365 * 86_400)));
    assert_eq!((config.image_cache, config.images), (512_000_000, Images::default()));
    assert_eq!((config.log.as_str(), config.log_json), ("info", false));
    assert_eq!(config.limits, tidings_model::limits::Limits::default());
    assert_eq!(config.file, PathBuf::from("/nowhere/tidings.toml"));
    assert_eq!(config.budget_for(10), PerDay(120.0), "twelve for each source");
}

#[test]
fn numbers_outside_their_limits_are_refused_and_the_error_names_both_limits() {
    for (key, inside, outside, told) in [
        ("fetch-concurrency", ["1", "1024"], ["0", "1025"], "from 1 to 1024"),
        ("host-concurrency", ["1", "64"], ["0", "65"], "from 1 to 64"),
        ("fetch-timeout", ["1s", "600s"], ["999ms", "601s"], "from 1s to 10m"),
        ("host-gap", ["0", "60m"], ["3601s", "2h"], "at most 1h"),
        ("min-interval", ["1ms", "24h"], ["0", "25h"], "min-interval"),
        ("max-interval", ["5m", "1000d"], ["299s", "0"], "max-interval"),
        ("target-delay", ["60s", "1d"], ["59s", "86401s"], "from 1m to 1d"),
        ("budget", ["0", "1000000000"], ["-1", "1000000001"], "at most 1000000000"),
        ("budget", ["0.5", "-0"], ["NaN", "inf"], "number of requests per day"),
    ] {
        let flag = format!("--{key}");
        for value in inside {
            assert!(config(&[&format!("{flag}={value}")]).given.contains_key(key), "{key} {value}");
        }
        for value in outside {
            let error = refused(&[&format!("{flag}={value}")]);
            assert!(error.contains(told), "{key} {value}: {error}");
        }
    }
}

#[test]
fn values_are_parsed_as_written() {
    let error = config(&[
        "--fetch-concurrency=7",
        "--host-concurrency=3",
        "--host-gap=250ms",
        "--min-interval=10m",
        "--max-interval=2d",
        "--fetch-timeout=45",
        "--keep=90d",
        "--image-cache=64kB",
        "--target-delay=1.5h",
        "--log-format=json",
    ]);
    let seconds = Duration::from_secs;
    let limits = &error.limits;
    assert_eq!((limits.concurrency, limits.concurrency_per_host), (7, 3));
    assert_eq!(limits.gap_per_host, Duration::from_millis(250));
    assert_eq!((limits.min_interval, limits.max_interval), (seconds(600), seconds(172_800)));
    assert_eq!(limits.total_deadline, seconds(45));
    assert_eq!((error.keep, error.image_cache), (Some(seconds(90 * 86_400)), 64_000));
    assert_eq!((error.target_delay, error.log_json), (Some(Minutes(90.0)), true));
    assert_eq!(config(&["--keep=0"]).keep, None, "everything is kept");
    for (name, images) in
        [("proxy", Images::Proxy), ("direct", Images::Direct), ("off", Images::Off)]
    {
        assert_eq!(config(&["--images", name]).images, images);
    }
}

#[test]
fn contradictory_settings_are_refused() {
    for (args, told) in [
        (&["--budget=9", "--target-delay=1h"][..], "remove one"),
        (&["--min-interval=2h", "--max-interval=1h"], "the shorter of the two"),
        (&["--auth-proxy-create=yes", "--trusted-proxies=10.0.0.1"], "auth-proxy-header"),
    ] {
        let error = refused(args);
        assert!(error.contains(told), "{args:?}: {error}");
    }
    for header in ["Host", "cookie", "AUTHORIZATION", "Origin", "User-Agent"] {
        let error = refused(&["--trusted-proxies=10.0.0.1", "--auth-proxy-header", header]);
        assert!(error.contains(header), "{error}");
    }
}

#[test]
fn the_database_setting_determines_the_location() {
    let data = std::path::Path::new("/data");
    let file = |path: &str| Database::Sqlite(PathBuf::from(path));
    for (text, expected) in [
        (None, file("/data/tidings.sqlite")),
        (Some("sqlite:/srv/t.sqlite"), file("/srv/t.sqlite")),
        (Some("sqlite:///srv/t.sqlite"), file("/srv/t.sqlite")),
        (Some("sqlite:t.sqlite"), file("t.sqlite")),
        (Some("postgresql://h/d"), Database::Postgres("postgresql://h/d".to_owned())),
    ] {
        assert_eq!(database(text, data).unwrap(), expected, "{text:?}");
    }
    for wrong in ["t.sqlite", "POSTGRES://h/d", "postgres:secret", "mysql://u:secret@h/d"] {
        let error = database(Some(wrong), data).unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
    }
}

#[test]
fn a_public_address_must_be_one_that_people_can_open() {
    for good in ["https://news.example", "http://localhost:8080/", "https://a.example/news/"] {
        assert!(public_url(good).is_ok(), "{good}");
    }
    for bad in ["news.example", "//news.example", "file:///etc/passwd", "https://", "mailto:a@b.c"]
    {
        let error = public_url(bad).unwrap_err().to_string();
        assert!(error.contains(bad) && error.contains("https://news.example.org"), "{error}");
    }
}

#[test]
fn sizes_can_have_a_unit_or_none() {
    for (text, bytes) in [
        ("0", 0),
        ("512MB", 512_000_000),
        ("2 GB", 2_000_000_000),
        ("64kB", 64_000),
        ("7b", 7),
        ("18446744073GB", 18_446_744_073_000_000_000),
    ] {
        assert_eq!(size("image-cache", text).unwrap(), bytes, "{text}");
    }
    for bad in ["", "MB", "-1", "1.5GB", "1 MiB", "18446744074GB", "99999999999999999999", "1 0"] {
        let error = size("image-cache", bad).unwrap_err().to_string();
        assert!(error.contains("image-cache") && error.contains("512MB"), "{bad}: {error}");
    }
}

#[test]
fn invalid_times_are_refused_with_an_example() {
    for bad in ["", "h", "-5m", "5 minutes", "1h30m", ".", "1..5s", "1e3s", "٣s", "1 y"] {
        let error = time("keep", bad).unwrap_err().to_string();
        assert!(error.contains("keep") && error.contains("90s, 5m, 2h or 30d"), "{bad}: {error}");
    }
    for (text, ms) in
        [("1w", 604_800_000), ("2 min", 120_000), (".5s", 500), ("0", 0), ("1.d", 86_400_000)]
    {
        assert_eq!(time("keep", text).unwrap().as_millis(), ms, "{text}");
    }
}

proptest! {
    #[test]
    fn whole_numbers_of_every_unit_are_parsed_exactly(n in 0u32..100_000, at in 0usize..6) {
        let (unit, ms) =
            [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("w", 604_800_000)][at];
        let read = time("x", &format!("{n}{unit}")).unwrap();
        prop_assert_eq!(read.as_millis(), u128::from(n) * ms);
    }

    #[test]
    fn no_text_makes_the_settings_panic(text in "\\PC{0,12}", at in 0usize..EXAMPLES.len()) {
        let (key, ..) = EXAMPLES[at];
        let _ = load(&["--data", "/nowhere", &format!("--{key}={text}")], &[]);
    }
}

#[test]
fn a_named_settings_file_must_exist_and_the_default_one_need_not() {
    assert!(load(&["--data", "/nowhere"], &[]).is_ok());
    let error = refused(&["--config", "/nowhere/else.toml"]);
    assert!(error.contains("/nowhere/else.toml"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let with = |text: &str| {
        std::fs::write(&file, text).unwrap();
        load(&["--data", "/nowhere"], &[("TIDINGS_CONFIG", file.to_str().unwrap())])
    };
    assert_eq!(with("listen = '127.0.0.1:9'").unwrap().listen.port(), 9);
    assert_eq!(
        with("fetch-allow = ['10.0.0.1', 'localhost']").unwrap().given["fetch-allow"].0,
        "10.0.0.1,localhost"
    );
    assert_eq!(with("budget = 90.5").unwrap().budget, Some(PerDay(90.5)));
    let not_toml = format!("{:#}", with("listen: 9").unwrap_err());
    assert!(not_toml.contains("mine.toml") && not_toml.contains("TOML"), "{not_toml}");
    for (key, value) in [("data", "'/x'"), ("config", "'/x'"), ("Listen", "'x'"), ("budgets", "1")]
    {
        let error = with(&format!("{key} = {value}")).unwrap_err().to_string();
        assert!(error.contains(key) && error.contains("not a setting"), "{error}");
    }
}

#[test]
fn only_secrets_can_come_from_files_and_direct_values_win() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    std::fs::write(&file, "sqlite:/from-file\r\n").unwrap();
    let file = file.to_str().unwrap();
    let database = |env: &[(&str, &str)]| load(&["--data", "/nowhere"], env).unwrap().database;
    let at = |path: &str| Database::Sqlite(PathBuf::from(path));
    assert_eq!(database(&[("TIDINGS_DATABASE_FILE", file)]), at("/from-file"));
    let both = [("TIDINGS_DATABASE_FILE", file), ("TIDINGS_DATABASE", "sqlite:/outright")];
    assert_eq!(database(&both), at("/outright"));
    let listen = load(&["--data", "/nowhere"], &[("TIDINGS_LISTEN_FILE", file)]).unwrap();
    assert!(!listen.given.contains_key("listen"), "an address is not a secret");
    let missing = [("TIDINGS_DATABASE_FILE", "/nowhere/secret")];
    let error = load(&["--data", "/nowhere"], &missing).unwrap_err().to_string();
    assert!(
        error.contains("TIDINGS_DATABASE_FILE") && error.contains("/nowhere/secret"),
        "{error}"
    );
}

#[test]
fn secrets_are_never_shown_and_other_values_are() {
    let config = config(&["--database", "postgres://u:swordfish@h/d", "--listen", "127.0.0.1:9"]);
    let shown =
        |key: &str| value(SETTINGS.iter().find(|setting| setting.key == key).unwrap(), &config);
    assert_eq!(shown("database"), ("(hidden)".to_owned(), Origin::Flag));
    assert_eq!(shown("listen"), ("127.0.0.1:9".to_owned(), Origin::Flag));
    assert_eq!(shown("images"), ("proxy".to_owned(), Origin::Default));
    let page = crate::commands::config::page();
    for setting in SETTINGS {
        assert!(page.contains(&format!("`{}`", setting.env())), "{}", setting.key);
        let is_told = page.contains(&format!("{}_FILE", setting.env()));
        assert_eq!(is_told, setting.is_secret, "{}", setting.key);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_default_data_folder_is_the_platforms() {
    let folder = |pairs: &[(&str, &str)]| {
        let find = |name: &str| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        default_data_folder(&find).map(|path| path.display().to_string())
    };
    let home = ("HOME", "/home/ada");
    assert_eq!(folder(&[home]).unwrap(), "/home/ada/.local/share/tidings");
    assert_eq!(folder(&[home, ("XDG_DATA_HOME", "/x")]).unwrap(), "/x/tidings");
    assert_eq!(folder(&[home, ("XDG_DATA_HOME", "")]).unwrap(), "/home/ada/.local/share/tidings");
    for nothing in [&[][..], &[("HOME", "")]] {
        assert!(folder(nothing).unwrap_err().to_string().contains("--data DIR"));
    }
    let homeless = load(&[], &[]).unwrap();
    assert_eq!(homeless.data, PathBuf::new(), "settings can still be explained");
}

#[test]
fn a_benchmark_uses_its_own_database_unless_the_command_line_names_one() {
    let folder = std::path::Path::new("/bench");
    let own = Database::Sqlite(folder.join("tidings.sqlite"));
    let named = Database::Postgres("postgres://h/d".to_owned());
    let kept = load(&["--data", "/kept"], &[("TIDINGS_DATABASE", "postgres://h/d")]).unwrap();
    assert_eq!((kept.for_bench(folder).database, kept.database), (own, named.clone()));
    let error = config(&["--database", "postgres://h/d"]).for_bench(folder);
    assert_eq!((error.database, error.data.as_path()), (named, folder));
    assert_eq!(Config::in_folder(folder).database, Database::Sqlite(folder.join("tidings.sqlite")));
}
