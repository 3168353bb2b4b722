# Deutsch. The demonstration.

demo-line = Vorführung, die Zeit läuft schnell:
