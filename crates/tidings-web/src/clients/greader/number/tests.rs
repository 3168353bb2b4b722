//! Tests of the written forms of an article's id.

use super::*;

#[test]
fn all_written_forms_are_the_same_id() {
    let id = EntryId(4719);
    assert_eq!(long(id), "tag:google.com,2005:reader/item/000000000000126f");
    let prefix = "tag:google.com,2005:reader/item/";
    for text in
        [&long(id), &format!("{prefix}126f"), "4719", "000000000000126f", " 4719\n", "+4719"]
    {
        assert_eq!(read(text), Some(id), "{text}");
    }
    for text in ["", "-5", "0", "x", "12x", prefix, &format!("{prefix}-1"), "ffffffffffffffff"] {
        assert_eq!(read(text), None, "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn an_id_is_read_back_from_each_form(n in 1..=i64::MAX) {
        let id = EntryId(n);
        for text in [long(id), format!("{n:016x}"), format!("{n:016X}")] {
            proptest::prop_assert_eq!(read(&text), Some(id), "{}", text);
        }
        // Sixteen digits are hexadecimal: none of our ids is that large.
        if n.to_string().len() != 16 {
            proptest::prop_assert_eq!(read(&format!(" {n}\n")), Some(id));
        }
    }

    #[test]
    fn no_text_parses_as_an_id_below_one(text in "\\PC{0,20}|-?[0-9a-f]{0,20}|-?0{1,16}") {
        proptest::prop_assert!(read(&text).is_none_or(|id| id.0 > 0));
    }
}
