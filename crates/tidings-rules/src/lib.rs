//! Applies a user's rules to articles.
//!
//! A [`Rule`] has a scope, conditions and actions. [`CompiledRule`] is its compiled form. A [`Book`] contains all
//! rules of a user in order, and [`Book::judge`] decides what happens to an article. Words are compared as people
//! read them: case never matters, accents only if wanted, and a word is a whole word in any script. Regular
//! expressions run in linear time, and their size is limited when they are saved.
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
