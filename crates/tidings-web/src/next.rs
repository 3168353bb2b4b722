//! Where to redirect after signing in or after a button: only to our own pages.

/// Returns the requested path if it is one of ours, otherwise `/`.
///
/// Browsers interpret `//host`, `/\host` and addresses with tabs inside as other hosts. So only a plain path with a
/// single leading slash is accepted. Our own paths need no percent-encoding.
pub(crate) fn safe(next: &str) -> &str {
    if is_ours(next) { next } else { "/" }
}

fn is_ours(next: &str) -> bool {
    let (place, fragment) = next.split_once('#').unwrap_or((next, ""));
    let (path, query) = place.split_once('?').unwrap_or((place, ""));
    let plain = |text: &str, more: &[u8]| {
        text.bytes().all(|b| b.is_ascii_alphanumeric() || more.contains(&b))
    };
    next.len() <= 2_000
        && path.starts_with('/')
        && !path.contains("//")
        && plain(path, b"/-_.")
        && plain(query, b"=&%+-_.~")
        && plain(fragment, b"-_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn our_own_paths_are_accepted() {
        for place in [
            "/",
            "/sources",
            "/?show=all&before=17.4",
            "/article/12?show=unread#a12",
            "/add?url=https%3A%2F%2Fx",
        ] {
            assert_eq!(safe(place), place);
        }
    }

    #[test]
    fn every_other_address_leads_home() {
        let elsewhere = [
            "",
            "evil",
            "//evil",
            "///evil",
            "/\\evil",
            "\\/evil",
            "/%2f/evil",
            "/%5cevil",
            "https:evil",
            "https://evil/",
            "\t//evil",
            "/\t/evil",
            "/\n/evil",
            " /",
            "javascript:alert(1)",
            "/x/../..//evil",
            "data:text/html,x",
            "http://tidings.example.evil",
            "/\u{2028}/evil",
            "/@evil",
            "/x?next=//evil",
        ];
        for place in elsewhere {
            assert_eq!(safe(place), "/", "{place:?}");
        }
    }

    proptest! {
        #[test]
        fn no_input_changes_the_origin(next in "\\PC{0,40}|[/\\\\%2fF5c:@?#.\t a-z]{0,20}") {
            let home = url::Url::parse("https://tidings.example/").unwrap();
            prop_assert_eq!(home.join(safe(&next)).unwrap().origin(), home.origin());
        }
    }
}
