# Français. Sources, adding and importing them.
