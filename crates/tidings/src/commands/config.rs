//! `tidings config explain`: every setting, its value and where it came from. Also generates the manual's settings
//! page.

use crate::{
    cli::ConfigArguments,
    config::{Config, Origin, SETTINGS, Setting},
    output,
};
use anyhow::Result;
use serde_json::json;

/// Runs the command.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &ConfigArguments, config: &Config) -> Result<()> {
    let ConfigArguments::Explain { json, markdown } = args;
    if *markdown {
        return output::line(page().trim_end());
    }
    if *json {
        let settings: Vec<_> = SETTINGS
            .iter()
            .map(|setting| {
                let (value, origin) = value(setting, config);
                json!({"key": setting.key, "flag": format!("--{}", setting.key), "environment": setting.env(), "value": value,
                       "origin": origin.to_string(), "default": setting.default, "doc": setting.doc})
            })
            .collect();
        return output::line(json!({"file": config.file, "settings": settings}));
    }
    for setting in SETTINGS {
        let (value, origin) = value(setting, config);
        output::line(format!(
            "{key} = {value}  ({origin})\n    {doc}\n    --{key} {kind}, {env}; default: {default}\n",
            key = setting.key,
            doc = setting.doc,
            kind = setting.value,
            env = setting.env(),
            default = setting.default
        ))?;
    }
    output::line(format!("Settings file: {}", config.file.display()))
}

/// Returns the printable value of a setting and where it came from.
pub(crate) fn value(setting: &Setting, config: &Config) -> (String, Origin) {
    let (text, origin) = config
        .given
        .get(setting.key)
        .cloned()
        .unwrap_or((setting.default.to_owned(), Origin::Default));
    let is_hidden = setting.is_secret && origin != Origin::Default;
    (if is_hidden { "(hidden)".to_owned() } else { text }, origin)
}

/// Returns the manual's settings page.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(
        "# Settings\n\nEvery setting can be given in the settings file, in the environment, or as a flag; the later one wins.\n`tidings config explain` shows the values in force and where each came from. This page is printed by\n`tidings config explain --markdown`; a test compares.\n",
    );
    for setting in SETTINGS {
        let also = if setting.is_secret {
            format!(", or `{}_FILE` naming a file that holds it", setting.env())
        } else {
            String::new()
        };
        page.push_str(&format!(
            "\n## {key}\n\n{doc}\n\n- flag: `--{key} {kind}`\n- environment: `{env}`{also}\n- default: {default}\n",
            key = setting.key,
            doc = setting.doc,
            kind = setting.value,
            env = setting.env(),
            default = setting.default
        ));
    }
    page
}
