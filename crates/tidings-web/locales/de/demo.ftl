# Deutsch: die Demo.

demo-line = Demo. Die Zeit läuft hier schneller:
