# Français : la démo.

demo-line = Démo. Ici, le temps passe plus vite :
