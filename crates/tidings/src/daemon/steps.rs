//! The steps of the loop and of housekeeping one by one, for who measures how long each takes.

use super::Daemon;
use tidings_model::Clock;
use tidings_store::Error;

/// Something that the daemon does at its start, every hour, every day or after a sleep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// At the start: how many sources there are, what was learned of them, the price.
    Begin,
    /// Every hour: plans that a wrong clock left behind.
    TidyPlans,
    /// Every hour: what may be forgotten.
    Sweep,
    /// Every week: what sources are like.
    Refit,
    /// Every day: how much each source matters.
    Weigh,
    /// Every hour: what the day came to, and would have come to had others decided.
    CountDays,
    /// Every ten minutes: the price; after a sleep, what is overdue is spread.
    Steer,
}

impl Step {
    /// In the order in which a daemon takes them after its start.
    pub const ALL: [Self; 7] = [
        Self::Begin,
        Self::TidyPlans,
        Self::Sweep,
        Self::Refit,
        Self::Weigh,
        Self::CountDays,
        Self::Steer,
    ];

    /// A name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::TidyPlans => "tidy_plans",
            Self::Sweep => "sweep",
            Self::Refit => "refit",
            Self::Weigh => "weigh",
            Self::CountDays => "count_days",
            Self::Steer => "steer",
        }
    }
}

impl Daemon {
    /// Takes one step now, whether or not it is time for it.
    pub async fn take(&self, step: Step) -> Result<(), Error> {
        let now = self.time.now();
        match step {
            Step::Begin => {
                self.count_sources().await?;
                self.begin_watch(now).await
            }
            Step::TidyPlans => self.tidy_plans(now).await,
            Step::Sweep => self.sweep().await,
            Step::Refit => self.refit(now).await,
            Step::Weigh => self.weigh(now).await,
            Step::CountDays => self.count_days(now).await,
            Step::Steer => self.steer(now).await,
        }
    }
}
