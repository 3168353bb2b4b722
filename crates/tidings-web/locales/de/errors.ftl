# Deutsch. What can go wrong with a request.

error-home = Zu den Artikeln
error-not-found = Nicht gefunden
error-not-found-why = Unter dieser Adresse ist nichts. Es wurde vielleicht entfernt, oder der Link ist unvollständig.
error-method = Hier nicht möglich
error-method-why = Diese Adresse nimmt diese Art von Anfrage nicht an.
error-sign-in = Anmelden
error-sign-in-why = Diese Seite ist nach dem Anmelden zu sehen.
error-forged = Bitte noch einmal
error-forged-why = Dieses Formular kam nicht von einer Seite dieser Website, oder die Seite ist älter als die Sitzung. Zurückgehen, die Seite neu laden und noch einmal versuchen.
error-forbidden = Nicht erlaubt
error-forbidden-why = Diese Seite darf nur sehen, wer diesen Server betreibt.
error-bad = Nicht verstanden
error-bad-why = Die Anfrage war nicht zu verstehen. Der Link oder das Formular ist vielleicht beschädigt.
error-large = Zu groß
error-large-why = Das Formular ist größer, als diese Seite annimmt.
error-slow = Zu langsam
error-slow-why = Das dauerte zu lange und wurde aufgegeben. Gleich noch einmal versuchen.
error-misdirected = Falsche Adresse
error-misdirected-why = Dieser Server antwortet nicht auf diesen Namen. Es gilt die Adresse, die sein Betreiber genannt hat.
error-busy = Beschäftigt
error-busy-why = Der Server ist beschäftigt. Gleich noch einmal versuchen.
error-internal = Etwas ging schief
error-internal-why = Auf dem Server ging etwas schief. Es steht im Protokoll; gleich noch einmal versuchen.
error-attempts = Zu viele Versuche
error-attempts-why =
    { $n ->
        [one] Zu viele falsche Passwörter. In { $count } Minute noch einmal versuchen.
       *[other] Zu viele falsche Passwörter. In { $count } Minuten noch einmal versuchen.
    }
error-key = Kein Zutritt
error-key-why = Dieses App-Passwort ist nicht bekannt. Unter Einstellungen, App-Passwörter lässt sich eines anlegen.
error-read-only = Nur zum Lesen
error-read-only-why = Dieses App-Passwort darf nur lesen. Lege eines an, das auch ändern darf.
error-often = Langsam
error-often-why =
    { $n ->
        [one] Das war oft. In { $count } Minute noch einmal versuchen.
       *[other] Das war oft. In { $count } Minuten noch einmal versuchen.
    }
error-stretch = Nicht diese Tage
error-stretch-why = Der erste Tag darf nicht nach dem letzten liegen, und eine Datei fasst höchstens { $count } Tage. Zurückgehen und andere wählen.
error-refused = Nicht möglich
refused-not-found = Das gibt es nicht mehr.
refused-operators = Das darf nur, wer diesen Server betreibt.
refused-webhook = Diesen Webhook gibt es nicht.
refused-name = Ein Name hat 1 bis { $most } Zeichen und keine Zeilenumbrüche.
refused-title = Ein Titel hat höchstens { $most } Zeichen.
refused-address = Eine Adresse hat 1 bis { $most } Zeichen.
refused-words = Eine Suche hat 1 bis { $most } Zeichen.
refused-number = Hier wird eine ganze Zahl von { $least } bis { $most } erwartet.
refused-choice = Das steht hier nicht zur Wahl.
refused-contrary = Die beiden Abstände widersprechen sich: „wenigstens alle“ darf nicht kürzer sein als „nicht öfter als alle“.
refused-taken = Etwas anderes von Ihnen heißt schon so. Wählen Sie einen anderen Namen.
refused-at-once = Höchstens { $most } auf einmal.
refused-full = Es gibt schon { $most }. Entfernen Sie zuerst etwas davon.
refused-no-link = Dieser Artikel hat keine Adresse, die sich abrufen ließe.
refused-half-a-key = Zu einem Passwort gehört ein Benutzername, zu einem Header ein Wert.
