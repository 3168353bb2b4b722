//! Marks: read, starred, labelled; folders and labels renamed and removed.

use super::{
    Answer, Call, number, ok, stream,
    today::{self, Moved},
};
use crate::{
    Error,
    acts::{Name, articles, folders, tags},
    clients::library,
};
use jiff::Timestamp;
use tidings_model::ArticleId;
use tidings_store::{BulkAction, Set, StreamQuery};

/// What a mark says.
#[derive(Debug, PartialEq, Eq)]
enum Mark<'a> {
    Do(BulkAction),
    Label(&'a str),
    Unlabel(&'a str),
}

/// What `a=` or `r=` of a stream means; what we know nothing of is accepted and means nothing.
fn added(name: &str) -> Option<Mark<'_>> {
    match tail(name)? {
        Tail::State("read") => Some(Mark::Do(BulkAction::Read)),
        Tail::State("kept-unread" | "unread") => Some(Mark::Do(BulkAction::Unread)),
        Tail::State("starred") => Some(Mark::Do(BulkAction::Star)),
        Tail::Label(label) => Some(Mark::Label(label)),
        Tail::State(_) => None,
    }
}

fn removed(name: &str) -> Option<Mark<'_>> {
    match tail(name)? {
        Tail::State("read") => Some(Mark::Do(BulkAction::Unread)),
        Tail::State("starred") => Some(Mark::Do(BulkAction::Unstar)),
        Tail::Label(label) => Some(Mark::Unlabel(label)),
        // Clients that mark something read also take "kept unread" away: that alone changes nothing.
        Tail::State(_) => None,
    }
}

enum Tail<'a> {
    State(&'a str),
    Label(&'a str),
}

fn tail(name: &str) -> Option<Tail<'_>> {
    let (_, rest) = name.trim().strip_prefix("user/")?.split_once('/')?;
    match rest.strip_prefix("label/") {
        Some(label) => Some(Tail::Label(label)),
        None => rest.strip_prefix("state/com.google/").map(Tail::State),
    }
}

/// `POST …/edit-tag`.
pub(crate) async fn edit_tag(call: Call) -> Answer {
    let call = call.writing()?;
    let actor = call.actor();
    let ids: Vec<ArticleId> = call.asked.all("i").filter_map(number::read).collect();
    // What is taken away comes first: `a=read&r=kept-unread` marks read, in whatever order it is written.
    let marks =
        call.asked.all("r").filter_map(removed).chain(call.asked.all("a").filter_map(added));
    for mark in marks {
        match mark {
            Mark::Do(act) => articles::mark_by_program(&actor, act, &ids).await?,
            Mark::Label(name) if today::moved(&call, name, &ids, Moved::Onto).await? => {}
            Mark::Unlabel(name) if today::moved(&call, name, &ids, Moved::Off).await? => {}
            Mark::Label(name) => tags::put_on_by_program(&actor, &ids, name).await?,
            Mark::Unlabel(name) => tags::take_off_by_program(&actor, &ids, name).await?,
        }
    }
    call.caller.is_here(&call.inner).await?;
    Ok(ok())
}

/// `POST …/mark-all-as-read`: what had arrived by a time the client knows.
pub(crate) async fn mark_all_as_read(call: Call) -> Answer {
    let call = call.writing()?;
    let until = time(call.asked.one("ts").unwrap_or_default());
    for name in call.asked.all("s") {
        let all = StreamQuery { until, ..StreamQuery::default() };
        let marked = match stream::named(&call, name).await?.ok_or(Error::NotFound)? {
            stream::Named::Everything => all,
            stream::Named::One(set) => StreamQuery { within: vec![set], ..all },
            stream::Named::Today(ids) => StreamQuery { among: Some(ids), ..all },
            stream::Named::Nothing => continue,
        };
        articles::read_stream(&call.actor(), marked).await?;
    }
    call.caller.is_here(&call.inner).await?;
    Ok(ok())
}

/// A time in seconds, milli-, micro- or nanoseconds, told apart by how long it is; `None` for now.
fn time(text: &str) -> Option<Timestamp> {
    let digits = text.trim();
    let number: i128 = digits.parse().ok().filter(|number| *number > 0)?;
    let to_ns: i128 = match digits.len() {
        0..=11 => 1_000_000_000,
        12..=14 => 1_000_000,
        15..=17 => 1_000,
        _ => 1,
    };
    let ns = number.saturating_mul(to_ns);
    // A second includes all of itself, a millisecond too: articles arrive in between.
    Timestamp::from_nanosecond(ns.saturating_add(to_ns - 1)).ok()
}

/// `POST …/rename-tag`: a folder or a label.
pub(crate) async fn rename_tag(call: Call) -> Answer {
    let call = call.writing()?;
    let asked = &call.asked;
    let from = asked.one("s").or_else(|| asked.one("t")).map(label_name).unwrap_or_default();
    let to = Name::typed(asked.one("dest").map(label_name).unwrap_or_default())?;
    match library::label(&call.inner, call.caller.id(), from).await? {
        Some(Set::Folder(folder)) => folders::rename(&call.actor(), folder, to).await?,
        Some(Set::Tagged(tag)) => tags::rename(&call.actor(), tag, to).await?,
        _ => return Err(Error::NotFound.into()),
    }
    Ok(ok())
}

/// `POST …/disable-tag`: removes folders or labels; sources of a folder stay, in none.
pub(crate) async fn disable_tag(call: Call) -> Answer {
    let call = call.writing()?;
    let names = call.asked.all("s").chain(call.asked.all("t")).map(label_name);
    for name in names {
        remove(&call, name).await?;
    }
    Ok(ok())
}

async fn remove(call: &Call, name: &str) -> Result<(), Error> {
    match library::label(&call.inner, call.caller.id(), name).await? {
        Some(Set::Folder(folder)) => drop(folders::remove(&call.actor(), folder).await?),
        Some(Set::Tagged(tag)) => tags::remove(&call.actor(), tag).await?,
        _ => return Err(Error::NotFound),
    }
    Ok(())
}

/// The name in `user/-/label/NAME`, or the name alone.
pub(super) fn label_name(text: &str) -> &str {
    match tail(text) {
        Some(Tail::Label(name)) => name,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_unit() {
        let at = |text: &str| time(text).map(Timestamp::as_second);
        for text in ["1794729531", "1794729531000", "1794729531000000", "1794729531000000000"] {
            assert_eq!(at(text), Some(1_794_729_531), "{text}");
        }
        assert_eq!((at("0"), at(""), at("x"), at("-5")), (None, None, None, None));
    }

    #[test]
    fn marks_are_understood_whatever_the_user_is_called() {
        assert_eq!(added("user/-/state/com.google/read"), Some(Mark::Do(BulkAction::Read)));
        assert_eq!(removed("user/1/state/com.google/read"), Some(Mark::Do(BulkAction::Unread)));
        assert_eq!(added("user/ada/label/a/b %"), Some(Mark::Label("a/b %")));
        assert_eq!(removed("user/-/state/com.google/kept-unread"), None);
        assert_eq!(added("user/-/state/com.google/tracking-kept-unread"), None);
        assert_eq!(added("nonsense"), None);
    }

    proptest::proptest! {
        #[test]
        fn a_time_includes_all_of_the_unit_it_is_written_in(
            second in 100_000_000..9_000_000_000_i64,
            below in 0..1_000_000_000_i64,
        ) {
            for unit_ns in [1_000_000_000, 1_000_000, 1_000, 1] {
                let whole = i128::from(second) * 1_000_000_000 + i128::from(below);
                let written = (whole / unit_ns).to_string();
                let until = time(&written).unwrap().as_nanosecond();
                proptest::prop_assert!(until >= whole && until - whole < unit_ns, "{}", written);
            }
        }
    }

    #[test]
    fn times_beyond_the_end_of_the_calendar_are_none() {
        assert!(time("99999999999").is_some());
        assert_eq!(time("999999999999999999999999999"), None);
        assert_eq!(time(&"9".repeat(60)), None, "more than a number holds");
    }

    #[test]
    fn a_label_is_named_by_its_stream_or_by_itself() {
        for (text, name) in [
            ("user/-/label/News", "News"),
            ("user/1001/label/a/b", "a/b"),
            ("News", "News"),
            ("", ""),
            ("user/-/label/", ""),
            ("user/-/state/com.google/starred", "user/-/state/com.google/starred"),
            ("label/News", "label/News"),
        ] {
            assert_eq!(label_name(text), name, "{text}");
        }
    }

    #[test]
    fn what_takes_a_mark_away_is_the_opposite_of_what_sets_it() {
        for (state, set, taken) in [
            ("read", BulkAction::Read, BulkAction::Unread),
            ("starred", BulkAction::Star, BulkAction::Unstar),
        ] {
            let name = format!("user/-/state/com.google/{state}");
            assert_eq!(added(&name), Some(Mark::Do(set)));
            assert_eq!(removed(&name), Some(Mark::Do(taken)));
        }
        assert_eq!(
            added("user/-/state/com.google/kept-unread"),
            Some(Mark::Do(BulkAction::Unread))
        );
        assert_eq!(removed("user/-/label/x"), Some(Mark::Unlabel("x")));
        for name in ["", "user/", "user/-", "user/-/", "feed/1", "user/-/state/org.example/read"] {
            assert_eq!((added(name), removed(name)), (None, None), "{name}");
        }
    }
}
