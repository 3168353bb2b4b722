# Deutsch. Lists, articles and how they are read.

list-await = Einen Artikel wählen, um ihn hier zu lesen.
list-older = Ältere
list-newer = Neuere
list-end = Das ist alles.
list-today-count = { $count } von { $all }
list-added =
    { $n ->
        [one] { $source } wird jetzt verfolgt; { $count } ungelesener Artikel.
       *[other] { $source } wird jetzt verfolgt; { $count } ungelesene Artikel.
    }
mark-read = Gelesen
mark-question =
    { $n ->
        [one] { $count } Artikel als gelesen markieren?
       *[other] { $count } Artikel als gelesen markieren?
    }
mark-question-kept = Alle Artikel dieser Liste als gelesen markieren?
mark-all = Alle gelesen
mark-day = Älter als ein Tag
mark-week = Älter als eine Woche
mark-month = Älter als ein Monat
view = Ansicht
view-unread = Nur ungelesene
view-all = Alle Artikel
view-newest = Neueste zuerst
view-oldest = Älteste zuerst
view-choose = Mehrere auswählen
choose = Auswählen:
choose-what = Mit den ausgewählten Artikeln:
sign-starred = Favorit
sign-later = für später
act-read = Gelesen
act-unread = Ungelesen
act-star = Favorit
act-unstar = Kein Favorit
act-later = Später
act-not-later = Nicht später
empty-end = Hier ist nichts mehr
empty-end-why = Hier endet die Liste.
empty-end-next = Zum Anfang
empty-new = Noch nichts da
empty-new-why = Die Adresse einer Website einfügen, die lesenswert ist. Ihre Artikel kommen hier an, sobald sie erscheinen.
empty-new-next = Quelle hinzufügen
empty-waiting = Noch keine Artikel
empty-waiting-why = Die Quellen sind hinzugefügt, ihre Artikel sind unterwegs. Die Seite der Quellen sagt, wann jede als Nächstes gefragt wird.
empty-waiting-next = Zu den Quellen
empty-today = Heute nichts Neues
empty-today-why = In den letzten 24 Stunden ist nichts angekommen.
empty-read = Alles gelesen
empty-read-why = Neue Artikel erscheinen hier, sobald sie ankommen.
empty-here = Hier ist nichts ungelesen
empty-here-why = In dieser Liste ist alles gelesen.
empty-bare = Hier sind keine Artikel
empty-bare-why = Von hier ist noch nichts angekommen. Die Seite der Quellen sagt, wie es jeder geht.
empty-starred = Keine Favoriten
empty-starred-why = Favoriten bleiben hier für immer.
empty-later = Nichts zurückgelegt
empty-later-why = Artikel zurücklegen, um sie später zu lesen.
empty-tag = Kein Artikel hat dieses Schlagwort
empty-tag-why = Schlagwörter stehen unter einem Artikel.
see-unread = Ungelesene ansehen
see-all = Alle Artikel ansehen
see-read = Gelesene ansehen
bar-back = Zurück
bar-tag = Schlagwort
bar-share = Teilen
bar-original = Original
link = Link
link-copy = Link kopieren
text-original = Ganzer Text
text-summary = Auszug
text-nothing = Die Quelle schickt keinen Text zu diesem Artikel. Er steht an seinem ursprünglichen Ort.
reading-time = { $count } Min.
seen-after = { $span } nach dem Erscheinen gesehen
attached = Angehängt
comments =
    { $n ->
        [one] { $count } Kommentar
       *[other] { $count } Kommentare
    }
comments-none = Kommentare
tag-name = Schlagwort
tag-add = Hinzufügen
tag-remove = Schlagwort entfernen
filed-under = Abgelegt unter
onward = Mehr aus dieser Liste
onward-next = Weiter
onward-previous = Zurück
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
        [one] { $count } Artikel zu den Favoriten gelegt.
       *[other] { $count } Artikel zu den Favoriten gelegt.
    }
done-unstar =
    { $n ->
        [one] { $count } Artikel aus den Favoriten entfernt.
       *[other] { $count } Artikel aus den Favoriten entfernt.
    }
done-later =
    { $n ->
        [one] { $count } Artikel zurückgelegt.
       *[other] { $count } Artikel zurückgelegt.
    }
done-not-later =
    { $n ->
        [one] { $count } Artikel nicht mehr zurückgelegt.
       *[other] { $count } Artikel nicht mehr zurückgelegt.
    }
done-tag =
    { $n ->
        [one] { $count } Artikel mit Schlagwort versehen.
       *[other] { $count } Artikel mit Schlagwort versehen.
    }
done-other =
    { $n ->
        [one] { $count } Änderung.
       *[other] { $count } Änderungen.
    }
undone =
    { $n ->
        [one] Rückgängig gemacht: { $count } Artikel ist wie zuvor.
       *[other] Rückgängig gemacht: { $count } Artikel sind wie zuvor.
    }
settings-reading = Lesen
settings-saved = Gespeichert.
settings-save = Speichern
settings-look = Aussehen
settings-theme = Farben
theme-system = Wie das System
theme-light = Hell
theme-dark = Dunkel
settings-face = Schrift der Artikel
face-serif = Mit Serifen
face-sans = Ohne Serifen
settings-size = Größe der Artikel
size-1 = Sehr klein
size-2 = Klein
size-3 = Mittel
size-4 = Groß
size-5 = Sehr groß
settings-measure = Breite der Zeilen
measure-narrow = Schmal
measure-middle = Mittel
measure-wide = Breit
settings-sample = So sieht es jetzt aus
settings-sample-text = Das Beste am Morgen ist die Viertelstunde, in der nichts zu tun ist als zu lesen. Eine Zeile soll das Auge bis an ihr Ende tragen und es die nächste von selbst finden lassen.
settings-speech = Sprache und Zeit
settings-language = Sprache
settings-zone = Zeitzone
settings-browser = Wie der Browser sagt
settings-lists = Listen
settings-order = Reihenfolge
settings-show = Ordner und Quellen zeigen
settings-page-size = Artikel pro Seite
settings-scroll = Artikel beim Vorbeirollen als gelesen markieren
settings-thumbnails = Bilder in Listen zeigen
settings-confirm = Vor dem Markieren aller Artikel fragen
settings-articles = Artikel
settings-images = Bilder
images-direct = Von ihrem Ort
images-proxied = Über diesen Server
images-off = Keine
settings-tabs = Links in neuem Tab öffnen
settings-account = Konto
settings-sessions = Sitzungen
settings-passwords = App-Passwörter
settings-data = Daten
settings-folders = Ordner
settings-rules = Regeln
settings-outputs = Ausgänge

## Media: pictures, films, players, full text

picture = Bild
film-at = Video bei { $place }
whole-shown = Das ist der Text von der Seite des Artikels.
whole-original = Text der Quelle zeigen
whole-show = Ganzen Text zeigen
whole-failed = Der ganze Text war nicht zu bekommen.
whole-not-a-page = Seine Adresse führt zu einer Datei, nicht zu einer Seite.
whole-no-article = Auf seiner Seite fand sich kein Artikel; vielleicht braucht sie Skripte oder ist eine Liste.
whole-again = Noch einmal versuchen
whole-fetch = Ganzen Text holen
media-left = noch { $time }
media-at = Angehalten nach { $time }
media-heard = Bis zum Ende gehört
