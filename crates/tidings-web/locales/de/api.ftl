# Deutsch: die Seite der API.

api = API
api-lead = Fast alles, was Sie in Tidings tun, kann ein Programm über die API tun; nur Ihr Konto selbst verwalten Sie hier.
api-password = Programme senden mit jeder Anfrage ein App-Passwort. Mit einem Passwort nur zum Lesen sehen sie alles und ändern nichts.
api-document = OpenAPI-Beschreibung:
api-problems = Fehler
api-problems-lead = Fehler werden als application/problem+json gemeldet. Jeder Typ verweist auf einen dieser Einträge.
api-schemas = Typen
api-required = erforderlich
api-body = Inhalt
app-passwords-api = Mehr zur API
