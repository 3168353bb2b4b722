//! Imports subscriptions and articles from elsewhere, and exports subscriptions.
//!
//! A file is parsed and stored immediately. Its lines are then processed a few at a time, so that a user can watch the
//! progress and a process that was killed continues where it stopped.

use crate::{
    context::Context,
    jobs::{JobName, Signals},
    pricing::PricingService,
    rules::RuleService,
    subscribing::{SubscribeError, check},
};
use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};
use tidings_fetch::{check_url, split_login};
use tidings_model::{
    Failure, FailureKind, FolderPath, Refusal, SourceKind, UserId, limits::Limits,
};
use tidings_parse::{
    import::{self, ExportError, ImportedArticle, ImportedOptions, ImportedRule, RulePlace},
    opml,
    text::cut,
};
use tidings_rules::{CompiledRule, RULES_PER_USER};
use tidings_store::{
    Error, ImportLine, ImportLineState, ImportedMark, IncomingRule, IncomingRulePlace, Listing,
    Store, SubscriberOptions, Switch, Wish,
};
use url::Url;

/// Lines imported in one transaction.
const AT_ONCE: usize = 100;
/// Longer folder names are cut.
const LONGEST_FOLDER: usize = 200;

/// Imports and exports. Every file is imported in two steps: [`ImportService::begin`] stores it, and the job `imports`
/// processes it, in this or another process, now or after a restart.
#[derive(Debug)]
pub struct ImportService {
    context: Context,
    pricing: Arc<PricingService>,
    rules: Arc<RuleService>,
    signals: Arc<Signals>,
}

impl ImportService {
    pub(crate) fn new(
        context: Context,
        pricing: Arc<PricingService>,
        rules: Arc<RuleService>,
        signals: Arc<Signals>,
    ) -> Self {
        Self { context, pricing, rules, signals }
    }

    /// Parses a file and stores it; the job `imports` does the rest.
    ///
    /// # Errors
    /// Why the file cannot be imported, for the user who chose it.
    pub async fn begin(
        &self,
        user: UserId,
        name: &str,
        bytes: Vec<u8>,
    ) -> Result<i64, SubscribeError> {
        let limits = Arc::clone(&self.context.limits);
        let listing = self.context.time.off_thread(move || read(&bytes, &limits)).await?;
        let listing = Listing { name: cut(name, 200).to_owned(), ..listing };
        let import = self.context.store.imports().begin(user, listing, self.context.now()).await?;
        self.signals.wake(JobName::Imports);
        Ok(import)
    }

    /// Imports a file and returns when all its lines are processed. `on_done` is called every few lines.
    ///
    /// # Errors
    /// As [`ImportService::begin`], and when the store fails. Importing the same file again continues.
    pub async fn import(
        &self,
        user: UserId,
        name: &str,
        bytes: Vec<u8>,
        on_done: impl FnMut(u64),
    ) -> Result<i64, SubscribeError> {
        let import = self.begin(user, name, bytes).await?;
        // The job may work on the import too; each line is processed once.
        self.work_off_all(vec![(import, user)], on_done).await?;
        Ok(import)
    }

    /// Subscribes a simulated user to a list, as if they imported it.
    ///
    /// # Errors
    /// As [`ImportService::import`], and when an address is refused.
    pub async fn subscribe_to_all(
        &self,
        user: UserId,
        subscriptions: &[opml::OpmlSubscription],
    ) -> anyhow::Result<()> {
        let bytes = opml::write("Subscriptions", subscriptions).into_bytes();
        let import = self.import(user, "subscriptions.opml", bytes, |_| {}).await?;
        let refused = self.context.store.imports().refused_lines(user, import, 10).await?;
        anyhow::ensure!(refused.is_empty(), "addresses are refused: {refused:?}");
        Ok(())
    }

    /// Processes every import that is not done.
    ///
    /// # Errors
    /// When the store fails. What was done until then stays done.
    pub(crate) async fn go_on(&self) -> Result<(), Error> {
        let open = self.context.store.imports().unfinished().await?;
        self.work_off_all(open, |_| {}).await
    }

    async fn work_off_all(
        &self,
        open: Vec<(i64, UserId)>,
        mut on_done: impl FnMut(u64),
    ) -> Result<(), Error> {
        if open.is_empty() {
            return Ok(());
        }
        self.pricing.refresh(self.context.now()).await?;
        for (import, user) in open {
            self.work_off(import, user, &mut on_done).await?;
        }
        self.pricing.count_sources().await?;
        self.signals.due.notify_one();
        Ok(())
    }

    async fn work_off(
        &self,
        import: i64,
        user: UserId,
        on_done: &mut impl FnMut(u64),
    ) -> Result<(), Error> {
        loop {
            let lines = self.context.store.imports().waiting_lines(import, AT_ONCE).await?;
            if lines.is_empty() {
                return self.context.store.imports().finish(import, self.context.now()).await;
            }
            let n_new = lines.len() as u64;
            let wishes =
                lines.into_iter().map(|(number, line)| (number, self.wish(line, n_new))).collect();
            let most = self.context.limits.subscriptions_per_user;
            let known = self
                .context
                .store
                .imports()
                .settle_lines(import, user, wishes, most, self.context.now())
                .await?;
            for source in known {
                self.rules.judge_backlog(user, source).await?;
            }
            on_done(n_new);
        }
    }

    fn wish(&self, line: ImportLine, n_new: u64) -> Result<Wish, Refusal> {
        let url =
            check(&self.context, &line.url).map_err(|failure| Refusal::Forbidden(failure.kind))?;
        let plan = self.pricing.first_plan(n_new, self.context.now());
        Ok(Wish {
            kind: SourceKind::Feed,
            url,
            folder: Some(line.folder).filter(|folder| !folder.is_empty()),
            title: Some(line.title).filter(|title| !title.is_empty()),
            first: (plan.at, plan.reason.code()),
        })
    }
}

/// Parses a file into what is stored of it.
fn read(bytes: &[u8], limits: &Limits) -> Result<Listing, Failure> {
    let read = import::read(bytes, limits).map_err(|why| {
        let kind = match why {
            ExportError::TooLarge { .. } => FailureKind::TooLarge,
            _ => FailureKind::NotAFeed,
        };
        Failure::new(kind, why.to_string())
    })?;
    let wishes = read.wishes;
    let waiting = read.subscriptions.into_iter().map(|outline| ImportLine {
        options: wishes.get(&outline.url).map(options).unwrap_or_default(),
        is_paused: wishes.get(&outline.url).is_some_and(|wishes| wishes.is_paused),
        url: without_login(outline.url),
        title: outline.title,
        folder: folder_path(&outline.folder).map(|path| path.to_string()).unwrap_or_default(),
        ..ImportLine::default()
    });
    let refused = read.refused.into_iter().map(|(url, why)| ImportLine {
        url,
        state: ImportLineState::Refused,
        why: why.code(),
        ..ImportLine::default()
    });
    let lines: Vec<ImportLine> = waiting.chain(refused).collect();
    let listed: HashSet<Url> = lines.iter().filter_map(|line| check_url(&line.url).ok()).collect();
    let marks = read.articles.iter().filter_map(|one| mark(one, &listed, limits)).collect();
    let complaints = read.complaints.iter().map(|complaint| complaint.code.to_owned()).collect();
    let rules = read.rules.into_iter().filter_map(brought).collect();
    Ok(Listing { name: String::new(), lines, marks, rules, most_rules: RULES_PER_USER, complaints })
}

/// Removes a user name and a password from an address, because the lines of an import are stored and shown. The source's
/// page asks for them when its first fetch fails.
fn without_login(url: String) -> String {
    match split_login(&url) {
        Ok((bare, Some(_))) => bare.into(),
        _ => url,
    }
}

/// Returns the path of a folder by its name and those of the folders around it, which may themselves be paths. Shortens them
/// to what the store accepts.
fn folder_path(names: &[String]) -> Option<FolderPath> {
    let path = FolderPath::fitted(&names.join("/"))?;
    let names: Vec<&str> = path.names().iter().map(|name| cut(name, LONGEST_FOLDER)).collect();
    FolderPath::new(&names.join("/")).ok()
}

fn options(wishes: &ImportedOptions) -> SubscriberOptions {
    SubscriberOptions {
        is_muted: wishes.is_muted,
        full_text: wishes.full_text,
        is_pinned: wishes.is_pinned,
        min_minutes: wishes.min_minutes,
        max_minutes: wishes.max_minutes,
        keep_days: wishes.keep_days,
        keep_count: wishes.keep_count,
        kept_move: None,
    }
}

/// Returns a rule that may be used here, or `None` if the editor would have refused it.
fn brought(read: ImportedRule) -> Option<IncomingRule> {
    let rule = CompiledRule::new(read.rule).ok()?.rule().clone();
    let place = match read.place {
        RulePlace::Everywhere => IncomingRulePlace::Everywhere,
        RulePlace::Folder(name) => IncomingRulePlace::Folder(folder_path(&[name])?),
        RulePlace::Source(url) => IncomingRulePlace::Source(check_url(&url).ok()?),
    };
    let switch = if read.is_on { Switch::On } else { Switch::Off };
    Some(IncomingRule { rule, place, switch })
}

/// Returns an article worth importing: starred, saved for later or tagged, or read and from a source that the file
/// lists.
fn mark(one: &ImportedArticle, listed: &HashSet<Url>, limits: &Limits) -> Option<ImportedMark> {
    let is_kept = one.is_starred || one.is_later || !one.tags.is_empty();
    // An article of an unknown source is filed under its own site.
    let typed = one.source_url.as_deref().or(one.link.as_deref().filter(|_| is_kept))?;
    let mut source = check_url(typed).ok()?;
    if one.source_url.is_none() {
        source.set_path("/");
        source.set_query(None);
    }
    let is_read = one.is_read.unwrap_or(is_kept);
    if !(is_kept || is_read && listed.contains(&source)) {
        return None;
    }
    Some(ImportedMark {
        source,
        source_title: one.source_title.clone(),
        article: one.article(limits),
        is_read,
        is_starred: one.is_starred,
        is_later: one.is_later,
        tags: one.tags.clone(),
    })
}

/// Returns a user's subscriptions as OPML, without secrets.
///
/// # Errors
/// When the store cannot read.
pub async fn export(store: &Store, user: UserId) -> Result<String, Error> {
    let folders: BTreeMap<_, _> = store
        .subscriptions()
        .folders(user)
        .await?
        .into_iter()
        .map(|folder| (folder.id, folder.path))
        .collect();
    let subscriptions: Vec<opml::OpmlSubscription> = store
        .subscriptions()
        .list(user)
        .await?
        .iter()
        .map(|subscribed| opml::OpmlSubscription {
            url: subscribed.source.url.to_string(),
            title: subscribed.title().to_owned(),
            site: subscribed.source.site.as_ref().map(ToString::to_string),
            folder: subscribed
                .subscription
                .folder
                .and_then(|folder| folders.get(&folder))
                .map(|path| path.split('/').map(str::to_owned).collect())
                .unwrap_or_default(),
        })
        .collect();
    Ok(opml::write("Subscriptions", &subscriptions))
}

#[cfg(test)]
mod tests;
