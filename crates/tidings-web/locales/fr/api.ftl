# La page de l’API.

api = API pour les programmes
api-lead = Tout ce que ces pages font pour vous, un de vos programmes peut le faire aussi.
api-password = Un programme montre un mot de passe d’application à chaque requête. Celui qui ne peut que lire voit tout et ne change rien.
api-document = La description que lisent les programmes, en OpenAPI :
api-problems = Erreurs
api-problems-lead = Ce qui échoue est dit en application/problem+json. Le type mène à l’une de ces entrées.
api-schemas = Types
api-required = requis
api-body = Corps
app-passwords-api = Ce que les programmes peuvent en faire : l’API de Tidings.
