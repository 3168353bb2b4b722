# Deutsch. Suchen.

search-label = In den eigenen Artikeln suchen
search-go = Suchen
search-hits =
    { $n ->
        [0] Nichts gefunden
        [one] { $count } Artikel
       *[other] { $count } Artikel
    }
search-best = Beste zuerst
search-newest = Neueste zuerst
search-more = Mehr
search-deepest = Nur die ersten { $count } lassen sich anzeigen. Ein weiteres Wort grenzt die Suche ein.
search-building = Der Index wird aufgebaut: { $percent } %. Bis dahin wird nur ein Teil gefunden.
search-stalled = Der Index lässt sich gerade nicht schreiben: Die neuesten Artikel werden noch nicht gefunden.
search-broken = Der Index war beschädigt und wird neu aufgebaut. In ein paar Minuten noch einmal versuchen.
search-none = Nichts gefunden
search-none-why = Weniger Wörter finden mehr, und auf Endungen kommt es nicht an. Gesucht wird nur in den eigenen Quellen und in Aufgehobenem.
search-none-next = Ohne die Einschränkungen suchen
search-nothing = Was wird gesucht?
search-nothing-why = Ein Wort genügt. Gesucht wird in Titeln, Texten, Autoren und Schlagwörtern aller eigenen Quellen und in allem Markierten und Gemerkten.
search-past = Weiter hinten ist nichts
search-past-why = Die Liste der Treffer endet vor dieser Seite.
search-past-next = Zurück zur ersten Seite
search-help = Genauer suchen
search-help-words = alle diese Wörter, in jeder Form
search-help-phrase = genau diese Wörter, nebeneinander
search-help-not = ohne dieses Wort
search-help-or = das eine oder das andere
search-help-start = Wörter, die so anfangen
search-help-title = im Titel
search-help-author = von dieser Person
search-help-source = aus Quellen mit diesem Namen oder einem Teil davon
search-help-folder = aus Quellen in diesem Ordner
search-help-tag = mit diesem Schlagwort, dem eigenen oder dem der Quelle
search-help-after = seitdem erschienen; auch 2026, 2026-11-15, 7d, yesterday (gestern)
search-help-before = davor erschienen
search-help-is = ungelesen; auch read (gelesen), starred (markiert), later (für später)
