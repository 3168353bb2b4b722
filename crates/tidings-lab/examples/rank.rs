//! `lab rank` without the rest of the program, for experiments with the components of the default.
//!
//! `rank SETTINGS READERS SEED STRATEGIES`. A custom setting is `TOPICS/LIST/POSITION/HIGH/MEDIUM/ROUNDS/DRIFT`, such
//! as `60/10/hyperbolic:0.1/4:.8-1/16:.2-.5/120/40:3`. The strategy `d:key=value+key=value` is the default with changed
//! parameters: `prior=common|topic`, `base=flat|even`, `hazard=0.003`, `exploration=5`. `rank text FILE TOPICS SEED`
//! ranks texts; `rank impressions FILE` and `rank next-clicks FILE` score logs; `rank speed` and `rank positions`
//! measure how long a page takes and how well positions are estimated.

#![expect(clippy::print_stdout, reason = "a program for a terminal")]

use tidings_lab::rank::logs;
use tidings_lab::rank::report::Run;
use tidings_lab::rank::run::{Tuning, run};
use tidings_lab::rank::setting::{self, Interests, RankExperiment};
use tidings_lab::rank::speed::{self, LogOrder};
use tidings_lab::rank::strategy::{Learner, Score, Strategy, named};
use tidings_lab::rank::text;
use tidings_learn::prior::Prior;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|first| first == "text") {
        return text(&args[1..]);
    }
    if args.first().is_some_and(|first| first == "speed") {
        for took in speed::speed(1000, 100_000) {
            println!("{:<40} {:.3} ms", took.what, took.ms);
        }
        return Ok(());
    }
    if args.first().is_some_and(|first| first == "positions") {
        return positions();
    }
    if let [kind, file] = &args[..] {
        let path = std::path::Path::new(file);
        let report = match kind.as_str() {
            "impressions" => logs::impressions::run(&logs::impressions::read(path)?),
            "next-clicks" => logs::next_clicks::run(&logs::next_clicks::read(path)?, 1, |_| ()),
            _ => anyhow::bail!("expected impressions or next-clicks, found {kind}"),
        };
        println!("{} of {:.0} each", report.n, report.candidates);
        report.table().1.iter().for_each(|row| println!("{}", row.join("  ")));
        return Ok(());
    }
    let [settings, readers, seed, strategies] = &args[..] else {
        anyhow::bail!("expected SETTINGS READERS SEED STRATEGIES, found {args:?}");
    };
    for name in strategies.split(',') {
        let (strategy, tuning) = parsed(name)?;
        let mut row = format!("{name:<36}");
        for setting in settings.split(',') {
            let known = setting_of(setting)?;
            let setting = RankExperiment { readers: readers.parse()?, ..known };
            let found = Run::of(&setting, name, &run(&setting, strategy, &tuning, seed.parse()?));
            row += &format!(
                "  {} {:.1} ±{:.1} {:.1}% e{:.2}",
                setting.name,
                found.total,
                found.total_se,
                100.0 * found.of_oracle(),
                found.error.last().copied().unwrap_or(0.0)
            );
        }
        println!("{row}");
    }
    Ok(())
}

fn setting_of(text: &str) -> anyhow::Result<RankExperiment> {
    if let Some(known) = RankExperiment::named(text) {
        return Ok(known);
    }
    let [topics, list, position, high, medium, rounds, drift] =
        text.split('/').collect::<Vec<_>>()[..]
    else {
        anyhow::bail!("there is no setting {text}");
    };
    let position = setting::positions(position, Some(list.parse()?))?;
    let setting = RankExperiment {
        name: text.to_owned(),
        topics: topics.parse()?,
        assumed: position.clone(),
        position,
        interests: Interests::Groups {
            high: setting::group(high)?,
            medium: setting::group(medium)?,
            activity: (1.0, 1.0),
        },
        drift: setting::drift(drift)?,
        rounds: rounds.parse()?,
        readers: 1,
    };
    setting.check()?;
    Ok(setting)
}

fn parsed(name: &str) -> anyhow::Result<(Strategy, Tuning)> {
    let Some(changes) = name.strip_prefix("d:") else {
        let strategy = named(name).ok_or_else(|| anyhow::anyhow!("there is no strategy {name}"))?;
        return Ok((strategy, Tuning::default()));
    };
    let mut strategy = named("default").expect("the default has a name");
    let mut tuning = Tuning::default();
    for change in changes.split('+').filter(|change| !change.is_empty()) {
        match change.split_once('=') {
            Some(("prior", "common")) => strategy.learner = Learner::Common,
            Some(("prior", "topic")) => strategy.learner = Learner::PerTopic,
            Some(("base", "flat")) => tuning.base = Prior::flat(),
            Some(("hazard", number)) => tuning.hazard = number.parse()?,
            Some(("exploration", number)) => strategy.score = Score::Bonus(number.parse()?),
            _ => anyhow::bail!("there is no parameter {change}"),
        }
    }
    Ok((strategy, tuning))
}

fn text(args: &[String]) -> anyhow::Result<()> {
    let [file, topics, seed] = args else {
        anyhow::bail!("expected FILE TOPICS SEED, found {args:?}");
    };
    let stories = text::read(std::path::Path::new(file), &text::Columns::default())?;
    let ask = text::TextSettings {
        topics: topics.parse()?,
        seed: seed.parse()?,
        ..text::TextSettings::default()
    };
    for row in text::run(&stories, &ask, |_| ())?.table().1 {
        println!("{}", row.join("  "));
    }
    Ok(())
}

fn positions() -> anyhow::Result<()> {
    for (name, setting) in [("stable", "stable"), ("low", "low")] {
        let known = setting_of(setting)?;
        let list = known.list();
        let own = (name.to_owned() + ", its own", known.position.clone());
        let root = (name.to_owned() + ", 1/sqrt j", setting::positions("power:0.5", Some(list))?);
        let whole = (name.to_owned() + ", 1/j", setting::positions("power:1", Some(list))?);
        for (what, position) in [own, root, whole] {
            let setting = RankExperiment { position, ..known.clone() };
            let of = |ranked| {
                let [rmse, flatter, stated, raw] = speed::positions(&setting, ranked, 1);
                format!("{rmse:.3} (flatter {flatter:+.3}, states {stated:.3}, raw {raw:.3})")
            };
            let row = [LogOrder::Random, LogOrder::Greedy, LogOrder::Default].map(of);
            println!("{what:<20} {}", row.join("  "));
        }
    }
    Ok(())
}
