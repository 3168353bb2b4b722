# Deutsch. Sources, adding and importing them.

src-sources = Quellen
src-import = Importieren
src-export = Als OPML exportieren
src-export-hint = Passwörter von Quellen sind nicht darin.
src-add-source = Quelle hinzufügen
src-sources-empty = Noch keine Quellen. Die Adresse eines Feeds oder einer gern gelesenen Seite einfügen, und ihre Artikel erscheinen hier.
src-sources-empty-import = Oder Abonnements aus einem anderen Leseprogramm mitbringen.
src-sources-shown =
    { $n ->
        [one] { $count } Quelle
       *[other] { $count } Quellen
    }
src-filter-label = Nach Titel, Adresse oder Ordner filtern
src-filter-go = Filtern
src-filter-none = Keine Quelle passt.
src-filter-all = Alle zeigen
src-shows-label = Welche Quellen
src-show-all = Alle
src-show-failing = Gestört
src-show-quiet = Still
src-show-missed = Artikel verpasst
src-show-paused = Angehalten
src-show-never-read = Nie gelesen
src-column-source = Quelle
src-column-health = Befinden
src-column-last = Letzter Abruf
src-column-next = Nächster Abruf
src-column-rate = Artikel
src-column-weeks = Letzte 12 Wochen
src-column-spend = Abrufe, 7 Tage
src-column-unread = Ungelesen
src-column-tick = Auswählen
src-tick = { $title } auswählen
src-muted = nur in der eigenen Liste
src-not-yet = noch nicht
src-none = keiner
src-weeks-words =
    { $n ->
        [one] { $count } Artikel in 12 Wochen
       *[other] { $count } Artikel in 12 Wochen
    }
src-spend-idle = { $share } % umsonst
src-spend-words =
    { $n ->
        [one] { $count } Abruf in 7 Tagen, { $bytes }
       *[other] { $count } Abrufe in 7 Tagen, { $bytes }
    }
src-page-before = Vorige Seite
src-page-after = Nächste Seite
src-bulk = Mit den ausgewählten Quellen
src-bulk-folder = Ordner
src-bulk-move = Verschieben
src-no-folder = Kein Ordner
src-pause = Anhalten
src-resume = Fortsetzen
src-unsubscribe = Abbestellen
src-folders = Ordner
src-folder = Ordner
src-new-folder = Neuer Ordner
src-duplicates = Doppelte Quellen
src-duplicates-found =
    { $n ->
        [one] { $count } Quelle ist anscheinend doppelt abonniert.
       *[other] { $count } Quellen sind anscheinend doppelt abonniert.
    }
src-duplicates-look = Ansehen
src-duplicates-none = Keine Quelle ist doppelt abonniert.
src-duplicates-lead = Zusammenführen behält, was in einer von beiden gelesen, markiert oder verschlagwortet wurde, und den Ordner. Es lässt sich eine Stunde lang rückgängig machen und betrifft niemand anderen.
src-duplicates-address = Dieselbe Adresse in verschiedenen Schreibweisen oder auf eine umgeleitet.
src-duplicates-articles = Ihre neuesten Artikel sind weitgehend dieselben.
src-duplicates-keep = bleibt
src-merge = Zusammenführen
src-unread-short = { $count } ungelesen
src-about = Über diese Quelle
src-source-articles = Ihre Artikel
src-refresh = Jetzt nachsehen
src-next-look = Nächster Abruf
src-push-offered = Sie bietet an, ihre Artikel über { $host } zu melden. Solange dieser Server keine öffentliche Adresse hat, wird stattdessen nachgesehen.
src-push-asking = { $host } wurde gebeten, ihre Artikel zu melden, und hat noch nicht bestätigt.
src-push-refused = { $host } meldet ihre Artikel diesem Server nicht.
src-push-believed = { $host } meldet ihre Artikel, darum wird seltener nachgesehen.
src-push-unproved = { $host } meldet ihre Artikel. Nachgesehen wird wie sonst, bis sich das als verlässlich erwiesen hat.
src-push-hint = { $host } hat Artikel geschickt, die die Quelle nicht zeigte; seine Nachrichten lassen uns nur früher nachsehen.
src-push-cloud = { $host } sagt, wenn es etwas Neues gibt. Nachgesehen wird außerdem wie sonst.
src-push-since = Zuerst bestätigt { $since }.
src-push-last = Letzte Nachricht { $ago }.
src-push-none = Noch keine Nachricht.
src-push-until = Vereinbart bis { $date }.
src-push-over = Die Vereinbarung ist abgelaufen.
src-push-silent =
    { $n ->
        [one] Einmal wurde ein Artikel nicht gemeldet.
       *[other] { $count }-mal wurde ein Artikel nicht gemeldet.
    }
src-push-forged =
    { $n ->
        [one] Eine Nachricht war nicht wie vereinbart unterschrieben und wurde nicht gelesen.
       *[other] { $count } Nachrichten waren nicht wie vereinbart unterschrieben und wurden nicht gelesen.
    }
src-details = Wortlaut
src-moved-seen =
    { $n ->
        [one] Umgezogen: ihr Server nannte { $since } zuerst eine neue Adresse ({ $count }-mal).
       *[other] Umgezogen: ihr Server nannte { $since } zuerst eine neue Adresse ({ $count }-mal in Folge).
    }
src-moved-told = Der Feed sagt, er sei umgezogen.
src-moved-accept = Neue Adresse verwenden
src-moved-keep = Alte behalten
src-plots = Wann sie veröffentlicht
src-plot-numbers = Die Zahlen
src-plot-day = Tag
src-plot-weekday = Wochentag
src-plot-within = Gesehen innerhalb von
src-plot-postings = Artikel
src-plot-days =
    { $n ->
        [one] { $count } Artikel in 90 Tagen, an { $days } davon
       *[other] { $count } Artikel in 90 Tagen, an { $days } davon
    }
src-plot-days-words = Ein Balken für jeden der letzten 90 Tage; die Höhe ist die Zahl der Artikel.
src-plot-week-words = Eine Zeile je Wochentag und eine Spalte je Stunde; dunkler heißt mehr Artikel.
src-plot-week-row =
    { $n ->
        [one] { $count }, am meisten um { $hour } Uhr
       *[other] { $count }, am meisten um { $hour } Uhr
    }
src-plot-expected = Erwartet
src-plot-expected-words = Eine Zeile für jeden Wochentag und eine Spalte für jede Stunde, nach der eigenen Uhr; dunkler heißt, dass mehr Artikel erwartet werden.
src-plot-expected-row = { $rate } am Tag, die meisten um { $hour } Uhr
src-plot-weekdays = Meist an Werktagen
src-plot-weekends = Meist am Wochenende
src-plot-all-days = An allen Wochentagen
src-plot-any-hour = { $days }, zu jeder Stunde
src-plot-hours = zwischen { $from } und { $to } Uhr
src-plot-delay = Die Hälfte der Artikel ist innerhalb von { $span } hier
src-plot-delay-words = Wie lange Artikel veröffentlicht waren, bevor sie hier gesehen wurden.
src-plot-delay-row = { $n } ({ $share } %)
src-delay-5-min = 5 Min.
src-delay-30-min = 30 Min.
src-delay-2-h = 2 Std.
src-delay-6-h = 6 Std.
src-delay-1-day = 1 Tag
src-delay-longer = länger
src-day-1 = Mo
src-day-2 = Di
src-day-3 = Mi
src-day-4 = Do
src-day-5 = Fr
src-day-6 = Sa
src-day-7 = So
src-weekday-1 = Montag
src-weekday-2 = Dienstag
src-weekday-3 = Mittwoch
src-weekday-4 = Donnerstag
src-weekday-5 = Freitag
src-weekday-6 = Samstag
src-weekday-7 = Sonntag
src-known = Was bekannt ist
src-fact-address = Adresse
src-fact-site = Website
src-fact-kind = Art
src-kind-feed = Feed
src-kind-page = Seite, die ihre Artikel auszeichnet
src-kind-thread = Diskussion
src-kind-site = Website
src-fact-private = Gemeinsam
src-fact-private-words = nein, sie gehört nur zu diesem Konto
src-fact-readers = Abonniert hier von
src-fact-readers-words =
    { $n ->
        [one] nur diesem Konto
       *[other] { $count } Konten
    }
src-fact-since = Abonniert
src-fact-rate = Veröffentlicht
src-fact-rate-guess =
    { $n ->
        [one] { $rate }, geschätzt nach { $count } Artikel
       *[other] { $rate }, geschätzt nach { $count } Artikeln
    }
src-fact-newest = Neuester Artikel
src-fact-success = Letzte gute Antwort
src-fact-spend = Aufwand
src-fact-missed = Artikel verpasst
src-fact-missed-words = zwischen zwei Abrufen erschien mehr, als der Feed auflistet
src-fact-wait = Ihre Artikel warten
src-fact-wait-words =
    { $n ->
        [one] { $span } ({ $count } Artikel in 30 Tagen)
       *[other] { $span } im Mittel ({ $count } Artikel in 30 Tagen)
    }
src-fact-weight = Gewicht
src-fact-weight-words =
    { $n ->
        [one] { $weight }: eine Person liest sie, gewichtet nach dem, was sie davon öffnet
       *[other] { $weight }: { $count } Personen lesen sie, gewichtet nach dem, was sie davon öffnen
    }
src-fact-pinned-words = etwa zehnmal so oft abgerufen, da so frisch wie möglich gewünscht
src-fact-expected = Bis zum nächsten Abruf
src-fact-expected-words = { $n } neue erwartet
src-fact-shown = Zeigt auf einmal
src-fact-shown-words =
    { $n ->
        [one] { $count } Artikel; dass vor dem nächsten Abruf welche verloren gehen, ist zu { $chance } % wahrscheinlich
       *[other] { $count } Artikel; dass vor dem nächsten Abruf welche verloren gehen, ist zu { $chance } % wahrscheinlich
    }
src-fact-shown-enough =
    { $n ->
        [one] { $count } Artikel; bis zum nächsten Abruf geht voraussichtlich keiner verloren
       *[other] { $count } Artikel; bis zum nächsten Abruf geht voraussichtlich keiner verloren
    }
src-fact-failure = Fehlgeschlagen
src-fact-failure-words =
    { $n ->
        [one] { $failed } von { $count } Abruf
       *[other] { $failed } der letzten { $count } Abrufe
    }
src-fact-cost = Ein Abruf
src-fact-cost-words = bringt im Mittel { $bytes } und dauert { $seconds } s
src-fact-ttl = Der Feed bittet um Abstand
src-fact-gone = Als gelöscht gemeldet
src-fact-language = Sprache
src-options = Optionen
src-option-title = Eigener Titel
src-rename = Umbenennen
src-option-muted = Nur in der eigenen Liste
src-option-muted-hint = Ihre Artikel bleiben aus Heute, Ungelesen und Alle heraus.
src-option-full-text = Immer der ganze Text
src-option-full-text-hint = Wo der Feed nur einen Teil eines Artikels hat, wird die Seite für den Rest abgerufen.
src-option-pinned = So frisch wie möglich
src-option-pinned-hint = Etwa zehnmal so oft abgefragt wie sonst, soweit die Quelle es selbst erlaubt. Andere Quellen warten dafür etwas länger.
src-option-keep-days = Artikel behalten, Tage
src-option-keep-count = Artikel behalten, höchstens
src-option-keep-hint =
    { $n ->
        [one] Ohne Angabe werden Artikel { $count } Tag behalten, wie vom Betreiber eingestellt.
       *[other] Ohne Angabe werden Artikel { $count } Tage behalten, wie vom Betreiber eingestellt.
    }
src-option-keep-hint-ever = Ohne Angabe werden Artikel für immer behalten, wie vom Betreiber eingestellt.
src-option-keep-never = Was markiert, aufgehoben oder verschlagwortet ist, bleibt immer. Artikel, die andere länger behalten, bleiben für sie.
src-for-ever = für immer
src-any-number = beliebig viele
src-option-min = Nicht öfter als alle … Minuten
src-option-max = Mindestens alle … Minuten
src-option-interval-hint = Wünsche, im Rahmen des Höflichen gegenüber dem Anbieter. Ein Abstand gilt, soweit alle Abonnenten der Quelle zustimmen.
src-save = Speichern
src-key = Passwort oder Token
src-key-hint = Für eine Quelle, die eine Anmeldung verlangt. Es wird nur an deren eigenen Server gesendet und nie wieder angezeigt. Die Quelle gehört dann nur zu diesem Konto: andere, die dieselbe Adresse abonnieren, sehen nicht, was es öffnet.
src-key-kept = Eines ist für { $origin } hinterlegt.
src-key-name = Benutzername
src-key-password = Passwort
src-key-or = Oder ein Header, wie manche Dienste ihn verlangen:
src-key-header = Header
src-key-value = Wert
src-key-empty = Bleiben alle Felder leer, wird das Hinterlegte vergessen.
src-key-save = Hinterlegen
src-address-change = Adresse ändern
src-address-hint = Die neue Adresse wird zuerst angesehen. Gelesenes und Markiertes kommt mit.
src-fetching = Abruf, für alle Konten
src-fetching-hint = Für Betreiber: was hier eingestellt ist, gilt für alle, die diese Quelle abonnieren.
src-option-agent = User-Agent
src-log = Letzte Abrufe
src-log-empty = Noch kein Abruf.
src-log-when = Wann
src-log-outcome = Ergebnis
src-log-size = Größe
src-log-took = Dauer
src-log-why = Warum dann
src-log-new =
    { $n ->
        [one] { $count } neuer Artikel
       *[other] { $count } neue Artikel
    }
src-log-updated =
    { $n ->
        [one] { $count } geändert
       *[other] { $count } geändert
    }
src-log-unchanged = nichts Neues
src-seconds-short = { $n } s
src-bytes =
    { $n ->
        [one] { $count } Byte
       *[other] { $count } Bytes
    }
src-kilobytes = { $n } kB
src-megabytes = { $n } MB
src-ends = Anhalten oder beenden
src-said-saved = Gespeichert.
src-said-contrary = Die beiden Abstände widersprechen sich: „wenigstens alle“ darf nicht kürzer sein als „nicht öfter als alle“. Sie bleiben, wie sie waren; das Übrige ist gespeichert.
src-said-address = Sie wird ab jetzt unter der neuen Adresse abgerufen.
src-said-refreshed = Soeben nachgesehen.
src-said-not-now = Jetzt nicht: { $why }.
src-said-later = Jetzt nicht: ihr Server bat um Geduld. Später erneut versuchen.
src-said-resumed = Sie wird ab jetzt wieder abgerufen.
src-said-key = Hinterlegt und sogleich versucht.
src-health-failing = Gestört
src-health-gone = Gelöscht
src-health-stumbling = Stockend
src-health-new = Neu
src-health-paused = Angehalten
src-health-quiet = Still
src-health-well = Gut
src-health-failing-since =
    { $n ->
        [one] Der letzte Abruf schlug fehl, { $count }-mal seit { $span }. Sie wird weiter abgerufen, immer seltener; ihre Artikel bleiben.
       *[other] Die letzten { $count } Abrufe schlugen fehl, seit { $span }. Sie wird weiter abgerufen, immer seltener; ihre Artikel bleiben.
    }
src-health-gone-why = Sie wird ab und zu noch abgerufen, falls sie wiederkommt.
src-health-new-why = Sie wurde noch nicht abgerufen.
src-health-paused-why = Bis zum Fortsetzen kommt nichts Neues von ihr.
src-health-quiet-why =
    { $n ->
        [one] Sie antwortet, hat aber seit { $count } Tag oder länger nichts veröffentlicht.
       *[other] Sie antwortet, hat aber seit { $count } Tagen oder länger nichts veröffentlicht.
    }
src-health-well-why = Sie antwortet, wie sie soll.
src-health-well-mostly =
    { $n ->
        [one] Sie antwortet jetzt; von { $count } Abruf schlug { $failed } fehl.
       *[other] Sie antwortet jetzt; von den letzten { $count } Abrufen schlugen { $failed } fehl.
    }
src-failure-forbidden-address = Ihre Adresse ist privat oder reserviert und wird nicht abgerufen. Liegt sie im eigenen Netz, kann der Betreiber sie erlauben.
src-failure-unsupported-scheme = Ihre Adresse ist weder http noch https. Eine Adresse angeben, die mit https beginnt.
src-failure-forbidden-port = Ihre Adresse nennt einen Port, der zu einem anderen Dienst gehört. Die Adresse prüfen.
src-failure-bad-url = Diese Adresse lässt sich nicht abrufen. Die Schreibweise prüfen.
src-failure-dns = Es gibt keinen Server dieses Namens. Die Schreibweise prüfen; die Website ist vielleicht umgezogen oder eingestellt.
src-failure-network = Ihr Server war nicht erreichbar. Meist geht das vorüber; es wird von selbst wieder versucht.
src-failure-tls = Die Verbindung ist nicht sicher: das Zertifikat ist falsch oder abgelaufen. Der Betreiber der Website muss es erneuern.
src-failure-timeout = Ihr Server antwortete zu langsam. Es wird von selbst wieder versucht.
src-failure-too-large = Ihre Antwort ist größer, als gelesen wird. Nach einem kürzeren Feed derselben Website suchen.
src-failure-incomplete = Ihre Antwort brach mittendrin ab. Es wird von selbst wieder versucht.
src-failure-decode = Ihre Antwort ist so verpackt, dass sie sich nicht öffnen lässt. Das muss der Betreiber der Website beheben.
src-failure-protocol = Ihr Server antwortet nicht, wie Webserver es tun. Die Adresse prüfen.
src-failure-redirect-loop = Ihr Server leitet im Kreis um. Auf der Website nach der heutigen Adresse des Feeds suchen.
src-failure-bad-redirect = Ihr Server leitet dorthin um, wohin nicht gefolgt werden kann. Auf der Website nach der heutigen Adresse suchen.
src-failure-rate-limited = Ihr Server bat um Geduld. Nach Ablauf dieser Zeit wird wieder abgerufen.
src-failure-denied = Ihr Server gewährt keinen Zugang. Verlangt er ein Passwort, es in den Optionen hinterlegen.
src-failure-not-found = Unter ihrer Adresse ist nichts mehr. Auf der Website nach der heutigen Adresse suchen.
src-failure-gone = Ihr Server sagt, sie sei endgültig gelöscht. Ihre Artikel bleiben; sie lässt sich abbestellen.
src-failure-status = Ihr Server meldet einen eigenen Fehler. Es wird von selbst wieder versucht.
src-failure-empty = Ihre Antwort war leer. Es wird von selbst wieder versucht.
src-failure-not-a-feed = Unter ihrer Adresse ist kein Feed. Auf der Website nach der Adresse des Feeds suchen.
src-failure-robots = Die Website bittet Programme, diese Seite nicht zu lesen. Das wird respektiert.
src-failure-offline = Das Netz dieses Servers war ausgefallen. Mit der Quelle ist alles in Ordnung.
src-failure-store = Das Empfangene konnte hier nicht gespeichert werden. Mit der Quelle ist alles in Ordnung; der Betreiber kann im Protokoll nachsehen.
src-why-new = neu: noch nicht abgerufen
src-why-clock = die Uhr wurde zurückgestellt
src-why-announces = sie meldet ihre Artikel selbst; trotzdem alle { $span } ein Blick
src-why-announced = sie hat etwas Neues gemeldet
src-why-verifying = ob sie zeigt, was ihr Verteiler geschickt hat
src-why-pushed = von ihrem Verteiler geschickt
src-why-resumed = fortgesetzt
src-why-asked = von Hand angefordert
src-why-worth = { $span } nach dem letzten Abruf; { $expected } neue erwartet; ein Abruf kostet { $price } Warten
src-why-worth-little = { $span } nach dem letzten Abruf; kaum etwas Neues erwartet; ein Abruf kostet { $price } Warten
src-why-pinned = { $why }; so frisch wie möglich, wie gewünscht
src-why-usually = erscheint gegen { $hour } Uhr
src-why-usually-weekdays = erscheint werktags gegen { $hour } Uhr
src-why-usually-weekends = erscheint am Wochenende gegen { $hour } Uhr
src-why-exploring = neu hier: wenigstens alle { $span }, um zu lernen, wann sie schreibt
src-why-filling =
    { $n ->
        [one] zeigt nur ihren neuesten Artikel; { $expected } bis dahin erwartet
       *[other] zeigt nur ihre neuesten { $count } Artikel; { $expected } bis dahin erwartet
    }
src-why-at-this-moment = sie wird gerade abgerufen
src-why-share = alle { $span } beim heutigen Budget
src-why-polite = alle { $span }, öfter wäre unhöflich
src-why-at-least = mindestens alle { $span }
src-why-wished-often = mindestens alle { $span }, wie gewünscht
src-why-wished-seldom = höchstens alle { $span }, wie gewünscht
src-why-unaffordable =
    { $n ->
        [one] alle { $span }, obwohl das Budget von { $count } Abruf am Tag dafür zu klein ist
       *[other] alle { $span }, obwohl das Budget von { $count } Abrufen am Tag dafür zu klein ist
    }
src-why-put-off =
    { $n ->
        [one] aufgeschoben: der { $count } Abruf am Tag ist bis jetzt verbraucht
       *[other] aufgeschoben: die { $count } Abrufe am Tag sind bis jetzt verbraucht
    }
src-why-feed-wish = der Feed bittet um { $span } zwischen zwei Abrufen
src-why-fresh = der Server sagt, seine Antwort gelte { $span }
src-why-quiet-time = nach den Stunden oder Tagen, die der Feed still nennt
src-why-patience = der Server bat um { $span } Geduld
src-why-failed-once = einmal fehlgeschlagen; { $span } danach wieder abgerufen
src-why-failed =
    { $n ->
        [one] { $count }-mal fehlgeschlagen; { $span } danach wieder abgerufen
       *[other] { $count }-mal fehlgeschlagen; { $span } danach wieder abgerufen
    }
src-why-gone-once = gelöscht; wird noch einmal abgerufen, falls sie wiederkommt
src-why-gone =
    { $n ->
        [one] gelöscht; wird noch { $count }-mal abgerufen, falls sie wiederkommt
       *[other] gelöscht; wird noch { $count }-mal abgerufen, einmal in der Woche, falls sie wiederkommt
    }
src-why-gone-for-good = seit mehr als vier Wochen gelöscht; wird nicht mehr abgerufen
src-why-paused = angehalten; wird nicht abgerufen
src-why-offline = das eigene Netz war ausgefallen; { $span } danach wieder abgerufen
src-why-not-kept = das Empfangene konnte nicht gespeichert werden; { $span } danach wieder abgerufen
src-why-just-looked = gerade erst nachgesehen; wieder möglich in { $span }
src-rate-day = { $rate } am Tag
src-rate-week = { $rate } in der Woche
src-rate-month = { $rate } im Monat
src-rate-about = etwa { $rate }
src-rate-seldom = weniger als einer im Monat
src-rate-none = noch keine
src-rate-unknown = aus den Daten der Artikel nicht ersichtlich
src-folders-empty = Noch keine Ordner. Ein Ordner fasst Quellen zusammen, die gern gemeinsam gelesen werden.
src-folder-sources =
    { $n ->
        [one] { $count } Quelle
       *[other] { $count } Quellen
    }
src-folder-up = Nach oben
src-folder-down = Nach unten
src-folder-up-name = { $name } nach oben
src-folder-down-name = { $name } nach unten
src-folder-change = Ändern
src-folder-name = Name
src-folder-remove = Ordner entfernen
src-folder-remove-hint = Ihre Quellen bleiben.
src-folder-make = Anlegen
src-folder-taken = Ein anderer Ordner hat diesen Namen. Einen anderen wählen.
src-folder-loose =
    { $n ->
        [0] Jede Quelle liegt in einem Ordner.
        [one] { $count } Quelle liegt in keinem Ordner.
       *[other] { $count } Quellen liegen in keinem Ordner.
    }
src-folder-move-many = Mehrere auf einmal verschieben
src-add-hint = Die eines Feeds oder einer beliebigen Seite: ihre Feeds werden gefunden.
src-add-look = Ansehen
src-add-empty = Die Adresse ist leer. Die Adresse eines Feeds oder einer Seite einfügen.
src-add-nothing = Unter dieser Adresse wurde kein Feed gefunden. Die Adresse der Nachrichten- oder Blogseite versuchen.
src-add-several =
    { $n ->
        [one] { $count } Feed ist unter dieser Adresse.
       *[other] { $count } Feeds sind unter dieser Adresse. Welcher soll es sein?
    }
src-add-ways = Andere Wege
src-add-import = Abonnements aus einem anderen Leseprogramm importieren
src-bookmarklet = Mit Tidings folgen
src-bookmarklet-words = Diesen Link in die Lesezeichen ziehen. Auf jeder Seite bringt er dann deren Adresse hierher.
src-bookmarklet-hint = Ein Klick hier bewirkt absichtlich nichts: diese Seite führt keine solchen Skripte aus.
src-preview-newest = Neueste Artikel
src-preview-empty = Zurzeit hat sie keine Artikel.
src-preview-untitled = Ohne Titel
src-preview-followed = Diese Quelle ist schon abonniert.
src-preview-followed-look = Ansehen
src-follow = Abonnieren
src-language-en = Englisch
src-language-de = Deutsch
src-language-fr = Französisch
src-language-es = Spanisch
src-language-it = Italienisch
src-language-nl = Niederländisch
src-language-pt = Portugiesisch
src-language-pl = Polnisch
src-language-ru = Russisch
src-language-ja = Japanisch
src-language-zh = Chinesisch
src-language-ar = Arabisch
src-import-lead = Abonnements mitbringen: eine OPML-Datei eines beliebigen Programms oder den Export von FreshRSS, Miniflux oder NewsBlur mit Gelesenem und Markiertem.
src-import-file = Datei
src-import-file-hint = OPML, JSON, Zip oder eine Liste von Adressen; höchstens { $most }.
src-import-go = Importieren
src-import-paste = Stattdessen Adressen einfügen
src-import-paste-label = Adressen, eine je Zeile
src-import-pasted = Eingefügte Adressen
src-import-empty = Es ist nichts darin. Eine Datei wählen oder Adressen einfügen.
src-import-former = Frühere Importe
src-import-added =
    { $n ->
        [one] { $count } Quelle hinzugefügt
       *[other] { $count } Quellen hinzugefügt
    }
src-import-known =
    { $n ->
        [one] { $count } schon abonniert
       *[other] { $count } schon abonniert
    }
src-import-refused =
    { $n ->
        [one] { $count } abgelehnt
       *[other] { $count } abgelehnt
    }
src-import-marks =
    { $n ->
        [one] { $count } gelesener oder markierter Artikel mitgebracht.
       *[other] { $count } gelesene oder markierte Artikel mitgebracht.
    }
src-import-marks-waiting =
    { $n ->
        [one] { $count } wartet, bis die Quelle gelesen ist.
       *[other] { $count } warten, bis ihre Quellen gelesen sind.
    }
src-import-done = Alles ist da.
src-import-under-way = Der Import läuft. Diese Seite kann verlassen werden; es geht weiter.
src-import-progress =
    { $n ->
        [one] { $done } von { $count } Zeile
       *[other] { $done } von { $count } Zeilen
    }
src-import-next = Die neuen Quellen werden nach und nach gelesen.
src-import-next-look = Die nicht antworten
src-import-refused-heading = Abgelehnt, und warum
src-import-line = Zeile
src-import-why = Warum
src-done-unsubscribe =
    { $n ->
        [one] { $count } Quelle abbestellt.
       *[other] { $count } Quellen abbestellt.
    }
src-done-move =
    { $n ->
        [one] { $count } Quelle verschoben.
       *[other] { $count } Quellen verschoben.
    }
src-done-pause =
    { $n ->
        [one] { $count } Quelle angehalten.
       *[other] { $count } Quellen angehalten.
    }
src-done-resume =
    { $n ->
        [one] { $count } Quelle fortgesetzt.
       *[other] { $count } Quellen fortgesetzt.
    }
src-done-merge = Zu einer Quelle zusammengeführt.
src-done-folder =
    { $n ->
        [one] Ordner entfernt; { $count } Quelle bleibt.
       *[other] Ordner entfernt; { $count } Quellen bleiben.
    }

src-refused-no-address = Es steht keine Adresse eines Feeds da.
src-refused-not-an-address = Das ist keine Adresse.
src-refused-too-long = Die Adresse ist zu lang.
src-refused-other-scheme = Nur Adressen mit http und https lassen sich abonnieren.
src-refused-full = { $count } Quellen sind abonniert, mehr kann ein Konto nicht.
src-odd-too-many-outlines = Die Liste ist zu lang; ihr Ende wurde weggelassen.
src-odd-cut-off = Die Datei endet mitten in der Liste: was davor steht, ist übernommen; für den Rest ist ein neuer Export nötig.
src-odd-reference = Ein Verweis auf eine andere Datei wurde nicht verfolgt.
src-odd-too-deep = Zu tief liegende Ordner gingen in den umgebenden auf.
src-odd-unreadable-file = Eine Datei im Archiv ist verschlüsselt oder beschädigt; sie wurde weggelassen.
src-odd-too-much-unpacked = Das Archiv enthält zu viel; der Rest wurde nicht gelesen.
src-odd-not-a-list = Eine Datei im Archiv ist keine Abonnementliste; sie wurde weggelassen.
src-odd-unreadable-rule = Einige Regeln im Archiv sind nicht lesbar; sie wurden weggelassen.
src-odd-bad-json = Die Datei bricht ab; was davor steht, wurde übernommen.
src-odd-unknown-item = Einige Einträge sind von unbekannter Art; sie wurden weggelassen.
src-odd-too-many-articles = Es sind zu viele Artikel; die ersten wurden übernommen.
src-odd-too-much-text = Die Texte sind zu lang für alle; einige Artikel kamen ohne ihren Text.
