# Deutsch: Regeln, freigegebene Feeds, Webhooks, Freigabelinks.

rules-heading = Regeln
rules-new = Neue Regel
rules-count =
    { $n ->
        [one] { $count } Regel
       *[other] { $count } Regeln
    }
rules-none = Noch keine Regeln. Eine Regel wird auf Artikel angewendet, sobald sie eintreffen: Sie kann sie ausblenden, als gelesen oder als Favorit markieren, verschlagworten oder zum Später-Lesen merken.
rules-order = Trifft ein Artikel ein, werden die Regeln von oben nach unten geprüft. Ob Sie ihn sehen, entscheidet die erste Regel, die ihn ausblendet oder anzeigt; die übrigen Aktionen aller passenden Regeln kommen zusammen.
rules-removed = Regel entfernt. Was sie ausgeblendet hatte, ist innerhalb einer Stunde wieder in Ihren Listen.
rules-applied =
    { $n ->
        [0] Die Regel passte auf keinen Artikel der letzten 30 Tage.
        [one] Die Regel wurde auf { $count } Artikel angewendet.
       *[other] Die Regel wurde auf { $count } Artikel angewendet.
    }
rules-fault = Ausgeschaltet:
rules-matched =
    { $n ->
        [0] keine Treffer in 30 Tagen
        [one] { $count } Treffer in 30 Tagen
       *[other] { $count } Treffer in 30 Tagen
    }
rules-up = Nach oben
rules-down = Nach unten
rules-switch-on = Einschalten
rules-switch-off = Ausschalten
rules-remove = Entfernen
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
rules-field-link = URL
rules-field-any = irgendein Feld
rules-test-words = enthält die Wörter
rules-test-word = enthält das Wort
rules-test-not-word = enthält nicht das Wort
rules-test-not-words = enthält nicht die Wörter
rules-test-phrase = enthält die Wortfolge
rules-test-not-phrase = enthält nicht die Wortfolge
rules-test-is = ist
rules-test-not-is = ist nicht
rules-test-regex = passt auf den regulären Ausdruck
rules-test-not-regex = passt nicht auf den regulären Ausdruck
rules-does-block = ausblenden
rules-does-keep = nur diese anzeigen
rules-does-read = als gelesen markieren
rules-does-star = als Favorit markieren
rules-does-later = zum Später-Lesen merken
rules-does-tag = mit „{ $name }“ verschlagworten
rules-does-webhook = an „{ $name }“ senden
rules-does-webhook-gone = an einen Webhook senden, den es nicht mehr gibt
rules-name = Name
rules-name-hint = Leer: wie die erste Bedingung
rules-scope = Gilt für
rules-if = Wenn
rules-if-all = alle Bedingungen erfüllt sind
rules-if-any = eine der Bedingungen erfüllt ist
rules-field = Feld, Bedingung
rules-test = Vergleich, Bedingung
rules-text = Gesuchter Text, Bedingung
rules-more = Bedingung hinzufügen
rules-accents = Akzente und Umlaute beachten („Müller“ ist nicht „Muller“)
rules-then = Dann
rules-show-neither = Normal anzeigen
rules-show-block = Ausblenden
rules-show-block-hint = Ausgeblendete Artikel stehen in keiner Liste. Sie finden sie auf der Seite dieser Regel.
rules-show-keep = Nur passende Artikel anzeigen
rules-show-keep-hint = Artikel, auf die keine solche Regel passt, werden ausgeblendet.
rules-act-read = Als gelesen markieren
rules-act-star = Zu den Favoriten nehmen
rules-act-later = Zum Später-Lesen merken
rules-act-tags = Schlagwörter
rules-act-tags-hint = mehrere durch Kommas trennen
rules-act-webhook = An Webhook senden
rules-act-webhook-none = keinen
rules-save = Speichern
rules-try = Ausprobieren
rules-trial =
    { $n ->
        [0] Kein einziger von { $looked } Artikeln der letzten 30 Tage hätte gepasst
        [one] { $count } von { $looked } Artikeln der letzten 30 Tage hätte gepasst
       *[other] { $count } von { $looked } Artikeln der letzten 30 Tage hätten gepasst
    }
rules-trial-partial = Für eine vollständige Suche waren es zu viele Artikel. Durchsucht wurde zurück bis
rules-trial-keep = Diese würden angezeigt; alle anderen Artikel, für die diese Regel gilt, würden ausgeblendet.
rules-trial-more =
    { $n ->
        [one] und { $count } weiterer
       *[other] und { $count } weitere
    }
rules-log = Treffer der letzten 30 Tage
rules-log-none = Noch keine Treffer. Eine Regel gilt für Artikel, die nach dem Speichern eintreffen.
rules-log-hidden = Diese Artikel sind aus Ihren Listen ausgeblendet. Hier können Sie sie noch öffnen.
rules-apply-heading = Vorhandene Artikel
rules-apply-hint = Regeln gelten nur für neue Artikel. Sie können diese Regel einmal auf die Artikel der letzten 30 Tage anwenden und das auch wieder rückgängig machen.
rules-apply = Jetzt anwenden
rules-bad-name = Geben Sie einen Namen mit höchstens 500 Zeichen ein.
rules-bad-no-condition = Eine Regel für alle Quellen braucht eine Bedingung. Geben Sie ein, wonach gesucht werden soll.
rules-bad-many-conditions = Eine Regel kann höchstens 20 Bedingungen haben. Teilen Sie sie in zwei Regeln auf.
rules-bad-no-action = Wählen Sie, was mit passenden Artikeln geschehen soll.
rules-bad-many-actions = Eine Regel kann höchstens 12 Aktionen haben. Entfernen Sie welche, oder teilen Sie sie in zwei Regeln auf.
rules-bad-both = Eine Regel kann passende Artikel entweder ausblenden oder nur diese anzeigen. Wählen Sie eines davon.
rules-bad-empty = Bedingung { $number } ist leer. Geben Sie ein, wonach gesucht werden soll.
rules-bad-long = Bedingung { $number } ist länger als { $limit } Byte. Kürzen Sie sie.
rules-bad-tag = Geben Sie Schlagwörter mit höchstens 500 Zeichen ein.
rules-bad-regex = Bedingung { $number } ist kein gültiger regulärer Ausdruck: { $why }.
rules-bad-regex-size = Der reguläre Ausdruck in Bedingung { $number } ist zu aufwendig. Verwenden Sie weniger oder kleinere Wiederholungen.
rules-bad-too-many =
    { $n ->
        [one] Sie haben schon { $count } Regel; mehr sind nicht möglich. Entfernen Sie zuerst eine.
       *[other] Sie haben schon { $count } Regeln; mehr sind nicht möglich. Entfernen Sie zuerst eine.
    }
rules-bad-scope = Die Quelle oder den Ordner, für den diese Regel galt, haben Sie nicht mehr. Wählen Sie, wofür die Regel gelten soll.

out-heading = Freigaben und Webhooks
out-feeds = Freigegebene Feeds
out-feeds-hint = Geben Sie eine Ihrer Listen als Feed frei. Wer den Link hat, kann sie ohne Anmeldung lesen. Um die Freigabe zu beenden, widerrufen Sie den Link.
out-no-public-url = Der Server kennt seine öffentliche Adresse nicht; freigegebene Feeds können deshalb nicht auf sich selbst verweisen. Der Betreiber kann sie mit --public-url angeben.
out-used = zuletzt gelesen
out-never-used = noch nicht abgerufen
out-revoke = Widerrufen
out-list = Liste
out-query = Suchwörter
out-name = Name
out-make = Als Feed freigeben
out-unread = Ungelesen
out-starred = Favoriten
out-later = Später lesen
out-tag = Schlagwort „{ $name }“
out-search = Suche „{ $query }“
out-a-search = Eine Suche
out-bad-list = Diese Liste gibt es nicht. Wählen Sie eine andere; für eine Suche geben Sie die Suchwörter ein.
out-too-many =
    { $n ->
        [one] Sie haben schon { $count } freigegebenen Feed; mehr sind nicht möglich. Widerrufen Sie zuerst einen.
       *[other] Sie haben schon { $count } freigegebene Feeds; mehr sind nicht möglich. Widerrufen Sie zuerst einen.
    }
hook-heading = Webhooks
hook-hint = Ein Webhook sendet Ereignisse als signiertes JSON an eine URL Ihrer Wahl. Das Handbuch beschreibt das Format und wie Sie die Signatur prüfen.
hook-off = Ausgeschaltet:
hook-failing = Zustellung fehlgeschlagen seit
hook-said = Letzte Antwort:
hook-waiting =
    { $n ->
        [one] { $count } Nachricht wartet
       *[other] { $count } Nachrichten warten
    }
hook-secret = Geheimnis anzeigen
hook-test = Test senden
hook-event = Senden
hook-url = URL
hook-make = Webhook hinzufügen
hook-event-article = Neue Artikel: { $scope }
hook-event-star = Artikel, die Sie als Favorit markieren
hook-event-tag = Artikel, die Sie mit „{ $name }“ verschlagworten
hook-event-rule = Nur, was eine Regel sendet
hook-bad-event = Das Schlagwort, den Ordner oder die Quelle für diesen Webhook gibt es nicht mehr. Wählen Sie etwas anderes.
hook-too-many =
    { $n ->
        [one] Sie haben schon { $count } Webhook; mehr sind nicht möglich. Entfernen Sie zuerst einen.
       *[other] Sie haben schon { $count } Webhooks; mehr sind nicht möglich. Entfernen Sie zuerst einen.
    }
hook-test-good = Test zugestellt. Antwort: { $said }
hook-test-bad = Test nicht zugestellt: { $said }
share-heading = Geteilte Artikel
share-hint = Wer einen dieser Links hat, kann den Artikel lesen. Um einen zu erstellen, öffnen Sie einen Artikel und wählen „Teilen“.
share-link = Link
share-until = bis
share-forever = ohne Ablauf
share-original = Original
share-footer = Geteilt mit Tidings, einem Feedreader auf dem eigenen Server.
share-make = Öffentlich teilen
share-day = für einen Tag
share-week = für eine Woche
share-month = für einen Monat
share-year = für ein Jahr
share-button = Link erstellen
share-public = Öffentlicher Link
share-works-until = Gültig bis
share-endless = Gültig, bis Sie ihn widerrufen.
share-revoke = Link widerrufen
mute = Stummschalten:
mute-word = Wort aus dieser Quelle …
