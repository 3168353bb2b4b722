//! What a reader's rules say of an article.
//!
//! A [`Rule`] names a scope, conditions and actions; [`CompiledRule`] is the same, ready to look; a [`Book`] is all rules of
//! a user in their order, and [`Book::judge`] says what happens to an article. Words are compared as people read them:
//! case never counts, accents by choice, and a word is a whole word in any script. Regular expressions run on an engine
//! whose time is linear in the text, and their size is bounded when they are saved.
//!
//! [`Rule`]: tidings_model::rule::Rule

mod compiled;
mod judge;
mod refused;
mod subject;
mod words;

pub use compiled::CompiledRule;
pub use judge::{Book, RuleEntry, SubscriptionPlace};
pub use refused::{RULES_PER_USER, RuleError};
pub use subject::{LOOKED_AT, RuleSubject};
