//! `weblogUpdates.ping`: a site says, by XML-RPC, that it has something new.
//!
//! Read with the same tolerant reader as feeds: no entities but the five of XML and those of HTML, so bombs stay text, and
//! no reference to another file is followed.

use crate::{addresses::web_url, complaints::Complaints, decode::decode, references::unescape};
use crate::{
    text::cut,
    tokens::{Token, Tokens},
};
use std::borrow::Cow;
use url::Url;

/// The longest call read; what programs send has a few hundred bytes.
pub const MAX_BYTES: usize = 16 << 10;
/// Values of a call that are read; `extendedPing` has five.
const MOST_VALUES: usize = 8;
/// Longest value: an address.
const VALUE_BYTES: usize = 2048;

/// A site's word that it has something new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ping {
    /// What the site calls itself. Plain text, untrusted.
    pub name: String,
    /// The site, what changed, its feed: every web address of the call, in its order.
    pub addresses: Vec<Url>,
}

/// Reads a call.
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
/// What is wrong with it, for the program that sent it.
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

/// Where the reader stands.
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
    fn an_extended_ping_names_the_feed_too() {
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
    fn what_is_no_ping_is_refused_with_a_reason() {
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
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
            let _ = read(&bytes);
        }

        #[test]
        fn any_call_is_read_without_a_panic(values in proptest::collection::vec(".{0,40}", 0..12)) {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            if let Ok(ping) = read(call("weblogUpdates.ping", &values).as_bytes()) {
                prop_assert!(ping.addresses.len() < MOST_VALUES);
            }
        }
    }
}
