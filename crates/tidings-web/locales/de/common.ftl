# Deutsch: was auf jeder Seite stehen kann. Die Begriffe erklärt en/common.ftl.

skip = Zum Inhalt springen
untitled = Ohne Titel
undo = Rückgängig machen
sign-out = Abmelden
nav-menu = Menü
nav-places = Hauptmenü
nav-tabs = Schnellzugriff
nav-all-places = Mehr
nav-today = Heute
nav-unread = Ungelesen
nav-starred = Favoriten
nav-later = Später lesen
nav-all = Alle
nav-search = Suche
nav-more = Mehr
nav-loose = Ohne Ordner
nav-unfold = Aufklappen:
nav-unread-only = Nur ungelesene
nav-others =
    { $n ->
        [one] { $count } weitere
       *[other] { $count } weitere
    }
nav-tags = Schlagwörter
nav-house = Verwalten
nav-sources = Quellen
nav-add = Quelle hinzufügen
nav-settings = Einstellungen
nav-freshness = Aktualität
nav-help = Hilfe
nav-activity = Aktivität
nav-admin = Server
