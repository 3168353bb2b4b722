# Deutsch: die Suche.

search-label = Artikel durchsuchen
search-go = Suchen
search-hits =
    { $n ->
        [0] Keine Treffer
        [one] { $count } Artikel
       *[other] { $count } Artikel
    }
search-best = Beste Treffer
search-newest = Neueste zuerst
search-more = Mehr anzeigen
search-deepest = Nur die ersten { $count } Treffer werden angezeigt. Ein weiteres Wort grenzt die Suche ein.
search-building = Der Suchindex wird aufgebaut ({ $percent } % fertig). Bis dahin fehlen einige Treffer.
search-stalled = Der Suchindex kann gerade nicht aktualisiert werden; die neuesten Artikel fehlen möglicherweise.
search-broken = Der Suchindex war beschädigt und wird neu aufgebaut. Versuchen Sie es in ein paar Minuten noch einmal.
search-none = Keine Treffer
search-none-why = Versuchen Sie es mit weniger Wörtern. Auf Endungen kommt es nicht an. Durchsucht werden nur Ihre eigenen Quellen und die Artikel, die Sie behalten haben.
search-none-next = Ohne Filter suchen
search-nothing = Artikel durchsuchen
search-nothing-why = Geben Sie ein Wort ein. Durchsucht werden Titel, Texte, Autoren und Schlagwörter aller Ihrer Quellen, auch Ihre Favoriten und gemerkte Artikel.
search-past = Keine weiteren Treffer
search-past-why = Sie haben alle Treffer dieser Suche gesehen.
search-past-next = Zur ersten Seite
search-help = Tipps zur Suche
search-help-words = alle diese Wörter, in jeder Form
search-help-phrase = genau diese Wortfolge
search-help-not = ohne dieses Wort
search-help-or = eines der beiden Wörter
search-help-start = Wörter, die so anfangen
search-help-title = im Titel
search-help-author = mit diesem Autorennamen
search-help-source = aus Quellen, deren Name das enthält
search-help-folder = aus Quellen in diesem Ordner und seinen Unterordnern
search-help-tag = mit diesem Schlagwort, von Ihnen oder von der Quelle
search-help-after = seither erschienen; auch 2026, 2026-11-15, 7d, yesterday
search-help-before = davor erschienen
search-help-is = ungelesen; auch read, starred, later
