//! The catalogue: every sentence that a person reads, in every language.
//!
//! There is one folder per language under `locales/`, with one file per area, in Project Fluent's syntax. English is
//! the original. Tests check that the other languages have the same keys and variables, and that every key is used.

use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use std::{collections::HashMap, fmt, sync::LazyLock};
use unic_langid::LanguageIdentifier;

/// A language of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Language {
    #[default]
    English,
    German,
    French,
}

impl Language {
    pub(crate) const ALL: [Self; 3] = [Self::English, Self::German, Self::French];

    /// Returns the tag for `lang` and for settings.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
        }
    }

    /// Returns the language's own name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::French => "Français",
        }
    }

    /// Returns the language of a tag such as "de" or "de-AT".
    pub(crate) fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()))
    }

    /// Returns the available language that a browser prefers, from its `Accept-Language`.
    pub(crate) fn accepted(header: &str) -> Self {
        let mut wishes = header.split(',').filter_map(wish).collect::<Vec<_>>();
        // A stable sort: among equal qualities the first one wins.
        wishes.sort_by_key(|(_, quality)| std::cmp::Reverse(*quality));
        wishes.first().map_or_else(Self::default, |(language, _)| *language)
    }
}

/// Parses "de-AT;q=0.8" as a language and thousandths.
fn wish(part: &str) -> Option<(Language, u32)> {
    let (tag, quality) = part.split_once(';').unwrap_or((part, "q=1"));
    let quality: f32 = quality.trim().strip_prefix("q=")?.parse().ok()?;
    let thousandths = (quality.clamp(0.0, 1.0) * 1000.0).round() as u32;
    Language::of_tag(tag.trim()).filter(|_| thousandths > 0).map(|language| (language, thousandths))
}

/// Embeds the files of one language.
macro_rules! files {
    ($tag:literal) => {
        [
            include_str!(concat!("../locales/", $tag, "/common.ftl")),
            include_str!(concat!("../locales/", $tag, "/times.ftl")),
            include_str!(concat!("../locales/", $tag, "/errors.ftl")),
            include_str!(concat!("../locales/", $tag, "/reading.ftl")),
            include_str!(concat!("../locales/", $tag, "/today.ftl")),
            include_str!(concat!("../locales/", $tag, "/search.ftl")),
            include_str!(concat!("../locales/", $tag, "/sources.ftl")),
            include_str!(concat!("../locales/", $tag, "/freshness.ftl")),
            include_str!(concat!("../locales/", $tag, "/rules.ftl")),
            include_str!(concat!("../locales/", $tag, "/accounts.ftl")),
            include_str!(concat!("../locales/", $tag, "/api.ftl")),
            include_str!(concat!("../locales/", $tag, "/script.ftl")),
            include_str!(concat!("../locales/", $tag, "/demo.ftl")),
        ]
    };
}

static ENGLISH: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::English, &files!("en")));
static GERMAN: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::German, &files!("de")));
static FRENCH: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::French, &files!("fr")));

/// The texts of one language.
pub(crate) struct Texts {
    language: Language,
    /// Texts without variables, ready to show.
    plain: HashMap<&'static str, String>,
    /// Texts that join two parts, with placeholders.
    joints: HashMap<&'static str, String>,
    /// All other texts.
    bundle: FluentBundle<FluentResource>,
}

/// Texts that join two parts, and the variables for the parts.
const JOINTS: [(&str, &str, &str); 3] =
    [("date", "day", "month"), ("date-year", "date", "year"), ("date-time", "date", "time")];
const FIRST: char = '\u{1}';
const SECOND: char = '\u{2}';

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Texts").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Texts {
    pub(crate) fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::French => &FRENCH,
        }
    }

    fn read(language: Language, files: &[&'static str]) -> Self {
        let id: LanguageIdentifier =
            language.tag().parse().expect("our tags are valid header values");
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // The pages isolate names with <bdi>; invisible marks would end up in copied text.
        bundle.set_use_isolating(false);
        for file in files {
            let resource = FluentResource::try_new((*file).to_owned())
                .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", language.tag()));
            bundle
                .add_resource(resource)
                .unwrap_or_else(|errors| panic!("{}: {errors:?}", language.tag()));
        }
        let mut plain = HashMap::new();
        for key in files.iter().flat_map(|file| keys(file)) {
            let mut errors = Vec::new();
            let pattern = bundle.get_message(key).and_then(|message| message.value());
            let text = pattern.map(|pattern| bundle.format_pattern(pattern, None, &mut errors));
            if let (Some(text), true) = (text, errors.is_empty()) {
                plain.insert(key, text.into_owned());
            }
        }
        let mut texts = Self { language, plain, joints: HashMap::new(), bundle };
        for (key, first, second) in JOINTS {
            let mut marks = FluentArgs::with_capacity(2);
            marks.set(first, FIRST.to_string());
            marks.set(second, SECOND.to_string());
            let joint = texts.filled(key, &marks);
            texts.joints.insert(key, joint);
        }
        texts
    }

    /// Returns a text that joins two parts. A page shows dates by the hundred, and the bundle takes microseconds for
    /// each.
    pub(crate) fn joined(&self, key: &str, first: &str, second: &str) -> String {
        let joint = self.joints.get(key).map_or("", String::as_str);
        let mut text = String::with_capacity(joint.len() + first.len() + second.len());
        for sign in joint.chars() {
            match sign {
                FIRST => text.push_str(first),
                SECOND => text.push_str(second),
                other => text.push(other),
            }
        }
        text
    }

    pub(crate) const fn language(&self) -> Language {
        self.language
    }

    /// Returns a text without variables.
    pub(crate) fn plain<'a>(&'a self, key: &'a str) -> &'a str {
        self.plain.get(key).map_or_else(|| missing(self.language, key), String::as_str)
    }

    /// Returns a text with its variables filled in.
    pub(crate) fn filled(&self, key: &str, variables: &FluentArgs<'_>) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return missing(self.language, key).to_owned();
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(variables), &mut errors);
        if !errors.is_empty() {
            tracing::error!(
                key,
                language = self.language.tag(),
                ?errors,
                "missing variable in a text"
            );
        }
        text.into_owned()
    }

    /// Formats a whole number in groups of three: "1,248", in German "1.248", in French with narrow spaces.
    pub(crate) fn number(&self, n: u64) -> String {
        let gap = match self.language {
            Language::English => ',',
            Language::German => '.',
            Language::French => '\u{202f}',
        };
        let digits = n.to_string();
        let mut text = String::with_capacity(digits.len() + digits.len() / 3 * gap.len_utf8());
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push(gap);
            }
            text.push(digit);
        }
        text
    }
}

/// A missing key shows itself, which is ugly but harmless. The tests below prevent it.
fn missing(language: Language, key: &str) -> &str {
    tracing::error!(key, language = language.tag(), "text missing from the catalogue");
    key
}

/// Returns the keys of a file: whatever precedes " =" at the start of a line.
fn keys(file: &str) -> impl Iterator<Item = &str> {
    file.lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
        .filter_map(|line| Some(line.split_once('=')?.0.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        collections::{BTreeMap, BTreeSet},
        fs,
        path::Path,
    };

    const ENGLISH_FILES: [&str; 13] = files!("en");
    const OTHERS: [(Language, [&str; 13]); 2] =
        [(Language::German, files!("de")), (Language::French, files!("fr"))];

    /// Returns each key with the variables of its text.
    fn variables(files: &[&'static str]) -> BTreeMap<&'static str, BTreeSet<String>> {
        let mut found: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
        let mut key = "";
        for line in files.iter().flat_map(|file| file.lines()) {
            if let Some(next) = keys(line).next() {
                key = next;
                found.entry(key).or_default();
            }
            for piece in line.split('$').skip(1) {
                let name = piece.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_');
                found.entry(key).or_default().insert(name.collect());
            }
        }
        found
    }

    #[test]
    fn every_language_has_the_same_keys_and_variables() {
        let english = variables(&ENGLISH_FILES);
        for (language, files) in OTHERS {
            let other = variables(&files);
            let lacking = english.keys().filter(|key| !other.contains_key(*key));
            assert_eq!(
                lacking.collect::<Vec<_>>(),
                Vec::<&&str>::new(),
                "{language:?} lacks these"
            );
            let extra = other.keys().filter(|key| !english.contains_key(*key));
            assert_eq!(
                extra.collect::<Vec<_>>(),
                Vec::<&&str>::new(),
                "{language:?} alone has these"
            );
            for (key, names) in &english {
                assert_eq!(&other[key], names, "{language:?}, {key}");
            }
        }
    }

    /// Returns the concatenated files with this extension below a folder.
    fn read_all(folder: &Path, ending: &str, into: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read_all(&path, ending, into);
            } else if path.to_string_lossy().ends_with(ending) {
                into.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn every_used_text_exists_and_every_text_is_used() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut code = String::new();
        read_all(&folder.join("src"), ".rs", &mut code);
        read_all(&folder.join("templates"), ".html", &mut code);
        let texts = variables(&ENGLISH_FILES);
        for call in [
            ".of(\"",
            ".n(\"",
            ".with(\"",
            ".with2(\"",
            ".n_with(\"",
            ".n_with_all(\"",
            ".joined(\"",
        ] {
            for piece in code.split(call).skip(1) {
                let key = piece.split('"').next().unwrap();
                assert!(texts.contains_key(key), "{call}{key}: the catalogue has no such text");
            }
        }
        for key in texts.keys() {
            assert!(code.contains(&format!("\"{key}\"")), "{key} is asked for nowhere");
        }
    }

    /// Words and phrases that no English text uses any more, and what to say instead, or why.
    const RETIRED: [(&str, &str); 53] = [
        ("a look", "the users' word is \"check\""),
        ("look now", "the button is \"Check now\""),
        ("looked", "the users' word is \"checked\""),
        ("next look", "it is \"Next check\""),
        ("retrieval", "users say \"check\", code and logs say \"fetch\""),
        ("retrievals", "users say \"checks\", code and logs say \"fetches\""),
        ("retrieved", "users say \"checked\", code and logs say \"fetched\""),
        ("asked again", "it is the next try or the next check"),
        ("for nothing", "a check \"found nothing new\""),
        ("in vain", "a check \"found nothing new\""),
        ("stumbling", "it is \"Last check failed\""),
        ("called gone", "a source is gone, or the server says so"),
        ("patience", "a server asks us to wait"),
        ("granted", "it is a limit"),
        ("spend", "requests are made; a budget is for Freshness"),
        ("spent", "requests are made; a budget is for Freshness"),
        ("deviation", "jargon: it is a difference from the limit"),
        ("evenly", "the comparison is with an even schedule"),
        ("wish", "it is set, or a limit"),
        ("wished", "it is set, or a limit"),
        ("put aside", "articles are saved for later"),
        ("not later", "it is \"Remove from Read later\""),
        ("house", "the group is \"Manage\""),
        ("feeds out", "they are shared feeds"),
        ("outputs", "they are shared feeds, share links and webhooks"),
        ("second step", "everybody calls it two-factor authentication"),
        ("told", "say who says what, or leave it out"),
        ("tell of", "a webhook sends, a page shows"),
        ("all is in", "it is \"Import finished.\""),
        ("may be cut", "a link is incomplete or expired"),
        ("that was often", "it is \"Too many requests\""),
        ("slowly", "it is \"Too many requests\""),
        ("not these days", "it is \"Invalid date range\""),
        ("missed a day", "it is \"Missed per day\""),
        ("another page", "it is \"New selection\""),
        ("is none", "say what is not valid, and what to enter"),
        ("no such", "say that it doesn't exist"),
        ("anew", "it is \"again\""),
        ("any more", "it is \"no longer\""),
        ("former", "it is \"previous\" or \"old\""),
        ("for ever", "one word: forever"),
        ("altogether", "it is \"in total\""),
        ("whoever", "it is \"anyone who\""),
        ("who learns", "a relative clause needs a noun"),
        ("please", "say what to do"),
        ("oops", "say what happened"),
        ("hosts most", "they are the busiest hosts"),
        ("of 100", "it is a percentage"),
        ("not sure yet", "it is an early guess"),
        ("never here", "it is \"not seen yet\""),
        ("what is given", "say what is not valid, and what to enter"),
        ("has arrived", "say what was published, or that nothing is new"),
        ("line by line", "what is imported are entries, not lines"),
    ];

    /// Returns the words of a file's texts: each key with its text in lower case and single spaces.
    fn words(file: &str) -> BTreeMap<&str, String> {
        let mut said: BTreeMap<&str, String> = BTreeMap::new();
        let mut key = "";
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let mut text = line;
            if let Some(next) = keys(line).next() {
                key = next;
                text = line.split_once('=').map_or("", |(_, text)| text);
            }
            let words = said.entry(key).or_insert_with(|| " ".to_owned());
            let is_part = |c: char| c.is_alphanumeric() || "$’-".contains(c);
            for word in text.split(|c| !is_part(c)).filter(|word| !word.is_empty()) {
                // Names of variables do not count.
                if !word.starts_with('$') {
                    words.push_str(&word.to_lowercase());
                    words.push(' ');
                }
            }
        }
        said
    }

    #[test]
    fn retired_words_stay_out_of_the_english_texts() {
        for file in ENGLISH_FILES {
            for (key, said) in words(file) {
                for (word, reason) in RETIRED {
                    assert!(!said.contains(&format!(" {word} ")), "{key} says {word:?}: {reason}");
                }
            }
        }
    }

    #[test]
    fn no_text_has_an_exclamation_mark() {
        let files = OTHERS.iter().flat_map(|(_, files)| files).chain(&ENGLISH_FILES);
        for line in files.flat_map(|file| file.lines()) {
            assert!(line.starts_with('#') || !line.contains('!'), "{line}");
        }
    }

    #[test]
    fn catalogues_parse_without_errors() {
        for language in Language::ALL {
            assert_eq!(Texts::of(language).language(), language);
        }
    }

    #[test]
    fn browsers_get_the_language_they_prefer() {
        let check = |header: &str, expected| {
            assert_eq!(Language::accepted(header), expected, "{header}");
        };
        check("", Language::English);
        check("de-AT,de;q=0.9,en;q=0.8", Language::German);
        check("nl, fr;q=0.5, de;q=0.4", Language::French);
        check("en;q=0.2, fr;q=0.2", Language::English);
        check("de;q=0", Language::English);
        check("*, ;q=, de;q=x, q=1;;;", Language::English);
        check("DE", Language::German);
    }

    #[test]
    fn numbers_are_grouped_by_three() {
        let check = |language, n, expected: &str| {
            assert_eq!(Texts::of(language).number(n), expected);
        };
        check(Language::English, 0, "0");
        check(Language::English, 999, "999");
        check(Language::English, u64::MAX, "18,446,744,073,709,551,615");
        check(Language::German, 1_248, "1.248");
        check(Language::French, 1_248, "1\u{202f}248");
    }
}
