# Deutsch. Rules, feeds out, webhooks, shared links.

rules-heading = Regeln
rules-new = Neue Regel
rules-count =
    { $n ->
        [one] { $count } Regel
       *[other] { $count } Regeln
    }
rules-none = Eine Regel achtet auf das, was eintrifft: Sie kann Artikel aus den Listen halten, als gelesen markieren, zu den Favoriten nehmen, verschlagworten oder für später zurücklegen. Noch gibt es keine.
rules-order = Trifft ein Artikel ein, werden die Regeln von oben nach unten geprüft. Die erste, die ausblendet oder behält, entscheidet, ob er zu sehen ist; alle anderen Aktionen der zutreffenden Regeln kommen zusammen.
rules-removed = Die Regel ist entfernt. Was sie aus den Listen gehalten hat, kehrt innerhalb einer Stunde zurück.
rules-applied =
    { $n ->
        [0] Auf nichts aus den letzten 30 Tagen trifft die Regel zu.
        [one] Die Regel wurde auf { $count } Artikel angewendet.
       *[other] Die Regel wurde auf { $count } Artikel angewendet.
    }
rules-fault = Abgeschaltet:
rules-matched =
    { $n ->
        [0] kein Treffer in 30 Tagen
        [one] { $count } Treffer in 30 Tagen
       *[other] { $count } Treffer in 30 Tagen
    }
rules-up = Nach oben
rules-down = Nach unten
rules-switch-on = Einschalten
rules-switch-off = Abschalten
rules-remove = Entfernen
rules-untitled = Ohne Titel
rules-scope-all = Alle Quellen
rules-scope-folder = Ordner „{ $name }“
rules-scope-gone = etwas, das es nicht mehr gibt
rules-and = und
rules-or = oder
rules-quoted = „{ $text }“
rules-field-title = Titel
rules-field-content = Text
rules-field-author = Autor
rules-field-tag = Kategorie
rules-field-link = Adresse
rules-field-any = irgendetwas
rules-test-words = enthält die Wörter
rules-test-not-words = enthält nicht die Wörter
rules-test-phrase = enthält die Wortfolge
rules-test-not-phrase = enthält nicht die Wortfolge
rules-test-is = ist
rules-test-not-is = ist nicht
rules-test-regex = passt zum Ausdruck
rules-test-not-regex = passt nicht zum Ausdruck
rules-does-block = nicht zeigen
rules-does-keep = nur diese zeigen
rules-does-read = als gelesen markieren
rules-does-star = zu den Favoriten
rules-does-later = für später zurücklegen
rules-does-tag = Schlagwort „{ $name }“
rules-does-webhook = an „{ $name }“ senden
rules-does-webhook-gone = an einen Webhook senden, den es nicht mehr gibt
rules-name = Name
rules-name-hint = Nach der ersten Bedingung benannt
rules-scope = Gilt für
rules-if = Wenn
rules-if-all = alles davon zutrifft
rules-if-any = eines davon zutrifft
rules-field = Wo gesucht wird, Bedingung
rules-test = Wie gesucht wird, Bedingung
rules-text = Was gesucht wird, Bedingung
rules-more = Noch eine Bedingung
rules-accents = Akzente zählen („Müller“ ist nicht „Muller“)
rules-then = Dann
rules-show-neither = Wie gewohnt zeigen
rules-show-block = Nicht zeigen
rules-show-block-hint = Der Artikel bleibt aus allen Listen; er steht auf der Seite dieser Regel.
rules-show-keep = Nur zeigen, was zutrifft
rules-show-keep-hint = Worauf keine solche Regel zutrifft, das bleibt aus den Listen.
rules-act-read = Als gelesen markieren
rules-act-star = Zu den Favoriten
rules-act-later = Für später zurücklegen
rules-act-tags = Schlagwörter
rules-act-tags-hint = mehrere mit Komma
rules-act-webhook = Senden an
rules-act-webhook-none = niemanden
rules-save = Speichern
rules-try = Ausprobieren
rules-trial =
    { $n ->
        [0] Unter { $looked } Artikeln der letzten 30 Tage hätte nichts zugetroffen
        [one] { $count } von { $looked } Artikeln der letzten 30 Tage hätte zugetroffen
       *[other] { $count } von { $looked } Artikeln der letzten 30 Tage hätten zugetroffen
    }
rules-trial-partial = Es sind mehr, als sich in einem Augenblick ansehen ließen; diese reichen zurück bis
rules-trial-keep = Diese werden gezeigt; alles andere, wofür die Regel gilt, bliebe draußen.
rules-trial-more =
    { $n ->
        [one] und { $count } weiterer
       *[other] und { $count } weitere
    }
rules-log = Treffer der letzten 30 Tage
rules-log-none = Noch nichts. Eine Regel achtet auf das, was nach dem Speichern eintrifft.
rules-log-hidden = Diese bleiben aus den Listen. Hier lassen sie sich weiterhin öffnen.
rules-apply-heading = Was schon da ist
rules-apply-hint = Eine Regel achtet nur auf das, was eintrifft. Hier lässt sie sich einmal auf die Artikel der letzten 30 Tage anwenden; das kann rückgängig gemacht werden.
rules-apply = Jetzt anwenden
rules-bad-name = Die Regel braucht einen Namen mit höchstens 500 Zeichen.
rules-bad-no-condition = Eine Regel für alle Quellen braucht eine Bedingung: bitte ausfüllen, wonach gesucht wird.
rules-bad-many-conditions = Eine Regel hat höchstens 20 Bedingungen. Es lassen sich zwei daraus machen.
rules-bad-no-action = Bitte wählen, was mit zutreffenden Artikeln geschieht.
rules-bad-many-actions = Eine Regel hat höchstens 12 Aktionen.
rules-bad-both = Eine Regel kann ausblenden oder behalten, nicht beides.
rules-bad-empty = Bedingung { $number } hat kein Wort, nach dem gesucht werden kann.
rules-bad-long = Bedingung { $number } ist länger als { $limit } Bytes.
rules-bad-tag = Ein Schlagwort hat höchstens 500 Zeichen.
rules-bad-regex = Bedingung { $number } ist kein regulärer Ausdruck: { $why }.
rules-bad-regex-size = Der Ausdruck in Bedingung { $number } wird beim Vorbereiten zu groß. Weniger oder kleinere Wiederholungen helfen.
rules-bad-too-many =
    { $n ->
        [one] Es gibt schon { $count } Regel. Bitte zuerst eine entfernen.
       *[other] Es gibt schon { $count } Regeln. Bitte zuerst eine entfernen.
    }
rules-bad-scope = Diese Quelle wird nicht mehr verfolgt, oder der Ordner ist fort. Bitte wählen, wofür die Regel gilt.

out-heading = Ausgänge
out-feeds = Feeds nach außen
out-feeds-hint = Jede Liste als Feed für andere Programme. Wer den Link hat, kann die Liste ohne Anmeldung lesen; Widerrufen beendet das.
out-no-public-url = Der Server kennt seine öffentliche Adresse nicht, deshalb enthalten die Feeds keine Links auf sich selbst. Der Betreiber setzt sie mit --public-url.
out-used = zuletzt gelesen
out-never-used = noch nicht gelesen
out-revoke = Widerrufen
out-list = Liste
out-query = Suchwörter
out-name = Name
out-make = Feed anlegen
out-unread = Ungelesen
out-starred = Favoriten
out-later = Später
out-tag = Schlagwort „{ $name }“
out-search = Suche „{ $query }“
out-a-search = Eine Suche
out-bad-list = Diese Liste gibt es nicht. Für eine Suche bitte angeben, wonach gesucht wird.
out-too-many =
    { $n ->
        [one] Es gibt schon { $count } Feed. Bitte zuerst einen widerrufen.
       *[other] Es gibt schon { $count } Feeds. Bitte zuerst einen widerrufen.
    }
hook-heading = Webhooks
hook-hint = Neuigkeiten als signiertes JSON an eine eigene Adresse. Das Format und die Prüfung der Signatur stehen im Handbuch.
hook-off = Abgeschaltet:
hook-failing = Keine Nachricht kam an seit
hook-said = Letzte Antwort:
hook-waiting =
    { $n ->
        [one] { $count } Nachricht wartet
       *[other] { $count } Nachrichten warten
    }
hook-secret = Geheimnis zeigen
hook-test = Test senden
hook-event = Berichtet von
hook-url = Adresse
hook-make = Webhook anlegen
hook-event-article = Neue Artikel: { $scope }
hook-event-star = Artikel, die zu Favoriten werden
hook-event-tag = Artikel mit neuem Schlagwort „{ $name }“
hook-event-rule = Nur, was eine Regel sendet
hook-bad-event = Wovon dieser Webhook berichten soll, das gibt es nicht mehr.
hook-too-many =
    { $n ->
        [one] Es gibt schon { $count } Webhook. Bitte zuerst einen entfernen.
       *[other] Es gibt schon { $count } Webhooks. Bitte zuerst einen entfernen.
    }
hook-test-good = Die Nachricht kam an. Die Antwort: { $said }
hook-test-bad = Die Nachricht wurde nicht angenommen: { $said }
share-heading = Geteilte Artikel
share-hint = Artikel, die alle lesen können, die den Link haben. Angelegt wird ein Link auf der Seite eines Artikels.
share-link = Link
share-until = bis
share-forever = ohne Ende
share-original = Original
share-footer = Geteilt aus Tidings, einem eigenen Leseprogramm.
share-make = Eine Seite für alle
share-day = für einen Tag
share-week = für eine Woche
share-month = für einen Monat
share-year = für ein Jahr
share-button = Öffentlichen Link anlegen
mute = Stummschalten:
mute-word = ein Wort in dieser Quelle …
