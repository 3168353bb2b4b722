# The page of the API.

api = API for programs
api-lead = Everything that these pages do for you, a program of yours can do too.
api-password = A program shows an app password with every request. One that may only read can look at everything and change nothing.
api-document = The description that programs read, in OpenAPI:
api-problems = Problems
api-problems-lead = What goes wrong is told as application/problem+json. The type leads to one of these.
api-schemas = Types
api-required = required
api-body = Body
app-passwords-api = What programs can do with them: the API of Tidings.
