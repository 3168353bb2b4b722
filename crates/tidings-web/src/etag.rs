//! Entity tags: a client that already has a response is not sent it again (RFC 9110, 8.8.3 and 13.1.2).

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use tidings_model::Fingerprint;

/// The tag of one version of a response. It is weak, because the same content may be sent compressed or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag(String);

impl Tag {
    /// Computes the tag from the response itself.
    pub(crate) fn of(answer: &[u8]) -> Self {
        Fingerprint::of_bytes(answer).into()
    }

    /// Returns the response, or 304 if the client has it. Either way it has the tag.
    pub(crate) fn answer(
        &self,
        known: &ClientVersions,
        full: impl FnOnce() -> Response,
    ) -> Response {
        self.on(if known.has(self) { StatusCode::NOT_MODIFIED.into_response() } else { full() })
    }

    /// Adds the tag to a response.
    pub(crate) fn on(&self, mut response: Response) -> Response {
        let tag = HeaderValue::try_from(format!("W/\"{}\"", self.0));
        response.headers_mut().insert(header::ETAG, tag.expect("digits are a valid header value"));
        response
    }
}

impl From<Fingerprint> for Tag {
    fn from(fingerprint: Fingerprint) -> Self {
        Self(format!("{:016x}", fingerprint.0))
    }
}

/// The versions that a client has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ClientVersions(Vec<String>);

impl ClientVersions {
    /// Reads `If-None-Match`.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let lists = headers.get_all(header::IF_NONE_MATCH).iter();
        let tags = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
        Self(tags.map(bare).filter(|tag| !tag.is_empty()).map(str::to_owned).collect())
    }

    /// Returns whether any version is named. If so, dates are ignored (RFC 9110, 13.2.2).
    pub(crate) fn is_told(&self) -> bool {
        !self.0.is_empty()
    }

    pub(crate) fn has(&self, tag: &Tag) -> bool {
        self.0.iter().any(|known| known == "*" || *known == tag.0)
    }
}

/// Strips the weak prefix and the quotes. Proxies that compress a response make its tag weak, so that makes no
/// difference.
fn bare(tag: &str) -> &str {
    let tag = tag.trim();
    tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lists: &[&str]) -> ClientVersions {
        let mut headers = HeaderMap::new();
        for list in lists {
            headers.append(header::IF_NONE_MATCH, list.parse().unwrap());
        }
        ClientVersions::of(&headers)
    }

    #[test]
    fn a_version_matches_however_its_tag_is_written() {
        let tag = Tag::of(b"words");
        let text = &tag.0;
        for list in [
            format!("\"{text}\""),
            format!("W/\"{text}\""),
            format!("\"other\" , W/\"{text}\""),
            "*".to_owned(),
        ] {
            assert!(known(&[&list]).has(&tag), "{list}");
        }
        assert!(known(&["\"other\"", &format!("\"{text}\"")]).has(&tag), "in a second header");
        for list in ["\"other\"", "", "W/", &text[1..]] {
            assert!(!known(&[list]).has(&tag), "{list}");
        }
        assert!(!known(&[]).is_told() && known(&["*"]).is_told());
    }

    #[test]
    fn a_known_version_is_not_sent_again_and_keeps_its_tag() {
        let tag = Tag::of(b"words");
        let first = tag.answer(&ClientVersions::default(), || "words".into_response());
        assert_eq!(first.status(), StatusCode::OK);
        let told = first.headers()[header::ETAG].to_str().unwrap();
        let again = tag.answer(&known(&[told]), || panic!("this is not needed"));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(again.headers()[header::ETAG], told);
    }
}
