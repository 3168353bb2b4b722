//! The topics experiment: what is held out, measured and reported.

use proptest::prelude::*;
use tidings_lab::topics::report::{Retraining, TopicsSettings, run};
use tidings_lab::topics::{HeldOutDocuments, Text, corpus};
use tidings_text::topics::{BagsOfWords, Corpus, VocabularyLimits};

/// Returns documents about two subjects that share no word.
fn bags(n: u64) -> BagsOfWords {
    let mut corpus = Corpus::default();
    for key in 0..n {
        let words: Vec<String> = (0..8)
            .map(|i| format!("{}{}", if key % 2 == 0 { "goal" } else { "court" }, (key + i) % 5))
            .collect();
        corpus.add_plain(key, words.iter().map(String::as_str));
    }
    corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() })
}

fn ask(retraining: Retraining) -> TopicsSettings {
    TopicsSettings {
        topics: 2,
        sweeps: 12,
        train_share: 0.8,
        seed: 3,
        retraining,
        columns: Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_held_out_and_what_is_trained_on_is_all(n in 0u64..60, share in 0.0f64..1.0, seed in any::<u64>()) {
        let bags = bags(n);
        let (train, held) = HeldOutDocuments::out(&bags, share, seed);
        prop_assert_eq!(train.n_documents() + held.n_documents(), bags.n_documents());
        prop_assert_eq!(train.n_tokens() + held.n_tokens(), bags.n_tokens());
        prop_assert_eq!(train.n_documents(), (bags.n_documents() as f64 * share).round() as usize);
        // The halves of a document are its words in another order.
        prop_assert!(held.documents().all(|words| words.len() == 8));
    }
}

#[test]
fn topics_predict_words_better_than_frequencies_alone() {
    let mut sweeps = Vec::new();
    let report =
        run(&bags(200), &ask(Retraining::Left), || 0.0, |sweep| sweeps.push(sweep)).unwrap();
    assert_eq!(sweeps, (1..=12).collect::<Vec<u32>>());
    let json = report.json();
    let number = |name: &str| json[name].as_f64().unwrap();
    assert_eq!((json["documents"].as_u64(), json["held_out"].as_u64()), (Some(200), Some(40)));
    // Ten equally frequent words: ten without topics, five with them.
    assert!((number("unigram_perplexity") - 10.0).abs() < 0.5, "{json}");
    assert!((number("perplexity") - 5.0).abs() < 0.5, "{json}");
    assert!(number("perplexity_5_steps") < 7.0, "{json}");
    assert_eq!(json["tokens_per_cpu_s"].as_f64(), None, "no time was given");
    let swept: Vec<u64> =
        json["by_sweep"].as_array().unwrap().iter().map(|at| at[0].as_u64().unwrap()).collect();
    assert_eq!(swept, [1, 2, 5, 10, 12]);
    assert!(json["reference"].is_null() && json["retraining"].is_null());
    let (headings, rows) = report.figures();
    assert!(rows.iter().all(|row| row.len() == headings.len()));
    let (_, names) = report.names();
    assert_eq!(names.len(), 2);
}

#[test]
fn topics_are_stable_when_training_continues() {
    let report = run(&bags(150), &ask(Retraining::Measured), || 0.0, |_| ()).unwrap();
    let json = report.json();
    for (way, least) in [("warm", 0.9), ("redrawn", 0.9), ("cold", 0.8)] {
        for figure in ["mixture_kept", "first_topic_kept"] {
            let kept = json["retraining"][way][figure].as_f64().unwrap();
            assert!((least..=1.0 + 1e-9).contains(&kept), "{way} {figure}: {kept}");
        }
    }
    let (_, rows) = report.figures();
    assert!(rows.iter().any(|row| row[0] == "warm: mixture kept, %"));
    assert!(
        rows.iter().all(|row| row[2] == "-"),
        "there is no reference for this corpus: {rows:?}"
    );
}

#[test]
fn too_few_documents_are_refused() {
    for n in [0, 1] {
        let told = run(&bags(n), &ask(Retraining::Left), || 0.0, |_| ()).unwrap_err().to_string();
        assert!(told.contains("expected documents to train on"), "{told}");
    }
}

#[test]
fn only_the_time_of_training_is_counted() {
    let now = std::cell::Cell::new(0.0);
    let cpu = || {
        now.set(now.get() + 1.0);
        now.get()
    };
    let report = run(&bags(40), &ask(Retraining::Left), cpu, |_| ()).unwrap();
    // One second for the start, one for each of twelve sweeps, one for the model.
    assert_eq!(report.json()["cpu_s"].as_f64(), Some(14.0));
    assert!(report.json()["tokens_per_cpu_s"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_corpus_is_read_from_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("texts.csv");
    let mut lines = String::from("id,title,body\n");
    for n in 0..40 {
        let word = ["lighthouse", "harbour", "keeper", "lantern"][n % 4];
        lines.push_str(&format!("{n},The {word},\"{word} stands, 1987; naïve ab\"\n"));
    }
    std::fs::write(&path, &lines).unwrap();
    let text = |most: usize| Text { columns: vec!["title".to_owned(), "body".to_owned()], most };
    // A word in more than a fifth of the documents is left out: here each is in ten of forty.
    assert_eq!(corpus(&path, &text(usize::MAX)).unwrap().words().len(), 0);
    let many = lines
        .replace("keeper", "sailor")
        .lines()
        .skip(1)
        .fold(lines.clone(), |all, line| all + line + "\n");
    let more: String = (0..80).map(|n| format!("{n},Word{n},\n")).collect();
    std::fs::write(&path, many + &more).unwrap();
    let bags = corpus(&path, &text(usize::MAX)).unwrap();
    let words: Vec<&str> = bags.words().iter().map(|word| &*word.term).collect();
    assert!(words.contains(&"lighthouse") && words.contains(&"sailor"), "{words:?}");
    assert!(!words.contains(&"the") && !words.contains(&"naïve"), "{words:?}");
    let told = format!("{:#}", corpus(&folder.path().join("none"), &text(1)).unwrap_err());
    assert!(told.contains("open "), "{told}");
}
