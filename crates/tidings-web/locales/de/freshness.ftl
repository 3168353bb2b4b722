# Deutsch: wie schnell neue Artikel eintreffen und wie viele Anfragen das braucht.

fresh-empty = Noch kein Vergleich möglich. Schauen Sie morgen wieder vorbei.
fresh-empty-why = Diese Seite zeigt, wie lange neue Artikel warten, bis sie bei Ihnen sind, und wie lange sie gewartet hätten, wenn dieselben Anfragen in gleichmäßigen Abständen gestellt worden wären. Dafür braucht sie ein paar Artikel, die erschienen sind, seit Sie deren Quellen abonniert haben.
fresh-lead-today = Heute warteten neue Artikel im Schnitt { $ours }. Mit denselben { $count } Anfragen hätten sie bei gleichmäßigen Abständen { $even } gewartet, nach dem Zeitplan von Miniflux { $miniflux }.
fresh-lead-week = In den letzten 7 Tagen warteten neue Artikel im Schnitt { $ours }. Mit denselben { $count } Anfragen hätten sie bei gleichmäßigen Abständen { $even } gewartet, nach dem Zeitplan von Miniflux { $miniflux }.
fresh-lead-month = In den letzten 30 Tagen warteten neue Artikel im Schnitt { $ours }. Mit denselben { $count } Anfragen hätten sie bei gleichmäßigen Abständen { $even } gewartet, nach dem Zeitplan von Miniflux { $miniflux }.
fresh-lead-varied = Das Tageslimit hat sich in dieser Zeit geändert: Es lag zwischen { $least } und { $most } Anfragen pro Tag.
fresh-lead-missed =
    { $n ->
        [one] An einem durchschnittlichen Tag war { $count } Artikel schon erschienen, aber noch nicht abgerufen, als jemand vorbeikam; bei gleichmäßigen Abständen wären es { $even } gewesen.
       *[other] An einem durchschnittlichen Tag waren { $count } Artikel schon erschienen, aber noch nicht abgerufen, als jemand vorbeikam; bei gleichmäßigen Abständen wären es { $even } gewesen.
    }
fresh-lead-missed-today =
    { $n ->
        [one] Heute war { $count } Artikel schon erschienen, aber noch nicht abgerufen, als jemand vorbeikam; bei gleichmäßigen Abständen wären es { $even } gewesen.
       *[other] Heute waren { $count } Artikel schon erschienen, aber noch nicht abgerufen, als jemand vorbeikam; bei gleichmäßigen Abständen wären es { $even } gewesen.
    }
fresh-waits = Wie lange neue Artikel warten
fresh-measure = Messgröße
fresh-today = Heute
fresh-week = Letzte 7 Tage
fresh-month = Letzte 30 Tage
fresh-articles =
    { $n ->
        [one] { $count } Artikel
       *[other] { $count } Artikel
    }
fresh-requests =
    { $n ->
        [one] { $count } Anfrage
       *[other] { $count } Anfragen
    }
fresh-ours = Tidings
fresh-uniform = Gleichmäßig
fresh-miniflux = Miniflux
fresh-row-average = Durchschnitt
fresh-row-median = Die Hälfte nach höchstens
fresh-row-median-ours = Tidings, die Hälfte nach höchstens
fresh-row-p95 = 95 % nach höchstens
fresh-row-longest = Längste Wartezeit
fresh-row-missed = Verpasst pro Tag
fresh-row-missed-today = Heute bisher verpasst
fresh-compared-words = Alle drei Zeitpläne werden an denselben Artikeln und mit gleich vielen Anfragen gemessen. Gleichmäßig: Jede Quelle wird gleich oft geprüft, wie bei den meisten Readern. Miniflux: Geprüft wird danach, wie oft eine Quelle in der Woche davor etwas veröffentlicht hat, wie Miniflux es mit entry_frequency tut; in der Voreinstellung prüft es gleichmäßig. Verpasst: Artikel aus den Quellen einer Person, die schon erschienen, aber noch nicht abgerufen waren, als sie vorbeikam. Tage in UTC.
fresh-compared-limits = Nur in den Zahlen für Tidings stecken auch Server, die ausfallen, und Grenzen, die Feeds setzen (ttl, Ruhezeiten); die beiden anderen sind ohne sie berechnet. An manchen Tagen heben deshalb wenige sehr lange Wartezeiten den Durchschnitt von Tidings, obwohl die Hälfte der Artikel viel früher da ist.
fresh-counted = Zuletzt gezählt
fresh-plots = Tag für Tag
fresh-plot-delay = Neue Artikel warten { $ours }; bei gleichmäßigen Abständen wären es { $even }
fresh-plot-delay-words = Die durchschnittliche Wartezeit jedes Tages, je eine Linie für Tidings, für gleichmäßige Abstände und für den Zeitplan von Miniflux.
fresh-plot-spent =
    { $n ->
        [one] { $count } Anfrage pro Tag, { $granted } erlaubt
       *[other] { $count } Anfragen pro Tag, { $granted } erlaubt
    }
fresh-plot-spent-words = Die Anfragen jedes vollen Tages im Vergleich zum Tageslimit.
fresh-plot-price = Eine Anfrage kostet derzeit { $span } Wartezeit
fresh-plot-price-words = Der Preis einer Anfrage in jeder Stunde der letzten zwei Wochen.
fresh-line-spent = Anfragen
fresh-line-granted = Limit
fresh-line-price = Preis
fresh-percent = { $n } %
fresh-seconds = { $n } s
fresh-minutes = { $n } min
fresh-hours = { $n } h
fresh-days = { $n } d
fresh-deviation-short = Zum Limit
fresh-idle = Nichts Neues
fresh-budget = Budget für Anfragen
fresh-granted = Tageslimit
fresh-target = Angestrebte Wartezeit
fresh-taken = Nötige Anfragen pro Tag
fresh-sources = Geprüfte Quellen
fresh-spent-today = Anfragen heute
fresh-spent-yesterday = Anfragen gestern
fresh-deviation = Gestern im Vergleich zum Limit
fresh-price-words = Eine Quelle wird geprüft, sobald die Prüfung ihren Leserinnen und Lesern voraussichtlich { $span } Wartezeit erspart. Das ist der Preis einer Anfrage. Er steigt und fällt so, dass die Zahl der Anfragen nahe am Tageslimit bleibt.
fresh-price-words-target = Eine Quelle wird geprüft, sobald die Prüfung ihren Leserinnen und Lesern voraussichtlich { $span } Wartezeit erspart. Das ist der Preis einer Anfrage. Er steigt und fällt so, dass Artikel so lange warten, wie es angestrebt ist.
fresh-target-out-of-reach = Artikel warten länger als angestrebt, und mehr Anfragen würden daran nichts ändern: Einige Quellen fallen aus oder wollen seltener geprüft werden. Zusätzliche Anfragen gibt es deshalb nicht.
fresh-waste =
    { $n ->
        [one] Von { $count } Anfrage in 7 Tagen brachten { $share } % nichts Neues, { $failed } % schlugen fehl. Übertragen: { $bytes }.
       *[other] Von { $count } Anfragen in 7 Tagen brachten { $share } % nichts Neues, { $failed } % schlugen fehl. Übertragen: { $bytes }.
    }
fresh-overflow-none = Zwischen zwei Prüfungen ist kein Artikel verloren gegangen.
fresh-overflow =
    { $n ->
        [one] { $count } Prüfung bei { $sources } kam vermutlich für einige Artikel zu spät: Sie standen nicht mehr im Feed.
       *[other] { $count } Prüfungen bei { $sources } kamen vermutlich für einige Artikel zu spät: Sie standen nicht mehr im Feed.
    }
fresh-overflow-sources =
    { $n ->
        [one] { $count } Quelle
       *[other] { $count } Quellen
    }
fresh-overflow-which = Ihre betroffenen Quellen anzeigen
fresh-slowest = Ihre Quellen mit den längsten Wartezeiten, letzte 7 Tage
fresh-slow-source = Quelle
fresh-slow-articles = Artikel
fresh-slow-wait = Mittlere Wartezeit
fresh-hosts = Meistangefragte Server, letzte 24 Stunden
fresh-hosts-bound = Nur die letzten { $n } Anfragen sind gezählt.
fresh-hosts-none = Es gab keine Anfragen.
fresh-host = Server
fresh-host-requests = Anfragen
fresh-host-bytes = Übertragen
fresh-host-failed = Fehlgeschlagen
fresh-log = Abrufprotokoll
fresh-log-words = Alle Zahlen dieser Seite lassen sich aus dem Protokoll nachrechnen. „tidings lab monitor“ kann die Ankünfte nachspielen.
fresh-log-what = Inhalt
fresh-log-arrivals = Ankünfte: wann Artikel erschienen und abgerufen wurden
fresh-log-retrievals = Prüfungen: wann sie stattfanden und was sie ergaben
fresh-log-days = Tage: die Zahlen jedes Zeitplans
fresh-log-from = Von
fresh-log-to = Bis
fresh-log-limit = Das Protokoll reicht 90 Tage zurück.
fresh-log-download = CSV herunterladen
