//! Rules described in words.

use crate::{Error, app::Inner, pages::sources::distinct_titles, voice::Voice};
use std::collections::HashMap;
use tidings_model::{
    FolderId, SourceId, TagId, UserId, WebhookId,
    rule::{Action, Condition, Field, Matching, Polarity, RuleScope, Test},
};

/// The names of a user's folders, sources, tags and webhooks.
pub(crate) struct Names {
    pub(crate) folders: Vec<(FolderId, String)>,
    pub(crate) sources: Vec<(SourceId, String)>,
    pub(crate) tags: Vec<(TagId, String)>,
    pub(crate) webhooks: Vec<(WebhookId, String)>,
}

impl Names {
    pub(crate) async fn load(inner: &Inner, user: UserId) -> Result<Self, Error> {
        let folders = inner.store.subscriptions().folders(user).await?;
        let sources = inner.store.subscriptions().list(user).await?;
        let webhooks = inner.store.outputs().webhooks(user).await?;
        let tags = inner.store.readings().tags(user).await?;
        Ok(Self {
            folders: folders.into_iter().map(|folder| (folder.id, folder.path)).collect(),
            sources: distinct_titles(&sources),
            tags: tags.into_iter().map(|tag| (tag.id, tag.name)).collect(),
            webhooks: webhooks.into_iter().map(|webhook| (webhook.id, webhook.name)).collect(),
        })
    }

    fn webhook(&self, id: WebhookId) -> Option<&str> {
        let names: HashMap<_, _> = self.webhooks.iter().map(|(id, name)| (*id, name)).collect();
        names.get(&id).map(|name| name.as_str())
    }
}

/// Returns the scope of a rule or a webhook.
pub(crate) fn scope(t: &Voice, names: &Names, scope: RuleScope) -> String {
    let gone = || t.of("rules-scope-gone").to_owned();
    match scope {
        RuleScope::All => t.of("rules-scope-all").to_owned(),
        RuleScope::Folder(id) => {
            let name = names.folders.iter().find(|(one, _)| *one == id);
            name.map_or_else(gone, |(_, name)| t.with("rules-scope-folder", "name", name))
        }
        RuleScope::Source(id) => {
            let name = names.sources.iter().find(|(one, _)| *one == id);
            name.map_or_else(gone, |(_, name)| name.clone())
        }
    }
}

/// Returns the key of the word between conditions.
pub(crate) fn joint(matching: Matching) -> &'static str {
    match matching {
        Matching::All => "rules-and",
        Matching::Any => "rules-or",
    }
}

/// Returns the key of a field's name.
pub(crate) fn field(field: Field) -> &'static str {
    match field {
        Field::Title => "rules-field-title",
        Field::Content => "rules-field-content",
        Field::Author => "rules-field-author",
        Field::Tag => "rules-field-tag",
        Field::Link => "rules-field-link",
        Field::Any => "rules-field-any",
    }
}

/// Returns the key of a test.
pub(crate) fn test(test: Test, polarity: Polarity) -> &'static str {
    match (test, polarity) {
        (Test::Words, Polarity::Holds) => "rules-test-words",
        (Test::Words, Polarity::Fails) => "rules-test-not-words",
        (Test::Phrase, Polarity::Holds) => "rules-test-phrase",
        (Test::Phrase, Polarity::Fails) => "rules-test-not-phrase",
        (Test::Is, Polarity::Holds) => "rules-test-is",
        (Test::Is, Polarity::Fails) => "rules-test-not-is",
        (Test::Regex, Polarity::Holds) => "rules-test-regex",
        (Test::Regex, Polarity::Fails) => "rules-test-not-regex",
    }
}

/// Returns a condition as a clause: title contains the words "spoiler finale".
pub(crate) fn condition(t: &Voice, condition: &Condition) -> String {
    let text = t.with("rules-quoted", "text", &condition.text);
    let test = match (condition.test, condition.polarity) {
        (Test::Words, Polarity::Holds) if is_one_word(&condition.text) => "rules-test-word",
        (Test::Words, Polarity::Fails) if is_one_word(&condition.text) => "rules-test-not-word",
        (kind, polarity) => test(kind, polarity),
    };
    format!("{} {} {text}", t.of(field(condition.field)), t.of(test))
}

fn is_one_word(text: &str) -> bool {
    text.split_whitespace().count() == 1
}

/// Returns actions as a list: star, tag "rust".
pub(crate) fn actions(t: &Voice, names: &Names, actions: &[Action]) -> String {
    let words = actions.iter().map(|action| match action {
        Action::Block => t.of("rules-does-block").to_owned(),
        Action::Keep => t.of("rules-does-keep").to_owned(),
        Action::Read => t.of("rules-does-read").to_owned(),
        Action::Star => t.of("rules-does-star").to_owned(),
        Action::Later => t.of("rules-does-later").to_owned(),
        Action::Tag(name) => t.with("rules-does-tag", "name", name),
        Action::Webhook(id) => match names.webhook(*id) {
            Some(name) => t.with("rules-does-webhook", "name", name),
            None => t.of("rules-does-webhook-gone").to_owned(),
        },
    });
    words.collect::<Vec<_>>().join(", ")
}
