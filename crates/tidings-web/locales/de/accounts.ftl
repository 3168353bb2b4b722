# Anmeldung, Konten, Ereignisse, Verwaltung.

sign-in = Anmelden
sign-in-nobody-yet = Hier hat noch niemand ein Konto. Der Einrichtungslink, den der Server beim Start ausgegeben hat, legt das erste an.
sign-in-wrong = Name oder Passwort stimmt nicht. Bitte beides prüfen und erneut versuchen.
sign-in-too-many = { $n ->
    [one] Zu viele falsche Passwörter. In einer Minute erneut versuchen.
   *[other] Zu viele falsche Passwörter. In { $count } Minuten erneut versuchen.
}
sign-in-disabled = Dieses Konto wurde gesperrt. Auskunft gibt, wer diesen Server betreibt.
sign-in-not-known = Der Anmeldedienst meldet { $name }, aber { $name } darf sich hier nicht anmelden. Auskunft gibt, wer diesen Server betreibt.
sign-in-still-vouched = Hier abgemeldet. Der Anmeldedienst vor diesem Server kennt noch { $name }.
sign-in-continue-as = Weiter als { $name }
account-deleted = Das Konto und alles, was dazugehörte, ist gelöscht.

code-title = Noch ein Schritt
code-lead = Bitte den Code eingeben, den die App jetzt zeigt.
code-label = Code
code-hint = Sechs Ziffern; oder einer der Wiederherstellungscodes.
code-check = Weiter
code-start-again = Von vorn beginnen
code-wrong = Dieser Code stimmt nicht oder wurde schon benutzt. Bitte den nächsten abwarten und erneut versuchen.
code-too-many = { $n ->
    [one] Zu viele falsche Codes. In einer Minute erneut versuchen.
   *[other] Zu viele falsche Codes. In { $count } Minuten erneut versuchen.
}

setup-title = Einrichten
setup-welcome = Willkommen
setup-lead = Name und Passwort wählen. Dieses erste Konto gehört der Person, die den Server betreibt: Es liest wie jedes andere und verwaltet außerdem den Server.
setup-create = Konto anlegen
join-title = Beitreten
join-lead = Eine Einladung, hier mitzulesen. Name und Passwort wählen.
reset-title = Neues Passwort
reset-lead = Ein neues Passwort für { $name } wählen. Überall sonst wird { $name } abgemeldet.
reset-save = Passwort speichern

name-empty = Der Name ist leer; bitte einen wählen.
name-too-long = { $n ->
    [one] Der Name hat { $count } Zeichen; bitte einen kürzeren wählen.
   *[other] Der Name hat { $count } Zeichen; bitte einen kürzeren wählen.
}
name-invisible = Der Name enthält unsichtbare Zeichen; bitte einen ohne sie wählen.
name-taken = Der Name { $name } ist vergeben; bitte einen anderen wählen.
password-hint = Mindestens { $count } Zeichen. Ein paar Wörter ohne Zusammenhang sind leicht zu merken und schwer zu erraten.
password-too-short = { $n ->
    [one] Das Passwort hat { $count } Zeichen; bitte eines mit mindestens { $least } wählen.
   *[other] Das Passwort hat { $count } Zeichen; bitte eines mit mindestens { $least } wählen.
}
password-too-long = Das Passwort ist länger als { $most } Bytes; bitte ein kürzeres wählen.


account-name = Name
account-name-hint = Der Name für die Anmeldung
account-name-save = Namen ändern
account-name-changed = Der Name ist geändert.
account-is-operator = Dieses Konto verwaltet den Server.
account-password = Passwort
account-password-lead = Ein neues Passwort meldet überall sonst ab.
account-password-none = Die Anmeldung läuft über einen Anmeldedienst, ein Passwort gibt es hier nicht. Mit einem ist auch die direkte Anmeldung möglich.
account-password-current = Bisheriges Passwort
account-password-new = Neues Passwort
account-password-revoke = Auch die App-Passwörter widerrufen
account-password-save = Passwort ändern
account-password-changed = Das Passwort ist geändert; alle anderen Sitzungen sind beendet.
account-password-wrong = Das bisherige Passwort stimmt nicht.
account-sessions = { $n ->
    [one] Nur hier angemeldet.
   *[other] Auf { $count } Geräten angemeldet.
}
account-sessions-see = Zeigen, wo
account-cancel = Abbrechen

second-step = Zweiter Schritt
second-step-lead = Nach dem Passwort wird ein Code aus einer App auf dem Telefon verlangt. Wer nur das Passwort erfährt, kann sich damit nicht anmelden.
second-step-set-up = Einrichten
second-step-manage = Verwalten
second-step-on = Eingeschaltet
second-step-off = Ausschalten
second-step-off-lead = Danach genügt zur Anmeldung das Passwort.
second-step-is-off = Der zweite Schritt ist ausgeschaltet; das Passwort genügt nun.
second-step-codes-left = { $n ->
    [0] Kein Wiederherstellungscode ist übrig; bitte neue erzeugen.
    [one] Ein Wiederherstellungscode ist übrig.
   *[other] { $count } Wiederherstellungscodes sind übrig.
}
second-step-scan = Dieses Bild mit einer Authenticator-App einlesen.
second-step-picture = Das Geheimnis als QR-Code
second-step-type = Oder dies in die App eintippen:
second-step-open = Die App auf diesem Gerät öffnen
second-step-show = Den Code eingeben, den die App zeigt.
second-step-turn-on = Einschalten
second-step-code-wrong = Dieser Code stimmt nicht. Geht die Uhr des Telefons richtig? Dann den nächsten Code versuchen.
second-step-codes-lead = Der zweite Schritt ist eingeschaltet. Diese Wiederherstellungscodes so aufbewahren, dass sie auch ohne Telefon zu finden sind: Jeder gilt einmal anstelle eines Codes.
second-step-codes-hint = Sie werden nur dieses eine Mal gezeigt.
second-step-codes-kept = Sie sind aufbewahrt
second-step-new-codes = Neue Wiederherstellungscodes
second-step-new-codes-lead = Die bisherigen gelten dann nicht mehr.
second-step-new-codes-make = Neue Codes erzeugen

sessions-lead = Alle Geräte, auf denen dieses Konto angemeldet ist. Eine Sitzung endet nach dreißig Tagen ohne Benutzung von selbst.
sessions-here = Dieses Gerät
sessions-seen = zuletzt benutzt
sessions-since = angemeldet
sessions-end = Abmelden
sessions-end-others = Überall sonst abmelden
sessions-ended = { $n ->
    [0] Es gab keine andere Sitzung.
    [one] Eine Sitzung ist beendet.
   *[other] { $count } Sitzungen sind beendet.
}

app-passwords-lead = Für andere Programme, die mit diesem Konto lesen. Jedes bekommt ein eigenes Passwort, das sich einzeln widerrufen lässt.
app-password-type = Was einzutragen ist
app-password-type-how = Im Programm einen dieser Dienste wählen. Der Benutzername ist { $name }, das Passwort (oder Token) das App-Passwort.
app-password-type-bare = Dasselbe, nur mit der Adresse
app-password-new = Neues App-Passwort
app-password-label = Wofür ist es?
app-password-example = NetNewsWire auf dem Telefon
app-password-scope = Erlaubt ist
app-password-writes = lesen und ändern
app-password-reads = nur lesen
app-password-create = Erzeugen
app-password-made = erzeugt
app-password-used = zuletzt benutzt
app-password-never-used = nie benutzt
app-password-revoke = Widerrufen
app-password-revoked = Das App-Passwort gilt nicht mehr.
app-password-fresh = Das Passwort für { $label }:
app-password-once = Jetzt kopieren: Es wird nur dieses eine Mal gezeigt.
app-password-label-wrong = Bitte in höchstens { $most } Zeichen sagen, wofür das Passwort ist.
app-passwords-too-many = Es gibt schon { $count } App-Passwörter; bitte zuerst einige widerrufen.

warning-without-tls = Die Seiten werden auf { $listen } ohne https ausgeliefert: public-url auf eine https-Adresse setzen und einen TLS-Proxy davorstellen, oder auf 127.0.0.1 lauschen.
warning-plain-address = Die öffentliche Adresse { $address } ist ohne https: Passwörter und Lektüre gehen offen über die Leitung. Einen TLS-Proxy davorstellen und public-url auf dessen https-Adresse setzen.
warning-open-fetch = { $setting } erlaubt ganze private Netze: Wer einen Feed hinzufügen kann, erreicht das eigene Netz. Besser einzelne Rechner nennen.
warning-open-folder = Andere können in den Datenordner { $folder } sehen: chmod 700 darauf ausführen.
warning-little-space = Wo die Daten liegen, sind nur noch { $mib } MiB frei; bitte Platz schaffen, bevor der Datenträger voll ist.
warning-trusts-everybody = { $setting } umfasst fast alle Adressen: Jeder kann sich als Proxy ausgeben und seine Herkunft fälschen. Nur die eigenen Proxys nennen.
warning-around-proxy = Die Seiten werden auf { $listen } ausgeliefert und sind dort am anmeldenden Proxy vorbei erreichbar. Auf 127.0.0.1 lauschen oder in der Firewall nur den Proxy durchlassen.

data-export = Die eigenen Daten mitnehmen
data-export-lead = Ein Archiv mit Abonnements (OPML und JSON), Ordnern, Schlagwörtern, gelesenen Artikeln, den Texten der markierten, verschlagworteten und zurückgelegten, dem Gelernten, Regeln, Einstellungen, Besuchen und Ereignissen. Die Importseite von Tidings liest es wieder ein.
data-export-get = Archiv herunterladen
data-delete = Konto löschen
data-delete-lead = Das lässt sich nicht rückgängig machen. Mit dem Konto verschwinden:
data-goes-subscriptions = { $n ->
    [0] die Abonnements
    [one] { $count } Abonnement
   *[other] { $count } Abonnements
}
data-goes-starred = { $n ->
    [0] die Favoriten
    [one] { $count } Favorit
   *[other] { $count } Favoriten
}
data-goes-later = { $n ->
    [0] was für später zurückgelegt ist
    [one] { $count } für später zurückgelegter Artikel
   *[other] { $count } für später zurückgelegte Artikel
}
data-goes-tags = { $n ->
    [0] die Schlagwörter
    [one] { $count } Schlagwort
   *[other] { $count } Schlagwörter
}
data-goes-rest = alles Gelesene und Gelernte, Regeln, Links, Einstellungen, Sitzungen, App-Passwörter und Ereignisse
data-delete-stays = Artikel, die auch andere lesen, bleiben für sie erhalten. Quellen, denen sonst niemand folgt, werden nicht mehr abgerufen.
data-delete-begin = Konto löschen …
data-delete-do = Alles löschen
data-type-name = Zur Bestätigung { $name } eintippen
data-name-differs = Der eingetippte Name ist ein anderer; nichts wurde gelöscht.
data-last-operator = Dieses Konto verwaltet als letztes den Server, und andere haben hier Konten. Bitte zuerst jemand anderem die Verwaltung geben.

activity = Ereignisse
activity-filter = Zeigen
activity-all = Alle
activity-sources = Quellen
activity-account = Konto
activity-rules = Regeln
activity-server = Server
activity-empty = Hier ist nichts geschehen, was wissenswert wäre.
activity-older = Ältere
activity-new = { $n ->
    [one] { $count } neues
   *[other] { $count } neue
}
activity-is-new = (neu)
activity-untitled = Quelle ohne Titel
activity-failing = schlägt seit einem Tag fehl: { $detail }
activity-recovered = funktioniert wieder.
activity-gone = ist laut ihrem Server endgültig verschwunden. Ihre Artikel bleiben.
activity-moved = ist umgezogen nach { $detail }.
activity-merged = hat { $detail } übernommen, es ist dieselbe Quelle.
activity-signed-in = Angemeldet mit { $detail }.
activity-code-refused = Jemand hat von { $detail } das richtige Passwort und einen falschen Code eingegeben. Falls das nicht selbst war: bitte das Passwort ändern.
activity-recovery-code-used = { $n ->
    [0] Zur Anmeldung wurde ein Wiederherstellungscode benutzt; keiner ist übrig.
    [one] Zur Anmeldung wurde ein Wiederherstellungscode benutzt; einer ist übrig.
   *[other] Zur Anmeldung wurde ein Wiederherstellungscode benutzt; { $count } sind übrig.
}
activity-second-step-on = Der zweite Schritt wurde eingeschaltet.
activity-second-step-off = Der zweite Schritt wurde ausgeschaltet.
activity-second-step-taken = Die Verwaltung hat den zweiten Schritt ausgeschaltet.
activity-password-changed = Das Passwort wurde geändert.
activity-app-password-made = Ein App-Passwort für { $detail } wurde erzeugt.
activity-sessions-ended = { $n ->
    [one] Eine andere Sitzung wurde beendet.
   *[other] { $count } andere Sitzungen wurden beendet.
}
activity-now-operator = Dieses Konto verwaltet jetzt den Server.
activity-now-user = Dieses Konto verwaltet den Server nicht mehr.

admin = Verwaltung
admin-overview = Überblick
admin-users = Konten
admin-backup = Sicherung
admin-warning = Unsicher:
admin-numbers = Zahlen; Abrufe des letzten Tages
admin-sources = Quellen
admin-sources-watched = davon beobachtet
admin-sources-failing = davon fehlerhaft
admin-articles = Artikel
admin-retrievals = Abrufe
admin-retrievals-new = mit Neuem
admin-retrievals-failed = fehlgeschlagen
admin-received = Empfangen
admin-failures = Warum Abrufe fehlschlugen
admin-failures-none = Seit einem Tag schlug keiner fehl.
admin-silent = Server, die um Ruhe baten
admin-silent-none = Keine.
admin-silent-until = nächste Anfrage
admin-installed = Installation
admin-version = Version
admin-engine = Datenbank
admin-database-size = Ihre Größe
admin-data-folder = Datenordner
admin-free = Dort frei
admin-settings = Geltende Einstellungen
admin-settings-lead = Sie kommen aus Einstellungsdatei, Umgebung und Aufruf und ändern sich mit einem Neustart.
admin-setting-default = (Vorgabe)
jobs = Hintergrundaufgaben
jobs-lead = Teilen sich mehrere Prozesse die Datenbank, führt einer davon jede Aufgabe aus; fällt er aus, übernimmt ein anderer. Aufgaben, die alle paar Minuten oder öfter laufen, werden alle fünf Minuten verzeichnet.
jobs-none = Noch keine Aufgabe ist gelaufen.
job-name = Aufgabe
job-last = Letzter Lauf
job-took = Dauer
job-next = Nächster Lauf
job-runs = Läufe
job-failures = Fehler
job-failed = Letzter Lauf fehlgeschlagen:
job-never = nie
job-running = läuft
job-process = Prozess { $process }
job-milliseconds = { $n } ms
job-price = Abrufe im Tagesbudget halten
job-plans = Geplante Abrufe prüfen
job-imports = Dateien importieren
job-webhooks = Webhooks senden
job-push-subscriptions = Push-Abonnements erneuern
job-topic-assignment = Neuen Artikeln Themen zuordnen
job-search-index = Suchindex aktualisieren
job-full-texts = Volltexte abrufen
job-icons = Symbole der Quellen suchen
job-topics = Themen lernen
job-readers = Gemeinsamkeiten der Leser lernen
job-population = Gemeinsamkeiten der Quellen lernen
job-weights = Quellen danach gewichten, was geöffnet wird
job-day-counts = Tage für die Aktualität auszählen
job-retention = Nicht mehr Benötigtes entfernen
size-kilobytes = { $count } kB
size-megabytes = { $count } MB
size-gigabytes = { $count } GB
failed-name = Den Namen gibt es nicht
failed-timeout = Zu langsam
failed-certificate = Das Zertifikat stimmt nicht
failed-connection = Keine Verbindung, oder sie brach ab
failed-patience = Der Server bat um Geduld
failed-denied = Der Server lehnte ab
failed-missing = Nicht vorhanden
failed-address = Die Adresse lässt sich nicht abrufen
failed-status = Der Server hat eine Störung
failed-answer = Die Antwort ist nicht lesbar

backup-lead = Eine Sicherung enthält alles auf diesem Server, auch Privates der Konten. Sie gehört so sicher verwahrt wie der Server selbst.
backup-make = Jetzt sichern
backup-made = Die Sicherung ist da.
backup-under-way = Die Sicherung braucht Zeit; sie erscheint hier, sobald sie vollständig ist.
backup-failed = Die Sicherung ist misslungen; das Protokoll sagt, warum.
backup-removed = Die Sicherung ist entfernt.
backup-none = Es gibt noch keine Sicherung.
backup-download = Herunterladen
backup-remove = Entfernen
backup-free = Wo die Sicherungen liegen, sind { $size } frei.
backup-restore = Zurückspielen, auf einem leeren Server:

users-operator = Verwaltung
users-user = Konto
users-disabled = gesperrt
users-second-step = zweiter Schritt
users-second-step-off = Zweiten Schritt ausschalten
users-since = beigetreten
users-seen = zuletzt hier
users-never-seen = nie hier
users-yourself = Eigenes Konto
users-manage = Verwalten
users-make-operator = Verwaltung geben
users-make-user = Verwaltung entziehen
users-reset = Link für ein neues Passwort
users-sign-out = Überall abmelden
users-disable = Sperren
users-enable = Entsperren
users-remove = Entfernen
users-remove-lead = Entfernt { $name } mit allem, was dazugehört. Zur Bestätigung den Namen eintippen.
users-invite = Einladen
users-invite-lead = Ein Link gilt einmal und sieben Tage lang. Wer ihn öffnet, wählt Namen und Passwort.
users-invite-make = Link erzeugen
users-role = Rolle
users-add = Mit Passwort anlegen
users-add-do = Anlegen
users-added = Das Konto ist angelegt.
users-changed = Erledigt.
users-removed = Das Konto ist entfernt.
users-last-operator = Dies ist das letzte verwaltende Konto; bitte zuerst einem anderen die Verwaltung geben.
users-not-yourself = Mit dem eigenen Konto geht das hier nicht; es steht unter Einstellungen.
invitation-to-join = Eine Einladung
invitation-to-operate = Eine Einladung zur Verwaltung
invitation-to-reset = Ein neues Passwort für { $name }
invitation-until = endet
invitation-once = Auf einem vertrauenswürdigen Weg weitergeben. Der Link wird nur dieses eine Mal gezeigt.
