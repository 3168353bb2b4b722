# Français : la page de l’API.

api = API
api-lead = Presque tout ce que vous faites dans Tidings, un programme peut le faire avec l’API ; seul votre compte se gère ici.
api-password = Les programmes envoient un mot de passe d’application avec chaque requête. Avec un mot de passe en lecture seule, ils voient tout et ne modifient rien.
api-document = Description OpenAPI :
api-problems = Erreurs
api-problems-lead = Les erreurs sont renvoyées au format application/problem+json. Chaque type renvoie à l’une des entrées ci-dessous.
api-schemas = Types
api-required = obligatoire
api-body = Corps
app-passwords-api = En savoir plus sur l’API
