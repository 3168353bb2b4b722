//! Parses a query from left to right, without backtracking and without errors.

use super::{Clause, Date, LONGEST, Query, QueryCondition, ReadingMark, SearchField, Sense, What};

/// Maximum number of parts of a query, so that it ends in time; the rest is ignored.
const MOST: usize = 32;

/// An item of a query: a part, or the word OR.
enum Item {
    Part(QueryCondition),
    Or,
}

pub(super) fn parse(text: &str) -> Query {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    let mut rest = Rest(&text[..end]);
    let mut items = Vec::new();
    while items.len() < MOST {
        let Some(item) = rest.item() else { break };
        items.extend(item);
    }
    gather(items)
}

/// Joins the neighbors of each OR; an OR with nothing to join is a word.
fn gather(items: Vec<Item>) -> Query {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut joins = false;
    let mut items = items.into_iter().peekable();
    while let Some(item) = items.next() {
        let part = match item {
            Item::Or if !clauses.is_empty() && matches!(items.peek(), Some(Item::Part(_))) => {
                joins = true;
                continue;
            }
            Item::Or => QueryCondition {
                sense: Sense::Wanted,
                what: What::Word(SearchField::Anywhere, "OR".to_owned()),
            },
            Item::Part(part) => part,
        };
        match clauses.last_mut() {
            Some(clause) if joins => clause.0.push(part),
            _ => clauses.push(Clause(vec![part])),
        }
        joins = false;
    }
    Query { clauses }
}

/// The text still to be parsed.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    /// Returns the next item; `Some(None)` is one without meaning, such as an empty phrase.
    fn item(&mut self) -> Option<Option<Item>> {
        self.0 = self.0.trim_start();
        if self.0.is_empty() {
            return None;
        }
        if let Some(after) = self.0.strip_prefix("OR")
            && !after.starts_with(|c: char| !c.is_whitespace())
        {
            self.0 = after;
            return Some(Some(Item::Or));
        }
        let mut sense = Sense::Wanted;
        if let Some(after) = self.0.strip_prefix('-')
            && after.starts_with(|c: char| !c.is_whitespace())
        {
            (self.0, sense) = (after, Sense::Excluded);
        }
        Some(self.what().map(|what| Item::Part(QueryCondition { sense, what })))
    }

    fn what(&mut self) -> Option<What> {
        if let Some(text) = self.quoted() {
            return (!text.is_empty()).then_some(What::Phrase(SearchField::Anywhere, text));
        }
        if let Some((name, after)) = operator(self.0) {
            self.0 = after;
            return Some(self.operand(name));
        }
        Some(word(SearchField::Anywhere, self.bare()))
    }

    /// Parses the value of an operator.
    fn operand(&mut self, name: &str) -> What {
        let (value, is_quoted) = match self.quoted() {
            Some(text) => (text, true),
            None => (self.bare().to_owned(), false),
        };
        let literal = |value: &str| What::Word(SearchField::Anywhere, format!("{name}:{value}"));
        if value.is_empty() {
            return literal("");
        }
        let place = if name == "title" { SearchField::Title } else { SearchField::Author };
        let what = match name {
            "title" | "author" if is_quoted => Some(What::Phrase(place, value.clone())),
            "title" | "author" => Some(word(place, &value)),
            "source" => Some(What::Source(value.clone())),
            "folder" => Some(What::Folder(value.clone())),
            "tag" => Some(What::Tag(value.clone())),
            "before" => Date::parse(&value).map(What::Before),
            "after" => Date::parse(&value).map(What::After),
            _ => ReadingMark::ALL
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(&value))
                .map(|(_, mark)| What::Is(*mark)),
        };
        // Quoted words stay together, like a phrase.
        what.unwrap_or_else(|| {
            if is_quoted {
                What::Phrase(SearchField::Anywhere, value.clone())
            } else {
                literal(&value)
            }
        })
    }

    /// Returns the text between quotes, with white space folded; the closing quote may be missing.
    fn quoted(&mut self) -> Option<String> {
        let inner = self.0.strip_prefix('"')?;
        let (inner, after) = inner.split_once('"').unwrap_or((inner, ""));
        self.0 = after;
        Some(inner.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the text up to the next space.
    fn bare(&mut self) -> &'a str {
        let end = self.0.find(char::is_whitespace).unwrap_or(self.0.len());
        let (text, after) = self.0.split_at(end);
        self.0 = after;
        text
    }
}

const OPERATORS: [&str; 8] =
    ["title", "author", "source", "folder", "tag", "before", "after", "is"];

fn operator(text: &str) -> Option<(&'static str, &str)> {
    let (name, after) = text.split_once(':')?;
    let name = OPERATORS.into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
    Some((name, after))
}

fn word(place: SearchField, text: &str) -> What {
    match text.strip_suffix('*') {
        Some(start) if !start.is_empty() => What::Start(place, start.to_owned()),
        _ => What::Word(place, text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &str) {
        let query = parse(text);
        assert_eq!(query.to_string(), expected, "{text}");
        assert_eq!(parse(expected), query, "{text}");
    }

    fn whats(text: &str) -> Vec<What> {
        parse(text).parts().map(|part| part.what.clone()).collect()
    }

    #[test]
    fn operators_are_parsed() {
        let text = |text: &str| text.to_owned();
        let expected = [
            What::Word(SearchField::Title, text("rust")),
            What::Phrase(SearchField::Author, text("Ada Lovelace")),
            What::Source(text("hacker news")),
            What::Folder(text("Tech")),
            What::Tag(text("to read")),
            What::Before(Date::Month(2026, 11)),
            What::After(Date::Ago(7, super::super::Unit::Days)),
            What::Is(ReadingMark::Unread),
            What::Start(SearchField::Anywhere, text("begin")),
        ];
        let typed = "Title:rust author:\"Ada  Lovelace\" source:\"hacker news\" folder:Tech tag:\"to read\" \
                     before:2026-11 after:7d is:UNREAD begin*";
        assert_eq!(whats(typed), expected);
        assert_eq!(parse(typed).lookups().len(), 4);
    }

    #[test]
    fn or_binds_more_tightly_than_spaces() {
        let query = parse("a b OR -c d");
        assert_eq!(
            query.clauses.iter().map(|clause| clause.0.len()).collect::<Vec<_>>(),
            [1, 2, 1]
        );
        assert_eq!(query.clauses[1].0[1].sense, Sense::Excluded);
    }

    #[test]
    fn odd_input_is_searched_literally() {
        check("OR a or b OR", "OR a or b OR");
        check("a OR OR b", "a OR OR b");
        check("\"never closed", "\"never closed\"");
        check("\"\" - -- -\"\" *", "- -- *");
        check("before:soon is:happy http://x.org/?a=b", "before:soon is:happy http://x.org/?a=b");
        check("title: source:\"\" tag:\"  \" x", "title: source: tag: x");
        check("source:\" \"\" b \"c\"", "source: \"b\" c\"");
        check("before:\"no date\"", "\"no date\"");
        check("NEAR(a, b) col:x '; drop table", "NEAR(a, b) col:x '; drop table");
        check("\"a\"b\"c\"", "\"a\" b\"c\"");
        check("-title:foo* -OR", "-title:foo* -OR");
        check("", "");
    }

    #[test]
    fn overlong_input_is_cut() {
        assert_eq!(parse(&"a ".repeat(10_000)).clauses.len(), MOST);
        assert!(parse(&"x".repeat(1 << 20)).to_string().len() <= LONGEST);
    }

    fn anything() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("OR"),
            Just("\""),
            Just("-"),
            Just("*"),
            Just(":"),
            Just(" "),
            Just("title:"),
            Just("IS:"),
            Just("unread"),
            Just("source:"),
            Just("after:"),
            Just("2026-11"),
            Just("07d"),
            Just("word"),
            Just("東京"),
            Just("\u{2003}"),
        ];
        prop_oneof![
            proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat()),
            "\\PC{0,60}",
        ]
    }

    proptest! {
        #[test]
        fn any_input_is_parsed_and_formatted_back(text in anything()) {
            let query = parse(&text);
            prop_assert_eq!(parse(&query.to_string()), query);
        }
    }

    /// The 32nd part is the last; an OR takes the place of one.
    #[test]
    fn only_the_first_parts_are_parsed() {
        let words = |n: usize| (0..n).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
        assert_eq!(parse(&words(32)).to_string(), words(32));
        assert_eq!(parse(&words(33)).to_string(), words(32));
        let choice = (0..20).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" OR ");
        let query = parse(&choice);
        // Sixteen words with an OR after each; the last OR joins nothing, and is a word.
        assert_eq!(query.clauses.len(), 2);
        assert_eq!((query.clauses[0].0.len(), query.clauses[1].0.len()), (16, 1));
        // Items without meaning do not count.
        assert_eq!(parse(&format!("{}end", "\"\" ".repeat(200))).to_string(), "end");
    }

    #[test]
    fn queries_are_cut_between_characters() {
        for letter in ["a", "é", "東", "🦊"] {
            let query = parse(&letter.repeat(LONGEST + 1));
            assert_eq!(query.to_string(), letter.repeat(LONGEST), "{letter}");
        }
        // Text beyond the limit is not parsed, even inside an operator.
        let text = format!("{} title:x", "a".repeat(LONGEST - 6));
        assert_eq!(parse(&text).to_string(), format!("{} title", "a".repeat(LONGEST - 6)));
    }

    #[test]
    fn every_condition_can_be_excluded() {
        for text in [
            "-word",
            "-begin*",
            "-\"two words\"",
            "-title:word",
            "-author:\"two words\"",
            "-source:name",
            "-folder:\"two words\"",
            "-tag:name",
            "-before:2026",
            "-after:7d",
            "-is:read",
        ] {
            let query = parse(text);
            assert_eq!((query.to_string(), query.clauses.len()), (text.to_owned(), 1));
            assert!(query.parts().all(|part| part.sense == Sense::Excluded), "{text}");
        }
    }

    #[test]
    fn quotes_begin_a_phrase_only_at_the_beginning_of_a_part() {
        let word = |text: &str| What::Word(SearchField::Anywhere, text.to_owned());
        let phrase = |text: &str| What::Phrase(SearchField::Anywhere, text.to_owned());
        for (text, expected) in [
            ("\"a b\"c", vec![phrase("a b"), word("c")]),
            ("c\"a b\"", vec![word("c\"a"), word("b\"")]),
            ("tag:\"a b\"c", vec![What::Tag("a b".into()), word("c")]),
            ("\"a\"*", vec![phrase("a"), word("*")]),
            ("\"a OR b\"", vec![phrase("a OR b")]),
            ("\"title:a\"", vec![phrase("title:a")]),
            ("\"-a\"", vec![phrase("-a")]),
            ("title:\"a*\"", vec![What::Phrase(SearchField::Title, "a*".into())]),
            ("\"a\u{2003}\n b\"", vec![phrase("a b")]),
            ("“a b”", vec![word("“a"), word("b”")]),
        ] {
            assert_eq!(whats(text), expected, "{text}");
        }
    }

    #[test]
    fn unknown_operators_are_part_of_a_word() {
        for text in
            ["in:title", "titles:x", "ti:tle", ":x", "x:title:y", "tïtle:x", "site:e.org", "12:30"]
        {
            assert_eq!(whats(text), [What::Word(SearchField::Anywhere, text.to_owned())]);
        }
        // The first colon counts.
        assert_eq!(whats("tag:a:b"), [What::Tag("a:b".to_owned())]);
        assert_eq!(whats("title:tag:a"), [What::Word(SearchField::Title, "tag:a".to_owned())]);
        assert_eq!(whats("author:ada*"), [What::Start(SearchField::Author, "ada".to_owned())]);
        assert_eq!(whats("ada**"), [What::Start(SearchField::Anywhere, "ada*".to_owned())]);
    }
}
