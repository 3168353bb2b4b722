# Deutsch. What can go wrong with a request.
