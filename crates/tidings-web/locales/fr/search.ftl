# Français. Search.
