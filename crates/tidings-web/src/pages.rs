//! One file per page; here is what they share: the frame around a signed-in person's page, and rendering.

pub(crate) mod add;
pub(crate) mod article;
pub(crate) mod error;
pub(crate) mod list;
pub(crate) mod marking;
pub(crate) mod offline;
pub(crate) mod setup;
pub(crate) mod sign_in;
pub(crate) mod sources;
pub(crate) mod spot;
pub(crate) mod status;

use crate::{Error, app::Inner, session::Signed, token};
use askama::Template;
use axum::{
    extract::FromRequestParts,
    response::{Html, IntoResponse, Response},
};
use http::{StatusCode, request::Parts};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Where in the navigation a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Unread,
    All,
    Sources,
    Add,
}

/// What the frame shows.
#[derive(Debug, Clone)]
pub(crate) struct Shell {
    pub(crate) at: Place,
    pub(crate) user: String,
    /// For the hidden field of every form.
    pub(crate) token: String,
    pub(crate) n_unread: u64,
}

impl Shell {
    pub(crate) async fn new(inner: &Inner, signed: &Signed, at: Place) -> Result<Self, Error> {
        let counts = inner.store.unread_counts(signed.user.id).await?;
        let n_unread = counts.iter().map(|count| count.n_unread).sum();
        let token = token::mask(&signed.csrf, &*inner.clock);
        Ok(Self { at, user: signed.user.name.clone(), token, n_unread })
    }

    fn has_unread(&self) -> bool {
        self.n_unread > 0
    }

    fn unread(&self) -> String {
        grouped(self.n_unread)
    }
}

/// A rendered page.
pub(crate) fn page(template: &impl Template) -> Result<Response, Error> {
    Ok(Html(template.render()?).into_response())
}

/// A rendered page with a status other than 200: a form shown again with a complaint.
pub(crate) fn page_with(status: StatusCode, template: &impl Template) -> Result<Response, Error> {
    Ok((status, Html(template.render()?)).into_response())
}

/// A number with its thousands set apart: "1,248".
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "no articles", "1 article", "1,248 articles".
pub(crate) fn counted(n: u64, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{} {what}s", grouped(n)),
    }
}

/// A title for what has none.
pub(crate) fn titled(title: &str) -> &str {
    if title.trim().is_empty() { "Untitled" } else { title }
}

/// The address a request came from; unspecified when there is no connection, as in tests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let address = parts.extensions.get::<axum::extract::ConnectInfo<SocketAddr>>();
        Ok(Self(address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_in_groups_of_three() {
        let check = |n, expected: &str| assert_eq!(grouped(n), expected);
        check(0, "0");
        check(999, "999");
        check(1_248, "1,248");
        check(u64::MAX, "18,446,744,073,709,551,615");
        assert_eq!(counted(1, "article"), "1 article");
        assert_eq!(counted(0, "source"), "no sources");
    }
}
