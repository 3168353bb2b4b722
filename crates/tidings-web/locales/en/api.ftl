# English: the API page.

api = API
api-lead = Almost everything you do in Tidings, a program can do through the API; only your account itself is managed here.
api-password = Programs send an app password with every request. A read-only password can see everything and change nothing.
api-document = OpenAPI description:
api-problems = Errors
api-problems-lead = Errors are returned as application/problem+json. Each type links to an entry below.
api-schemas = Types
api-required = required
api-body = Body
app-passwords-api = Read about the API
