//! What the visitor's account has besides subscriptions: rules and a shared list, so that their pages have content.

use super::people::folder;
use anyhow::{Context, Result};
use tidings_fetch::simulated::SimulatedTopic;
use tidings_model::{
    Clock, UserId,
    rule::{Accents, Action, Condition, Field, Matching, Polarity, Rule, RuleScope, Test},
};
use tidings_store::{Store, outputs::OutputList};
use tidings_web::SecretToken;

/// Far above what is created here.
const ENOUGH: usize = 100;

/// Adds rules and a shared list to the visitor's account.
pub(super) async fn add_rules_and_list(
    store: &Store,
    visitor: UserId,
    clock: &dyn Clock,
) -> Result<()> {
    let now = clock.now();
    let town = folder_scope(store, visitor, SimulatedTopic::Town).await?;
    let programming = folder_scope(store, visitor, SimulatedTopic::Programming).await?;
    let rules = [
        rule(
            "Parking fees are read already",
            town,
            ("parking signatures objections", Matching::Any),
            Action::Read,
        ),
        rule(
            "Postmortems for the team",
            programming,
            ("postmortem", Matching::All),
            Action::Tag("work".to_owned()),
        ),
        rule(
            "Anything about sleeping cars",
            RuleScope::All,
            ("sleeping cars", Matching::All),
            Action::Star,
        ),
        rule(
            "No transfer fees, please",
            RuleScope::All,
            ("transfer fees", Matching::All),
            Action::Block,
        ),
    ];
    for rule in rules {
        store.rules().add(visitor, rule, ENOUGH, now).await?;
    }
    let token = SecretToken::new(clock);
    let list = (token.text, token.hash);
    store
        .outputs()
        .add(visitor, "What I starred".to_owned(), OutputList::Starred, list, ENOUGH as u32, now)
        .await?;
    Ok(())
}

async fn folder_scope(store: &Store, user: UserId, topic: SimulatedTopic) -> Result<RuleScope> {
    let folders = store.subscriptions().folders(user).await?;
    let found = folders.iter().find(|found| found.path == folder(topic));
    found
        .map(|folder| RuleScope::Folder(folder.id))
        .context("the visitor has a folder for each topic")
}

/// Creates a rule about words in the title. If any one of them is enough, each is a condition of its own.
fn rule(name: &str, scope: RuleScope, (words, matching): (&str, Matching), action: Action) -> Rule {
    let condition = |text: &str| Condition {
        polarity: Polarity::Holds,
        field: Field::Title,
        test: Test::Words,
        text: text.to_owned(),
    };
    let conditions = match matching {
        Matching::All => vec![condition(words)],
        Matching::Any => words.split(' ').map(condition).collect(),
    };
    Rule {
        name: name.to_owned(),
        scope,
        matching,
        conditions,
        accents: Accents::Ignored,
        actions: vec![action],
    }
}
