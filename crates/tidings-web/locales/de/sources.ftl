# Deutsch: Quellen; wie man sie hinzufügt und importiert.

src-sources = Quellen
src-import = Importieren
src-export = Als OPML exportieren
src-export-hint = Die Datei enthält keine Passwörter.
src-add-source = Quelle hinzufügen
src-sources-empty = Noch keine Quellen. Fügen Sie die Adresse eines Feeds oder einer Seite ein, die Sie gern lesen; ihre Artikel erscheinen dann hier.
src-sources-empty-import = Abonnements aus einem anderen Reader importieren
src-sources-shown =
    { $n ->
        [one] { $count } Quelle
       *[other] { $count } Quellen
    }
src-filter-label = Nach Titel, Adresse oder Ordner filtern
src-filter-go = Filtern
src-filter-none = Auf diesen Filter passt keine Quelle.
src-filter-all = Alle anzeigen
src-shows-label = Nach Status filtern
src-show-all = Alle
src-show-failing = Gestört
src-show-quiet = Still
src-show-missed = Verpasste Artikel
src-show-paused = Pausiert
src-show-never-read = Nie gelesen
src-column-source = Quelle
src-column-health = Status
src-column-last = Zuletzt geprüft
src-column-next = Nächste Prüfung
src-column-rate = Artikel
src-column-weeks = Letzte 12 Wochen
src-column-spend = Anfragen, 7 Tage
src-column-unread = Ungelesen
src-column-tick = Auswählen
src-tick = { $title } auswählen
src-muted = nur in eigener Liste
src-not-yet = noch nicht
src-none = keine
src-weeks-words =
    { $n ->
        [one] { $count } Artikel aus den letzten 12 Wochen
       *[other] { $count } Artikel aus den letzten 12 Wochen
    }
src-spend-idle = { $share } % ohne Neues
src-spend-words =
    { $n ->
        [one] { $count } Anfrage in 7 Tagen, { $bytes }
       *[other] { $count } Anfragen in 7 Tagen, { $bytes }
    }
src-page-before = Vorige Seite
src-page-after = Nächste Seite
src-bulk = Mit den ausgewählten Quellen
src-bulk-folder = Ordner
src-bulk-move = Verschieben
src-no-folder = Kein Ordner
src-pause = Pausieren
src-resume = Fortsetzen
src-unsubscribe = Abbestellen
src-folders = Ordner
src-folder = Ordner
src-new-folder = Neuer Ordner
src-duplicates = Doppelte Quellen
src-duplicates-found =
    { $n ->
        [one] { $count } Quelle haben Sie anscheinend doppelt abonniert.
       *[other] { $count } Quellen haben Sie anscheinend doppelt abonniert.
    }
src-duplicates-look = Doppelte ansehen
src-duplicates-none = Keine doppelten Quellen. Sie haben jede nur einmal abonniert.
src-duplicates-lead = Beim Zusammenführen bleibt erhalten, was Sie in beiden gelesen, als Favorit markiert und verschlagwortet haben, ebenso Ihr Ordner. Eine Stunde lang lässt es sich rückgängig machen. Andere Konten betrifft es nicht.
src-duplicates-address = Dieselbe Adresse, anders geschrieben oder weitergeleitet.
src-duplicates-articles = Die neuesten Artikel sind weitgehend dieselben.
src-duplicates-keep = bleibt
src-merge = Zusammenführen
src-unread-short = { $count } ungelesen
src-about = Über diese Quelle
src-source-articles = Artikel anzeigen
src-refresh = Jetzt prüfen
src-next-look = Nächste Prüfung
src-push-offered = Diese Quelle kann neue Artikel über { $host } zustellen. Solange dieser Server keine öffentliche Adresse hat, prüft Tidings sie stattdessen selbst.
src-push-asking = Tidings hat { $host } gebeten, neue Artikel zuzustellen, und wartet auf die Bestätigung.
src-push-refused = { $host } stellt diesem Server keine Artikel zu.
src-push-believed = { $host } stellt neue Artikel zu; die Quelle wird deshalb seltener geprüft.
src-push-unproved = { $host } stellt neue Artikel zu. Die Quelle wird weiter wie sonst geprüft, bis sich das als verlässlich erwiesen hat.
src-push-hint = { $host } hat Artikel zugestellt, die nicht im Feed standen. Seine Nachrichten führen deshalb nur zu einer früheren Prüfung.
src-push-cloud = { $host } kündigt neue Artikel an. Die Quelle wird außerdem wie sonst geprüft.
src-push-since = Erste Bestätigung: { $since }.
src-push-last = Letzte Nachricht: { $ago }.
src-push-none = Noch keine Nachricht.
src-push-until = Gültig bis { $date }.
src-push-over = Das Push-Abonnement ist abgelaufen.
src-push-silent =
    { $n ->
        [one] Einmal blieb eine Zustellung aus.
       *[other] { $count }-mal blieb eine Zustellung aus.
    }
src-push-forged =
    { $n ->
        [one] Eine Nachricht war falsch signiert und wurde verworfen.
       *[other] { $count } Nachrichten waren falsch signiert und wurden verworfen.
    }
src-details = Einzelheiten
src-moved-seen =
    { $n ->
        [one] Diese Quelle ist umgezogen. Ihr Server hat { $since } auf eine neue Adresse weitergeleitet.
       *[other] Diese Quelle ist umgezogen. Ihr Server hat { $count }-mal in Folge auf eine neue Adresse weitergeleitet, zum ersten Mal { $since }.
    }
src-moved-told = Laut Feed ist diese Quelle umgezogen.
src-moved-accept = Neue Adresse verwenden
src-moved-keep = Alte Adresse behalten
src-plots = Wann neue Artikel erscheinen
src-plot-numbers = Zahlen anzeigen
src-plot-day = Tag
src-plot-weekday = Wochentag
src-plot-within = Abgerufen nach
src-plot-postings = Artikel
src-plot-days =
    { $n ->
        [one] { $count } Artikel in 90 Tagen, an { $days } davon
       *[other] { $count } Artikel in 90 Tagen, an { $days } davon
    }
src-plot-days-words = Ein Balken für jeden der letzten 90 Tage; seine Höhe ist die Zahl der Artikel.
src-plot-week-words = Eine Zeile je Wochentag, eine Spalte je Stunde; dunkler heißt mehr Artikel.
src-plot-week-row =
    { $n ->
        [one] { $count }, die meisten um { $hour } Uhr
       *[other] { $count }, die meisten um { $hour } Uhr
    }
src-plot-expected = Erwartet
src-plot-expected-words = Eine Zeile je Wochentag, eine Spalte je Stunde, in Ihrer Zeitzone; dunkler heißt, dass mehr Artikel erwartet werden.
src-plot-expected-row = { $rate } pro Tag, die meisten um { $hour } Uhr
src-plot-weekdays = Meist werktags
src-plot-weekends = Meist am Wochenende
src-plot-all-days = An allen Wochentagen
src-plot-any-hour = { $days }, zu jeder Stunde
src-plot-hours = zwischen { $from } und { $to } Uhr
src-plot-delay = Die Hälfte der Artikel ist höchstens { $span } nach Erscheinen hier
src-plot-delay-words = Wie lange nach dem Erscheinen Artikel abgerufen wurden.
src-plot-delay-row = { $n } ({ $share } %)
src-delay-5-min = 5 min
src-delay-30-min = 30 min
src-delay-2-h = 2 h
src-delay-6-h = 6 h
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
src-known = Einzelheiten
src-fact-address = Adresse
src-fact-site = Website
src-fact-kind = Art
src-kind-feed = Feed
src-kind-page = Webseite mit ausgezeichneten Artikeln
src-kind-thread = Diskussion
src-kind-site = Website
src-fact-private = Sichtbarkeit
src-fact-private-words = privat, nur für Sie
src-fact-readers = Hier gelesen von
src-fact-readers-words =
    { $n ->
        [one] nur Ihnen
       *[other] { $count } Konten, Ihres mitgezählt
    }
src-fact-since = Abonniert
src-fact-rate = Häufigkeit
src-fact-rate-guess =
    { $n ->
        [one] { $rate } (geschätzt nach { $count } Artikel)
       *[other] { $rate } (geschätzt nach { $count } Artikeln)
    }
src-fact-newest = Neuester Artikel
src-fact-success = Letzte erfolgreiche Prüfung
src-fact-spend = Anfragen
src-fact-missed = Verpasste Artikel
src-fact-missed-words = zwischen zwei Prüfungen sind Artikel aus dem Feed verschwunden
src-fact-wait = Wartezeit neuer Artikel
src-fact-wait-words =
    { $n ->
        [one] { $span } ({ $count } Artikel in 30 Tagen)
       *[other] { $span } im Schnitt ({ $count } Artikel in 30 Tagen)
    }
src-fact-weight = Priorität
src-fact-weight-words =
    { $n ->
        [one] { $weight } (ein Konto; richtet sich danach, wie viel es öffnet)
       *[other] { $weight } ({ $count } Konten; richtet sich danach, wie viel sie öffnen)
    }
src-fact-pinned-words = wird etwa zehnmal so oft geprüft („So aktuell wie möglich“)
src-fact-expected = Bis zur nächsten Prüfung
src-fact-expected-words = { $n } neue Artikel erwartet
src-fact-shown = Artikel im Feed
src-fact-shown-words =
    { $n ->
        [one] { $count }; mit { $chance } % Wahrscheinlichkeit gehen bis zur nächsten Prüfung welche verloren
       *[other] { $count }; mit { $chance } % Wahrscheinlichkeit gehen bis zur nächsten Prüfung welche verloren
    }
src-fact-shown-enough =
    { $n ->
        [one] { $count }; bis zur nächsten Prüfung geht voraussichtlich keiner verloren
       *[other] { $count }; bis zur nächsten Prüfung geht voraussichtlich keiner verloren
    }
src-fact-failure = Fehlgeschlagen
src-fact-failure-words =
    { $n ->
        [one] { $failed } von der letzten { $count } Prüfung
       *[other] { $failed } der letzten { $count } Prüfungen
    }
src-fact-cost = Eine Prüfung im Schnitt
src-fact-cost-words = { $bytes } in { $seconds } s
src-fact-ttl = Vom Feed gewünschter Abstand
src-fact-gone = Als gelöscht gemeldet
src-fact-language = Sprache
src-options = Optionen
src-option-title = Eigener Titel
src-rename = Umbenennen
src-option-muted = Nur in der eigenen Liste zeigen
src-option-muted-hint = Die Artikel fehlen dann in „Heute“, „Ungelesen“ und „Alle“. Der Ordner der Quelle zeigt sie weiterhin.
src-option-full-text = Immer den Volltext zeigen
src-option-full-text-hint = Steht im Feed nur ein Teil des Artikels, holt Tidings den Rest von der Seite.
src-option-pinned = So aktuell wie möglich
src-option-pinned-hint = Diese Quelle wird etwa zehnmal so oft geprüft, soweit sie selbst das zulässt. Andere Quellen warten etwas länger.
src-option-keep-days = Artikel aufbewahren (Tage)
src-option-keep-count = Höchstens aufbewahren (Artikel)
src-option-keep-hint =
    { $n ->
        [one] Ohne Angabe werden Artikel { $count } Tag aufbewahrt, wie vom Betreiber eingestellt.
       *[other] Ohne Angabe werden Artikel { $count } Tage aufbewahrt, wie vom Betreiber eingestellt.
    }
src-option-keep-hint-ever = Ohne Angabe werden Artikel für immer aufbewahrt, wie vom Betreiber eingestellt.
src-option-keep-never = Favoriten, verschlagwortete und gemerkte Artikel bleiben immer erhalten. Für andere Konten ändert sich nichts.
src-for-ever = für immer
src-any-number = unbegrenzt
src-option-min = Kürzester Abstand zwischen zwei Prüfungen (Minuten)
src-option-max = Längster Abstand zwischen zwei Prüfungen (Minuten)
src-option-interval-hint = Die Grenzen des Anbieters gelten weiterhin. Folgen der Quelle noch andere, gilt ein kürzester Abstand nur, wenn alle einen gesetzt haben; dann zählt der kleinste.
src-save = Speichern
src-key = Passwort oder Token
src-key-hint = Für Quellen, die eine Anmeldung verlangen. Es wird nur an den Server dieser Quelle gesendet und nie wieder angezeigt. Die Quelle wird damit privat: Andere, die dieselbe Adresse abonniert haben, sehen nicht, was es freischaltet.
src-key-kept = Für { $origin } ist eines gespeichert.
src-key-name = Benutzername
src-key-password = Passwort
src-key-or = Oder ein Header, wenn der Dienst das verlangt:
src-key-header = Header
src-key-value = Wert
src-key-empty = Um das Gespeicherte zu löschen, lassen Sie alle Felder leer und speichern.
src-key-save = Speichern
src-address-change = Adresse ändern
src-address-hint = Die neue Adresse wird zuerst geprüft. Was Sie gelesen und als Favorit markiert haben, bleibt erhalten.
src-fetching = Abruf-Einstellungen für alle
src-fetching-hint = Nur für Betreiber: Diese Einstellungen gelten für alle, die der Quelle folgen.
src-option-agent = User-Agent
src-log = Letzte Prüfungen
src-log-empty = Noch nicht geprüft.
src-log-when = Wann
src-log-outcome = Ergebnis
src-log-size = Größe
src-log-took = Dauer
src-log-why = Grund
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
       *[other] { $count } Byte
    }
src-kilobytes = { $n } kB
src-megabytes = { $n } MB
src-ends = Pausieren oder abbestellen
src-said-saved = Gespeichert.
src-said-contrary = Der kürzeste Abstand zwischen zwei Prüfungen darf nicht länger sein als der längste. Beide bleiben, wie sie waren; alles andere ist gespeichert.
src-said-address = Adresse geändert.
src-said-refreshed = Gerade geprüft.
src-said-not-now = Nicht geprüft: { $why }.
src-said-later = Nicht geprüft. Versuchen Sie es später noch einmal.
src-said-wait = Nicht geprüft: Der Server hat um Geduld gebeten. Versuchen Sie es { $when } noch einmal.
src-said-resumed = Fortgesetzt.
src-said-key = Gespeichert, und die Quelle wurde geprüft.
src-health-failing = Gestört
src-health-gone = Gelöscht
src-health-stumbling = Letzte Prüfung fehlgeschlagen
src-health-new = Neu
src-health-paused = Pausiert
src-health-quiet = Still
src-health-well = OK
src-health-failing-since =
    { $n ->
        [one] Die letzte Prüfung ist fehlgeschlagen (Dauer der Störung: { $span }). Tidings versucht es weiter, aber immer seltener. Die Artikel bleiben.
       *[other] { $count } Prüfungen in Folge sind fehlgeschlagen (Dauer der Störung: { $span }). Tidings versucht es weiter, aber immer seltener. Die Artikel bleiben.
    }
src-health-gone-why = Tidings prüft ab und zu, ob sie wieder da ist.
src-health-new-why = Noch nicht geprüft.
src-health-paused-why = Bis Sie sie fortsetzen, kommen keine neuen Artikel.
src-health-quiet-why =
    { $n ->
        [one] Die Prüfungen klappen, aber seit mindestens { $count } Tag ist nichts erschienen.
       *[other] Die Prüfungen klappen, aber seit mindestens { $count } Tagen ist nichts erschienen.
    }
src-health-well-why = Die Prüfungen klappen.
src-health-well-mostly =
    { $n ->
        [one] Zurzeit klappt es, aber { $failed } von der letzten { $count } Prüfung schlug fehl.
       *[other] Zurzeit klappt es, aber { $failed } der letzten { $count } Prüfungen schlugen fehl.
    }
src-failure-forbidden-address = Die Adresse ist privat oder reserviert und wird nicht abgerufen. Liegt sie in Ihrem eigenen Netz, kann der Betreiber sie freigeben.
src-failure-unsupported-scheme = Nur Adressen mit http oder https funktionieren. Verwenden Sie eine, die mit https beginnt.
src-failure-forbidden-port = Die Adresse nennt einen Port, der zu einem anderen Dienst gehört. Prüfen Sie die Adresse.
src-failure-bad-url = Das ist keine gültige URL. Prüfen Sie die Schreibweise.
src-failure-dns = Einen Server mit diesem Namen gibt es nicht. Prüfen Sie die Schreibweise; vielleicht ist die Seite umgezogen oder eingestellt.
src-failure-network = Der Server war nicht erreichbar. Meist ist das vorübergehend.
src-failure-tls = Die Verbindung ist nicht sicher: Das Zertifikat ist falsch oder abgelaufen. Das kann nur der Betreiber der Website beheben.
src-failure-timeout = Der Server hat zu lange nicht geantwortet. Meist ist das vorübergehend.
src-failure-too-large = Die Antwort ist zu groß. Suchen Sie auf der Website nach einem kürzeren Feed.
src-failure-incomplete = Die Antwort brach mittendrin ab. Meist ist das vorübergehend.
src-failure-decode = Die Antwort ist auf eine Weise komprimiert, die sich nicht lesen lässt. Das kann nur der Betreiber der Website beheben.
src-failure-protocol = Der Server antwortet nicht wie ein Webserver. Prüfen Sie die Adresse.
src-failure-redirect-loop = Der Server leitet im Kreis weiter. Suchen Sie auf der Website nach der aktuellen Adresse des Feeds.
src-failure-bad-redirect = Der Server leitet an eine Adresse weiter, die sich nicht abrufen lässt. Suchen Sie auf der Website nach der aktuellen Adresse des Feeds.
src-failure-rate-limited = Der Server hat um Geduld bis zur nächsten Prüfung gebeten.
src-failure-denied = Der Server verweigert den Zugriff. Braucht die Quelle ein Passwort, geben Sie es in ihren Optionen ein.
src-failure-not-found = Unter dieser Adresse gibt es nichts. Suchen Sie auf der Website nach der aktuellen Adresse des Feeds.
src-failure-gone = Laut Server gibt es diese Quelle nicht mehr. Die Artikel bleiben; Sie können sie abbestellen.
src-failure-status = Der Server meldet einen Fehler. Meist ist das vorübergehend.
src-failure-empty = Die Antwort war leer. Meist ist das vorübergehend.
src-failure-not-a-feed = Unter dieser Adresse liegt kein Feed. Suchen Sie auf der Website nach der Adresse des Feeds.
src-failure-robots = Die Website erlaubt Programmen nicht, diese Seite zu lesen. Tidings hält sich daran.
src-failure-offline = Dieser Server war offline. Mit der Quelle ist alles in Ordnung.
src-failure-store = Die Artikel ließen sich auf diesem Server nicht speichern. Mit der Quelle ist alles in Ordnung; Näheres findet der Betreiber im Protokoll.
src-why-new = neu, noch nicht geprüft
src-why-clock = die Uhr wurde zurückgestellt
src-why-announces = neue Artikel werden zugestellt; geprüft wird trotzdem alle { $span }
src-why-announced = Neues wurde angekündigt
src-why-verifying = um den Feed mit dem Zugestellten zu vergleichen
src-why-pushed = zugestellt
src-why-resumed = fortgesetzt
src-why-asked = mit „Jetzt prüfen“ angefordert
src-why-worth = { $span } nach der letzten Prüfung; { $expected } neue Artikel erwartet; muss { $price } Wartezeit ersparen
src-why-worth-little = { $span } nach der letzten Prüfung; kaum neue Artikel erwartet; muss { $price } Wartezeit ersparen
src-why-pinned = { $why }; eingestellt auf „So aktuell wie möglich“
src-why-rhythm = richtet sich danach, wie oft neue Artikel erscheinen
src-why-usually = Artikel erscheinen meist gegen { $hour }
src-why-usually-weekdays = Artikel erscheinen werktags meist gegen { $hour }
src-why-usually-weekends = Artikel erscheinen am Wochenende meist gegen { $hour }
src-why-exploring = hier neu; mindestens alle { $span }, um zu lernen, wann Artikel erscheinen
src-why-filling =
    { $n ->
        [one] im Feed steht nur { $count } Artikel; { $expected } neue bis dahin erwartet
       *[other] im Feed stehen nur { $count } Artikel; { $expected } neue bis dahin erwartet
    }
src-why-few-shown =
    { $n ->
        [one] im Feed steht nur { $count } Artikel
       *[other] im Feed stehen nur { $count } Artikel
    }
src-why-at-this-moment = eine Prüfung läuft schon
src-why-share = alle { $span }, so oft das heutige Limit es erlaubt
src-why-polite = alle { $span }, der kürzeste erlaubte Abstand
src-why-at-least = mindestens alle { $span }
src-why-wished-often = mindestens alle { $span }, wie in den Optionen eingestellt
src-why-wished-seldom = höchstens alle { $span }, wie in den Optionen eingestellt
src-why-unaffordable =
    { $n ->
        [one] alle { $span }, obwohl das Tageslimit von { $count } Anfrage dafür zu niedrig ist
       *[other] alle { $span }, obwohl das Tageslimit von { $count } Anfragen dafür zu niedrig ist
    }
src-why-put-off =
    { $n ->
        [one] verschoben: das Tageslimit von { $count } Anfrage ist vorerst ausgeschöpft
       *[other] verschoben: das Tageslimit von { $count } Anfragen ist vorerst ausgeschöpft
    }
src-why-feed-wish = der Feed bittet um { $span } Abstand
src-why-fresh = laut Server ist die Antwort { $span } gültig
src-why-quiet-time = nach den Stunden oder Tagen, in denen laut Feed nichts erscheint
src-why-patience = der Server hat um Geduld gebeten
src-why-failed-once = einmal fehlgeschlagen; neuer Versuch { $span } danach
src-why-failed =
    { $n ->
        [one] { $count }-mal fehlgeschlagen; neuer Versuch { $span } danach
       *[other] { $count }-mal fehlgeschlagen; neuer Versuch { $span } danach
    }
src-why-gone-once = gelöscht; eine letzte Prüfung, falls sie zurückkommt
src-why-gone =
    { $n ->
        [one] gelöscht; noch { $count } Prüfung, falls sie zurückkommt
       *[other] gelöscht; noch { $count } wöchentliche Prüfungen, falls sie zurückkommt
    }
src-why-gone-for-good = seit über vier Wochen gelöscht; wird nicht mehr geprüft
src-why-paused = pausiert
src-why-offline = dieser Server war offline; neuer Versuch { $span } danach
src-why-not-kept = die Artikel ließen sich nicht speichern; neuer Versuch { $span } danach
src-why-just-looked = die letzte Prüfung war gerade eben; wieder möglich in { $span }
src-rate-day = { $rate } pro Tag
src-rate-week = { $rate } pro Woche
src-rate-month = { $rate } pro Monat
src-rate-about = etwa { $rate }
src-rate-seldom = weniger als einer pro Monat
src-rate-none = keine
src-rate-not-yet = noch unbekannt
src-rate-unknown = unbekannt, denn die Artikel haben kein Datum
src-folders-empty = Noch keine Ordner. Legen Sie einen an, um Quellen zusammenzufassen, die Sie gern gemeinsam lesen.
src-folder-sources =
    { $n ->
        [one] { $count } Quelle
       *[other] { $count } Quellen
    }
src-folder-up = Nach oben
src-folder-down = Nach unten
src-folder-up-name = { $name } nach oben
src-folder-down-name = { $name } nach unten
src-folder-change = Bearbeiten
src-folder-name = Name
src-folder-path = News/Technik ist der Ordner Technik im Ordner News.
src-folder-inside = Übergeordneter Ordner
src-folder-top = Keiner (oberste Ebene)
src-folder-remove = Ordner löschen
src-folder-remove-hint = Die Quellen und Ordner darin bleiben.
src-folder-make = Anlegen
src-folder-taken = Einen Ordner mit diesem Namen haben Sie schon. Wählen Sie einen anderen.
src-folder-loose =
    { $n ->
        [0] Alle Ihre Quellen sind in Ordnern.
        [one] { $count } Quelle ist in keinem Ordner.
       *[other] { $count } Quellen sind in keinem Ordner.
    }
src-folder-move-many = Mehrere auf einmal verschieben
src-add-hint = Die Adresse eines Feeds oder einer beliebigen Seite; Tidings findet deren Feeds.
src-add-look = Feed suchen
src-add-preview = Vorschau
src-login = Feed mit Passwort
src-login-lead = Geben Sie Benutzernamen und Passwort für { $host } ein. Tidings sendet sie nur an diesen Server, und nur Sie sehen die Quelle.
src-login-wrong = Benutzername oder Passwort ist falsch.
src-add-empty = Geben Sie die Adresse eines Feeds oder einer Seite ein.
src-add-nothing = Unter dieser Adresse wurde kein Feed gefunden. Versuchen Sie es mit der Nachrichten- oder Blogseite der Website.
src-add-several =
    { $n ->
        [one] { $count } Feed gefunden.
       *[other] { $count } Feeds gefunden. Welchen möchten Sie?
    }
src-add-ways = Andere Wege zu neuen Quellen
src-add-import = Abonnements aus einem anderen Reader importieren
src-bookmarklet = Mit Tidings abonnieren
src-bookmarklet-words = Ziehen Sie diesen Link zu Ihren Lesezeichen. Klicken Sie ihn auf einer beliebigen Seite an, kommt deren Adresse hierher.
src-bookmarklet-hint = Auf dieser Seite selbst bewirkt der Link nichts: Zu Ihrer Sicherheit führt Tidings solche Skripte hier nicht aus.
src-preview-newest = Neueste Artikel
src-preview-empty = Zurzeit gibt es keine Artikel.
src-preview-untitled = Ohne Titel
src-preview-followed = Diese Quelle haben Sie schon abonniert.
src-preview-followed-look = Öffnen
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
src-import-lead = Importieren Sie eine OPML-Datei aus einem beliebigen Reader oder einen Export aus Tidings, FreshRSS, Miniflux oder NewsBlur mitsamt Gelesenem und Favoriten.
src-import-file = Datei
src-import-file-hint = OPML, JSON, ZIP oder eine Liste von Adressen, höchstens { $most }.
src-import-go = Importieren
src-import-paste = Stattdessen Adressen einfügen
src-import-paste-label = Adressen, eine pro Zeile
src-import-pasted = Eingefügte Adressen
src-import-empty = Es gibt nichts zu importieren. Wählen Sie eine Datei, oder fügen Sie Adressen ein.
src-import-empty-file = Die Datei ist leer.
src-import-no-address = Keine dieser Zeilen ist eine Adresse. Geben Sie pro Zeile eine Adresse ein.
src-import-something-else = Diese Datei ist keine Liste von Abonnements. Wählen Sie eine OPML-Datei oder einen Export aus Tidings, FreshRSS, Miniflux oder NewsBlur.
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
        [one] { $count } nicht hinzugefügt
       *[other] { $count } nicht hinzugefügt
    }
src-import-marks =
    { $n ->
        [one] { $count } gelesener Artikel oder Favorit importiert.
       *[other] { $count } gelesene Artikel und Favoriten importiert.
    }
src-import-marks-waiting =
    { $n ->
        [one] { $count } wartet auf die erste Prüfung der Quelle.
       *[other] { $count } warten auf die erste Prüfung ihrer Quellen.
    }
src-import-done = Import abgeschlossen.
src-import-no-subscriptions = Die Datei enthält keine Abonnements.
src-import-under-way = Import läuft … Sie können diese Seite verlassen, der Import geht weiter.
src-import-progress =
    { $n ->
        [one] { $done } von { $count } Eintrag
       *[other] { $done } von { $count } Einträgen
    }
src-import-next = Ihre neuen Quellen werden jetzt nach und nach geprüft.
src-import-next-look = Gestörte Quellen anzeigen
src-import-see-sources = Zu Ihren Quellen
src-import-refused-heading = Nicht hinzugefügt
src-import-entry = Eintrag
src-import-why = Grund
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
        [one] { $count } Quelle pausiert.
       *[other] { $count } Quellen pausiert.
    }
src-done-resume =
    { $n ->
        [one] { $count } Quelle fortgesetzt.
       *[other] { $count } Quellen fortgesetzt.
    }
src-done-merge = Quellen zusammengeführt.
src-done-folder =
    { $n ->
        [one] Ordner gelöscht. { $count } Quelle bleibt.
       *[other] Ordner gelöscht. { $count } Quellen bleiben.
    }

src-refused-no-address = Die Feed-Adresse fehlt.
src-refused-not-an-address = Das ist keine gültige URL.
src-refused-too-long = Die Adresse ist zu lang.
src-refused-other-scheme = Nur Adressen mit http oder https funktionieren.
src-refused-full = Sie haben schon { $count } Quellen; mehr sind je Konto nicht möglich.
src-odd-too-many-outlines = Die Liste ist zu lang; ihr Ende wurde ausgelassen.
src-odd-cut-off = Die Datei endet mitten in der Liste. Die Einträge bis dahin werden importiert. Für den Rest exportieren Sie die Datei noch einmal aus Ihrem bisherigen Reader.
src-odd-reference = Ein Verweis auf eine andere Datei wurde ignoriert.
src-odd-too-deep = Zu tief verschachtelte Ordner wurden mit den umgebenden zusammengelegt.
src-odd-unreadable-file = Eine Datei im Archiv ist verschlüsselt oder beschädigt; sie wurde ausgelassen.
src-odd-too-much-unpacked = Das Archiv ist zu groß; der Rest wurde ausgelassen.
src-odd-not-a-list = Eine Datei im Archiv ist keine Liste von Abonnements; sie wurde ausgelassen.
src-odd-unreadable-rule = Einige Regeln im Archiv waren nicht lesbar; sie wurden ausgelassen.
src-odd-bad-json = Die Datei bricht ab; alles bis dahin wurde importiert.
src-odd-unknown-item = Einige Einträge sind von unbekannter Art; sie wurden ausgelassen.
src-odd-too-many-articles = Es sind zu viele Artikel; nur die ersten wurden importiert.
src-odd-too-much-text = Es ist zu viel Text; einige Artikel wurden ohne ihren Text importiert.
