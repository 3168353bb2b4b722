# Deutsch: Heute und Ihre Interessen.

today-more = Mehr anzeigen
today-anew = Neue Auswahl
view-interest = Nach Interesse
act-more = Mehr davon zeigen
act-less = Weniger davon zeigen
why-topic-most = Zu „{ $topic }“ lesen Sie das meiste
why-topic-often = Zu „{ $topic }“ lesen Sie oft etwas
why-topic-some = Zu „{ $topic }“ lesen Sie manchmal etwas
why-source-most = Von „{ $source }“ lesen Sie das meiste
why-source-often = Von „{ $source }“ lesen Sie oft etwas
why-source-some = Von „{ $source }“ lesen Sie manchmal etwas
why-asking = Neu für Sie: Mögen Sie „{ $topic }“?
why-asking-source = Neu für Sie: Mögen Sie „{ $source }“?
why-popular = Hier gern gelesen: „{ $topic }“
nav-taught = Ihre Interessen
settings-taught = Interessen
taught-more = Davon sehen Sie mehr, sobald „Heute“ neu zusammengestellt wird.
taught-less = Als gelesen markiert. Davon sehen Sie weniger, sobald „Heute“ neu zusammengestellt wird.
taught-lead = „Heute“ richtet sich danach, was Sie öffnen, wobei Sie verweilen, was Sie zu den Favoriten nehmen und was Sie überspringen. Das hat Tidings bisher gelernt; korrigieren Sie, was nicht stimmt.
taught-rate = In den letzten 30 Tagen haben Sie von je zehn Artikeln ganz oben in „Heute“ { $today } geöffnet.
taught-rates = In den letzten 30 Tagen haben Sie von je zehn Artikeln ganz oben in „Heute“ { $today } geöffnet, in nach Zeit sortierten Listen { $time }.
taught-learns = „Heute“ nach meinen Interessen sortieren und aus dem lernen, was ich lese
surprise = Überrasch mich
surprise-none = Nie
surprise-little = Selten
surprise-usual = Normal
surprise-more = Öfter
surprise-most = Oft
surprise-words = Einige Plätze in „Heute“ gehen an Themen und Quellen, über die Tidings noch wenig weiß, um herauszufinden, ob Sie sie mögen.
taught-topics = Themen
taught-topics-none = Noch keine Themen. Dafür braucht Tidings mehr Artikel.
taught-topics-words = Tidings erkennt Themen an Wörtern, die in Artikeln gemeinsam vorkommen, und benennt sie danach.
taught-rename = Umbenennen
taught-name = Name des Themas
taught-rename-words = Diesen Namen sehen alle auf diesem Server; er bleibt, auch wenn die Themen aktualisiert werden. Ist das Feld leer, gilt wieder der automatische Name.
taught-renamed = Thema umbenannt.
taught-opens = Sie öffnen etwa { $n } %
taught-sure = gut belegt
taught-rather = ziemlich sicher
taught-hardly = erste Schätzung
taught-unknown = noch nichts bekannt
taught-learned = Automatisch
taught-never = Nie
taught-seldom = Selten
taught-often = Oft
taught-always = Immer
taught-say = Speichern
taught-noted = Gespeichert. Das wirkt sich aus, sobald „Heute“ neu zusammengestellt wird.
taught-away = Datenschutz
taught-away-words = Ihre Interessen werden bei Ihrem Konto gespeichert, niemandem gezeigt und mit dem Konto gelöscht. Auf einem Server mit vielen Leserinnen und Lesern beginnt Tidings bei neuen Konten mit dem, was im Durchschnitt gefällt; einzelne Personen sind darin nicht zu erkennen.
taught-export = Mit den übrigen Daten exportieren
taught-forget = Interessen zurücksetzen
taught-forget-words = Gelöscht wird, was Tidings aus Ihrem Lesen gelernt hat, auch Ihre Korrekturen. Was Sie gelesen, zu den Favoriten genommen oder verschlagwortet haben, bleibt.
taught-forget-do = Interessen zurücksetzen
taught-forgotten = Ihre Interessen sind zurückgesetzt. Tidings lernt von vorn.
taught-others =
    { $n ->
        [one] { $count } weiteres anzeigen
       *[other] { $count } weitere anzeigen
    }
mark-page = Diese Seite als gelesen markieren
why-topic-perhaps = Vielleicht mögen Sie „{ $topic }“
why-source-perhaps = Vielleicht mögen Sie „{ $source }“
taught-said = von Ihnen festgelegt
taught-off = Das Lernen ist ausgeschaltet: „Heute“ ist nach Zeit sortiert, und es wird nichts Neues aufgezeichnet. Was Tidings vorher gelernt hat, ist noch da.
