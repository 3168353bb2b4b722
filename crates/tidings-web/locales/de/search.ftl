# Deutsch. Search.
