//! Tests of codes, secrets and QR codes, with the test vectors of their standards and with random ones.

use super::*;

const RFC_SECRET: &[u8] = b"12345678901234567890";

#[test]
fn the_test_vectors_of_rfc_4226_hold() {
    let expected = [
        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
        "520489",
    ];
    for (counter, code) in expected.into_iter().enumerate() {
        assert_eq!(hotp(RFC_SECRET, counter as u64, 6), code);
    }
}

#[test]
fn the_test_vectors_of_rfc_6238_hold() {
    for (second, code) in [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ] {
        assert_eq!(hotp(RFC_SECRET, second / 30, 8), code);
    }
}

#[test]
fn a_code_is_valid_for_its_step_and_both_neighbours() {
    let at = |second| Timestamp::from_second(second).unwrap();
    assert_eq!(step_of(RFC_SECRET, "081804", at(1_111_111_109)), Some(37_037_036));
    assert_eq!(step_of(RFC_SECRET, " 081 804 ", at(1_111_111_109)), Some(37_037_036));
    for (second, is_taken) in [
        (1_111_111_049, false),
        (1_111_111_050, true),
        (1_111_111_139, true),
        (1_111_111_140, false),
    ] {
        let step = step_of(RFC_SECRET, "081804", at(second));
        assert_eq!(step, is_taken.then_some(37_037_036), "{second}");
    }
    for wrong in ["", "081805", "81804", "0818040", "٠٨١٨٠٤"] {
        assert_eq!(step_of(RFC_SECRET, wrong, at(1_111_111_109)), None, "{wrong}");
    }
}

#[test]
fn secrets_are_encoded_as_in_rfc_4648() {
    for (bytes, text) in
        [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foobar", "MZXW6YTBOI")]
    {
        assert_eq!(base32(bytes.as_bytes()), text);
    }
    assert_eq!(spelled(RFC_SECRET), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
}

#[test]
fn the_qr_code_contains_the_address() {
    let text = address(RFC_SECRET, "ada & eve", "news.example");
    assert!(text.starts_with("otpauth://totp/Tidings%20%28news.example%29:ada%20%26%20eve?"));
    let picture = picture(&text).unwrap();
    assert!(picture.side > 40 && picture.path.starts_with("M4 4h7v1h-7z"));
    assert_eq!(super::picture(&"x".repeat(10_000)), None);
}

#[test]
fn recovery_codes_are_accepted_however_they_are_typed() {
    let clock = tidings_model::clock::FixedClock(Timestamp::UNIX_EPOCH);
    let codes = recovery_codes(&clock);
    assert_eq!((codes.len(), codes[0].len()), (N_RECOVERY_CODES, 19));
    assert_eq!(normalized(&codes[0].to_uppercase().replace('-', " ")), normalized(&codes[0]));
}

/// Decodes base32, bit by bit.
fn unspelled(text: &str) -> Vec<u8> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let value = |letter| letters.find(letter).expect("a base32 digit is ASCII");
    let bits: Vec<bool> = text
        .chars()
        .flat_map(|letter| (0..5).rev().map(move |bit| value(letter) >> bit & 1 == 1))
        .collect();
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    bits.chunks_exact(8).map(byte).collect()
}

proptest::proptest! {
    #[test]
    fn an_encoded_secret_round_trips(secret in proptest::collection::vec(0..=255_u8, 0..40)) {
        let groups = spelled(&secret);
        proptest::prop_assert_eq!(unspelled(&groups.replace(' ', "")), secret);
        let mut lengths = groups.split(' ').map(str::len).rev();
        proptest::prop_assert!(lengths.next().unwrap() <= 4);
        proptest::prop_assert!(lengths.all(|length| length == 4));
    }

    #[test]
    fn a_code_is_accepted_one_step_around_its_own_and_no_further(
        second in 90..4_000_000_000_i64,
        drift in -4..=4_i64,
    ) {
        let step = second / STEP_S;
        let code = hotp(RFC_SECRET, (step + drift).unsigned_abs(), DIGITS);
        let taken = step_of(RFC_SECRET, &code, Timestamp::from_second(second).unwrap());
        proptest::prop_assert_eq!(taken, (drift.abs() <= 1).then_some(step + drift));
    }

    #[test]
    fn the_spelling_of_a_recovery_code_does_not_matter(code in "[a-z2-7]{16}") {
        let spaced: String = code.chars().flat_map(|c| [' ', c, '\u{2013}']).collect();
        proptest::prop_assert_eq!(&normalized(&spaced.to_uppercase()), &code);
    }
}

#[derive(Debug, Default)]
struct Counting(std::sync::atomic::AtomicU8);

impl Clock for Counting {
    fn now(&self) -> Timestamp {
        Timestamp::UNIX_EPOCH
    }
    fn secret(&self) -> [u8; 32] {
        [self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed); 32]
    }
}

#[test]
fn recovery_codes_are_distinct_and_can_be_read_aloud() {
    let codes = recovery_codes(&Counting::default());
    let different: std::collections::BTreeSet<String> =
        codes.iter().map(|code| normalized(code)).collect();
    assert_eq!(different.len(), N_RECOVERY_CODES);
    for code in &codes {
        let groups: Vec<&str> = code.split('-').collect();
        assert_eq!(groups.iter().map(|group| group.len()).collect::<Vec<_>>(), [4; 4]);
        let is_plain = |c: char| c.is_ascii_lowercase() || ('2'..='7').contains(&c);
        assert!(groups.concat().chars().all(is_plain), "{code}");
    }
}

#[test]
fn the_address_contains_the_same_secret_for_any_user_name() {
    for user in ["ada", "a:b/c?d#e&f", "žluťoučký kůň", "100%"] {
        let url = url::Url::parse(&address(RFC_SECRET, user, "news.example:8443")).unwrap();
        assert_eq!((url.scheme(), url.host_str()), ("otpauth", Some("totp")), "{user}");
        let told: std::collections::BTreeMap<_, _> = url.query_pairs().into_owned().collect();
        assert_eq!(unspelled(&told["secret"]), RFC_SECRET, "{user}");
        assert_eq!(told["issuer"], "Tidings (news.example:8443)");
        assert_eq!((told["digits"].as_str(), told["period"].as_str()), ("6", "30"));
        let label: Vec<&str> = url.path().trim_start_matches('/').split(':').collect();
        assert!(!url.path().contains('+'), "a plus sign would be taken literally");
        assert_eq!(label.len(), 2, "one colon parts the place from the user: {label:?}");
    }
}

#[test]
fn the_qr_code_has_every_dark_module_and_a_quiet_zone() {
    let text = address(RFC_SECRET, "ada", "news.example");
    let code = qrcode::QrCode::with_error_correction_level(&text, qrcode::EcLevel::M).unwrap();
    let drawn = picture(&text).unwrap();
    let width = code.width();
    let mut dark = vec![false; width * width];
    for run in drawn.path.split('z').filter(|run| !run.is_empty()) {
        let (x, rest) = run[1..].split_once(' ').unwrap();
        let (y, rest) = rest.split_once('h').unwrap();
        let (length, back) = rest.split_once("v1h-").unwrap();
        assert_eq!(length, back, "{run}");
        let [x, y, length] = [x, y, length].map(|number| number.parse::<usize>().unwrap());
        assert!(x >= QUIET && y >= QUIET && x + length <= drawn.side - QUIET, "{run}");
        let first = (y - QUIET) * width + x - QUIET;
        dark[first..first + length].fill(true);
    }
    let expected: Vec<bool> =
        code.to_colors().iter().map(|color| *color == qrcode::Color::Dark).collect();
    assert_eq!(dark, expected);
}
