# Deutsch: Anmeldung, Konten, Aktivität, Verwaltung.

sign-in = Anmelden
sign-in-nobody-yet = Hier gibt es noch keine Konten. Um das erste anzulegen, öffnen Sie den Einrichtungslink, den der Server beim Start ausgegeben hat.
sign-in-wrong = Benutzername oder Passwort ist falsch.
sign-in-too-many = { $n ->
    [one] Zu viele falsche Passwörter. Versuchen Sie es in 1 Minute noch einmal.
   *[other] Zu viele falsche Passwörter. Versuchen Sie es in { $count } Minuten noch einmal.
}
sign-in-disabled = Dieses Konto ist gesperrt. Fragen Sie den Betreiber dieses Servers.
sign-in-not-known = Beim Anmeldedienst sind Sie als { $name } angemeldet, aber { $name } hat hier keinen Zugang. Fragen Sie den Betreiber dieses Servers.
sign-in-still-vouched = Bei Tidings sind Sie abgemeldet, beim Anmeldedienst aber noch als { $name } angemeldet.
sign-in-continue-as = Weiter als { $name }
sign-in-as-visitor = Als Besucher der Demo fortfahren
account-deleted = Ihr Konto und alle Ihre Daten sind gelöscht.

code-title = Zwei-Faktor-Authentisierung
code-lead = Geben Sie den Code aus Ihrer Authenticator-App ein.
code-label = Code
code-hint = Sechs Ziffern oder einer Ihrer Wiederherstellungscodes.
code-check = Weiter
code-start-again = Von vorn beginnen
code-wrong = Dieser Code ist falsch oder wurde schon verwendet. Prüfen Sie ihn, oder nehmen Sie einen anderen.
code-too-many = { $n ->
    [one] Zu viele falsche Codes. Versuchen Sie es in 1 Minute noch einmal.
   *[other] Zu viele falsche Codes. Versuchen Sie es in { $count } Minuten noch einmal.
}

setup-title = Tidings einrichten
setup-welcome = Willkommen
setup-lead = Wählen Sie einen Benutzernamen und ein Passwort. Dieses erste Konto ist das des Betreibers: Es kann nicht nur lesen, sondern auch den Server verwalten.
setup-create = Konto anlegen
join-title = Konto anlegen
join-lead = Sie sind eingeladen, hier mitzulesen. Wählen Sie einen Benutzernamen und ein Passwort.
reset-title = Neues Passwort
reset-lead = Wählen Sie ein neues Passwort für { $name }. Überall sonst wird { $name } damit abgemeldet.
reset-save = Passwort speichern

name-empty = Geben Sie einen Benutzernamen ein.
name-too-long = { $n ->
    [one] Der Benutzername hat { $count } Zeichen und ist damit zu lang. Wählen Sie einen kürzeren.
   *[other] Der Benutzername hat { $count } Zeichen und ist damit zu lang. Wählen Sie einen kürzeren.
}
name-invisible = Der Benutzername enthält unsichtbare Zeichen. Entfernen Sie sie.
name-taken = Der Benutzername { $name } ist vergeben. Wählen Sie einen anderen.
password-show = Passwort anzeigen
password-hide = Passwort verbergen
password-hint = Mindestens { $count } Zeichen. Ein paar Wörter, die nichts miteinander zu tun haben, sind leicht zu merken und schwer zu erraten.
password-too-short = { $n ->
    [one] Das Passwort hat nur { $count } Zeichen. Verwenden Sie mindestens { $least }.
   *[other] Das Passwort hat nur { $count } Zeichen. Verwenden Sie mindestens { $least }.
}
password-too-long = Das Passwort ist länger als { $most } Byte. Wählen Sie ein kürzeres.


account-name = Benutzername
account-name-hint = Damit melden Sie sich an
account-name-save = Benutzernamen ändern
account-name-changed = Benutzername geändert.
account-is-operator = Sie sind Betreiber dieses Servers.
account-password = Passwort
account-password-lead = Wenn Sie Ihr Passwort ändern, werden Sie überall sonst abgemeldet.
account-password-none = Sie melden sich über einen Anmeldedienst an und haben hier kein Passwort. Mit einem eigenen können Sie sich auch direkt anmelden.
account-password-current = Aktuelles Passwort
account-password-new = Neues Passwort
account-password-revoke = Auch meine App-Passwörter widerrufen
account-password-set = Passwort festlegen
account-password-save = Passwort ändern
account-password-changed = Passwort geändert. Überall sonst sind Sie jetzt abgemeldet.
account-password-wrong = Das aktuelle Passwort ist falsch.
account-in-demo = Die Demo meldet Besucher ohne Passwort an. Deshalb lässt sich das hier nicht ändern.
account-password-missing = Dieses Konto hat kein Passwort. Öffnen Sie Tidings zur Bestätigung über Ihren Anmeldedienst.
account-sessions = { $n ->
    [one] Sie sind nur hier angemeldet.
   *[other] Sie sind auf { $count } Geräten angemeldet.
}
account-sessions-see = Sitzungen anzeigen
account-cancel = Abbrechen

second-step = Zwei-Faktor-Authentisierung
second-step-lead = Mit Zwei-Faktor-Authentisierung brauchen Sie zum Anmelden Ihr Passwort und einen Code aus einer App auf Ihrem Telefon. Ein gestohlenes Passwort allein reicht dann nicht.
second-step-set-up = Einrichten
second-step-begin = Weiter
second-step-manage = Verwalten
second-step-on = Eingeschaltet.
second-step-off = Ausschalten
second-step-off-lead = Zum Anmelden genügt dann Ihr Passwort.
second-step-is-off = Die Zwei-Faktor-Authentisierung ist ausgeschaltet. Zum Anmelden genügt Ihr Passwort.
second-step-codes-left = { $n ->
    [0] Sie haben keine Wiederherstellungscodes mehr. Erstellen Sie neue.
    [one] Sie haben noch einen Wiederherstellungscode.
   *[other] Sie haben noch { $count } Wiederherstellungscodes.
}
second-step-scan = Scannen Sie diesen QR-Code mit einer Authenticator-App.
second-step-picture = QR-Code mit dem Einrichtungsschlüssel
second-step-type = Oder geben Sie diesen Schlüssel in der App ein:
second-step-open = App auf diesem Gerät öffnen
second-step-show = Geben Sie den Code ein, den die App anzeigt.
second-step-turn-on = Einschalten
second-step-code-wrong = Falscher Code. Prüfen Sie, ob die Uhr Ihres Telefons richtig geht, und versuchen Sie den nächsten Code.
second-step-codes-lead = Die Zwei-Faktor-Authentisierung ist eingeschaltet. Bewahren Sie diese Wiederherstellungscodes dort auf, wo Sie auch ohne Telefon herankommen. Jeder ersetzt einmal den Code aus der App. Frühere Wiederherstellungscodes gelten nicht mehr.
second-step-codes-hint = Die Codes werden nicht noch einmal angezeigt.
second-step-codes-kept = Ich habe sie gespeichert
second-step-new-codes = Neue Wiederherstellungscodes
second-step-new-codes-lead = Ihre bisherigen Wiederherstellungscodes werden damit ungültig.
second-step-new-codes-make = Neue Codes erstellen

sessions-lead = Auf diesen Geräten sind Sie angemeldet. Nach dreißig Tagen ohne Nutzung werden Sie automatisch abgemeldet.
sessions-here = Dieses Gerät
sessions-seen = zuletzt verwendet
sessions-since = angemeldet
sessions-end = Abmelden
sessions-end-others = Überall sonst abmelden
sessions-ended = { $n ->
    [0] Sie waren sonst nirgends angemeldet.
    [one] Eine Sitzung beendet.
   *[other] { $count } Sitzungen beendet.
}

app-passwords-lead = Erlauben Sie anderen Programmen, etwa einem Reader auf Ihrem Telefon, Ihr Konto zu verwenden. Jedes bekommt ein eigenes Passwort, das Sie jederzeit widerrufen können.
app-password-type = So verbinden Sie eine App
app-password-type-how = Wählen Sie in der App einen dieser Dienste. Der Benutzername ist { $name }, das Passwort (oder Token) ist das App-Passwort.
app-password-type-bare = FreshRSS, wenn die App nur nach der Serveradresse fragt
app-password-new = Neues App-Passwort
app-password-label = Wofür ist es?
app-password-example = NetNewsWire auf meinem Telefon
app-password-scope = Zugriff
app-password-writes = Lesen und ändern
app-password-reads = Nur lesen
app-password-create = App-Passwort erstellen
app-password-made = erstellt
app-password-used = zuletzt verwendet
app-password-never-used = nie verwendet
app-password-revoke = Widerrufen
app-password-revoked = App-Passwort widerrufen.
app-password-fresh = App-Passwort für { $label }:
app-password-once = Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.
copy = Kopieren
app-password-label-wrong = Geben Sie mit höchstens { $most } Zeichen an, wofür das Passwort ist.
app-passwords-too-many = Sie haben schon { $count } App-Passwörter; mehr sind nicht möglich. Widerrufen Sie zuerst eines.

warning-without-tls = Die Seiten werden auf { $listen } ohne HTTPS ausgeliefert. Geben Sie als public-url eine https-Adresse an und schalten Sie einen TLS-Proxy vor, oder lauschen Sie nur auf 127.0.0.1.
warning-plain-address = Die öffentliche Adresse { $address } ist ohne HTTPS; Passwörter und Artikel werden unverschlüsselt übertragen. Schalten Sie einen TLS-Proxy vor und geben Sie dessen https-Adresse als public-url an.
warning-open-fetch = { $setting } erlaubt Abrufe aus ganzen privaten Netzen. Wer einen Feed hinzufügen kann, erreicht damit Ihr eigenes Netz. Geben Sie stattdessen einzelne Server an.
warning-open-folder = Andere Benutzer dieses Rechners können den Datenordner { $folder } lesen. Führen Sie chmod 700 darauf aus.
warning-little-space = Auf dem Datenträger sind nur noch { $mib } MiB frei. Schaffen Sie Platz, bevor er voll ist.
warning-trusts-everybody = { $setting } umfasst fast alle Adressen. Damit kann sich jeder als Proxy ausgeben und die Herkunft von Anfragen fälschen. Geben Sie nur Ihre eigenen Proxys an.
warning-around-proxy = Die Seiten werden auf { $listen } ausgeliefert. Dort lässt sich der Proxy umgehen, der die Anmeldung übernimmt. Lauschen Sie nur auf 127.0.0.1, oder lassen Sie durch eine Firewall nur den Proxy zu.

data-export = Ihre Daten exportieren
data-export-lead = Ein Archiv mit Abonnements (OPML und JSON), Ordnern, Schlagwörtern, Leseverlauf, Interessen, Regeln, Einstellungen, Besuchen und Aktivität sowie den Texten der Artikel, die Sie als Favorit markiert, verschlagwortet oder zum Später-Lesen gemerkt haben. Auf der Importseite von Tidings lässt es sich wieder einlesen.
data-export-get = Archiv herunterladen
data-delete = Konto löschen
data-delete-lead = Das lässt sich nicht rückgängig machen. Mit Ihrem Konto werden gelöscht:
data-goes-subscriptions = { $n ->
    [0] Ihre Abonnements
    [one] { $count } Abonnement
   *[other] { $count } Abonnements
}
data-goes-starred = { $n ->
    [0] Ihre Favoriten
    [one] { $count } Favorit
   *[other] { $count } Favoriten
}
data-goes-later = { $n ->
    [0] Ihre Liste „Später lesen“
    [one] { $count } zum Später-Lesen gemerkter Artikel
   *[other] { $count } zum Später-Lesen gemerkte Artikel
}
data-goes-tags = { $n ->
    [0] Ihre Schlagwörter
    [one] { $count } Schlagwort
   *[other] { $count } Schlagwörter
}
data-goes-rest = Leseverlauf, Interessen, Regeln, Links, Einstellungen, Sitzungen, App-Passwörter und Aktivität
data-delete-stays = Andere behalten ihre Artikel. Quellen, denen sonst niemand folgt, werden nicht mehr geprüft.
data-delete-begin = Mein Konto löschen …
data-delete-do = Alles löschen
data-type-name = Geben Sie zur Bestätigung Ihren Benutzernamen „{ $name }“ ein
data-name-differs = Das ist nicht Ihr Benutzername; es wurde nichts gelöscht.
data-last-operator = Sie sind der einzige Betreiber, und andere haben hier Konten. Machen Sie zuerst jemand anderen zum Betreiber.

activity = Aktivität
activity-filter = Anzeigen
activity-all = Alles
activity-sources = Quellen
activity-account = Konto
activity-rules = Regeln
activity-server = Server
activity-empty = Noch keine Aktivität. Probleme mit Ihren Quellen und Änderungen an Ihrem Konto erscheinen hier.
activity-older = Ältere
activity-new = { $n ->
    [one] { $count } neu
   *[other] { $count } neu
}
activity-is-new = (neu)
activity-untitled = Quelle ohne Titel
activity-failing = Seit einem Tag gestört: { $detail }
activity-recovered = Funktioniert wieder.
activity-gone = Laut Server gibt es diese Quelle nicht mehr. Ihre Artikel bleiben.
activity-moved = Umgezogen zu { $detail }.
activity-merged = Zusammengeführt mit { $detail }; das ist dieselbe Quelle.
activity-signed-in = Sie haben sich mit { $detail } angemeldet.
activity-code-refused = Jemand hat von { $detail } aus Ihr richtiges Passwort, aber einen falschen Code eingegeben. Waren das nicht Sie, ändern Sie Ihr Passwort.
activity-recovery-code-used = { $n ->
    [0] Sie haben sich mit einem Wiederherstellungscode angemeldet; es ist keiner mehr übrig.
    [one] Sie haben sich mit einem Wiederherstellungscode angemeldet; einer ist noch übrig.
   *[other] Sie haben sich mit einem Wiederherstellungscode angemeldet; { $count } sind noch übrig.
}
activity-second-step-on = Sie haben die Zwei-Faktor-Authentisierung eingeschaltet.
activity-second-step-off = Sie haben die Zwei-Faktor-Authentisierung ausgeschaltet.
activity-second-step-taken = Ein Betreiber hat Ihre Zwei-Faktor-Authentisierung ausgeschaltet.
activity-password-changed = Ihr Passwort wurde geändert.
activity-app-password-made = Sie haben ein App-Passwort für { $detail } erstellt.
activity-sessions-ended = { $n ->
    [one] Sie haben eine andere Sitzung beendet.
   *[other] Sie haben { $count } andere Sitzungen beendet.
}
activity-now-operator = Sie sind jetzt Betreiber dieses Servers.
activity-now-user = Sie sind nicht mehr Betreiber dieses Servers.

admin = Server
admin-overview = Überblick
admin-users = Konten
admin-backup = Sicherung
admin-warning = Unsicher:
admin-numbers = Auf diesem Server
admin-sources = Quellen
admin-sources-watched = davon geprüft
admin-sources-failing = davon zuletzt fehlgeschlagen
admin-articles = Artikel
admin-day = Letzte 24 Stunden
admin-retrievals = Prüfungen
admin-retrievals-new = mit neuen Artikeln
admin-retrievals-failed = fehlgeschlagen
admin-received = Übertragen
admin-failures = Warum Prüfungen fehlschlugen
admin-failures-none = In den letzten 24 Stunden ist keine Prüfung fehlgeschlagen.
admin-silent = Server, die um Geduld gebeten haben
admin-silent-none = Keine.
admin-silent-until = Wartezeit endet
admin-installed = Installation
admin-version = Version
admin-engine = Datenbank
admin-database-size = Größe der Datenbank
admin-data-folder = Datenordner
admin-free = Dort frei
admin-settings = Aktuelle Einstellungen
admin-settings-lead = Sie stammen aus der Einstellungsdatei, aus Umgebungsvariablen oder von der Befehlszeile. Änderungen gelten nach einem Neustart.
admin-setting-default = (Voreinstellung)
jobs = Hintergrundaufgaben
jobs-lead = Teilen sich mehrere Prozesse die Datenbank, erledigt jede Aufgabe einer von ihnen; hält er an, übernimmt ein anderer. Aufgaben, die alle paar Minuten oder öfter laufen, werden alle fünf Minuten vermerkt.
jobs-none = Noch keine Aufgabe ist gelaufen.
job-name = Aufgabe
job-last = Letzter Lauf
job-took = Dauer
job-next = Nächster Lauf
job-runs = Läufe
job-failures = Fehler
job-failed = Letzter Lauf fehlgeschlagen:
job-never = nie
job-running = läuft gerade
job-process = Prozess { $process }
job-milliseconds = { $n } ms
job-price = Anfragen im Tageslimit halten
job-plans = Geplante Prüfungen kontrollieren
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
job-weights = Prioritäten der Quellen aktualisieren
job-day-counts = Tage für die Aktualität auszählen
job-retention = Abgelaufene Daten löschen
size-kilobytes = { $count } kB
size-megabytes = { $count } MB
size-gigabytes = { $count } GB
failed-name = Servername existiert nicht
failed-timeout = Zeit abgelaufen
failed-certificate = Ungültiges Zertifikat
failed-connection = Keine Verbindung, oder sie brach ab
failed-patience = Server hat um Geduld gebeten
failed-denied = Zugriff verweigert
failed-missing = Nicht gefunden
failed-address = Adresse nicht abrufbar
failed-status = Serverfehler
failed-answer = Unlesbare Antwort

backup-lead = Eine Sicherung enthält alles auf diesem Server, auch private Daten der Konten. Bewahren Sie sie so sicher auf wie den Server selbst.
backup-make = Jetzt sichern
backup-made = Sicherung erstellt.
backup-under-way = Die Sicherung läuft. Sobald sie vollständig ist, steht sie hier in der Liste.
backup-failed = Die Sicherung ist fehlgeschlagen. Der Grund steht im Protokoll des Servers.
backup-removed = Sicherung gelöscht.
backup-none = Noch keine Sicherungen.
backup-download = Herunterladen
backup-remove = Löschen
backup-free = Am Ort der Sicherungen sind { $size } frei.
backup-restore = Zum Wiederherstellen führen Sie auf einem leeren Server aus:

users-operator = Betreiber
users-user = Leser
users-disabled = gesperrt
users-second-step = Zwei-Faktor
users-second-step-off = Zwei-Faktor-Authentisierung ausschalten
users-since = beigetreten
users-seen = zuletzt gesehen
users-never-seen = noch nicht gesehen
users-yourself = Sie
users-manage = Verwalten
users-make-operator = Zum Betreiber machen
users-make-user = Betreiberrechte entziehen
users-reset = Link zum Zurücksetzen des Passworts erstellen
users-sign-out = Überall abmelden
users-disable = Sperren
users-enable = Entsperren
users-remove = Konto löschen
users-remove-lead = Um { $name } und alle zugehörigen Daten zu löschen, geben Sie den Benutzernamen ein.
users-invite = Jemanden einladen
users-invite-lead = Ein Einladungslink gilt einmal und läuft nach sieben Tagen ab. Wer ihn öffnet, wählt Benutzernamen und Passwort selbst.
users-invite-make = Link erstellen
users-role = Rolle
users-add = Konto mit Passwort anlegen
users-add-do = Konto anlegen
users-added = Konto angelegt.
users-changed = Erledigt.
users-removed = Konto gelöscht.
users-last-operator = Das ist der einzige Betreiber. Machen Sie zuerst jemand anderen zum Betreiber.
users-not-yourself = Für Ihr eigenes Konto geht das hier nicht. Gehen Sie zu Einstellungen, Konto.
invitation-to-join = Einladung
invitation-to-operate = Einladung als Betreiber
invitation-to-reset = Neues Passwort für { $name }
invitation-until = läuft ab
invitation-once = Senden Sie ihn auf einem Weg, dem Sie vertrauen. Er wird nicht noch einmal angezeigt.
