# Deutsch. What every page may say.

skip = Zum Inhalt
untitled = Ohne Titel
undo = Rückgängig
sign-out = Abmelden
nav-menu = Menü
nav-places = Bereiche
nav-tabs = Hauptbereiche
nav-all-places = Alle Bereiche
nav-today = Heute
nav-unread = Ungelesen
nav-starred = Favoriten
nav-later = Später
nav-all = Alle
nav-search = Suche
nav-more = Mehr
nav-loose = Ohne Ordner
nav-unfold = Quellen von
nav-others =
    { $n ->
        [one] { $count } weitere
       *[other] { $count } weitere
    }
nav-tags = Schlagwörter
nav-house = Haus
nav-sources = Quellen
nav-add = Quelle hinzufügen
nav-settings = Einstellungen
nav-freshness = Frische
nav-activity = Ereignisse
nav-admin = Server
