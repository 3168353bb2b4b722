//! `weblogUpdates.ping`: a site announces by XML-RPC that it has new content.
//!
//! Read with the same tolerant reader as feeds: no entities except the five of XML and those of HTML, so entity bombs
//! stay text, and references to other files are not followed.

use crate::{addresses::web_url, complaints::Complaints, decode::decode, references::unescape};
use crate::{
    text::cut,
    tokens::{Token, Tokens},
};
use std::borrow::Cow;
use url::Url;

/// Maximum length of a call; real ones have a few hundred bytes.
pub const MAX_BYTES: usize = 16 << 10;
/// Maximum number of values read from a call; `extendedPing` has five.
const MOST_VALUES: usize = 8;
/// Maximum length of a value: an address.
const VALUE_BYTES: usize = 2048;

/// A site's announcement that it has new content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ping {
    /// The site's name for itself. Plain text, untrusted.
    pub name: String,
    /// The site, the changed page, its feed: every web address in the call, in order.
    pub addresses: Vec<Url>,
}

/// Parses a call.
///
/// ```
/// let call = b"<methodCall><methodName>weblogUpdates.ping</methodName><params>\
///     <param><value>A &amp; B</value></param>\
///     <param><value><string>https://example.org/</string></value></param></params></methodCall>";
/// let ping = tidings_parse::ping::read(call).unwrap();
/// assert_eq!(ping.name, "A & B");
/// assert_eq!(ping.addresses[0].as_str(), "https://example.org/");
/// ```
///
/// # Errors
/// What is wrong with the call, as a message for the program that sent it.
pub fn read(bytes: &[u8]) -> Result<Ping, &'static str> {
    if bytes.len() > MAX_BYTES {
        return Err("The call is too long.");
    }
    let text = decode(bytes, None, &mut Complaints::default());
    let call = Call::read(&text);
    match call.method.trim() {
        "weblogUpdates.ping" | "weblogUpdates.extendedPing" => {}
        "" => return Err("Expected an XML-RPC call."),
        _ => return Err("Expected weblogUpdates.ping or weblogUpdates.extendedPing."),
    }
    let mut values = call.values.into_iter();
    let name = values.next().ok_or("Expected the name and the address of a site.")?;
    let addresses: Vec<Url> = values.filter_map(|value| web_url(None, &value)).collect();
    if addresses.is_empty() {
        return Err("Expected the address of a site.");
    }
    Ok(Ping { name: name.trim().to_owned(), addresses })
}

#[derive(Default)]
struct Call {
    method: String,
    values: Vec<String>,
}

/// The current position in the call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Outside,
    Method,
    Value,
}

impl Call {
    fn read(text: &str) -> Self {
        let mut tokens = Tokens::new(text);
        let (mut call, mut at) = (Self::default(), At::Outside);
        loop {
            let said = match tokens.next() {
                Token::End => return call,
                Token::Open { name: "methodName", .. } => {
                    at = At::Method;
                    continue;
                }
                Token::Open { name: "value", .. } if call.values.len() < MOST_VALUES => {
                    call.values.push(String::new());
                    at = At::Value;
                    continue;
                }
                Token::Close { name: "methodName" | "value" } => {
                    at = At::Outside;
                    continue;
                }
                Token::Text(raw) => unescape(raw),
                Token::CData(inside) | Token::UnclosedCData(inside) => Cow::Borrowed(inside),
                Token::Open { .. } | Token::Close { .. } | Token::Doctype(_) => continue,
            };
            let into = match at {
                At::Method => &mut call.method,
                At::Value => match call.values.last_mut() {
                    Some(value) => value,
                    None => continue,
                },
                At::Outside => continue,
            };
            into.push_str(&said);
            *into = cut(into, VALUE_BYTES).to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn call(method: &str, values: &[&str]) -> String {
        let values: String =
            values.iter().map(|value| format!("<param><value>{value}</value></param>")).collect();
        format!(
            "<?xml version=\"1.0\"?><methodCall><methodName>{method}</methodName><params>{values}</params></methodCall>"
        )
    }

    #[test]
    fn an_extended_ping_contains_the_feed_too() {
        let call = call(
            "weblogUpdates.extendedPing",
            &[
                "<string>News</string>",
                "http://a.example/",
                "http://a.example/new",
                "http://a.example/feed?a=1&amp;b=2",
                "tag|tag",
            ],
        );
        let ping = read(call.as_bytes()).unwrap();
        let addresses: Vec<&str> = ping.addresses.iter().map(Url::as_str).collect();
        assert_eq!(addresses[2], "http://a.example/feed?a=1&b=2");
        assert_eq!((ping.name.as_str(), addresses.len()), ("News", 3));
    }

    #[test]
    fn other_calls_are_rejected_with_a_reason() {
        for (bad, why) in [
            (String::new(), "XML-RPC"),
            ("<html>".to_owned(), "XML-RPC"),
            (call("system.listMethods", &[]), "weblogUpdates"),
            (call("weblogUpdates.ping", &[]), "name"),
            (call("weblogUpdates.ping", &["A"]), "address"),
            (call("weblogUpdates.ping", &["A", "javascript:alert(1)"]), "address"),
            (call("weblogUpdates.ping", &["A", "file:///etc/passwd"]), "address"),
            ("x".repeat(MAX_BYTES + 1), "too long"),
        ] {
            assert!(read(bad.as_bytes()).unwrap_err().contains(why), "{bad:.80}");
        }
    }

    #[test]
    fn entities_stay_text() {
        let bomb = format!(
            "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b SYSTEM \"file:///etc/passwd\">]>{}",
            call("weblogUpdates.ping", &["&a;&b;", "http://a.example/&b;"])
        );
        let ping = read(bomb.as_bytes()).unwrap();
        assert_eq!(ping.name, "&a;&b;");
        assert_eq!(ping.addresses[0].path(), "/&b;");
    }

    proptest! {
        #[test]
        fn parsing_any_bytes_does_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
            let _ = read(&bytes);
        }

        #[test]
        fn parsing_any_call_does_not_panic(values in proptest::collection::vec(".{0,40}", 0..12)) {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            if let Ok(ping) = read(call("weblogUpdates.ping", &values).as_bytes()) {
                prop_assert!(ping.addresses.len() < MOST_VALUES);
            }
        }
    }
}
