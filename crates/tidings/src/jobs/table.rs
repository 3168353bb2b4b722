//! Every job: its name, interval, time limit and function.

use crate::{
    indexing::IndexError,
    pricing::{self, Elapsed},
    services::Services,
};
use std::{sync::Arc, time::Duration};
use tidings_fetch::BoxFuture;

/// Defines [`JobName`]: a variant and its name in the store, on the Server page and in the metrics.
macro_rules! job_names {
    ($($variant:ident => $name:literal),* $(,)?) => {
        /// The name of a job.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the table says what each job does")]
        pub enum JobName {
            $($variant),*
        }

        impl JobName {
            /// All jobs.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }
        }
    };
}

job_names! {
    Price => "price",
    Plans => "plans",
    Imports => "imports",
    Webhooks => "webhooks",
    PushSubscriptions => "push-subscriptions",
    TopicAssignment => "topic-assignment",
    SearchIndex => "search-index",
    FullTexts => "full-texts",
    Icons => "icons",
    Topics => "topics",
    Readers => "readers",
    Population => "population",
    Weights => "weights",
    DayCounts => "day-counts",
    Retention => "retention",
}

/// Which processes run a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobScope {
    /// One process for all.
    Shared,
    /// Each process, because the job works on its own data.
    EachProcess,
}

/// Why a job failed.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] tidings_store::Error),
    /// The search index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// It exceeded its time limit.
    #[error("stopped after its time limit of {} s", .0.as_secs())]
    TookTooLong(Duration),
    /// It panicked.
    #[error("panicked: {0}")]
    Broken(String),
}

/// The result of a run.
type Running = BoxFuture<'static, Result<(), JobError>>;

/// A job.
#[derive(Clone, Copy)]
pub struct Job {
    /// Its name.
    pub name: JobName,
    /// Interval between two runs. Some jobs are woken earlier when there is work ([`super::Signals`]).
    pub every: Duration,
    /// Time limit of a run.
    pub limit: Duration,
    /// Which processes run it.
    pub scope: JobScope,
    /// What it does.
    pub run: fn(Arc<Services>) -> Running,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("name", &self.name).field("every", &self.every).finish()
    }
}

/// Returns a job that one of all processes runs.
const fn shared(
    name: JobName,
    every: Duration,
    limit: Duration,
    run: fn(Arc<Services>) -> Running,
) -> Job {
    Job { name, every, limit, scope: JobScope::Shared, run }
}

const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

const fn minutes(n: u64) -> Duration {
    Duration::from_secs(60 * n)
}

const fn hours(n: u64) -> Duration {
    Duration::from_secs(3_600 * n)
}

/// All jobs, in the order in which a process starts them.
pub const JOBS: &[Job] = &[
    // Adjusts the price of a fetch to what was spent, and postpones what today's budget has no room for.
    shared(JobName::Price, pricing::STEP, minutes(10), |all| {
        Box::pin(async move { Ok(all.pricing.adjust(Elapsed::WhileAwake).await?) })
    }),
    // Brings back plans that a wrong clock put far in the future.
    shared(JobName::Plans, hours(1), minutes(10), |all| {
        Box::pin(async move { Ok(all.pricing.check_plans().await?) })
    }),
    // Imports new files and resumes interrupted imports.
    shared(JobName::Imports, minutes(10), hours(1), |all| {
        Box::pin(async move { Ok(all.importing.go_on().await?) })
    }),
    // Sends webhooks.
    shared(JobName::Webhooks, minutes(1), minutes(3), |all| {
        Box::pin(async move { Ok(all.webhooks.deliver().await?) })
    }),
    // Asks hubs to announce sources, and renews and ends subscriptions.
    shared(JobName::PushSubscriptions, seconds(5), minutes(10), |all| {
        Box::pin(async move { Ok(all.push.renew().await?) })
    }),
    // Assigns topics to new articles.
    shared(JobName::TopicAssignment, minutes(5), minutes(10), |all| {
        Box::pin(async move { Ok(all.today.assign_topics().await?) })
    }),
    // Brings the search index of this process up to date.
    Job {
        name: JobName::SearchIndex,
        every: seconds(3),
        limit: hours(24),
        scope: JobScope::EachProcess,
        run: |all| Box::pin(async move { Ok(all.indexing.catch_up().await?) }),
    },
    // Fetches the full texts that subscribers want.
    shared(JobName::FullTexts, minutes(5), minutes(20), |all| {
        Box::pin(async move { Ok(all.full_texts.fetch_wanted_by_subscribers().await?) })
    }),
    // Fetches icons of sources, a few at a time.
    shared(JobName::Icons, minutes(5), minutes(20), |all| {
        Box::pin(async move { Ok(all.icons.look().await?) })
    }),
    // Learns topics from recent articles, when due.
    shared(JobName::Topics, minutes(5), minutes(30), |all| {
        Box::pin(async move { Ok(all.today.learn_topics().await?) })
    }),
    // Learns what users have in common.
    shared(JobName::Readers, hours(24), hours(2), |all| {
        Box::pin(async move { Ok(all.today.learn_from_readers().await?) })
    }),
    // Learns what sources have in common, when due.
    shared(JobName::Population, hours(1), hours(1), |all| {
        Box::pin(async move { Ok(all.beliefs.refit().await?) })
    }),
    // Weighs sources by what their subscribers open.
    shared(JobName::Weights, hours(24), hours(1), |all| {
        Box::pin(async move { Ok(all.beliefs.weigh().await?) })
    }),
    // Computes the daily figures of the Freshness page.
    shared(JobName::DayCounts, hours(1), hours(1), |all| {
        Box::pin(async move { Ok(all.freshness.count_days().await?) })
    }),
    // Deletes old articles, ended sessions and other data that is no longer needed.
    shared(JobName::Retention, hours(1), hours(2), |all| {
        Box::pin(async move {
            all.retention.sweep().await?;
            Ok(all.pictures.sweep().await?)
        })
    }),
];

impl Job {
    /// Returns the job with this name.
    #[must_use]
    pub fn of(name: JobName) -> &'static Self {
        JOBS.iter().find(|job| job.name == name).expect("the table contains every job")
    }

    /// Returns whether there is anything for it to do in this process.
    #[must_use]
    pub fn is_wanted(&self, services: &Services) -> bool {
        match self.name {
            JobName::SearchIndex => services.indexing.has_index(),
            JobName::PushSubscriptions => services.push.is_reachable(),
            _ => true,
        }
    }
}
