# Die Seite der API.

api = API für Programme
api-lead = Alles, was diese Seiten tun, kann auch ein Programm tun.
api-password = Ein Programm zeigt bei jeder Anfrage ein App-Passwort. Eines, das nur lesen darf, sieht alles und ändert nichts.
api-document = Die Beschreibung, die Programme lesen, in OpenAPI:
api-problems = Fehler
api-problems-lead = Was nicht gelingt, wird als application/problem+json gesagt. Der Typ führt zu einem dieser Einträge.
api-schemas = Typen
api-required = nötig
api-body = Inhalt
app-passwords-api = Was Programme damit tun können: die API von Tidings.
