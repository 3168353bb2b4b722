//! Marking articles read, starred or labelled; renaming and removing folders and labels.

use super::{
    Answer, Call, ok, stream,
    today::{self, Moved},
};
use crate::{
    Error,
    acts::{FolderName, Name, articles, folders, tags},
    clients::library,
};
use jiff::Timestamp;
use tidings_store::{BulkAction, Set, StreamQuery};

/// A mark of an article.
#[derive(Debug, PartialEq, Eq)]
enum Mark<'a> {
    Do(BulkAction),
    Label(&'a str),
    Unlabel(&'a str),
}

/// Returns the mark that a stream id in `a=` or `r=` stands for. Unknown ones are accepted and ignored.
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
        // Clients that mark an article read also remove "kept unread", which changes nothing by itself.
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
    let ids = call.articles().await?;
    // Removed marks are applied first: `a=read&r=kept-unread` marks read, in whatever order the parameters come.
    let marks =
        call.asked.all("r").filter_map(removed).chain(call.asked.all("a").filter_map(added));
    for mark in marks {
        match mark {
            Mark::Do(act) => articles::mark_by_program(&actor, act, &ids).await?,
            Mark::Label(name) if today::moved(&call, name, &ids, Moved::Onto).await? => {}
            Mark::Unlabel(name) if today::moved(&call, name, &ids, Moved::Off).await? => {}
            Mark::Label(name) => {
                let known = library::tag(&call.inner, call.caller.id(), name).await?;
                let new = || library::name_of_label(name);
                let name = known.as_ref().map_or_else(new, |tag| tag.name.as_str());
                // A label without articles is created for later.
                if !call.asked.has("i") {
                    tags::create(&actor, Name::typed(name)?).await?;
                }
                tags::put_on_by_program(&actor, &ids, name).await?;
            }
            Mark::Unlabel(name) => {
                if let Some(tag) = library::tag(&call.inner, call.caller.id(), name).await? {
                    tags::take_off_by_program(&actor, &ids, tag.id).await?;
                }
            }
        }
    }
    call.caller.is_here(&call.inner).await?;
    Ok(ok())
}

/// `POST …/mark-all-as-read`: marks what had arrived by a time that the client sends.
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

/// Parses a time in seconds, milliseconds, microseconds or nanoseconds, told apart by their number of digits. `None`
/// stands for now.
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
    // Includes the whole second or millisecond, because articles arrive within it.
    Timestamp::from_nanosecond(ns.saturating_add(to_ns - 1)).ok()
}

/// `POST …/rename-tag`: renames or moves a folder, or renames a label.
pub(crate) async fn rename_tag(call: Call) -> Answer {
    let call = call.writing()?;
    let asked = &call.asked;
    let from = asked.one("s").or_else(|| asked.one("t")).map(label_name).unwrap_or_default();
    let to = asked.one("dest").map(label_name).map(library::name_of_label).unwrap_or_default();
    match library::label(&call.inner, call.caller.id(), from).await? {
        Some(Set::Folder(folder)) => {
            folders::rename(&call.actor(), folder, FolderName::typed(to)?).await?;
        }
        Some(Set::Tagged(tag)) => tags::rename(&call.actor(), tag, Name::typed(to)?).await?,
        _ => return Err(Error::NotFound.into()),
    }
    Ok(ok())
}

/// `POST …/disable-tag`: removes folders or labels. What is in a folder stays.
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

/// Returns the name in `user/-/label/NAME`, or the name alone.
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
    fn marks_are_recognized_whatever_the_user_part_is() {
        assert_eq!(added("user/-/state/com.google/read"), Some(Mark::Do(BulkAction::Read)));
        assert_eq!(removed("user/1/state/com.google/read"), Some(Mark::Do(BulkAction::Unread)));
        assert_eq!(added("user/ada/label/a/b %"), Some(Mark::Label("a/b %")));
        assert_eq!(removed("user/-/state/com.google/kept-unread"), None);
        assert_eq!(added("user/-/state/com.google/tracking-kept-unread"), None);
        assert_eq!(added("nonsense"), None);
    }

    proptest::proptest! {
        #[test]
        fn a_time_includes_the_whole_of_its_unit(
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
    fn times_beyond_the_calendar_are_none() {
        assert!(time("99999999999").is_some());
        assert_eq!(time("999999999999999999999999999"), None);
        assert_eq!(time(&"9".repeat(60)), None, "more than a number holds");
    }

    #[test]
    fn a_label_may_be_given_as_a_stream_or_a_name() {
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
    fn removing_a_mark_is_the_opposite_of_setting_it() {
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
