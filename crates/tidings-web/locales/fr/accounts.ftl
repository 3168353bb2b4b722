# Français. Accounts, settings, activity, administration.
