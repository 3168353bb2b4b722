//! Version 11: converts our own text formats to JSON. Reads them as version 10 wrote them; must not change after its
//! release.

use crate::{
    engine::{
        codec::unescape,
        db::{Connection, FromValue, Value as Column},
    },
    error::Result,
    values,
};
use serde_json::{Map, Value, json};

/// The kinds of undo that were stored as lines of fields.
const HELD: [&str; 5] = ["unsubscribe", "move", "pause", "folder", "merge"];
/// The kind of undo that was stored as lines of words.
const RULED: &str = "ruled";

/// Converts all such texts.
pub(super) fn convert(c: &mut dyn Connection) -> Result<()> {
    let sql = "select id, hints as old from sources where hints <> ''";
    for (id, text) in rows::<String>(c, sql)? {
        let sql = "update sources set hints = $2 where id = $1";
        c.execute(sql, values![id, hints(&text).to_string()])?;
    }
    let sql = "select import_id, line, options from import_lines where options <> ''";
    for mut row in c.query(sql, &[])? {
        let (import, line, text): (i64, i64, String) =
            (row.get("import_id")?, row.get("line")?, row.get("options")?);
        let sql = "update import_lines set options = $3 where import_id = $1 and line = $2";
        c.execute(sql, values![import, line, wishes(&text).to_string()])?;
    }
    for (kind, convert) in
        HELD.map(|kind| (kind, held as fn(&str) -> Value)).into_iter().chain([(RULED, ruled as _)])
    {
        let sql = format!("select id, payload as old from undos where kind = '{kind}'");
        for (id, payload) in rows::<Vec<u8>>(c, &sql)? {
            let record = convert(&String::from_utf8_lossy(&payload)).to_string();
            let sql = "update undos set payload = $2 where id = $1";
            c.execute(sql, &[Column::from(id), Column::from(record.into_bytes())])?;
        }
    }
    Ok(())
}

fn rows<T: FromValue>(c: &mut dyn Connection, sql: &str) -> Result<Vec<(i64, T)>> {
    c.query(sql, &[])?.into_iter().map(|mut row| Ok((row.get("id")?, row.get("old")?))).collect()
}

/// One line per hint: its name, a tab, its value.
fn hints(text: &str) -> Value {
    let numbers = |value: &str| -> Value {
        value.split(',').filter_map(|n| n.parse::<u8>().ok()).collect::<Vec<_>>().into()
    };
    let mut hints = Map::new();
    let mut hubs = Vec::new();
    for (key, value) in text.lines().filter_map(|line| line.split_once('\t')) {
        let value = match key {
            "ttl" | "max_age" => value.parse::<f64>().map_or(Value::Null, Value::from),
            "skip_hours" | "skip_days" => numbers(value),
            "hub" => {
                hubs.push(value);
                continue;
            }
            "self" | "cloud" | "next_page" | "moved_to" => value.into(),
            _ => continue,
        };
        let key = if key == "self" { "self_url" } else { key };
        hints.insert(key.to_owned(), value);
    }
    if !hubs.is_empty() {
        hints.insert("hubs".to_owned(), hubs.into());
    }
    hints.into()
}

/// One line per option: its name, and for some a number after a space.
fn wishes(text: &str) -> Value {
    let mut wishes = Map::new();
    for line in text.lines() {
        let (name, number) = line.split_once(' ').unwrap_or((line, ""));
        let value = match name {
            "muted" | "full_text" | "pinned" | "paused" => true.into(),
            "min_minutes" | "max_minutes" | "keep_days" | "keep_count" => count(number),
            _ => continue,
        };
        wishes.insert(name.to_owned(), value);
    }
    wishes.into()
}

/// A count, or `-` for none.
fn count(word: &str) -> Value {
    word.parse::<u32>().map_or(Value::Null, Value::from)
}

/// A number, or `-` for none.
fn number(word: &str) -> Value {
    word.parse::<i64>().map_or(Value::Null, Value::from)
}

/// A text after a plus sign, or `-` for none.
fn words(word: &str) -> Value {
    word.strip_prefix('+').map_or(Value::Null, |text| unescape(text).into())
}

/// Numbers separated by commas.
fn list(word: &str) -> Value {
    word.split(',').filter_map(|id| id.parse::<i64>().ok()).collect::<Vec<_>>().into()
}

/// One line per changed item: what it is, then fields separated by tabs.
fn held(text: &str) -> Value {
    let mut at = Value::from(0);
    let mut parts: Map<String, Value> = Map::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |place: usize| fields.get(place).copied().unwrap_or("-");
        let (part, value) = match field(0) {
            "at" => {
                at = number(field(1));
                continue;
            }
            "subscription" => ("subscriptions", subscription(&field)),
            "unread" => ("unread", json!([number(field(1)), list(field(2))])),
            "reading" => ("readings", reading(&fields)),
            "tagged" => ("tagged", json!([number(field(1)), number(field(2))])),
            "untagged" => {
                ("untagged", json!([number(field(1)), number(field(2)), number(field(3))]))
            }
            "joined" => ("joined", number(field(1))),
            "folder" => ("folders", json!([words(field(1)), number(field(2)), list(field(3))])),
            _ => continue,
        };
        push(&mut parts, part, value);
    }
    parts.insert("at".to_owned(), at);
    parts.into()
}

fn push(parts: &mut Map<String, Value>, part: &str, value: Value) {
    let place = parts.entry(part).or_insert_with(|| Value::Array(Vec::new()));
    place.as_array_mut().expect("just inserted as an array").push(value);
}

fn subscription<'a>(field: &impl Fn(usize) -> &'a str) -> Value {
    json!({
        "source": number(field(1)),
        "folder": number(field(2)),
        "title": words(field(3)),
        "created_at": number(field(4)),
        "paused_at": number(field(5)),
        "options": {
            "muted": field(6) == "1",
            "full_text": field(7) == "1",
            "min_minutes": count(field(8)),
            "max_minutes": count(field(9)),
            "keep_days": count(field(10)),
            "keep_count": count(field(11)),
            "kept_move": words(field(12)),
            // Missing in records from before sources could be pinned.
            "pinned": field(13) == "1",
        },
    })
}

/// The article, then six numbers if there was a reading.
fn reading(fields: &[&str]) -> Value {
    let was: Vec<Value> = fields.iter().skip(2).map(|word| number(word)).collect();
    let was = if was.len() == 6 { was.into() } else { Value::Null };
    json!({ "article": number(fields.get(1).copied().unwrap_or("-")), "was": was })
}

/// One line per change: a letter, the article, and the rule or the name of a tag.
fn ruled(text: &str) -> Value {
    let mut parts = Map::new();
    for line in text.lines() {
        let mut words = line.splitn(3, ' ');
        let (what, article) = (words.next(), number(words.next().unwrap_or_default()));
        let rest = words.next().unwrap_or_default();
        let (part, value) = match what {
            Some("u") => ("unread", article),
            Some("s") => ("starred", article),
            Some("l") => ("later", article),
            Some("h") => ("hidden", json!([article, number(rest)])),
            Some("m") => ("matched", json!([article, number(rest)])),
            Some("t") => ("tagged", json!([article, rest])),
            _ => continue,
        };
        push(&mut parts, part, value);
    }
    parts.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_read_line_by_line() {
        for (text, expected) in [
            ("", json!({})),
            ("no tab", json!({})),
            ("unknown\tx", json!({})),
            ("ttl\t60", json!({ "ttl": 60.0 })),
            ("ttl\tsoon", json!({ "ttl": null })),
            ("max_age\t0.5\nttl\t1e3", json!({ "max_age": 0.5, "ttl": 1000.0 })),
            ("skip_hours\t0,23,256,x,,7", json!({ "skip_hours": [0, 23, 7] })),
            ("skip_days\t", json!({ "skip_days": [] })),
            ("hub\ta\nhub\tb", json!({ "hubs": ["a", "b"] })),
            ("self\ta\tb", json!({ "self_url": "a\tb" })),
            (
                "cloud\tc\nnext_page\tn\nmoved_to\tm",
                json!({ "cloud": "c", "next_page": "n", "moved_to": "m" }),
            ),
        ] {
            assert_eq!(hints(text), expected, "{text:?}");
        }
    }

    #[test]
    fn options_are_names_some_with_a_number() {
        for (text, expected) in [
            ("", json!({})),
            (
                "muted\nfull_text\npinned\npaused",
                json!({
                    "muted": true, "full_text": true, "pinned": true, "paused": true,
                }),
            ),
            ("min_minutes 5\nmax_minutes 600", json!({ "min_minutes": 5, "max_minutes": 600 })),
            ("keep_days -\nkeep_count", json!({ "keep_days": null, "keep_count": null })),
            ("keep_days 4294967295", json!({ "keep_days": u32::MAX })),
            ("keep_days 4294967296\nunknown 3", json!({ "keep_days": null })),
        ] {
            assert_eq!(wishes(text), expected, "{text:?}");
        }
    }

    #[test]
    fn held_items_are_read_field_by_field() {
        let whole = "subscription\t1\t2\t+T\\tx\t77\t88\t1\t0\t3\t4\t5\t6\t+m\t1";
        let subscription = json!({
            "source": 1, "folder": 2, "title": "T\tx", "created_at": 77, "paused_at": 88,
            "options": {
                "muted": true, "full_text": false, "min_minutes": 3, "max_minutes": 4,
                "keep_days": 5, "keep_count": 6, "kept_move": "m", "pinned": true,
            },
        });
        assert_eq!(held(whole), json!({ "at": 0, "subscriptions": [subscription] }));
        let cut = held("at\t9\nsubscription\t1");
        assert_eq!(cut["at"], 9);
        assert_eq!(cut["subscriptions"][0]["title"], Value::Null);
        assert_eq!(
            cut["subscriptions"][0]["options"]["pinned"], false,
            "pinning did not exist yet"
        );
        for (text, expected) in [
            ("", json!({ "at": 0 })),
            ("at\t-", json!({ "at": null })),
            ("unknown\t1", json!({ "at": 0 })),
            ("unread\t1\t2,3\nunread\t4\t", json!({ "at": 0, "unread": [[1, [2, 3]], [4, []]] })),
            ("reading\t1", json!({ "at": 0, "readings": [{ "article": 1, "was": null }] })),
            (
                "reading\t1\t2\t-\t4\t5\t6\t-",
                json!({ "at": 0, "readings": [{ "article": 1, "was": [2, null, 4, 5, 6, null] }] }),
            ),
            ("reading\t1\t2\t3", json!({ "at": 0, "readings": [{ "article": 1, "was": null }] })),
            (
                "tagged\t1\t2\nuntagged\t3\t4\t5",
                json!({
                    "at": 0, "tagged": [[1, 2]], "untagged": [[3, 4, 5]],
                }),
            ),
            ("joined\t1\njoined\t2", json!({ "at": 0, "joined": [1, 2] })),
            ("folder\t+A\\nB\t-3\t1,2", json!({ "at": 0, "folders": [["A\nB", -3, [1, 2]]] })),
        ] {
            assert_eq!(held(text), expected, "{text:?}");
        }
    }

    #[test]
    fn rule_changes_are_read_word_by_word() {
        for (text, expected) in [
            ("", json!({})),
            ("u 1\nu 2", json!({ "unread": [1, 2] })),
            ("s 1\nl 2", json!({ "starred": [1], "later": [2] })),
            ("h 1 2\nm 3 4", json!({ "hidden": [[1, 2]], "matched": [[3, 4]] })),
            ("t 1 two words", json!({ "tagged": [[1, "two words"]] })),
            ("t 1", json!({ "tagged": [[1, ""]] })),
            ("x 1\n\nu", json!({ "unread": [null] })),
        ] {
            assert_eq!(ruled(text), expected, "{text:?}");
        }
    }
}
