//! `lab topics` without the rest of the program: `topics CORPUS COLUMNS TOPICS SEED [MOST]`.

#![expect(clippy::print_stdout, reason = "a program for a terminal")]

use std::path::Path;
use std::time::Instant;
use tidings_lab::topics::{Held, Text, corpus};
use tidings_numerics::Draws;
use tidings_text::topics::{Limits, Settings, Trainer};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let most = args.get(4).map_or(Ok(usize::MAX), |text| text.parse())?;
    let text = Text { columns: args[1].split('+').map(str::to_owned).collect(), most };
    let bags = corpus(Path::new(&args[0]), &text)?.bags(&Limits::default());
    let seed = args[3].parse()?;
    let (train, held) = Held::out(&bags, 0.9, seed);
    println!(
        "{} documents, {} words, {} tokens, unigram {:?}",
        bags.n_documents(),
        bags.words().len(),
        bags.n_tokens(),
        held.unigram(&train).value()
    );
    let settings = Settings { topics: args[2].parse()?, ..Settings::default() };
    let n_tokens = train.n_tokens();
    let mut trainer = Trainer::cold(train, settings, Draws::part(seed, 3));
    let mut spent = 0.0;
    let mut n = 0;
    while !trainer.is_done() {
        let start = Instant::now();
        trainer.sweep();
        spent += start.elapsed().as_secs_f64();
        n += 1;
        if n % 20 == 0 {
            println!(
                "{n} {:.1} s, {:.2} M tokens/s, {:?}",
                spent,
                (n * n_tokens) as f64 / spent / 1e6,
                held.perplexity(&trainer.model()).value()
            );
        }
    }
    let model = trainer.model();
    for steps in [5, 50] {
        println!("{steps} steps {:?}", held.perplexity_of(&model, steps, 1).value());
    }
    for topic in model.topics().iter().take(20) {
        println!("{}", topic.name);
    }
    println!("alpha {:?}", &model.alpha()[..5]);
    Ok(())
}
