//! What the import page says about files and pasted addresses, in every language.

use crate::{
    harness::{Browser, TestServer},
    uploading::upload,
};
use http::StatusCode;
use tidings_model::{Clock, Failure, FailureKind, Refusal, Role, UserId};
use tidings_store::{ImportLine, ImportLineState, Listing};

async fn speak(server: &TestServer, user: UserId, language: &str) {
    let set = vec![("language", Some(language.to_owned()))];
    server.store.settings().set_all(user, set).await.unwrap();
}

/// Returns whether the box for pasted addresses is open.
fn is_box_open(page: &str) -> bool {
    page.split_once("<main").unwrap().1.contains("<details open>")
}

/// Returns the page of an import with these lines.
async fn imported(browser: &mut Browser<'_>, user: UserId, listing: Listing) -> String {
    let server = browser.server;
    let import = server.store.imports().begin(user, listing, server.clock.now()).await.unwrap();
    browser.get(&format!("/sources/import/{import}")).await.body
}

#[tokio::test]
async fn pasted_lines_without_an_address_stay_in_their_box_to_be_corrected() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let failure = Failure::new(FailureKind::NotAFeed, "Expected OPML.");
    *server.told.unreadable.lock().unwrap() = Some(failure);
    for (language, sentence) in [
        ("en", "None of these lines is an address. Enter one address per line."),
        ("de", "Keine dieser Zeilen ist eine Adresse. Geben Sie pro Zeile eine Adresse ein."),
        ("fr", "Aucune de ces lignes n’est une adresse. Saisissez une adresse par ligne."),
    ] {
        speak(&server, user, language).await;
        let answer = ada.post("/sources/import", &[("text", "my <blog>\nyours")]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.body.contains(sentence), "{}", answer.body);
        assert!(is_box_open(&answer.body), "{}", answer.body);
        assert!(answer.body.contains("required>my &#60;blog&#62;\nyours</textarea>"));
        assert!(!answer.body.contains("Expected OPML."), "there was no file");
    }
    let file = upload(&mut ada, "cat.png", "cat").await.body;
    assert!(file.contains("Ce fichier n’est pas une liste") && file.contains("Expected OPML."));
    assert!(!is_box_open(&file), "{file}");
}

#[tokio::test]
async fn an_empty_file_is_called_so_and_no_file_is_asked_for() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    for (language, sentence, nothing) in [
        ("en", "The file is empty.", "There is nothing to import."),
        ("de", "Die Datei ist leer.", "Es gibt nichts zu importieren."),
        ("fr", "Le fichier est vide.", "Il n’y a rien à importer."),
    ] {
        speak(&server, user, language).await;
        let empty = upload(&mut ada, "list.opml", " ").await.body;
        assert!(empty.contains(sentence) && !empty.contains(nothing), "{empty}");
        let unchosen = upload(&mut ada, "", "").await.body;
        assert!(unchosen.contains(nothing) && !unchosen.contains(sentence), "{unchosen}");
    }
}

#[tokio::test]
async fn a_file_without_subscriptions_is_not_counted() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    for (language, sentence) in [
        ("en", "The file contains no subscriptions."),
        ("de", "Die Datei enthält keine Abonnements."),
        ("fr", "Le fichier ne contient aucun abonnement."),
    ] {
        speak(&server, user, language).await;
        let listing = Listing { name: "list.opml".to_owned(), ..Listing::default() };
        let page = imported(&mut ada, user, listing).await;
        assert!(page.contains(sentence) && !page.contains("<progress"), "{page}");
        assert!(!page.contains("Import finished."), "{page}");
    }
}

#[tokio::test]
async fn an_entry_without_an_address_is_listed_by_its_title() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    for (language, heading, reason, rest, button) in [
        (
            "en",
            "Entry",
            "It has no feed address.",
            "Entries up to there are imported. For the rest, export the file again from your old reader.",
            "See your sources",
        ),
        (
            "de",
            "Eintrag",
            "Die Feed-Adresse fehlt.",
            "Für den Rest exportieren Sie die Datei noch einmal aus Ihrem bisherigen Reader.",
            "Zu Ihren Quellen",
        ),
        (
            "fr",
            "Entrée",
            "L’adresse du flux manque.",
            "Pour le reste, exportez de nouveau le fichier depuis votre ancien lecteur.",
            "Voir vos sources",
        ),
    ] {
        speak(&server, user, language).await;
        let line = ImportLine {
            url: "No address here".to_owned(),
            state: ImportLineState::Refused,
            why: Refusal::NoAddress.code(),
            ..ImportLine::default()
        };
        let complaints = vec!["cut_off".to_owned()];
        let listing = Listing { lines: vec![line], complaints, ..Listing::default() };
        let page = imported(&mut ada, user, listing).await;
        assert!(page.contains(&format!("<th scope=\"col\">{heading}</th>")), "{page}");
        assert!(page.contains(&format!("<bdi>No address here</bdi></td><td>{reason}</td>")));
        assert!(page.contains(rest), "{page}");
        assert!(page.contains(&format!("href=\"/sources\">{button}</a>")), "{page}");
    }
    let french = ada.get("/sources/import/1").await.body;
    assert!(french.contains("0 déjà suivie<") && !french.contains("abonnée"), "{french}");
}

#[tokio::test]
async fn the_title_of_pasted_addresses_is_in_the_language_of_the_page() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let pasted = ada.post("/sources/import", &[("text", "https://a.example/feed")]).await;
    let own = pasted.header("location").to_owned();
    upload(&mut ada, "my.opml", "https://b.example/feed").await;
    for (language, title) in
        [("en", "Pasted addresses"), ("de", "Eingefügte Adressen"), ("fr", "Adresses collées")]
    {
        speak(&server, user, language).await;
        for place in [own.as_str(), "/sources/import"] {
            let page = ada.get(place).await.body;
            assert!(page.contains(&format!("<bdi>{title}</bdi>")), "{place}: {page}");
        }
        assert!(ada.get("/sources/import").await.body.contains("<bdi>my.opml</bdi>"));
    }
}

#[tokio::test]
async fn the_page_names_all_exports_that_it_takes_first_our_own() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    for (language, words) in [
        ("en", "an export from Tidings, FreshRSS"),
        ("de", "einen Export aus Tidings, FreshRSS"),
        ("fr", "un export de Tidings, FreshRSS"),
    ] {
        speak(&server, user, language).await;
        let page = ada.get("/sources/import").await.body;
        let lead = page.split_once("<p class=\"lead\">").unwrap().1.split_once("</p>").unwrap().0;
        assert!(lead.contains(words), "{lead}");
    }
}
