//! Stop words for comparisons: the English list of Glasgow's information retrieval group, which most programs include.
//!
//! The product has its own, shorter lists, which keep words such as "bill", "fire" and "system". Figures are compared
//! with this one.

/// In alphabetical order, as the rule for texts sees them: three letters or more.
const WORDS: &str = "\
    about above across after afterwards again against all almost alone along already also although \
    always among amongst amoungst amount and another any anyhow anyone anything anyway anywhere are \
    around back became because become becomes becoming been before beforehand behind being below \
    beside besides between beyond bill both bottom but call can cannot cant con could couldnt cry \
    describe detail done down due during each eight either eleven else elsewhere empty enough etc even \
    ever every everyone everything everywhere except few fifteen fifty fill find fire first five for \
    former formerly forty found four from front full further get give had has hasnt have hence her \
    here hereafter hereby herein hereupon hers herself him himself his how however hundred inc indeed \
    interest into its itself keep last latter latterly least less ltd made many may meanwhile might \
    mill mine more moreover most mostly move much must myself name namely neither never nevertheless \
    next nine nobody none noone nor not nothing now nowhere off often once one only onto other others \
    otherwise our ours ourselves out over own part per perhaps please put rather same see seem seemed \
    seeming seems serious several she should show side since sincere six sixty some somehow someone \
    something sometime sometimes somewhere still such system take ten than that the their them \
    themselves then thence there thereafter thereby therefore therein thereupon these they thick thin \
    third this those though three through throughout thru thus together too top toward towards twelve \
    twenty two under until upon very via was well were what whatever when whence whenever where \
    whereafter whereas whereby wherein whereupon wherever whether which while whither who whoever \
    whole whom whose why will with within without would yet you your yours yourself yourselves";

/// Returns whether a lower-case word is one of them.
pub(super) fn is_stop(word: &str) -> bool {
    // Built once, because searching the text for each word would take most of the time.
    static SORTED: std::sync::LazyLock<Vec<&str>> = std::sync::LazyLock::new(|| {
        let mut words: Vec<&str> = WORDS.split_whitespace().collect();
        words.sort_unstable();
        words
    });
    SORTED.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_word_is_found_and_can_occur_under_the_rule() {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        assert!(words.iter().all(|word| is_stop(word)));
        let is_seen = |word: &&str| word.len() >= 3 && word.chars().all(|c| c.is_ascii_lowercase());
        assert_eq!(words.iter().find(|word| !is_seen(word)), None);
        let distinct: std::collections::BTreeSet<_> = words.iter().collect();
        assert_eq!(distinct.len(), words.len(), "no duplicates");
    }

    #[test]
    fn similar_words_are_not_stop_words() {
        for word in ["", "the ", "The", "thee", "them selves", "telescope", "zzz", "aaa"] {
            assert!(!is_stop(word), "{word:?}");
        }
        for word in ["bill", "fire", "system"] {
            assert!(is_stop(word), "figures are compared by this list: {word}");
        }
    }
}
