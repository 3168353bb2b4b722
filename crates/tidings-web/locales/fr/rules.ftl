# Français. Rules, feeds out, webhooks.
