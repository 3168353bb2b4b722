# Deutsch. What can go wrong with a request.

error-home = Zu den Artikeln
