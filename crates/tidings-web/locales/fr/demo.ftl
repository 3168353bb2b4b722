# Français. The demonstration.

demo-line = Démonstration, le temps passe vite :
