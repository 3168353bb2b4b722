//! Ids: small positive integers, each kind with its own type.
//!
//! Article ids increase in the order of arrival. Client APIs rely on that.

/// Declares an id: a newtype over `i64` that parses and displays as its number.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id!(/** A source: a feed, page, thread or site. */ SourceId);
id!(/** An article of a source. */ ArticleId);
id!(/** The number by which a person's client apps know an article. */ EntryId);
id!(/** A person with an account. */ UserId);
id!(/** A user's folder of subscriptions. */ FolderId);
id!(/** A user's tag on articles. */ TagId);
id!(/** A fetch in the fetch log. */ FetchId);
id!(/** A user's rule. */ RuleId);
id!(/** A user's webhook. */ WebhookId);
id!(/** One delivery of a webhook. */ DeliveryId);
id!(/** A list that a user publishes as a feed. */ OutputId);
id!(/** A subscription at a hub. */ PushId);
id!(/** A share link to one article, open to anyone who has it. */ ShareId);

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    #[test]
    fn ids_parse_and_display_as_numbers() {
        assert_eq!("17".parse::<SourceId>().unwrap(), SourceId(17));
        assert_eq!(ArticleId(5).to_string(), "5");
        assert!("seventeen".parse::<UserId>().is_err());
    }

    /// The properties of every kind of id.
    fn check<Id>(make: fn(i64) -> Id)
    where
        Id: FromStr<Err = std::num::ParseIntError>
            + Display
            + Debug
            + PartialEq
            + PartialOrd
            + Copy,
    {
        for number in [0, 1, 17, -1, i64::MAX, i64::MIN] {
            let id = make(number);
            assert_eq!(id.to_string(), number.to_string());
            assert_eq!(id.to_string().parse::<Id>().unwrap(), id);
        }
        for text in ["", " 1", "1 ", "1.0", "0x1", "one", "9223372036854775808", "1_000"] {
            assert!(text.parse::<Id>().is_err(), "{text:?}");
        }
        assert!(make(2) < make(10), "ids are ordered numerically, not as text");
        assert_eq!(format!("{:>4}|{:<4}|{:04}", make(7), make(7), make(7)), "   7|7   |0007");
    }

    #[test]
    fn every_kind_of_id_behaves_the_same() {
        check(SourceId);
        check(ArticleId);
        check(EntryId);
        check(UserId);
        check(FolderId);
        check(TagId);
        check(FetchId);
        check(RuleId);
        check(WebhookId);
        check(DeliveryId);
        check(OutputId);
        check(PushId);
        check(ShareId);
    }
}
