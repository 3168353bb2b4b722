//! Version 11: texts of our own making become JSON. Reads them as version 10 wrote them; never changed after its release.

use crate::{
    engine::{
        codec::unescape,
        db::{Connection, FromValue, Value as Column},
    },
    error::Result,
    values,
};
use serde_json::{Map, Value, json};

/// Kinds of undo that were lines of fields.
const HELD: [&str; 5] = ["unsubscribe", "move", "pause", "folder", "merge"];
/// The kind of undo that was lines of words.
const RULED: &str = "ruled";

/// Writes all such texts anew.
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

/// A line for each hint: its name, a tab, its value.
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

/// A line for each wish: its name, some with a number after a blank.
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

/// A count, or nothing (`-`).
fn count(word: &str) -> Value {
    word.parse::<u32>().map_or(Value::Null, Value::from)
}

/// A number, or nothing (`-`).
fn number(word: &str) -> Value {
    word.parse::<i64>().map_or(Value::Null, Value::from)
}

/// A text after a plus, or nothing (`-`).
fn words(word: &str) -> Value {
    word.strip_prefix('+').map_or(Value::Null, |text| unescape(text).into())
}

/// Numbers between commas.
fn list(word: &str) -> Value {
    word.split(',').filter_map(|id| id.parse::<i64>().ok()).collect::<Vec<_>>().into()
}

/// A line for each thing that was changed: what it is, and fields between tabs.
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
    place.as_array_mut().expect("it was made one").push(value);
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
            // Absent from what was held before sources could be pinned.
            "pinned": field(13) == "1",
        },
    })
}

/// The article, and six numbers if there was a reading.
fn reading(fields: &[&str]) -> Value {
    let was: Vec<Value> = fields.iter().skip(2).map(|word| number(word)).collect();
    let was = if was.len() == 6 { was.into() } else { Value::Null };
    json!({ "article": number(fields.get(1).copied().unwrap_or("-")), "was": was })
}

/// A line for each change: a letter, the article, and the rule or the name of a tag.
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
