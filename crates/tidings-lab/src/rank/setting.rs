//! Populations of readers, and how their interests change.

use anyhow::{Result, bail, ensure};

/// A group of topics: how many, and how much they are liked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Group {
    /// Fewest and most topics in this group.
    pub count: (usize, usize),
    /// Lowest and highest chance of opening one that was read.
    pub chance: (f64, f64),
}

/// How readers' interests are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Interests {
    /// Some topics are liked a lot, some a little, the others not at all; all multiplied by how active a reader is.
    Groups {
        /// Topics liked a lot.
        high: Group,
        /// Topics liked a little.
        medium: Group,
        /// Lowest and highest activity.
        activity: (f64, f64),
    },
    /// Low click rates: σ(level + topic·z + own·e + reader·a) with normal z, e and a.
    Logistic {
        /// The level.
        level: f64,
        /// How much topics differ in popularity.
        topic: f64,
        /// How much a reader's interest in a topic differs from its popularity.
        own: f64,
        /// How much readers differ in activity.
        reader: f64,
    },
}

/// How interests change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Drift {
    /// They do not change.
    None,
    /// Every so many rounds, some liked topics are replaced by others.
    Swap {
        /// Rounds between two drifts.
        every: usize,
        /// Number of replaced topics.
        count: usize,
        /// Only topics liked at least this much are replaced.
        from: f64,
    },
    /// Every so many rounds, each interest is redrawn with this chance.
    Redraw {
        /// Rounds between two drifts.
        every: usize,
        /// The chance.
        chance: f64,
    },
}

impl Drift {
    /// Returns the number of rounds between drifts.
    #[must_use]
    pub fn every(&self) -> Option<usize> {
        match *self {
            Self::None => None,
            Self::Swap { every, .. } | Self::Redraw { every, .. } => Some(every),
        }
    }
}

/// A population and the task.
#[derive(Debug, Clone, PartialEq)]
pub struct RankExperiment {
    /// Its name.
    pub name: String,
    /// Number of topics.
    pub topics: usize,
    /// The chance of being read at each position; as many as the list is long.
    pub position: Vec<f64>,
    /// What strategies believe that chance to be.
    pub assumed: Vec<f64>,
    /// How interests are drawn.
    pub interests: Interests,
    /// How they change.
    pub drift: Drift,
    /// Rounds.
    pub rounds: usize,
    /// Readers.
    pub readers: usize,
}

/// The names of the settings.
pub const NAMES: [&str; 6] = ["stable", "drift", "drift7", "mixed", "low", "lowdrift"];

impl RankExperiment {
    /// Returns the setting with this name.
    ///
    /// ```
    /// use tidings_lab::rank::RankExperiment;
    /// assert_eq!(RankExperiment::named("drift").unwrap().rounds, 150);
    /// assert!(RankExperiment::named("own").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let high = Group { count: (7, 7), chance: (0.9, 1.0) };
        let medium = Group { count: (13, 13), chance: (0.4, 0.7) };
        let position: Vec<f64> = (0..7).map(|j| 1.0 - 0.05 * f64::from(j)).collect();
        let stable = Self {
            name: name.to_owned(),
            topics: 45,
            assumed: position.clone(),
            position,
            interests: Interests::Groups { high, medium, activity: (1.0, 1.0) },
            drift: Drift::None,
            rounds: 100,
            readers: 2000,
        };
        let drifting = |from: f64| Self {
            drift: Drift::Swap { every: 30, count: 2, from },
            rounds: 150,
            ..stable.clone()
        };
        let low = |drift: Drift| {
            let position: Vec<f64> = (0..10).map(|j| 1.0 / (1.0 + 0.2 * f64::from(j))).collect();
            Self {
                topics: 100,
                assumed: position.clone(),
                position,
                interests: Interests::Logistic { level: -3.5, topic: 0.8, own: 1.3, reader: 0.7 },
                drift,
                rounds: 200,
                readers: 600,
                ..stable.clone()
            }
        };
        Some(match name {
            "drift" => drifting(0.0),
            "drift7" => drifting(0.9),
            "mixed" => Self {
                interests: Interests::Groups {
                    high: Group { count: (1, 12), ..high },
                    medium: Group { count: (3, 20), ..medium },
                    activity: (0.1, 1.0),
                },
                readers: 600,
                ..stable
            },
            "low" => low(Drift::None),
            "lowdrift" => low(Drift::Redraw { every: 50, chance: 0.1 }),
            "stable" => stable,
            _ => return None,
        })
    }

    /// Returns the length of a list.
    #[must_use]
    pub fn list(&self) -> usize {
        self.position.len()
    }

    /// Checks that it can be run.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn check(&self) -> Result<()> {
        ensure!(
            self.topics > 0 && self.rounds > 0 && self.readers > 0,
            "expected at least one topic, round and reader"
        );
        ensure!(
            (1..=self.topics).contains(&self.list()),
            "a list of {} does not fit {} topics: expected from 1 to {0}",
            self.list(),
            self.topics
        );
        if let Interests::Groups { high, medium, .. } = self.interests {
            let most = high.count.1 + medium.count.1;
            ensure!(
                most <= self.topics,
                "{most} liked topics are more than the {} there are",
                self.topics
            );
            if let Drift::Swap { count, .. } = self.drift {
                ensure!(
                    count <= self.topics - most,
                    "{count} topics cannot take the place of others because only {} are not liked",
                    self.topics - most
                );
            }
        } else if matches!(self.drift, Drift::Swap { .. }) {
            bail!(
                "in {} interests are redrawn, not swapped: leave out --drift, or add --high and --medium",
                self.name
            );
        }
        Ok(())
    }
}

/// Parses the chances of being read: `hyperbolic:0.2`, `power:0.3`, or numbers separated by commas. The list has the
/// given length, or as many positions as there are numbers (7 otherwise).
///
/// # Errors
/// What was expected and what was found.
///
/// ```
/// use tidings_lab::rank::setting::positions;
/// assert_eq!(positions("1,.5", None).unwrap(), [1.0, 0.5]);
/// assert_eq!(positions("hyperbolic:1", Some(3)).unwrap(), [1.0, 0.5, 1.0 / 3.0]);
/// assert!(positions("steep", None).is_err());
/// ```
pub fn positions(text: &str, list: Option<usize>) -> Result<Vec<f64>> {
    let wrong = || {
        format!("expected hyperbolic:0.2, power:0.3 or chances such as 1,.9,.8, found \"{text}\"")
    };
    let falling = |of: &dyn Fn(f64, f64) -> f64, number: &str| {
        let number: f64 = number.parse().map_err(|_| anyhow::anyhow!(wrong()))?;
        ensure!((0.0..=10.0).contains(&number), "{}", wrong());
        Ok((1..=list.unwrap_or(7)).map(|j| of(j as f64, number)).collect())
    };
    let mut chances: Vec<f64> = match text.split_once(':') {
        Some(("hyperbolic", number)) => falling(&|j, c| 1.0 / (1.0 + c * (j - 1.0)), number)?,
        Some(("power", number)) => falling(&|j, c| j.powf(-c), number)?,
        Some(_) => bail!(wrong()),
        None => {
            let numbers: Result<Vec<f64>, _> =
                text.split(',').map(|one| one.trim().parse()).collect();
            numbers.map_err(|_| anyhow::anyhow!(wrong()))?
        }
    };
    ensure!(
        chances.iter().all(|chance| *chance > 0.0 && *chance <= 1.0),
        "chances of being read lie above 0 and up to 1, found \"{text}\""
    );
    if let (Some(list), Some(&last)) = (list, chances.last()) {
        // In a longer list, the last chance is repeated.
        chances.resize(list, last);
    }
    Ok(chances)
}

/// Parses a group of topics: `7:.9-1`, or `1-12:.9-1` for a number that differs between readers.
///
/// # Errors
/// What was expected and what was found.
///
/// ```
/// use tidings_lab::rank::setting::{Group, group};
/// assert_eq!(group("4:.8-1").unwrap(), Group { count: (4, 4), chance: (0.8, 1.0) });
/// assert_eq!(group("1-12:0.5").unwrap(), Group { count: (1, 12), chance: (0.5, 0.5) });
/// assert!(group("4").is_err());
/// ```
pub fn group(text: &str) -> Result<Group> {
    let wrong = || anyhow::anyhow!("expected topics and chances such as 4:.8-1, found \"{text}\"");
    let (count, chance) = text.split_once(':').ok_or_else(wrong)?;
    let ends = |text: &str| match text.split_once('-') {
        Some((from, to)) => (from.trim().to_owned(), to.trim().to_owned()),
        None => (text.trim().to_owned(), text.trim().to_owned()),
    };
    let (count, chance) = (ends(count), ends(chance));
    let count = (count.0.parse().map_err(|_| wrong())?, count.1.parse().map_err(|_| wrong())?);
    let chance: (f64, f64) =
        (chance.0.parse().map_err(|_| wrong())?, chance.1.parse().map_err(|_| wrong())?);
    let is_range = count.0 <= count.1 && 0.0 <= chance.0 && chance.0 <= chance.1 && chance.1 <= 1.0;
    ensure!(is_range, wrong());
    Ok(Group { count, chance })
}

/// Parses a drift: `40:3` means that every 40 rounds 3 topics change.
///
/// # Errors
/// What was expected and what was found.
///
/// ```
/// use tidings_lab::rank::setting::{Drift, drift};
/// assert_eq!(drift("40:3").unwrap(), Drift::Swap { every: 40, count: 3, from: 0.0 });
/// assert_eq!(drift("0:0").unwrap(), Drift::None);
/// assert!(drift("often").is_err());
/// ```
pub fn drift(text: &str) -> Result<Drift> {
    let parts = text.split_once(':').and_then(|(every, count)| {
        Some((every.trim().parse::<usize>().ok()?, count.trim().parse::<usize>().ok()?))
    });
    match parts {
        Some((every, count)) if every > 0 && count > 0 => {
            Ok(Drift::Swap { every, count, from: 0.0 })
        }
        Some(_) => Ok(Drift::None),
        None => bail!("expected rounds and topics such as 40:3, found \"{text}\""),
    }
}
