# Français : ce que toute page peut afficher. Les termes sont expliqués dans en/common.ftl.

skip = Aller au contenu
untitled = Sans titre
undo = Annuler
sign-out = Se déconnecter
nav-menu = Menu
nav-places = Menu principal
nav-tabs = Accès rapide
nav-all-places = Plus
nav-today = Aujourd’hui
nav-unread = Non lus
nav-starred = Favoris
nav-later = Lire plus tard
nav-all = Tous
nav-search = Recherche
nav-more = Plus
nav-loose = Sans dossier
nav-unfold = Déplier
nav-unread-only = Non lus seulement
nav-others =
    { $n ->
        [one] { $count } autre
       *[other] { $count } autres
    }
nav-tags = Étiquettes
nav-house = Gérer
nav-sources = Sources
nav-add = Ajouter une source
nav-settings = Réglages
nav-freshness = Fraîcheur
nav-help = Aide
nav-activity = Activité
nav-admin = Serveur
