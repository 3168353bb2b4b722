//! The words in dates: month names in many languages, time zones, AM and PM.

/// Returns the number of a month, 1 to 12, by how its name begins, in lower case.
pub(crate) fn month(word: &str) -> Option<i64> {
    // Nearly all dates are in English: those need no search.
    match word {
        "jan" => return Some(1),
        "feb" => return Some(2),
        "mar" => return Some(3),
        "apr" => return Some(4),
        "may" => return Some(5),
        "jun" => return Some(6),
        "jul" => return Some(7),
        "aug" => return Some(8),
        "sep" => return Some(9),
        "oct" => return Some(10),
        "nov" => return Some(11),
        "dec" => return Some(12),
        "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" => return None,
        _ => {}
    }
    let exact = |(name, number): &(&str, i64)| (*name == word).then_some(*number);
    if let Some(number) = SHORT.iter().find_map(exact) {
        return Some(number);
    }
    if word.chars().count() < 3 {
        return None;
    }
    STEMS.iter().find(|(stem, _)| word.starts_with(stem)).map(|(_, number)| *number)
}

/// Names that are also a prefix of something else.
const SHORT: &[(&str, i64)] = &[
    ("mar", 3),
    ("mag", 5),
    ("mai", 5),
    ("mei", 5),
    ("may", 5),
    ("maj", 5),
    ("май", 5),
    ("мая", 5),
    ("jun", 6),
    ("juin", 6),
    ("giu", 6),
    ("jul", 7),
    ("lug", 7),
    ("ago", 8),
    ("ene", 1),
    ("gen", 1),
    ("set", 9),
    ("out", 10),
    ("dez", 12),
    ("dic", 12),
    ("déc", 12),
    ("янв", 1),
    ("фев", 2),
    ("мар", 3),
    ("апр", 4),
    ("июн", 6),
    ("июл", 7),
    ("авг", 8),
    ("сен", 9),
    ("окт", 10),
    ("ноя", 11),
    ("дек", 12),
];

/// Prefixes of month names: English, German, French, Spanish, Italian, Portuguese, Dutch, Russian, Polish, Czech,
/// Scandinavian, Hungarian, Greek. A longer prefix comes before its own prefixes.
const STEMS: &[(&str, i64)] = &[
    ("jan", 1),
    ("jän", 1),
    ("ene", 1),
    ("gen", 1),
    ("янв", 1),
    ("sty", 1),
    ("led", 1),
    ("ιαν", 1),
    ("feb", 2),
    ("fév", 2),
    ("fev", 2),
    ("фев", 2),
    ("lut", 2),
    ("úno", 2),
    ("φεβ", 2),
    ("mär", 3),
    ("mrz", 3),
    ("mae", 3),
    ("maa", 3),
    ("mrt", 3),
    ("marz", 3),
    ("mars", 3),
    ("març", 3),
    ("márc", 3),
    ("marc", 3),
    ("mar", 3),
    ("мар", 3),
    ("bře", 3),
    ("μάρ", 3),
    ("μαρ", 3),
    ("apr", 4),
    ("avr", 4),
    ("abr", 4),
    ("ápr", 4),
    ("апр", 4),
    ("kwi", 4),
    ("dub", 4),
    ("απρ", 4),
    ("magg", 5),
    ("maio", 5),
    ("mayo", 5),
    ("máj", 5),
    ("mai", 5),
    ("may", 5),
    ("mei", 5),
    ("maj", 5),
    ("май", 5),
    ("мая", 5),
    ("kvě", 5),
    ("μάι", 5),
    ("μαϊ", 5),
    ("μαι", 5),
    ("juni", 6),
    ("june", 6),
    ("juin", 6),
    ("junh", 6),
    ("jún", 6),
    ("jun", 6),
    ("giu", 6),
    ("июн", 6),
    ("cze", 6),
    ("červn", 6),
    ("ιούν", 6),
    ("ιουν", 6),
    ("juil", 7),
    ("juli", 7),
    ("july", 7),
    ("julh", 7),
    ("júl", 7),
    ("jul", 7),
    ("lug", 7),
    ("июл", 7),
    ("lip", 7),
    ("červe", 7),
    ("ιούλ", 7),
    ("ιουλ", 7),
    ("aug", 8),
    ("aoû", 8),
    ("aou", 8),
    ("ago", 8),
    ("авг", 8),
    ("sie", 8),
    ("srp", 8),
    ("αύγ", 8),
    ("αυγ", 8),
    ("sep", 9),
    ("set", 9),
    ("szep", 9),
    ("сен", 9),
    ("wrz", 9),
    ("zář", 9),
    ("σεπ", 9),
    ("oct", 10),
    ("okt", 10),
    ("ott", 10),
    ("out", 10),
    ("окт", 10),
    ("paź", 10),
    ("říj", 10),
    ("οκτ", 10),
    ("nov", 11),
    ("ноя", 11),
    ("lis", 11),
    ("νοέ", 11),
    ("νοε", 11),
    ("dec", 12),
    ("dez", 12),
    ("déc", 12),
    ("dic", 12),
    ("дек", 12),
    ("gru", 12),
    ("pro", 12),
    ("δεκ", 12),
];

/// Returns a zone's minutes east of Greenwich, by its name in upper case. Where a name is ambiguous, the zone more
/// common in feeds.
pub(crate) fn zone(name: &str) -> Option<i64> {
    const HOUR: i64 = 60;
    Some(match name {
        "Z" | "UT" | "UTC" | "GMT" | "WET" | "UCT" | "ZULU" | "GREENWICH" => 0,
        "CET" | "MET" | "MEZ" | "WAT" | "BST" | "IST_IE" | "WEST" | "WEDT" | "MEWT" | "CEWT"
        | "SWT" => HOUR,
        "CEST" | "MEST" | "MESZ" | "CEDT" | "EET" | "CAT" | "SAST" | "SAT" | "METDST" | "MEDST" => {
            2 * HOUR
        }
        "EEST" | "EEDT" | "MSK" | "EAT" | "TRT" | "AST_AR" | "IDT" | "FET" => 3 * HOUR,
        "MSD" | "GST" | "AZT" | "SAMT" => 4 * HOUR,
        "PKT" | "YEKT" | "UZT" => 5 * HOUR,
        "IST" => 5 * HOUR + 30,
        "NPT" => 5 * HOUR + 45,
        "OMST" | "BDT" | "ALMT" => 6 * HOUR,
        "ICT" | "WIB" | "KRAT" | "NOVT" => 7 * HOUR,
        "HKT" | "SGT" | "AWST" | "PHT" | "MYT" | "WITA" | "IRKT" | "CST_CN" => 8 * HOUR,
        "JST" | "KST" | "WIT" | "YAKT" => 9 * HOUR,
        "ACST" => 9 * HOUR + 30,
        "AEST" | "EAST" | "VLAT" | "CHST" => 10 * HOUR,
        "ACDT" => 10 * HOUR + 30,
        "AEDT" | "EADT" | "MAGT" => 11 * HOUR,
        "NZST" | "NZT" => 12 * HOUR,
        "NZDT" => 13 * HOUR,
        "AZOT" => -HOUR,
        "BRST" | "NDT_GL" => -2 * HOUR,
        "NDT" => -(2 * HOUR + 30),
        "NST" | "NFT" => -(3 * HOUR + 30),
        "BRT" | "ART" | "ADT" | "CLST" | "UYT" | "GFT" => -3 * HOUR,
        "AST" | "AT" | "EDT" | "CLT" | "BOT" | "VET" => -4 * HOUR,
        "EST" | "CDT" | "COT" | "PET" | "ECT" | "ET" => -5 * HOUR,
        "CST" | "MDT" | "CT" => -6 * HOUR,
        "MST" | "PDT" | "MT" => -7 * HOUR,
        "PST" | "AKDT" | "PT" => -8 * HOUR,
        "AKST" | "HDT" => -9 * HOUR,
        "HST" | "HAST" => -10 * HOUR,
        "SST" => -11 * HOUR,
        _ => return None,
    })
}

/// Parses a word for AM or PM.
pub(crate) fn half_of_day(word: &str) -> Option<Half> {
    Some(match word {
        "am" | "a.m." | "a.m" | "오전" | "上午" | "午前" | "πμ" | "π.μ." => Half::Morning,
        "pm" | "p.m." | "p.m" | "오후" | "下午" | "午後" | "μμ" | "μ.μ." => {
            Half::Afternoon
        }
        _ => return None,
    })
}

/// AM or PM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    /// Before noon.
    Morning,
    /// After noon.
    Afternoon,
}

impl Half {
    /// Converts an hour on the 12-hour clock to the 24-hour clock.
    pub(crate) fn hour(self, hour: i64) -> i64 {
        match (self, hour) {
            (Self::Morning, 12) => 0,
            (Self::Afternoon, 1..=11) => hour + 12,
            _ => hour,
        }
    }
}
