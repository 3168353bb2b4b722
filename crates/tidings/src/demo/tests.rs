//! The demo's world as the server sees it: topics are named after what its articles are about.

use super::*;
use std::collections::{BTreeMap, HashSet};
use tidings_fetch::simulated::SimulatedTopic;
use tidings_model::Article;
use tidings_numerics::Draws;
use tidings_parse::FetchedDocument;
use tidings_text::{
    tokens::Tokens,
    topics::{Corpus, Model, Trainer, TrainingSettings, VocabularyLimits as Kept},
};

/// Returns what a source shows in the beginning.
async fn shown(web: &SimulatedWeb, url: &Url) -> Vec<Article> {
    let Ok(answer) = web.get(Request::new(url.clone(), Purpose::Feed)).await else {
        return Vec::new();
    };
    let content_type = answer.content_type.as_deref();
    let document = FetchedDocument { bytes: &answer.body, url: Some(url), content_type };
    let mut articles = tidings_parse::parse(document, &Limits::default()).articles;
    articles.iter_mut().for_each(|article| tidings_parse::clean(article, &Limits::default()));
    articles
}

/// Returns every article of a small world as tokens, with its subject.
async fn articles(seed: u64, n_sources: usize) -> Vec<(SimulatedTopic, Tokens)> {
    let extent = DemoSize { n_sources, ..DemoSize::default() };
    let stage = Stage::new(PathBuf::new(), seed, extent).unwrap();
    let clock: Arc<dyn Clock> = Arc::new(Time::simulated(stage.beginning, seed));
    let web = stage.web(&clock);
    let mut all = Vec::new();
    for source in web.sources() {
        for article in shown(&web, &source.url).await {
            let tokens = Tokens::of(&article.title, &article.summary, Some(source.tongue.tag()));
            all.push((source.topic, tokens));
        }
    }
    all
}

fn learned(articles: &[(SimulatedTopic, Tokens)]) -> Model {
    let mut corpus = Corpus::default();
    for (key, (_, tokens)) in articles.iter().enumerate() {
        corpus.add(key as u64, tokens);
    }
    let bags = corpus.bags(&Kept { at_least: 3, ..Kept::default() });
    let settings =
        TrainingSettings { sweeps: 40, ..TrainingSettings::for_documents(articles.len()) };
    Trainer::cold(bags, settings, Draws::new(1)).trained().model
}

/// Returns the subject with the greatest part in each topic, if that has any English articles.
fn dominating(
    model: &Model,
    articles: &[(SimulatedTopic, Tokens)],
) -> BTreeMap<String, SimulatedTopic> {
    let mut parts: BTreeMap<String, BTreeMap<&str, (f32, SimulatedTopic)>> = BTreeMap::new();
    for (subject, tokens) in articles {
        for &(topic, part) in model.mixture(tokens.terms()).parts() {
            let name = model.topic(topic).unwrap().name.clone();
            let sums = parts.entry(name).or_default();
            sums.entry(subject.name()).or_insert((0.0, *subject)).0 += part;
        }
    }
    let most = |sums: BTreeMap<&str, (f32, SimulatedTopic)>| {
        sums.into_values().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, subject)| subject)
    };
    parts.into_iter().filter_map(|(name, sums)| Some((name, most(sums)?))).collect()
}

fn stems(phrase: &str) -> Vec<String> {
    Tokens::of(phrase, "", Some("en")).terms().map(str::to_owned).collect()
}

#[tokio::test(start_paused = true)]
async fn four_of_five_topics_are_named_after_a_phrase_of_their_subject() {
    let articles = articles(7, 300).await;
    let articles: Vec<(SimulatedTopic, Tokens)> = articles
        .into_iter()
        .filter(|(_, tokens)| tokens.language == Some(tidings_text::language::Language::English))
        .collect();
    let named = dominating(&learned(&articles), &articles);
    let is_named = |(name, subject): &(&String, &SimulatedTopic)| {
        let name = stems(name);
        subject.phrases().any(|phrase| stems(phrase) == name)
    };
    let strange: Vec<_> = named.iter().filter(|one| !is_named(one)).collect();
    assert!(named.len() >= 40, "{named:?}");
    assert!(5 * strange.len() <= named.len(), "{} of {}: {strange:?}", strange.len(), named.len());
    let n_words = named.keys().filter(|name| name.contains(", ")).count();
    assert!(20 * n_words <= named.len(), "{n_words} of {}: {named:?}", named.len());
}

#[tokio::test(start_paused = true)]
async fn articles_of_a_subject_differ_and_are_not_short() {
    let articles = articles(7, 56).await;
    let texts: HashSet<Vec<&str>> =
        articles.iter().map(|(_, tokens)| tokens.terms().collect()).collect();
    assert!(100 * texts.len() >= 99 * articles.len(), "{} of {}", texts.len(), articles.len());
    let n_short = articles.iter().filter(|(_, tokens)| tokens.len() < 12).count();
    assert!(10 * n_short <= articles.len(), "{n_short} of {}", articles.len());
}
