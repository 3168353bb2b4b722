# Français. What every page may say.

skip = Aller au contenu
untitled = Sans titre
undo = Annuler
sign-out = Se déconnecter
nav-menu = Menu
nav-places = Rubriques
nav-tabs = Rubriques principales
nav-all-places = Toutes les rubriques
nav-today = Aujourd’hui
nav-unread = Non lus
nav-starred = Favoris
nav-later = Plus tard
nav-all = Tous
nav-search = Recherche
nav-more = Plus
nav-loose = Sans dossier
nav-unfold = Sources de
nav-others =
    { $n ->
        [one] { $count } autre
       *[other] { $count } autres
    }
nav-tags = Étiquettes
nav-house = Maison
nav-sources = Sources
nav-add = Ajouter une source
nav-settings = Réglages
nav-freshness = Fraîcheur
nav-activity = Activité
nav-admin = Serveur
