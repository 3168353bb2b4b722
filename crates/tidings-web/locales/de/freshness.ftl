# Deutsch. Wie frisch Artikel sind, und was das kostet.

fresh-empty = Morgen gibt es hier etwas zu vergleichen.
fresh-empty-why = Diese Seite sagt, wie lange neue Artikel warten, bis sie hier sind, neben dem, was gleich viele Abrufe ergeben hätten, wären sie gleichmäßig verteilt. Dazu braucht es einige Artikel, die erschienen sind, während ihre Quellen beobachtet wurden.
fresh-lead-today = Neue Artikel haben heute im Mittel { $ours } gewartet. Dieselben { $count } Abrufe, gleichmäßig verteilt, hätten { $even } ergeben, nach der Regel von Miniflux { $miniflux }.
fresh-lead-week = Neue Artikel haben in den letzten 7 Tagen im Mittel { $ours } gewartet. Dieselben { $count } Abrufe, gleichmäßig verteilt, hätten { $even } ergeben, nach der Regel von Miniflux { $miniflux }.
fresh-lead-month = Neue Artikel haben in den letzten 30 Tagen im Mittel { $ours } gewartet. Dieselben { $count } Abrufe, gleichmäßig verteilt, hätten { $even } ergeben, nach der Regel von Miniflux { $miniflux }.
fresh-lead-varied = Das Budget hat sich in dieser Zeit geändert: An einem Tag waren { $least } Abrufe gewährt, an einem anderen { $most }.
fresh-lead-missed =
    { $n ->
        [one] An einem mittleren Tag kam einmal jemand für einen Artikel, der erschienen und noch nicht hier war; bei gleichmäßigen Abrufen { $even }-mal.
       *[other] An einem mittleren Tag kam { $count }-mal jemand für einen Artikel, der erschienen und noch nicht hier war; bei gleichmäßigen Abrufen { $even }-mal.
    }
fresh-lead-missed-today =
    { $n ->
        [one] Heute kam einmal jemand für einen Artikel, der erschienen und noch nicht hier war; bei gleichmäßigen Abrufen { $even }-mal.
       *[other] Heute kam { $count }-mal jemand für einen Artikel, der erschienen und noch nicht hier war; bei gleichmäßigen Abrufen { $even }-mal.
    }
fresh-waits = Wie lange neue Artikel warten
fresh-measure = Was gemessen wird
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
        [one] { $count } Abruf
       *[other] { $count } Abrufe
    }
fresh-ours = Tidings
fresh-uniform = Gleichmäßig
fresh-miniflux = Wie Miniflux
fresh-row-average = Im Mittel
fresh-row-median = Die Hälfte binnen
fresh-row-median-ours = Tidings, die Hälfte binnen
fresh-row-p95 = 19 von 20 binnen
fresh-row-longest = Am längsten
fresh-row-missed = Verpasst am Tag
fresh-row-missed-today = Verpasst bisher
fresh-compared-words = Alle drei sahen dieselben Artikel mit gleich vielen Abrufen. Gleichmäßig: jede Quelle gleich oft, wie die meisten Leseprogramme. Wie Miniflux: danach, wie oft eine Quelle in der Woche davor schrieb, was Miniflux mit entry_frequency tut; von Haus aus ruft es gleichmäßig ab. Verpasst: wie oft jemand kam, während ein Artikel aus den eigenen Quellen erschienen und noch nicht hier war. Tage sind in UTC.
fresh-compared-limits = Nur Tidings trifft auf Server, die ausfallen, und hält sich an das, worum Feeds bitten (ttl, ruhige Stunden); die beiden anderen sind ohne das gerechnet. Wenige sehr lange Wartezeiten heben dann an manchen Tagen sein Mittel, während die Hälfte der Artikel viel früher hier ist.
fresh-counted = Gezählt
fresh-plots = Über die Tage
fresh-plot-delay = Neue Artikel warten { $ours }; gleichmäßig wären es { $even }
fresh-plot-delay-words = Das mittlere Warten jedes Tages: eine Linie für Tidings, eine für gleichmäßige Abrufe, eine für die Regel von Miniflux.
fresh-plot-spent =
    { $n ->
        [one] { $count } Abruf am Tag von { $granted } gewährten
       *[other] { $count } Abrufe am Tag von { $granted } gewährten
    }
fresh-plot-spent-words = Die Abrufe jedes ganzen Tages, neben dem, was das Budget erlaubte.
fresh-plot-price = Ein Abruf kostet jetzt { $span } Warten
fresh-plot-price-words = Der Preis eines Abrufs in jeder Stunde der letzten zwei Wochen.
fresh-line-spent = Verbraucht
fresh-line-granted = Gewährt
fresh-line-price = Preis
fresh-percent = { $n } %
fresh-seconds = { $n } s
fresh-minutes = { $n } min
fresh-hours = { $n } h
fresh-days = { $n } d
fresh-deviation-short = Abweichung
fresh-idle = Vergeblich
fresh-budget = Was es kostet
fresh-granted = Gewährt am Tag
fresh-target = Angestrebtes Warten
fresh-taken = Dafür nötige Abrufe am Tag
fresh-sources = Beobachtete Quellen
fresh-spent-today = Heute verbraucht
fresh-spent-yesterday = Gestern verbraucht
fresh-deviation = Abweichung gestern
fresh-price-words = Eine Quelle wird abgerufen, wenn das voraussichtlich { $span } Warten erspart: der Preis eines Abrufs. Er bewegt sich so, dass das Budget verbraucht wird und nicht mehr.
fresh-price-words-target = Eine Quelle wird abgerufen, wenn das voraussichtlich { $span } Warten erspart: der Preis eines Abrufs. Er bewegt sich so, dass Artikel so lange warten wie angestrebt.
fresh-target-out-of-reach = Artikel warten länger als angestrebt, und mehr Abrufe würden daran nichts ändern: Quellen bitten um längere Ruhe oder sind gestört. Mehr wird dafür nicht ausgegeben.
fresh-waste =
    { $n ->
        [one] Von { $count } Abruf in 7 Tagen brachten { $share } % nichts Neues, { $failed } % schlugen fehl. Empfangen wurden { $bytes }.
       *[other] Von { $count } Abrufen in 7 Tagen brachten { $share } % nichts Neues, { $failed } % schlugen fehl. Empfangen wurden { $bytes }.
    }
fresh-overflow-none = Zwischen zwei Abrufen sind keine Artikel gekommen und gegangen.
fresh-overflow =
    { $n ->
        [one] Bei { $count } Abruf waren seit dem vorigen wohl Artikel gekommen und gegangen, bei { $sources }.
       *[other] Bei { $count } Abrufen waren seit dem vorigen wohl Artikel gekommen und gegangen, bei { $sources }.
    }
fresh-overflow-sources =
    { $n ->
        [one] { $count } Quelle
       *[other] { $count } Quellen
    }
fresh-overflow-which = Welche der eigenen
fresh-slowest = Eigene Quellen, die am längsten warten, letzte 7 Tage
fresh-slow-source = Quelle
fresh-slow-articles = Artikel
fresh-slow-wait = Mittleres Warten
fresh-hosts = Server mit den meisten Abrufen, letzte 24 Stunden
fresh-hosts-bound = Es waren viele: Gezählt sind die letzten { $n }.
fresh-hosts-none = Kein Abruf.
fresh-host = Server
fresh-host-requests = Abrufe
fresh-host-bytes = Empfangen
fresh-host-failed = Fehler
fresh-log = Das Protokoll
fresh-log-words = Alles auf dieser Seite lässt sich aus dem Protokoll nachrechnen. Die Ankünfte sind eine Aufzeichnung, die „tidings lab monitor“ liest.
fresh-log-what = Was
fresh-log-arrivals = Ankünfte: wann erschienen, wann gesehen
fresh-log-retrievals = Abrufe: wann, und was kam
fresh-log-days = Tage: die Zahlen jeder Regel
fresh-log-from = Von
fresh-log-to = Bis
fresh-log-limit = Höchstens { $count } Tage in einer Datei; das Protokoll reicht 90 zurück.
fresh-log-download = CSV herunterladen
