# Français. What every page may say.
