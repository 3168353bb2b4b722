//! `tidings lab rank`: ranking strategies side by side.

use crate::cli::RankArguments;
use anyhow::{Result, anyhow, bail};
use std::path::Path;
use tidings::output;
use tidings_lab::rank::logs::{impressions, next_clicks};
use tidings_lab::rank::setting::{self, Drift, Group, Interests, NAMES, RankExperiment};
use tidings_lab::rank::strategy::{STRATEGIES, named};
use tidings_lab::rank::{plot, report, text};

/// The name of a setting built from options alone.
const OWN: &str = "own";

/// Runs the requested experiment.
pub(super) fn run(args: &RankArguments) -> Result<()> {
    if let Some(path) = &args.text {
        return rank_text(args, path);
    }
    if let Some(path) = &args.impressions {
        let report = impressions::run(&impressions::read(path)?);
        return say(args, report.json(), report.table());
    }
    if let Some(path) = &args.next_clicks {
        let bar = output::progress(2, "reading");
        let report = next_clicks::run(&next_clicks::read(path)?, args.seed, step(&bar));
        bar.finish_and_clear();
        return say(args, report.json(), report.table());
    }
    simulate(args)
}

/// Runs strategies on simulated readers.
fn simulate(args: &RankArguments) -> Result<()> {
    if let Some(wrong) = args.strategy.iter().find(|name| named(name).is_none()) {
        bail!(report::unknown(wrong));
    }
    let asked = report::RankSettings {
        settings: settings(args)?,
        strategies: super::once(args.strategy.clone()),
        seed: args.seed,
    };
    let n_strategies =
        if asked.strategies.is_empty() { STRATEGIES.len() } else { asked.strategies.len() };
    let bar = output::progress((n_strategies * asked.settings.len()) as u64, "reading");
    let report = report::run(&asked, |setting, strategy| {
        bar.set_message(format!("{setting}, {strategy}"));
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    if let Some(folder) = &args.svg {
        plot::write(&report, folder)?;
    }
    say(args, report.json(), report.table())
}

/// Runs methods on real texts.
fn rank_text(args: &RankArguments, path: &Path) -> Result<()> {
    let usual = text::TextSettings::default();
    let asked = text::TextSettings {
        topics: args.topics.map_or(usual.topics, usize::from),
        readers: args.readers.unwrap_or(usual.readers),
        visits: args.rounds.unwrap_or(usual.visits),
        seed: args.seed,
    };
    let stories = text::read(path, &columns(&args.columns)?)?;
    let bar = output::progress(text::METHODS.len() as u64 + 2, "reading");
    let report = text::run(&stories, &asked, step(&bar))?;
    bar.finish_and_clear();
    say(args, report.json(), report.table())
}

/// Returns a function that shows the next step on a progress bar.
fn step(bar: &indicatif::ProgressBar) -> impl FnMut(&str) {
    |what| {
        bar.set_message(what.to_owned());
        bar.inc(1);
    }
}

fn say(
    args: &RankArguments,
    json: serde_json::Value,
    (headings, rows): (Vec<&str>, Vec<Vec<String>>),
) -> Result<()> {
    if args.json {
        return output::line(json);
    }
    output::line(output::table(&headings, &rows))
}

fn columns(texts: &[String]) -> Result<text::Columns> {
    let mut columns = text::Columns::default();
    for pair in texts {
        match pair.split_once('=') {
            Some(("time", name)) => name.clone_into(&mut columns.time),
            Some(("tags", name)) => name.clone_into(&mut columns.tags),
            Some(("text", names)) => columns.text = names.split('+').map(str::to_owned).collect(),
            _ => bail!("expected time=…, tags=… or text=…+…, found \"{pair}\""),
        }
    }
    Ok(columns)
}

/// Returns the requested settings, changed by the options.
fn settings(args: &RankArguments) -> Result<Vec<RankExperiment>> {
    let is_own = args.setting.is_empty() && is_changed(args);
    let names = match () {
        () if is_own => vec!["stable".to_owned()],
        () if args.setting.is_empty() => NAMES.map(str::to_owned).to_vec(),
        () => super::once(args.setting.clone()),
    };
    let changed = |name: &String| {
        let known = RankExperiment::named(name).ok_or_else(|| {
            anyhow!("there is no setting \"{name}\". Choose from {}", NAMES.join(", "))
        })?;
        let mut setting = changed(known, args)?;
        if is_own {
            setting.name = OWN.to_owned();
        }
        setting.check()?;
        Ok(setting)
    };
    names.iter().map(changed).collect()
}

fn is_changed(args: &RankArguments) -> bool {
    let texts = [&args.position, &args.assume_position, &args.high, &args.medium, &args.drift];
    args.topics.is_some()
        || args.list.is_some()
        || args.rounds.is_some()
        || texts.iter().any(|text| text.is_some())
}

fn changed(mut setting: RankExperiment, args: &RankArguments) -> Result<RankExperiment> {
    setting.topics = args.topics.map_or(setting.topics, usize::from);
    setting.rounds = args.rounds.unwrap_or(setting.rounds);
    setting.readers = args.readers.unwrap_or(setting.readers);
    if let Some(text) = &args.position {
        setting.position = setting::positions(text, args.list)?;
    } else if let Some(list) = args.list {
        // Beyond the setting's own positions, the chance falls as in its last step.
        let position = &setting.position;
        let step = match position[..] {
            [.., before, last] => last / before,
            _ => 1.0,
        };
        let known = position.len();
        let of = |j: usize| {
            let beyond = i32::try_from((j + 1).saturating_sub(known)).unwrap_or(i32::MAX);
            position[j.min(known - 1)] * step.powi(beyond)
        };
        setting.position = (0..list).map(of).collect();
    }
    setting.assumed = match &args.assume_position {
        Some(text) => setting::positions(text, Some(setting.position.len()))?,
        None => setting.position.clone(),
    };
    if args.high.is_some() || args.medium.is_some() {
        setting.interests = groups(setting.interests, args)?;
        if matches!(setting.drift, Drift::Redraw { .. }) {
            setting.drift = Drift::None;
        }
    }
    if let Some(text) = &args.drift {
        setting.drift = setting::drift(text)?;
    }
    Ok(setting)
}

/// Returns interests in groups if one group is given. The other is as in the setting, or empty.
fn groups(interests: Interests, args: &RankArguments) -> Result<Interests> {
    let none = Group { count: (0, 0), chance: (0.0, 0.0) };
    let (high, medium, activity) = match interests {
        Interests::Groups { high, medium, activity } => (high, medium, activity),
        Interests::Logistic { .. } => (none, none, (1.0, 1.0)),
    };
    let given = |text: &Option<String>, otherwise: Group| {
        text.as_deref().map_or(Ok(otherwise), setting::group)
    };
    Ok(Interests::Groups {
        high: given(&args.high, high)?,
        medium: given(&args.medium, medium)?,
        activity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_options_all_settings_run_unchanged() {
        let all = settings(&RankArguments::default()).unwrap();
        assert_eq!(all.len(), 6);
        assert_eq!(all[0], RankExperiment::named("stable").unwrap());
        let few = RankArguments { readers: Some(5), ..RankArguments::default() };
        assert_eq!(
            settings(&few).unwrap().len(),
            6,
            "the number of readers alone makes no new setting"
        );
    }

    #[test]
    fn options_make_a_setting_of_their_own() {
        let args = RankArguments {
            topics: Some(60),
            list: Some(10),
            position: Some("hyperbolic:0.1".into()),
            high: Some("4:.8-1".into()),
            medium: Some("16:.2-.5".into()),
            rounds: Some(120),
            readers: Some(1000),
            drift: Some("40:3".into()),
            assume_position: Some("power:0.2".into()),
            ..RankArguments::default()
        };
        let [own] = &settings(&args).unwrap()[..] else { panic!("one setting") };
        assert_eq!((own.name.as_str(), own.topics, own.list()), ("own", 60, 10));
        assert!((own.position[9] - 1.0 / 1.9).abs() < 1e-12);
        assert!((own.assumed[9] - 10f64.powf(-0.2)).abs() < 1e-12);
        assert_eq!(own.drift, Drift::Swap { every: 40, count: 3, from: 0.0 });
    }

    #[test]
    fn the_chance_keeps_falling_in_a_longer_list() {
        let args = RankArguments {
            setting: vec!["stable".into()],
            list: Some(9),
            ..RankArguments::default()
        };
        let [long] = &settings(&args).unwrap()[..] else { panic!("one setting") };
        assert_eq!(long.list(), 9);
        assert!(long.position[8] < long.position[7] && long.position[7] < 0.7);
        assert_eq!(long.assumed, long.position);
    }

    #[test]
    fn impossible_options_are_refused() {
        let error = |args: RankArguments| settings(&args).unwrap_err().to_string();
        let wrong = RankArguments { setting: vec!["calm".into()], ..RankArguments::default() };
        assert!(error(wrong).contains("Choose from stable"));
        let much = RankArguments { high: Some("50:.5-1".into()), ..RankArguments::default() };
        assert!(error(much).contains("more than the 45"));
        let swap = RankArguments {
            setting: vec!["low".into()],
            drift: Some("10:2".into()),
            ..RankArguments::default()
        };
        assert!(error(swap).contains("redrawn, not swapped"));
    }

    #[test]
    fn columns_of_texts_can_each_be_named_and_others_are_refused() {
        let read = |texts: &[&str]| {
            columns(&texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(read(&[]).unwrap(), text::Columns::default());
        let named = read(&["time=published", "text=title+description"]).unwrap();
        assert_eq!((named.time.as_str(), named.tags.as_str()), ("published", "topics"));
        assert_eq!(named.text, ["title", "description"]);
        for wrong in ["", "time", "when=t", "source=a"] {
            let error = read(&[wrong]).unwrap_err().to_string();
            assert!(error.contains(&format!("found \"{wrong}\"")), "{error}");
        }
    }

    #[test]
    fn a_shorter_list_is_the_beginning_of_the_settings_own() {
        let stable = RankExperiment::named("stable").unwrap();
        let args = RankArguments {
            setting: vec!["stable".into(), "stable".into()],
            list: Some(3),
            ..RankArguments::default()
        };
        let [short] = &settings(&args).unwrap()[..] else { panic!("named twice, run once") };
        assert_eq!((short.name.as_str(), &short.position[..]), ("stable", &stable.position[..3]));
    }

    #[test]
    fn given_groups_replace_the_settings_interests() {
        let args = RankArguments {
            setting: vec!["lowdrift".into()],
            medium: Some("3:.2-.5".into()),
            ..RankArguments::default()
        };
        let [own] = &settings(&args).unwrap()[..] else { panic!("one setting") };
        let none = Group { count: (0, 0), chance: (0.0, 0.0) };
        let medium = Group { count: (3, 3), chance: (0.2, 0.5) };
        let expected = Interests::Groups { high: none, medium, activity: (1.0, 1.0) };
        assert_eq!((own.interests, own.drift), (expected, Drift::None));
    }
}
