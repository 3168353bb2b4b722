# Heute, und was dafür gelernt wurde.
today-more = Mehr zeigen
today-anew = Eine andere Seite
view-interest = Nach Ihren Vorlieben
act-more = Mehr davon
act-less = Weniger davon
why-topic-most = Sie öffnen das meiste über { $topic }
why-topic-often = Sie öffnen oft { $topic }
why-topic-some = Sie öffnen manchmal { $topic }
why-source-most = Sie öffnen das meiste von { $source }
why-source-often = Sie öffnen oft { $source }
why-source-some = Sie öffnen manchmal { $source }
why-asking = Neu für Sie: { $topic }
why-asking-source = Neu für Sie: { $source }
why-popular = Hier gern gelesen: { $topic }
nav-taught = Was Tidings gelernt hat
settings-taught = Gelerntes
taught-more = Notiert: mehr davon. Ab der nächsten Seite richtet sich Heute danach.
taught-less = Notiert: weniger davon. Ab der nächsten Seite richtet sich Heute danach.
taught-lead = Heute ist danach geordnet, was Sie öffnen, behalten, mit Stern versehen und übergehen. Hier steht, was Tidings daraus gelernt hat, und hier können Sie es anders sagen.
taught-rate = In den letzten 30 Tagen haben Sie von je zehn Artikeln oben auf Heute { $today } geöffnet.
taught-rates = In den letzten 30 Tagen haben Sie von je zehn Artikeln oben auf Heute { $today } geöffnet, oben in Listen nach Zeit { $time } von zehn.
taught-learns = Heute nach meinen Vorlieben ordnen und aus meinem Lesen lernen
surprise = Überraschen
surprise-none = Nie
surprise-little = Ein wenig
surprise-usual = Wie üblich
surprise-more = Mehr
surprise-most = Viel
surprise-words = Einige Plätze auf Heute gehen an Themen und Quellen, von denen Tidings wenig weiß, um herauszufinden, ob Sie sie mögen.
taught-topics = Themen
taught-topics-none = Es sind noch zu wenige Artikel, um Themen zu unterscheiden.
taught-topics-words = Themen ergeben sich daraus, welche Wörter in Artikeln zusammen vorkommen, und heißen nach ihnen.
taught-opens = Sie öffnen etwa { $n } von 100
taught-sure = sicher
taught-rather = ziemlich sicher
taught-hardly = noch nicht sicher
taught-unknown = noch nichts bekannt
taught-learned = Wie gelernt
taught-never = Nie
taught-seldom = Selten
taught-often = Oft
taught-always = Immer
taught-say = Speichern
taught-noted = Notiert. Ab der nächsten Seite richtet sich Heute danach.
taught-away = Nur für Sie
taught-away-words = Was über Sie gelernt wurde, liegt bei Ihrem Konto, wird niemandem gezeigt und geht mit ihm. Wo viele eine Installation teilen, erwartet Tidings von Neuen, was alle zusammen mögen; niemand ist darin zu erkennen.
taught-export = Mit allem anderen mitnehmen
taught-forget = Alles vergessen
taught-forget-words = Was gezeigt wurde, wie Sie reagierten und was Sie sagten, geht. Gelesenes, Sterne und Schlagwörter bleiben.
taught-forget-do = Gelerntes vergessen
taught-forgotten = Vergessen. Heute beginnt von vorn.
taught-others =
    { $n ->
        [one] Noch eines
       *[other] { $count } weitere
    }
mark-page = Diese Seite als gelesen markieren
