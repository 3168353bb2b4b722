# Français. What can go wrong with a request.

error-home = Aller aux articles
