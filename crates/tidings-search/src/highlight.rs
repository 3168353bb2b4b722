//! Highlights hits: marks the parts of a title, and of a passage from the text, that show why an article was found.
//!
//! Pieces are plain text with a flag; the caller escapes the text and renders the mark. Words are hits by the same
//! rules as in the index: folded, by stem in the article's language, by prefix, in sequence, inside runs.

use crate::{
    compile::forms,
    languages::{Languages, marked},
    query::{Query, SearchField, Sense, What},
    text::text_of,
};
use std::collections::HashSet;
use tidings_text::{
    fold::{capped, fold_lower, lower},
    language::Language,
    words::{PieceKind, composed, pieces, unspaced},
};
use unicode_normalization::char::is_combining_mark;

/// A piece of text, and whether it is a hit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HighlightPiece {
    /// Plain text.
    pub text: String,
    /// Whether it is a hit.
    pub is_hit: bool,
}

/// The part of a text that is searched for a passage.
const LONGEST_TEXT: usize = 48 << 10;
/// Length of a passage, in characters.
const PASSAGE: usize = 240;
/// Characters of it before its first hit.
const BEFORE: usize = 60;

/// Marks the hits of a query.
#[derive(Debug, Clone, Default)]
pub struct Highlighter {
    needles: Vec<Needle>,
}

#[derive(Debug, Clone)]
struct Needle {
    is_for_titles: bool,
    kind: Sought,
}

/// What is searched for.
#[derive(Debug, Clone)]
enum Sought {
    /// A word in any of these forms.
    Forms(HashSet<String>),
    /// Words with this prefix.
    Start(String),
    /// Adjacent words and runs.
    Sequence(Vec<Element>),
}

#[derive(Debug, Clone)]
enum Element {
    Word(String),
    Run(Vec<char>),
}

impl Highlighter {
    /// Creates a highlighter for a query, ignoring what it excludes.
    #[must_use]
    pub fn new(query: &Query) -> Self {
        let wanted = query.parts().filter(|part| part.sense == Sense::Wanted);
        Self { needles: wanted.filter_map(|part| needle(&part.what)).collect() }
    }

    /// Returns a title with its hits, and the passage of an article's sanitized HTML with the most hits, or its
    /// beginning if there are none. `declared` is the language that the source declares.
    #[must_use]
    pub fn mark(
        &self,
        title: &str,
        html: &str,
        declared: Option<&str>,
    ) -> (Vec<HighlightPiece>, Vec<HighlightPiece>) {
        let title = composed(title);
        let body = text_of(html, LONGEST_TEXT);
        let body = composed(&body);
        let language = Language::of(&title, &body, declared);
        let in_title = self.hits(&title, language, Within::Title);
        let in_body = self.hits(&body, language, Within::Body);
        (cut(&title, 0, title.len(), &in_title), passage(&body, &in_body))
    }

    fn hits(&self, text: &str, language: Option<Language>, within: Within) -> Vec<Hit> {
        let needles: Vec<(usize, &Sought)> = self
            .needles
            .iter()
            .enumerate()
            .filter(|(_, needle)| !needle.is_for_titles || within == Within::Title)
            .map(|(number, needle)| (number, &needle.kind))
            .collect();
        if needles.is_empty() {
            return Vec::new();
        }
        let seen: Vec<Seen> = pieces(text).map(|piece| Seen::new(piece, language)).collect();
        let mut hits = Vec::new();
        for at in 0..seen.len() {
            for (number, sought) in &needles {
                find(sought, &seen[at..], *number, &mut hits);
            }
        }
        hits.sort_unstable_by_key(|hit| (hit.start, std::cmp::Reverse(hit.end)));
        hits
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    Title,
    Body,
}

#[derive(Debug, Clone, Copy)]
struct Hit {
    start: usize,
    end: usize,
    needle: usize,
}

/// A word or run in the text.
struct Seen {
    start: usize,
    end: usize,
    /// For a word: its folded form, and its marked stem.
    folded: String,
    stem: Option<String>,
    /// For a run: its characters and the position of each.
    run: Vec<(char, usize, usize)>,
}

impl Seen {
    fn new(piece: tidings_text::words::TextPiece<'_>, language: Option<Language>) -> Self {
        let mut seen = Self {
            start: piece.start,
            end: piece.end(),
            folded: String::new(),
            stem: None,
            run: Vec::new(),
        };
        match piece.kind {
            PieceKind::Word => {
                let lower = lower(piece.text);
                seen.folded = capped(fold_lower(&lower));
                seen.stem = language.map(|language| marked(language, &language.stem(&lower)));
            }
            PieceKind::Run => {
                // A character and its combining marks are one, as in half-width katakana.
                let is_start = |(_, c): &(usize, char)| !is_mark(*c);
                let starts: Vec<usize> =
                    piece.text.char_indices().filter(is_start).map(|(at, _)| at).collect();
                let ends = starts.iter().skip(1).copied().chain([piece.text.len()]);
                for (start, end) in starts.iter().copied().zip(ends) {
                    let folded = unspaced(&piece.text[start..end]);
                    let (start, end) = (piece.start + start, piece.start + end);
                    seen.run.extend(folded.into_iter().map(|c| (c, start, end)));
                }
            }
        }
        seen
    }

    /// Returns the positions where a run contains another.
    fn places<'a>(&'a self, run: &'a [char]) -> impl Iterator<Item = (usize, usize)> + 'a {
        let is_there =
            |window: &&[(char, usize, usize)]| window.iter().map(|(c, _, _)| c).eq(run.iter());
        let ends = |window: &[(char, usize, usize)]| (window[0].1, window[window.len() - 1].2);
        self.run.windows(run.len().max(1)).filter(is_there).map(ends)
    }
}

fn is_mark(c: char) -> bool {
    is_combining_mark(c) || matches!(c, '\u{ff9e}' | '\u{ff9f}')
}

fn find(sought: &Sought, seen: &[Seen], needle: usize, hits: &mut Vec<Hit>) {
    let Some(first) = seen.first() else { return };
    let is_word = !first.folded.is_empty();
    let whole = Hit { start: first.start, end: first.end, needle };
    match sought {
        Sought::Forms(forms) => {
            let has = |form: &String| forms.contains(form);
            if is_word && (has(&first.folded) || first.stem.as_ref().is_some_and(has)) {
                hits.push(whole);
            }
        }
        Sought::Start(start) => {
            if is_word && first.folded.starts_with(start.as_str()) {
                hits.push(whole);
            }
        }
        Sought::Sequence(elements) => {
            if let [Element::Run(run)] = &elements[..] {
                hits.extend(first.places(run).map(|(start, end)| Hit { start, end, needle }));
                return;
            }
            let is_there = seen.len() >= elements.len()
                && elements.iter().zip(seen).all(|(element, seen)| match element {
                    Element::Word(word) => seen.folded == *word,
                    Element::Run(run) => seen.places(run).next().is_some(),
                });
            if is_there {
                let shown = &seen[..elements.len()];
                hits.extend(shown.iter().map(|seen| Hit {
                    start: seen.start,
                    end: seen.end,
                    needle,
                }));
            }
        }
    }
}

fn needle(what: &What) -> Option<Needle> {
    let (place, kind) = match what {
        What::Word(place, text) => (place, sought(text, Exactness::AnyForm)?),
        What::Phrase(place, text) => (place, sought(text, Exactness::AsTyped)?),
        What::Start(place, text) => {
            let text = composed(text);
            let mut words = pieces(&text);
            match (words.next(), words.next()) {
                (Some(word), None)
                    if word.kind == PieceKind::Word && word.text.chars().count() > 1 =>
                {
                    (place, Sought::Start(capped(fold_lower(&lower(word.text)))))
                }
                _ => (place, sought(&text, Exactness::AsTyped)?),
            }
        }
        What::Source(_)
        | What::Folder(_)
        | What::Tag(_)
        | What::Before(_)
        | What::After(_)
        | What::Is(_) => {
            return None;
        }
    };
    match place {
        SearchField::Author => None,
        SearchField::Title => Some(Needle { is_for_titles: true, kind }),
        SearchField::Anywhere => Some(Needle { is_for_titles: false, kind }),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exactness {
    AnyForm,
    AsTyped,
}

fn sought(text: &str, exactness: Exactness) -> Option<Sought> {
    let text = composed(text);
    let found: Vec<_> = pieces(&text).collect();
    if let ([word], Exactness::AnyForm) = (&found[..], exactness)
        && word.kind == PieceKind::Word
    {
        return Some(Sought::Forms(forms(word.text, Languages::all()).into_iter().collect()));
    }
    let element = |piece: &tidings_text::words::TextPiece<'_>| match piece.kind {
        PieceKind::Word => Element::Word(capped(fold_lower(&lower(piece.text)))),
        PieceKind::Run => Element::Run(unspaced(piece.text)),
    };
    (!found.is_empty()).then(|| Sought::Sequence(found.iter().map(element).collect()))
}

/// Returns the part of a text with the most different needles, and among those the most hits.
fn passage(text: &str, hits: &[Hit]) -> Vec<HighlightPiece> {
    let mut best = (0, 0, 0);
    for (index, first) in hits.iter().enumerate() {
        // Characters take at most four bytes; most take one.
        let within =
            hits[index..].iter().take_while(|hit| hit.end <= first.start + PASSAGE - BEFORE);
        let (mut different, mut n) = (HashSet::new(), 0);
        for hit in within {
            different.insert(hit.needle);
            n += 1;
        }
        if (different.len(), n) > (best.0, best.1) {
            best = (different.len(), n, first.start);
        }
    }
    let anchor = best.2;
    let start = if anchor == 0 { 0 } else { back(text, anchor) };
    let end = forth(text, start);
    let mut shown = cut(text, start, end, hits);
    if start > 0 {
        shown.insert(0, HighlightPiece { text: "… ".to_owned(), is_hit: false });
    }
    if end < text.len() && !text.is_empty() {
        shown.push(HighlightPiece { text: " …".to_owned(), is_hit: false });
    }
    shown
}

/// Goes back some characters, to the beginning of a word.
fn back(text: &str, from: usize) -> usize {
    let far = text[..from].char_indices().rev().nth(BEFORE).map_or(0, |(at, _)| at);
    if far == 0 {
        return 0;
    }
    text[far..from].find(char::is_whitespace).map_or(far, |blank| {
        let blank = far + blank;
        blank + text[blank..].chars().next().map_or(0, char::len_utf8)
    })
}

/// Goes forward by the length of a passage, to the end of a word.
fn forth(text: &str, from: usize) -> usize {
    let far = text[from..].char_indices().nth(PASSAGE).map_or(text.len(), |(at, _)| from + at);
    if far == text.len() {
        return far;
    }
    text[from..far]
        .rfind(char::is_whitespace)
        .filter(|blank| *blank > PASSAGE / 2)
        .map_or(far, |blank| from + blank)
}

/// Splits a part of a text into pieces, with the hits separate.
fn cut(text: &str, start: usize, end: usize, hits: &[Hit]) -> Vec<HighlightPiece> {
    let mut shown: Vec<HighlightPiece> = Vec::new();
    let mut at = start;
    let mut push = |from: usize, to: usize, is_hit: bool| {
        if from < to {
            shown.push(HighlightPiece { text: text[from..to].to_owned(), is_hit });
        }
    };
    for hit in hits {
        let (from, to) = (hit.start.max(at), hit.end.min(end));
        if from >= to {
            continue;
        }
        push(at, from, false);
        push(from, to, true);
        at = to;
    }
    push(at, end, false);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Formats hits in brackets.
    fn shown(pieces: &[HighlightPiece]) -> String {
        pieces
            .iter()
            .map(
                |piece| if piece.is_hit { format!("[{}]", piece.text) } else { piece.text.clone() },
            )
            .collect()
    }

    fn check(query: &str, text: &str, expected: &str) {
        let (_, body) = Highlighter::new(&Query::parse(query)).mark("", text, Some("en"));
        assert_eq!(shown(&body), expected, "{query}");
    }

    #[test]
    fn words_are_marked_as_written() {
        check("running cafe", "He runs to the Café.", "He [runs] to the [Café].");
        check("begin*", "Beginners begin", "[Beginners] [begin]");
        check("-runs title:café x", "He runs to the Café x", "He runs to the Café [x]");
    }

    #[test]
    fn phrases_are_marked_where_their_words_are_adjacent() {
        check("\"the end\"", "the start and the end", "the start and [the] [end]");
        check("don't", "don't do t", "[don]'[t] do t");
    }

    #[test]
    fn runs_are_marked_within_runs() {
        check("京都", "東京都と京都", "東[京都]と[京都]");
        check("テレビ", "昨日ﾃﾚﾋﾞを見た", "昨日[ﾃﾚﾋﾞ]を見た");
        check("iPhone発売", "本日iPhone発売開始", "本日[iPhone][発売開始]");
    }

    #[test]
    fn markup_in_titles_is_plain_text() {
        let title = "Why <script>alert(1)</script> is <b>bad</b>";
        let (title, _) = Highlighter::new(&Query::parse("script")).mark(title, "", None);
        assert_eq!(shown(&title), "Why <[script]>alert(1)</[script]> is <b>bad</b>");
    }

    #[test]
    fn the_passage_with_the_most_words_is_shown() {
        let text = format!(
            "{} apple {} apple and pear {}",
            "word ".repeat(100),
            "more ".repeat(100),
            "rest ".repeat(100)
        );
        let (_, body) = Highlighter::new(&Query::parse("apple pear")).mark("", &text, None);
        let shown = shown(&body);
        assert!(shown.contains("[apple] and [pear]"), "{shown}");
        assert!(shown.starts_with("… ") && shown.ends_with(" …"), "{shown}");
    }

    #[test]
    fn without_hits_the_beginning_is_shown() {
        let (_, body) =
            Highlighter::new(&Query::parse("nowhere")).mark("", &"word ".repeat(100), None);
        assert!(shown(&body).starts_with("word word") && body.len() == 2);
    }

    proptest! {
        #[test]
        fn pieces_add_up_to_the_text(query in "\\PC{0,20}", text in "([a-c ]|東|京|é|\\PC){0,300}") {
            let (title, body) = Highlighter::new(&Query::parse(&query)).mark(&text, "", None);
            let joined: String = title.iter().map(|piece| piece.text.as_str()).collect();
            prop_assert_eq!(joined, composed(&text).into_owned());
            prop_assert!(body.is_empty());
            // As if it were HTML.
            let (_, body) = Highlighter::new(&Query::parse(&query)).mark("", &text, None);
            let length: usize = body.iter().map(|piece| piece.text.chars().count()).sum();
            prop_assert!(length <= PASSAGE + 4);
        }
    }

    fn check_title(query: &str, title: &str, expected: &str) {
        let (found, _) = Highlighter::new(&Query::parse(query)).mark(title, "", Some("en"));
        assert_eq!(shown(&found), expected, "{query}");
    }

    #[test]
    fn phrases_are_marked_word_by_word() {
        check(
            "\"red fox\"",
            "A red, fox; red fox. Fox red.",
            "A [red], [fox]; [red] [fox]. Fox red.",
        );
        check("\"red foxes\"", "red fox", "red fox");
        check("\"a b a\"", "a b a b a", "[a] [b] [a] [b] [a]");
        check(
            "don't",
            "You don't; don\u{2019}t: don T",
            "You [don]'[t]; [don]\u{2019}[t]: [don] [T]",
        );
        check("\"iPhone発売\"", "iPhone 発売日", "[iPhone] [発売日]");
        check("\"fox", "the fox", "the [fox]");
    }

    #[test]
    fn prefixes_mark_whole_words_and_one_letter_is_a_word() {
        check("fo*", "fo Fox fóx of", "[fo] [Fox] [fóx] of");
        check("f*", "f fox", "[f] fox");
        check("京*", "東京都", "東[京]都");
        check("re-e*", "re-entry re e", "re-entry [re] [e]");
    }

    #[test]
    fn equivalent_spellings_are_marked_as_written() {
        check("strasse", "Die Straße", "Die [Straße]");
        check("cafe", "cafe\u{301}", "[café]");
        check("software", "soft\u{ad}ware", "[soft\u{ad}ware]");
        check("fox", "ＦＯＸ", "[ＦＯＸ]");
        check("c++", "c c++ c#", "c [c++] c#");
        check("가", "\u{1100}\u{1161}나", "[가]나");
    }

    #[test]
    fn overlapping_hits_are_marked_without_repeating_text() {
        check("東京 京都", "東京都", "[東京][都]");
        check("fox fo* \"fox ran\"", "fox ran", "[fox] [ran]");
        check("東", "東東東", "[東][東][東]");
    }

    #[test]
    fn fields_and_exclusions_decide_what_is_marked() {
        check_title("title:fox", "fox", "[fox]");
        check("title:fox", "fox", "fox");
        for query in [
            "-fox",
            "author:fox",
            "source:fox",
            "folder:fox",
            "tag:fox",
            "is:read",
            "after:fox OR -fox",
        ] {
            if query.starts_with("after") {
                check_title(query, "after fox", "[after] [fox]");
            } else {
                check_title(query, "fox", "fox");
            }
        }
        check_title("bear OR fox", "fox", "[fox]");
        check_title("", "fox", "fox");
        check_title("- & *", "fox", "fox");
    }

    /// The body's own language decides, whatever the query's words would stem to in another.
    #[test]
    fn words_are_marked_by_the_stem_of_the_articles_language() {
        let german = "Die alten Häuser der Stadt wurden im vergangenen Jahr für viel Geld wieder schön gemacht.";
        let (_, body) = Highlighter::new(&Query::parse("haus")).mark("", german, Some("en"));
        assert!(shown(&body).contains("[Häuser]"), "{}", shown(&body));
        let (_, body) =
            Highlighter::new(&Query::parse("runs")).mark("", "Läufer running", Some("de"));
        assert_eq!(shown(&body), "Läufer running", "no English stems in a German text");
    }

    #[test]
    fn a_passage_begins_and_ends_between_words() {
        let words = |n: usize| (0..n).map(|n| format!("w{n:03} ")).collect::<String>();
        let text = format!("{}fox {}", words(100), words(100));
        let (_, body) = Highlighter::new(&Query::parse("fox")).mark("", &text, None);
        let passage = shown(&body);
        let inner = passage.strip_prefix("… ").and_then(|rest| rest.strip_suffix(" …")).unwrap();
        assert!(inner.split(' ').all(|word| word == "[fox]" || word.len() == 4), "{passage}");
        // Sixty characters before the hit are twelve words of five.
        assert_eq!(inner.split(' ').position(|word| word == "[fox]"), Some(12), "{passage}");
        assert!((PASSAGE - 5..=PASSAGE + 2).contains(&inner.chars().count()), "{passage}");
    }

    #[test]
    fn short_texts_and_early_hits_are_shown_from_the_beginning() {
        let is_cut = |text: &str| {
            let (_, body) = Highlighter::new(&Query::parse("fox")).mark("", text, None);
            let shown = shown(&body);
            (shown.starts_with('…'), shown.ends_with('…'))
        };
        assert_eq!(is_cut("the fox"), (false, false));
        assert_eq!(is_cut(&format!("{} fox", "x".repeat(59))), (false, false));
        assert_eq!(is_cut(&format!("the fox {}", "word ".repeat(99))), (false, true));
        assert_eq!(is_cut(&format!("{}the fox", "word ".repeat(99))), (true, false));
        let exactly = format!("fox {}", "x".repeat(PASSAGE - 4));
        assert_eq!(
            (is_cut(&exactly), is_cut(&format!("{exactly}x"))),
            ((false, false), (false, true))
        );
        assert_eq!(is_cut(""), (false, false));
    }

    /// A text without spaces is cut in the middle, but never inside a character.
    #[test]
    fn passages_without_spaces_are_as_long_as_others() {
        for letter in ["東", "𝒳", "é"] {
            let text = format!("{}京都{}", letter.repeat(200), letter.repeat(300));
            let (_, body) = Highlighter::new(&Query::parse("京都")).mark("", &text, None);
            let length: usize = body.iter().map(|piece| piece.text.chars().count()).sum();
            assert_eq!(length, PASSAGE + 4, "{letter}");
            assert_eq!(body.iter().filter(|piece| piece.is_hit).count(), 1, "{letter}");
        }
    }

    /// Text beyond the searched part is not shown, even if only it contains the word.
    #[test]
    fn passages_come_from_the_beginning_of_a_text() {
        let text = |n: usize| format!("{}fox", "word ".repeat(n));
        let n_hits = |text: &str| {
            let (_, body) = Highlighter::new(&Query::parse("fox")).mark("", text, None);
            body.iter().filter(|piece| piece.is_hit).count()
        };
        let last = LONGEST_TEXT / 5 - 1;
        assert_eq!((n_hits(&text(last)), n_hits(&text(last + 1))), (1, 0));
    }

    #[test]
    fn different_words_count_more_than_repeated_ones() {
        let often = "fox ".repeat(20);
        let gap = "word ".repeat(100);
        let text = format!("{often}{gap}a fox and a bear {gap}{often}");
        let (_, body) = Highlighter::new(&Query::parse("fox bear")).mark("", &text, None);
        assert!(shown(&body).contains("a [fox] and a [bear]"), "{}", shown(&body));
        // Of places with as many, the first.
        let text = format!("one fox {gap}two fox");
        let (_, body) = Highlighter::new(&Query::parse("fox")).mark("", &text, None);
        assert!(shown(&body).starts_with("one [fox]"), "{}", shown(&body));
    }
}
