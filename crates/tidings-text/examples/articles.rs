//! Runs the topic model as the server does, on a table of articles from standard input, and measures tokens, mixtures,
//! retraining and serialization. `articles TITLE BODY TOPICS < table.tsv`, with the column numbers, from 0.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a program for a terminal, which measures"
)]

use std::io::BufRead;
use std::time::{Duration, Instant};
use tidings_numerics::Draws;
use tidings_text::tokens::Tokens;
use tidings_text::topics::{Corpus, Trainer, TrainingSettings, VocabularyLimits};

fn main() {
    let args: Vec<usize> =
        std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let lines: Vec<String> =
        std::io::stdin().lock().lines().skip(1).map(|line| line.expect("text")).collect();
    let parts = |line: &str| -> (String, String) {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |n: usize| fields.get(n).copied().unwrap_or_default().to_owned();
        (field(args[0]), field(args[1]))
    };
    let articles: Vec<(String, String)> = lines.iter().map(|line| parts(line)).collect();
    let n = articles.len();
    let each = |spent: Duration| spent.as_secs_f64() * 1e6 / n as f64;

    let made = |(title, body): &(String, String)| Tokens::of(title, body, Some("en"));
    let (mut corpus, mut n_tokens) = (Corpus::default(), 0);
    let (mut making, mut counting) = (Duration::ZERO, Duration::ZERO);
    for (key, article) in articles.iter().enumerate() {
        let start = Instant::now();
        let tokens = made(article);
        making += start.elapsed();
        let start = Instant::now();
        corpus.add(key as u64, &tokens);
        counting += start.elapsed();
        n_tokens += tokens.len();
    }
    println!("{n} articles, {n_tokens} tokens, {:.1} µs each to make", each(making));
    let start = Instant::now();
    let bags = corpus.bags(&VocabularyLimits::default());
    println!(
        "{} words, {} tokens, counted in {:.2} s",
        bags.words().len(),
        bags.n_tokens(),
        (counting + start.elapsed()).as_secs_f64()
    );

    let settings = TrainingSettings { topics: args[2], ..TrainingSettings::default() };
    let start = Instant::now();
    let cold = Trainer::cold(bags.clone(), settings, Draws::new(1)).trained();
    println!("cold: {:.1} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let warm = Trainer::warm(bags, settings.warm(), &cold, Draws::new(2)).trained();
    println!("warm: {:.1} s", start.elapsed().as_secs_f64());

    let (mut known, mut telling) = (0, Duration::ZERO);
    for article in &articles {
        let tokens = made(article);
        let start = Instant::now();
        known += usize::from(!warm.model.mixture(tokens.terms()).is_empty());
        telling += start.elapsed();
    }
    println!("{known} mixtures, {:.1} µs each", each(telling));

    let start = Instant::now();
    let model = warm.model.to_bytes();
    println!("model {} KB, made in {:.2} s", model.len() >> 10, start.elapsed().as_secs_f64());
    let start = Instant::now();
    let again = tidings_text::topics::Model::from_bytes(&model);
    println!(
        "read in {:.2} s, equal: {}",
        start.elapsed().as_secs_f64(),
        again.as_ref() == Some(&warm.model)
    );
    for topic in warm.model.topics().iter().take(100) {
        println!("{}", topic.name);
    }
}
