//! One simulated article: its text, and its layout as a person would have made it.

use super::{
    document::{chance, escaped, link},
    grammar::Teller,
    source::SimulatedSource,
    words::{self, SimulatedLanguage, SimulatedTopic},
};
use rand::{RngExt, seq::IndexedRandom};
use std::fmt::Write;

/// How a source writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// A few paragraphs and nothing else: quick to write, for long simulations.
    Plain,
    /// Short notes.
    Notes,
    /// Articles with headings, images, quotes, lists, tables and code.
    Magazine,
    /// Long reads with footnotes.
    Essay,
    /// The feed has only the first lines; the page has the full text.
    Teaser,
    /// Episodes to listen to.
    Podcast,
    /// Lists of what others wrote.
    Links,
}

/// A written article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Article {
    pub(crate) title: String,
    /// The full text.
    pub(crate) html: String,
    /// The part in the feed, if it is shorter.
    pub(crate) teaser: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) sound: Option<Sound>,
}

/// An episode's recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sound {
    pub(crate) url: String,
    pub(crate) bytes: u64,
    pub(crate) seconds: u32,
}

/// Identifies an article of a source, in one version.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key<'a> {
    pub(crate) source: &'a SimulatedSource,
    pub(crate) number: usize,
    pub(crate) seed: u64,
    pub(crate) index: usize,
    /// How often it was edited.
    pub(crate) version: u64,
}

impl Key<'_> {
    /// Returns the random generator of this article. A plain one is rewritten when it is edited; others keep their
    /// words.
    fn chance(&self) -> rand::rngs::Xoshiro256PlusPlus {
        let version = if self.source.style == Style::Plain { self.version } else { 0 };
        chance(self.seed, &[self.number as u64, self.index as u64, version])
    }

    /// Returns only its title.
    pub(crate) fn title(&self) -> String {
        let rng = &mut self.chance();
        self.titled(&mut words::teller(self.source.topic, self.source.tongue, rng))
    }

    fn titled(&self, teller: &mut Teller<'_>) -> String {
        let title = teller.tell("title").unwrap_or_default();
        match self.source.style {
            Style::Podcast if self.source.tongue == SimulatedLanguage::English => {
                format!("No. {}: {title}", self.index + 1)
            }
            Style::Links if self.source.tongue == SimulatedLanguage::English => {
                format!("Seen this week: {} and more", teller.held("thing"))
            }
            _ => title,
        }
    }

    /// Returns the whole article.
    pub(crate) fn write(&self) -> Article {
        let rng = &mut self.chance();
        let teller = &mut words::teller(self.source.topic, self.source.tongue, rng);
        let title = self.titled(teller);
        if self.source.style == Style::Plain {
            let tags = vec![self.source.topic.name().to_owned()];
            let html = plain(teller);
            return Article { title, html, teaser: None, author: None, tags, sound: None };
        }
        let mut page = Page { key: *self, teller, html: String::new(), notes: Vec::new() };
        let lead = page.lead();
        page.body();
        if self.version > 0 {
            page.push("<p><em>Corrected after a letter from a reader.</em></p>");
        }
        let html = page.html;
        let thing = teller.held("thing");
        Article {
            title,
            html,
            teaser: (self.source.style == Style::Teaser).then(|| format!("<p>{lead} […]</p>")),
            author: Some(self.author(teller)),
            tags: vec![self.source.topic.name().to_owned(), thing],
            sound: (self.source.style == Style::Podcast).then(|| self.sound()),
        }
    }

    /// Returns an author. A source has a few people who write for it.
    fn author(&self, teller: &mut Teller<'_>) -> String {
        let n = teller.rng.random_range(0..2);
        let rng = &mut chance(self.seed, &[self.number as u64, n, 0xa77]);
        let mut staff = words::teller(self.source.topic, self.source.tongue, rng);
        staff.held("person")
    }

    fn sound(&self) -> Sound {
        let seconds = 900 + 60 * (self.index as u32 * 37 % 50);
        let url = format!(
            "{}/episodes/{}.mp3",
            self.source.url.origin().ascii_serialization(),
            self.index + 1
        );
        Sound { url, bytes: u64::from(seconds) * 8_000, seconds }
    }
}

/// The structure of the paragraphs after the first, in turn: what each sentence does.
const PARAGRAPHS: [&[&str]; 5] = [
    &["background", "detail", "background"],
    &["voice", "detail"],
    &["detail", "background", "detail"],
    &["voice", "background"],
    &["detail", "detail", "background"],
];

/// Returns sentences from these rules that were not used yet; a language without such a rule uses details.
fn sentences(teller: &mut Teller<'_>, rules: &[&str]) -> String {
    let told = rules.iter().filter_map(|rule| match teller.knows(rule) {
        true => teller.sentence(rule),
        false => teller.sentence("detail"),
    });
    told.fold(String::new(), |text, next| joined(text, &next))
}

/// Returns one to three paragraphs.
fn plain(teller: &mut Teller<'_>) -> String {
    let mut html = String::new();
    let n_more = teller.rng.random_range(0..=2);
    for rules in [&["opening", "detail"][..]].into_iter().chain(PARAGRAPHS).take(1 + n_more) {
        html = html + "<p>" + &escaped(&sentences(teller, rules)) + "</p>";
    }
    html
}

/// Joins two sentences, with a space if the script has spaces.
fn joined(text: String, next: &str) -> String {
    match text.ends_with('。') || text.is_empty() {
        true => text + next,
        false => text + " " + next,
    }
}

/// A page being written.
struct Page<'a, 'b> {
    key: Key<'a>,
    teller: &'a mut Teller<'b>,
    html: String,
    /// Footnotes, in order.
    notes: Vec<String>,
}

impl Page<'_, '_> {
    fn push(&mut self, html: &str) {
        self.html.push_str(html);
        self.html.push('\n');
    }

    fn put(&mut self, html: std::fmt::Arguments<'_>) {
        self.html.write_fmt(html).expect("writing to a string cannot fail");
        self.html.push('\n');
    }

    /// Writes the first paragraph and returns it for the teaser.
    fn lead(&mut self) -> String {
        let lead = escaped(&sentences(self.teller, &["opening", "detail"]));
        self.put(format_args!("<p>{lead}</p>"));
        lead
    }

    fn body(&mut self) {
        let rng = &mut *self.teller.rng;
        match self.key.source.style {
            Style::Plain => {}
            Style::Notes => {
                let n = rng.random_range(0..=1);
                self.paragraphs(n);
            }
            Style::Magazine | Style::Teaser => {
                let n = rng.random_range(2..=3);
                self.sections(n);
            }
            Style::Essay => {
                let n = rng.random_range(4..=5);
                self.sections(n);
            }
            Style::Podcast => self.show_notes(),
            Style::Links => self.links(),
        }
        self.ending();
        self.footnotes();
    }

    /// Writes `n` paragraphs of the body.
    fn paragraphs(&mut self, n: usize) {
        let from = self.teller.rng.random_range(0..PARAGRAPHS.len());
        for rules in PARAGRAPHS.into_iter().cycle().skip(from).take(n) {
            self.paragraph(rules);
        }
    }

    /// Writes `n` paragraphs, with an image before them, and a heading and something else between them.
    fn sections(&mut self, n: usize) {
        if self.teller.rng.random_bool(0.5) {
            self.figure();
        }
        self.paragraphs(n / 2);
        if let Some(heading) = self.teller.tell("heading") {
            self.put(format_args!("<h2>{}</h2>", escaped(&heading)));
        }
        self.paragraphs(n - n / 2);
        self.ornament();
    }

    /// Writes an outlook, and sometimes a word to the readers.
    fn ending(&mut self) {
        let ending = match self.teller.rng.random_range(0..10) {
            0..7 => sentences(self.teller, &["outlook"]),
            7 => sentences(self.teller, &["closing"]),
            _ => return,
        };
        self.put(format_args!("<p>{}</p>", escaped(&ending)));
    }

    fn paragraph(&mut self, rules: &[&str]) {
        let text = escaped(&sentences(self.teller, rules));
        let is_essay = self.key.source.style == Style::Essay;
        if text.is_empty() {
        } else if is_essay
            && self.notes.len() < 5
            && self.teller.rng.random_bool(0.3)
            && let Some(note) = self.teller.tell("aside")
        {
            self.notes.push(note);
            let n = self.notes.len();
            self.put(format_args!(
                "<p>{text}<sup id=\"fnref{n}\"><a href=\"#fn{n}\">{n}</a></sup></p>"
            ));
        } else if self.key.index > 0 && self.teller.rng.random_bool(0.08) {
            let earlier = self.teller.rng.random_range(0..self.key.index);
            let href = link(&self.key.source.url, earlier);
            let title = Key { index: earlier, version: 0, ..self.key }.title();
            self.put(format_args!("<p>{text} (<a href=\"{href}\">{}</a>)</p>", escaped(&title)));
        } else {
            self.put(format_args!("<p>{text}</p>"));
        }
    }

    /// Writes something between two sections.
    fn ornament(&mut self) {
        let topic = self.key.source.topic;
        match self.teller.rng.random_range(0..10) {
            0..=2 => self.quote(),
            3 | 4 => self.list(if topic == SimulatedTopic::Chess { "ol" } else { "ul" }),
            5 | 6 if self.key.source.tongue == SimulatedLanguage::English => self.table(),
            7 | 8 => self.code(),
            _ => {}
        }
    }

    fn quote(&mut self) {
        if let Some(quote) = self.teller.tell("quote") {
            let who = self.teller.held("person");
            self.put(format_args!(
                "<blockquote><p>{}</p><p><cite>{}</cite></p></blockquote>",
                escaped(&quote),
                escaped(&who)
            ));
        }
    }

    fn list(&mut self, element: &str) {
        self.put(format_args!("<{element}>"));
        for _ in 0..self.teller.rng.random_range(3..=5) {
            let Some(item) = self.teller.sentence("item") else { break };
            self.put(format_args!("<li>{}</li>", escaped(&item)));
        }
        self.put(format_args!("</{element}>"));
    }

    /// Writes a table of years and numbers.
    fn table(&mut self) {
        let thing = self.teller.held("thing");
        let mut year = self.teller.rng.random_range(2008..2018);
        self.put(format_args!(
            "<table><caption>{}, by year</caption><thead><tr><th>Year</th><th>Place</th><th>Count</th></tr></thead><tbody>",
            escaped(&thing)
        ));
        for _ in 0..self.teller.rng.random_range(3..=6) {
            let place = self.teller.tell("town").unwrap_or_default();
            let n = self.teller.rng.random_range(3..900);
            self.put(format_args!("<tr><td>{year}</td><td>{place}</td><td>{n}</td></tr>"));
            year += self.teller.rng.random_range(1..3);
        }
        self.push("</tbody></table>");
    }

    fn code(&mut self) {
        if let Some(code) = self.teller.line("code") {
            let code = code.replace("\\n", "\n");
            self.put(format_args!("<pre><code>{}</code></pre>", escaped(&code)));
        }
    }

    fn figure(&mut self) {
        let (origin, index) = (self.key.source.url.origin().ascii_serialization(), self.key.index);
        let caption = escaped(&self.teller.tell("caption").unwrap_or_default());
        self.put(format_args!(
            "<figure><img src=\"{origin}/images/{index}.png\" width=\"960\" height=\"540\" alt=\"{caption}\"><figcaption>{caption}</figcaption></figure>"
        ));
    }

    fn show_notes(&mut self) {
        if let Some(show) = self.teller.tell("show") {
            self.put(format_args!("<p>{}</p>", escaped(&show)));
        }
        self.push("<ul>");
        let mut minute = 0;
        for _ in 0..self.teller.rng.random_range(3..=5) {
            let Some(chapter) = self.teller.sentence("chapter") else { break };
            self.put(format_args!("<li>{minute:02}:00 {}</li>", escaped(&chapter)));
            minute += self.teller.rng.random_range(3..9);
        }
        self.push("</ul>");
    }

    fn links(&mut self) {
        self.push("<ul>");
        for _ in 0..self.teller.rng.random_range(4..=7) {
            let Some(what) = self.teller.sentence("linked") else { break };
            let place = self.teller.tell("town").unwrap_or_default();
            let host = place.to_lowercase().replace(' ', "-");
            let day = self.teller.rng.random_range(1..28);
            self.put(format_args!(
                "<li><a href=\"https://{host}.example/{day}\">{place}</a>: {}</li>",
                escaped(&what)
            ));
        }
        self.push("</ul>");
    }

    fn footnotes(&mut self) {
        if self.notes.is_empty() {
            return;
        }
        self.push("<section class=\"footnotes\"><hr><ol>");
        for (index, note) in std::mem::take(&mut self.notes).into_iter().enumerate() {
            let n = index + 1;
            self.put(format_args!(
                "<li id=\"fn{n}\"><p>{} <a href=\"#fnref{n}\">↩</a></p></li>",
                escaped(&note)
            ));
        }
        self.push("</ol></section>");
    }
}

impl Style {
    /// Draws the styles of a lively web: short and long, full and shortened, to read and to listen to.
    pub(crate) fn drawn(rng: &mut rand::rngs::Xoshiro256PlusPlus) -> Self {
        const MIX: [Style; 14] = [
            Style::Notes,
            Style::Notes,
            Style::Notes,
            Style::Magazine,
            Style::Magazine,
            Style::Magazine,
            Style::Magazine,
            Style::Magazine,
            Style::Essay,
            Style::Essay,
            Style::Teaser,
            Style::Teaser,
            Style::Podcast,
            Style::Links,
        ];
        *MIX.choose(rng).unwrap_or(&Self::Magazine)
    }
}
