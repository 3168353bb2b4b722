# Deutsch: Listen, Artikel und Einstellungen zum Lesen.

list-await = Wählen Sie einen Artikel aus, um ihn hier zu lesen.
list-older = Ältere
list-newer = Neuere
list-end = Ende der Liste
list-added =
    { $n ->
        [one] { $source } abonniert: { $count } ungelesener Artikel.
       *[other] { $source } abonniert: { $count } ungelesene Artikel.
    }
mark-read = Als gelesen markieren
mark-question =
    { $n ->
        [one] { $count } Artikel als gelesen markieren?
       *[other] { $count } Artikel als gelesen markieren?
    }
mark-question-kept = Alle Artikel dieser Liste als gelesen markieren?
mark-all = Alle als gelesen markieren
mark-day = Nur Artikel älter als ein Tag
mark-week = Nur Artikel älter als eine Woche
mark-month = Nur Artikel älter als ein Monat
view = Ansicht
view-unread = Nur ungelesene
view-all = Alle Artikel
view-hide-read = Gelesene ausblenden
view-show-read = Gelesene anzeigen
view-newest = Neueste zuerst
view-oldest = Älteste zuerst
view-choose = Artikel auswählen
choose = Auswählen:
choose-what = Mit den ausgewählten Artikeln:
sign-starred = Favorit
sign-later = für später gespeichert
act-read = Als gelesen markieren
act-unread = Als ungelesen markieren
act-star = Zu Favoriten
act-unstar = Aus Favoriten
act-later = Später lesen
act-not-later = Aus „Später lesen“ entfernen
empty-end = Keine weiteren Artikel
empty-end-why = Das ist das Ende dieser Liste.
empty-end-next = Zurück zum Anfang
empty-new = Noch keine Artikel
empty-new-why = Fügen Sie die Adresse einer Seite ein, die Sie gern lesen. Neue Artikel erscheinen dann hier.
empty-new-next = Quelle hinzufügen
empty-waiting = Noch keine Artikel
empty-waiting-why = Neue Artikel erscheinen hier, sobald Ihre Quellen geprüft sind. Unter „Quellen“ steht, wann das ist.
empty-waiting-next = Quellen anzeigen
empty-today = Heute nichts Neues
empty-today-read = Alles Neue von heute ist gelesen
empty-today-why = Neue Artikel erscheinen hier, sobald sie eintreffen. Ältere finden Sie unter „Ungelesen“.
empty-read = Alles gelesen
empty-read-why = Neue Artikel erscheinen hier, sobald sie eintreffen.
empty-here = Hier ist alles gelesen
empty-here-why = Sie haben alle Artikel dieser Liste gelesen.
empty-bare = Hier gibt es noch keine Artikel
empty-bare-why = Unter „Quellen“ sehen Sie, ob Ihre Quellen funktionieren.
empty-starred = Noch keine Favoriten
empty-starred-why = Markieren Sie einen Artikel als Favorit, um ihn dauerhaft zu behalten.
empty-later = Noch nichts für später gespeichert
empty-later-why = Wählen Sie bei einem Artikel „Später lesen“, um ihn hier zu sammeln.
empty-tag = Keine Artikel mit diesem Schlagwort
empty-tag-why = Schlagwörter vergeben Sie unter jedem Artikel.
see-unread = Ungelesene Artikel anzeigen
see-all = Alle Artikel anzeigen
see-read = Gelesene Artikel anzeigen
bar-back = Zurück
bar-tag = Schlagwort
bar-share = Teilen
bar-original = Original
link = Link
link-copy = Link kopieren
text-original = Artikeltext
text-summary = Zusammenfassung
text-nothing = Dieser Artikel kam ohne Text. Lesen Sie das Original auf der Website.
reading-time = { $count } Min.
seen-after = { $span } nach Erscheinen abgerufen
attached = Anhänge
comments =
    { $n ->
        [one] { $count } Kommentar
       *[other] { $count } Kommentare
    }
comments-none = Kommentare
tag-name = Schlagwort
tag-add = Schlagwort hinzufügen
tag-remove = Schlagwort entfernen
filed-under = Kategorien:
onward = Mehr in dieser Liste
onward-next = Nächster
onward-previous = Voriger
done-read =
    { $n ->
        [one] { $count } Artikel als gelesen markiert.
       *[other] { $count } Artikel als gelesen markiert.
    }
done-unread =
    { $n ->
        [one] { $count } Artikel als ungelesen markiert.
       *[other] { $count } Artikel als ungelesen markiert.
    }
done-star =
    { $n ->
        [one] { $count } Artikel als Favorit markiert.
       *[other] { $count } Artikel als Favoriten markiert.
    }
done-unstar =
    { $n ->
        [one] { $count } Artikel aus den Favoriten entfernt.
       *[other] { $count } Artikel aus den Favoriten entfernt.
    }
done-later =
    { $n ->
        [one] { $count } Artikel für später gespeichert.
       *[other] { $count } Artikel für später gespeichert.
    }
done-not-later =
    { $n ->
        [one] { $count } Artikel aus „Später lesen“ entfernt.
       *[other] { $count } Artikel aus „Später lesen“ entfernt.
    }
done-tag =
    { $n ->
        [one] { $count } Artikel verschlagwortet.
       *[other] { $count } Artikel verschlagwortet.
    }
done-other =
    { $n ->
        [one] { $count } Eintrag geändert.
       *[other] { $count } Einträge geändert.
    }
undone =
    { $n ->
        [one] Bei { $count } Artikel rückgängig gemacht.
       *[other] Bei { $count } Artikeln rückgängig gemacht.
    }
settings-reading = Lesen
settings-saved = Gespeichert.
settings-save = Speichern
settings-look = Darstellung
settings-theme = Farbschema
theme-system = Wie im System
theme-light = Hell
theme-dark = Dunkel
settings-face = Schrift in Artikeln
face-serif = Mit Serifen
face-sans = Ohne Serifen
settings-size = Schriftgröße
size-1 = Sehr klein
size-2 = Klein
size-3 = Mittel
size-4 = Groß
size-5 = Sehr groß
settings-measure = Zeilenbreite
measure-narrow = Schmal
measure-middle = Mittel
measure-wide = Breit
settings-sample = Vorschau Ihrer gespeicherten Einstellungen
settings-sample-text = Das Schönste am Morgen ist die Viertelstunde, in der niemand etwas von einem will und man einfach lesen kann. Eine gute Zeile führt das Auge bis ans Ende und lässt es die nächste von selbst finden.
settings-speech = Sprache und Zeit
settings-language = Sprache
settings-zone = Zeitzone
settings-browser = Wie im Browser
settings-lists = Listen
settings-order = Reihenfolge
settings-show = Ordner und Quellen zeigen
settings-page-size = Artikel pro Seite
settings-keep-read = Gelesene Artikel in „Heute“ behalten
settings-scroll = Artikel beim Vorbeiscrollen als gelesen markieren
settings-thumbnails = Bilder in Listen anzeigen
settings-confirm = Nachfragen, bevor alle Artikel als gelesen markiert werden
settings-articles = Artikel
settings-images = Bilder laden
images-direct = Direkt von ihren Websites
images-proxied = Über diesen Server
images-off = Nie
settings-tabs = Links in neuem Tab öffnen
settings-account = Konto
settings-sessions = Sitzungen
settings-passwords = App-Passwörter
settings-data = Ihre Daten
settings-folders = Ordner
settings-rules = Regeln
settings-outputs = Freigaben und Webhooks

## Medien: Bilder, Videos, Wiedergabe, Volltext

picture = Bild
code = Code
table = Tabelle
film-at = Video auf { $place }
whole-shown = Volltext von der Seite des Artikels.
whole-original = Fassung aus dem Feed anzeigen
whole-show = Volltext anzeigen
whole-failed = Der Volltext ließ sich nicht abrufen.
whole-not-a-page = Der Link führt zu einer Datei statt zu einer Webseite.
whole-no-article = Auf der Seite wurde kein Artikel gefunden. Vielleicht ist sie eine Liste oder braucht JavaScript.
whole-again = Noch einmal versuchen
whole-fetch = Volltext abrufen
media-left = noch { $time }
media-at = Angehalten nach { $time }
media-heard = Bis zum Ende abgespielt
