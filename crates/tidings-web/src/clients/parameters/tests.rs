//! Tests of parameters as clients write them.

use super::*;
use http::Request;

fn asked(uri: &str, kind: &str, body: &'static str) -> Parameters {
    let request = Request::builder().uri(uri).header(header::CONTENT_TYPE, kind).body(()).unwrap();
    Parameters::of(&request.into_parts().0, &Bytes::from_static(body.as_bytes())).unwrap()
}

#[test]
fn the_body_takes_precedence_and_parameters_repeat() {
    let form = "application/x-www-form-urlencoded";
    let asked = asked("/x?s=a&i=9&ts=5&api&&mark=item", form, "i=1&i=2&s=b%2Fc+d");
    assert_eq!(asked.all("i").collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!((asked.one("s"), asked.number("ts")), (Some("b/c d"), Some(5)));
    assert!(asked.has("api") && asked.one("mark") == Some("item") && !asked.has("x"));
}

#[test]
fn multipart_forms_are_read() {
    let body = "--XyZ\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\nabc\r\n--XyZ\r\n\
                Content-Disposition: form-data; name=\"as\"\r\n\r\n\r\n--XyZ--\r\n";
    let asked = asked("/?api", "multipart/form-data; boundary=XyZ", body);
    assert_eq!((asked.one("api_key"), asked.one("as")), (Some("abc"), Some("")));
}

#[test]
fn a_boundary_is_found_however_it_is_quoted_and_other_types_have_none() {
    let of = |kind: &str| {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, kind.parse().unwrap())]);
        boundary(&headers).map(str::to_owned)
    };
    for (kind, expected) in [
        ("multipart/form-data; boundary=XyZ", Some("XyZ")),
        ("Multipart/Form-Data;Boundary=\"a b\"", Some("a b")),
        ("multipart/form-data; charset=utf-8; boundary= x ", Some("x")),
        ("multipart/form-data; boundary=", None),
        ("multipart/form-data; boundary=\"\"", None),
        ("multipart/form-data", None),
        ("multipart/mixed; boundary=x", None),
        ("application/x-www-form-urlencoded; boundary=x", None),
    ] {
        assert_eq!(of(kind).as_deref(), expected, "{kind}");
    }
    assert_eq!(boundary(&HeaderMap::new()), None);
}

#[test]
fn malformed_parts_are_skipped_and_line_breaks_in_values_stay() {
    let named = |name: &str, value: &str| {
        format!("--B\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let read = |body: &str| multipart(body.as_bytes(), "B").unwrap();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let lines = "one\r\n\r\ntwo\r\n";
    let body = format!(
        "before\r\n{}--B\r\nno header\r\n--B\r\nX: y\r\n\r\nnameless\r\n{}--B--\r\n{}",
        named("a", lines),
        named("a", "ü"),
        named("late", "x")
    );
    assert_eq!(read(&body), [pair("a", lines), pair("a", "ü")]);
    assert_eq!(read(&named("open", "x")), [pair("open", "x")], "without an end");
    let file = "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\nContent-Type: a/b\r\n\r\nz\r\n--B--";
    assert_eq!(read(file), [pair("f", "z")]);
    assert_eq!((read(""), read("--B--"), read("B")), (vec![], vec![], vec![]));
    assert!(matches!(multipart(b"--B\xff", "B"), Err(Error::BadRequest(_))));
}

#[test]
fn numbers_are_whole_and_bounded() {
    let form = "application/x-www-form-urlencoded";
    let of = |value: &str| asked(&format!("/?n={value}"), form, "").number("n");
    for (value, n) in
        [("7", 7), ("+7", 7), ("%207%20", 7), ("-7", -7), ("9223372036854775807", i64::MAX)]
    {
        assert_eq!(of(value), Some(n), "{value}");
    }
    for value in ["", "x", "7x", "7.0", "0x7", "9223372036854775808", "7,8"] {
        assert_eq!(of(value), None, "{value}");
    }
}

#[test]
fn a_name_in_the_body_hides_all_values_in_the_address() {
    let form = "application/x-www-form-urlencoded";
    let asked = asked("/?i=7&i=8&n=5&=x", form, "i=&=y");
    assert_eq!(asked.all("i").collect::<Vec<_>>(), [""]);
    assert_eq!((asked.one("i"), asked.number("i"), asked.number("n")), (Some(""), None, Some(5)));
    assert!(!asked.has(""), "what has no name is nothing");
}
