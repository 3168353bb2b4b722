//! Where a person is: in which list, from which article on, as the address bar says it.

use crate::{Error, pages::Place};
use axum::extract::{Query, rejection::QueryRejection};
use jiff::Timestamp;
use serde::Deserialize;
use tidings_model::ArticleId;
use tidings_store::Cursor;

/// Where a person is: which list, from which article on. The address bar always says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) show: Show,
    pub(crate) after: Option<Cursor>,
}

/// Which list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Show {
    #[default]
    Unread,
    All,
}

/// The query of a list, or of an article in a list. Other parameters are ignored: people paste addresses with additions.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    show: Show,
    #[serde(default)]
    after: Option<String>,
    /// The source just added, on the way back from adding it.
    #[serde(default)]
    pub(crate) added: Option<String>,
}

impl Asked {
    /// Reads a query string.
    pub(crate) fn read(query: Result<Query<Self>, QueryRejection>) -> Result<Self, Error> {
        query
            .map(|Query(asked)| asked)
            .map_err(|_| Error::BadRequest("its query is not one of this page's".to_owned()))
    }

    pub(crate) fn spot(&self) -> Result<Spot, Error> {
        let after = self.after.as_deref().map(|text| {
            cursor(text).ok_or_else(|| Error::BadRequest("after is no place in a list".to_owned()))
        });
        Ok(Spot { show: self.show, after: after.transpose()? })
    }
}

/// Reads "milliseconds.id".
fn cursor(text: &str) -> Option<Cursor> {
    let (at, id) = text.split_once('.')?;
    Some(Cursor { at: Timestamp::from_millisecond(at.parse().ok()?).ok()?, id: id.parse().ok()? })
}

impl Spot {
    pub(crate) fn place(self) -> Place {
        match self.show {
            Show::Unread => Place::Unread,
            Show::All => Place::All,
        }
    }

    /// The address of this list.
    pub(crate) fn href(self) -> String {
        format!("/{}", self.query())
    }

    /// The address of an article in this list. The fragment brings its card into view.
    pub(crate) fn article_href(self, id: ArticleId) -> String {
        format!("/article/{id}{}#a{id}", self.query())
    }

    fn query(self) -> String {
        let show = (self.show == Show::All).then(|| "show=all".to_owned());
        let after =
            self.after.map(|after| format!("after={}.{}", after.at.as_millisecond(), after.id));
        let query = show.into_iter().chain(after).collect::<Vec<_>>().join("&");
        if query.is_empty() { query } else { format!("?{query}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_is_what_its_address_says() {
        let asked =
            Asked { show: Show::All, after: Some("1800000000000.17".to_owned()), added: None };
        let spot = asked.spot().unwrap();
        assert_eq!(spot.href(), "/?show=all&after=1800000000000.17");
        assert_eq!(
            spot.article_href(ArticleId(5)),
            "/article/5?show=all&after=1800000000000.17#a5"
        );
        assert_eq!(
            crate::next::safe(&spot.article_href(ArticleId(5))),
            spot.article_href(ArticleId(5))
        );
    }

    #[test]
    fn cursors_that_are_none_are_refused() {
        for text in ["", ".", "1", "1.", ".1", "x.y", "99999999999999999999.1", "1.5.9", "1 .2"] {
            assert_eq!(cursor(text), None, "{text}");
        }
        assert!(cursor("-5.3").is_some());
    }
}
