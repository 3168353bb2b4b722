//! The rules of RFC 9309, its examples, and time linear in the input.

use super::*;
use proptest::prelude::*;

fn may(robots: &str, path: &str) -> bool {
    allows(&Robots::parse(robots.as_bytes()), AGENT, path)
}

#[test]
fn the_examples_of_the_standard_hold() {
    let file = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n\
                User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n\
                User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n";
    let robots = Robots::parse(file.as_bytes());
    let asks = |agent, path| allows(&robots, agent, path);
    assert!(
        !asks("Tidings", "/a.gif")
            && !asks("Tidings", "/example/x")
            && asks("Tidings", "/publications/x")
    );
    assert!(asks("Tidings", "/a.gif?b"));
    assert!(asks("FooBot", "/example/page.html") && asks("foobot", "/example/allowed.gif"));
    assert!(!asks("foobot", "/else"));
    assert!(!asks("barbot", "/example/page.html") && !asks("bazbot", "/example/page.html"));
    assert!(asks("barbot", "/a.gif"), "a named group replaces the one for all agents");
    assert!(asks("quxbot", "/example/"), "no rules, all allowed");
}

#[test]
fn the_longest_rule_decides_and_a_tie_allows() {
    let file =
        "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nDisallow: /t\nAllow: /t\n";
    assert!(may(file, "/x") && !may(file, "/a/x") && may(file, "/a/b/x") && !may(file, "/a/b/c"));
    assert!(may(file, "/t"));
}

#[test]
fn groups_of_one_agent_are_merged() {
    let file = "User-agent: tidings\nDisallow: /a\nUser-agent: *\nDisallow: /\nUser-agent: Tidings/2.0 (x)\nDisallow: /b";
    assert!(!may(file, "/a") && !may(file, "/b") && may(file, "/c"));
}

#[test]
fn wildcards_and_anchors_match() {
    for (pattern, path, expected) in [
        ("/", "/anything", true),
        ("/fish", "/fishheads/yummy.html", true),
        ("/fish", "/catfish", false),
        ("/*.php", "/folder/a.php?x", true),
        ("/*.php$", "/a.php?x", false),
        ("/*.php$", "/a.php.php", true),
        ("/fish*.php", "/fishheads/cat.php?x", true),
        ("*", "", true),
        ("**a**b$", "/xaxb", true),
        ("/a*b*c", "/a-c-b", false),
        ("/a*b$", "/ab", true),
        ("/ab*b$", "/ab", false),
        ("$", "", true),
        ("$", "/", false),
        ("/a$b", "/a$b/c", true),
    ] {
        assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
    }
}

#[test]
fn paths_are_normalized() {
    let file = "User-agent: *\nDisallow: /ツ\nDisallow: /%62ook\nDisallow: /q%3fx\n";
    assert!(!may(file, "/%E3%83%84") && !may(file, "/%e3%83%84"));
    assert!(!may(file, "/book") && !may(file, "/b%6fok"));
    assert!(
        may(file, "/q?x") && !may(file, "/q%3Fx"),
        "an escaped ? is not the beginning of a query"
    );
}

#[test]
fn malformed_files_are_parsed() {
    assert!(!may("\u{feff}user-agent:*\rdisallow:/a # why\r\nsitemap: x", "/a"));
    assert!(
        may("Disallow: /\nUser-agent: *\nDisallow:", "/a"),
        "a rule without an agent, and an empty one"
    );
    assert!(may("<html>Not found</html>", "/a"));
    assert!(may("User-agent: *\nDisallow: /", "/robots.txt"));
    let mut long = "#".repeat(MOST_BYTES);
    long.push_str("\nUser-agent: *\nDisallow: /");
    assert!(may(&long, "/a"), "nothing is read beyond the limit");
}

#[test]
fn hostile_patterns_take_linear_time() {
    let pattern = "*a".repeat(100_000);
    let path = format!("/{}b", "a".repeat(99_999));
    assert!(!matches(&pattern, &path));
    assert!(matches(&"*a".repeat(99_999), &path));
}

/// The meaning of a pattern, written out without regard to speed.
fn slow_matches(pattern: &[u8], path: &[u8]) -> bool {
    match pattern {
        [] => true,
        [b'$'] => path.is_empty(),
        [b'*', rest @ ..] => (0..=path.len()).any(|skip| slow_matches(rest, &path[skip..])),
        [first, rest @ ..] => path.first() == Some(first) && slow_matches(rest, &path[1..]),
    }
}

proptest! {
    #[test]
    fn the_fast_matcher_agrees_with_the_slow_one(pattern in "[ab*]{0,8}\\$?", path in "[ab]{0,8}") {
        prop_assert_eq!(matches(&pattern, &path), slow_matches(pattern.as_bytes(), path.as_bytes()));
    }

    #[test]
    fn no_bytes_cause_a_panic(file in proptest::collection::vec(any::<u8>(), 0..300), path in "\\PC{0,20}") {
        let _ = allows(&Robots::parse(&file), AGENT, &path);
    }

    #[test]
    fn the_rules_for_one_agent_decide_like_the_whole_file(file in "((user-agent: (\\*|tidings|x)|(dis)?allow: /[ab]{0,2})\n){0,8}") {
        let robots = Robots::parse(file.as_bytes());
        for path in ["/", "/a", "/b", "/ab"] {
            prop_assert_eq!(allows(&robots, AGENT, path), allows(&robots.only(AGENT), AGENT, path));
        }
    }

    #[test]
    fn normalization_is_idempotent(path in "\\PC{0,20}") {
        prop_assert_eq!(normal(&normal(&path)), normal(&path));
    }
}
