# Deutsch: Fehler.

error-home = Zu Ihren Artikeln
error-not-found = Seite nicht gefunden
error-not-found-why = Unter dieser Adresse gibt es nichts. Vielleicht ist der Link unvollständig oder abgelaufen.
error-link-incomplete = Unvollständiger Link
error-link-incomplete-why = Ein Teil dieses Links fehlt. Kopieren Sie ihn ganz, bis zum letzten Zeichen.
error-link-used = Link schon benutzt
error-link-used-why = Dieser Link wurde schon benutzt oder widerrufen. Falls Sie ihn benutzt haben, melden Sie sich an. Sonst bitten Sie den Betreiber dieses Servers um einen neuen.
error-link-expired = Link abgelaufen
error-link-expired-why = Links gelten sieben Tage. Bitten Sie den Betreiber dieses Servers um einen neuen.
error-set-up-done = Schon eingerichtet
error-set-up-done-why = Dieser Server hat schon einen Betreiber. Melden Sie sich an oder bitten Sie um eine Einladung.
error-set-up-old = Einrichtungslink ungültig
error-set-up-old-why = Dieser Einrichtungslink ist unvollständig oder veraltet. Öffnen Sie den, den der Server beim letzten Start ausgegeben hat.
error-method = Anfrage nicht erlaubt
error-method-why = Diese Adresse nimmt solche Anfragen nicht an.
error-sign-in = Anmelden
error-sign-in-why = Für diese Seite brauchen Sie ein Konto.
error-forged = Formular abgelaufen
error-forged-why = Dieses Formular ist veraltet oder kam von einer anderen Website. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.
error-forbidden = Kein Zugriff
error-forbidden-why = Diese Seite ist den Betreibern dieses Servers vorbehalten.
error-bad = Ungültige Anfrage
error-bad-why = Der Server konnte mit dieser Anfrage nichts anfangen. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.
error-large = Zu groß
error-large-why = So große Formulare nimmt der Server nicht an. Senden Sie weniger auf einmal.
error-large-file-why = Die Datei ist größer als { $most }. Exportieren Sie weniger auf einmal oder teilen Sie die Datei.
error-slow = Zeit abgelaufen
error-slow-why = Das hat zu lange gedauert und wurde abgebrochen. Versuchen Sie es gleich noch einmal.
error-misdirected = Falsche Adresse
error-misdirected-why = Unter diesem Servernamen ist Tidings nicht erreichbar. Verwenden Sie die Adresse, die Sie vom Betreiber bekommen haben.
error-busy = Server ausgelastet
error-busy-why = Der Server kann gerade keine weiteren Anfragen annehmen. Versuchen Sie es gleich noch einmal.
error-internal = Etwas ist schiefgegangen
error-internal-why = Auf dem Server ist ein Fehler aufgetreten; er steht im Protokoll. Versuchen Sie es gleich noch einmal.
error-attempts = Zu viele Versuche
error-attempts-why =
    { $n ->
        [one] Zu viele falsche Passwörter. Versuchen Sie es in { $count } Minute noch einmal.
       *[other] Zu viele falsche Passwörter. Versuchen Sie es in { $count } Minuten noch einmal.
    }
error-key = Falsches App-Passwort
error-key-why = Dieses App-Passwort gibt es nicht. Legen Sie unter Einstellungen, App-Passwörter ein neues an.
error-read-only = App-Passwort nur zum Lesen
error-read-only-why = Mit diesem App-Passwort lässt sich nichts ändern. Legen Sie eines zum Lesen und Ändern an.
error-often = Zu viele Anfragen
error-often-why =
    { $n ->
        [one] Zu viele Anfragen. Versuchen Sie es in { $count } Minute noch einmal.
       *[other] Zu viele Anfragen. Versuchen Sie es in { $count } Minuten noch einmal.
    }
error-stretch = Ungültiger Zeitraum
error-stretch-why = Der erste Tag darf nicht nach dem letzten liegen, und der Zeitraum darf höchstens { $count } Tage umfassen.
error-refused = Nicht möglich
refused-not-found = Das gibt es nicht mehr. Laden Sie die Seite neu, um den aktuellen Stand zu sehen.
refused-operators = Das dürfen nur die Betreiber dieses Servers.
refused-webhook = Diesen Webhook gibt es nicht mehr.
refused-name = Geben Sie einen Namen mit 1 bis { $most } Zeichen und ohne Zeilenumbrüche ein.
refused-title = Geben Sie einen Titel mit höchstens { $most } Zeichen ein.
refused-address = Geben Sie eine Adresse mit 1 bis { $most } Zeichen ein.
refused-words = Geben Sie eine Suche mit 1 bis { $most } Zeichen ein.
refused-number = Geben Sie eine ganze Zahl von { $least } bis { $most } ein.
refused-choice = Diese Auswahl ist nicht möglich. Wählen Sie etwas aus der Liste.
refused-contrary = Der kürzeste Abstand zwischen zwei Prüfungen darf nicht länger sein als der längste.
refused-taken = Diesen Namen verwenden Sie schon. Wählen Sie einen anderen.
refused-too-deep = Ordner lassen sich höchstens { $most } Ebenen tief verschachteln.
refused-inside-itself = Ein Ordner lässt sich nicht in sich selbst oder in einen seiner Unterordner verschieben.
refused-at-once = Wählen Sie höchstens { $most } auf einmal aus.
refused-full = Sie haben schon { $most }; mehr sind nicht möglich. Entfernen Sie zuerst etwas.
refused-no-link = Dieser Artikel hat keine Webadresse, die sich abrufen ließe.
refused-half-a-key = Geben Sie zum Passwort einen Benutzernamen oder zum Header einen Wert ein.
