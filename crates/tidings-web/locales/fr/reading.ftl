# Français : listes, articles et réglages de lecture.

list-await = Sélectionnez un article pour le lire ici.
list-older = Plus anciens
list-newer = Plus récents
list-end = Fin de la liste
list-added =
    { $n ->
        [one] Abonnement à { $source } : { $count } article non lu.
       *[other] Abonnement à { $source } : { $count } articles non lus.
    }
mark-read = Marquer comme lus
mark-question =
    { $n ->
        [one] Marquer { $count } article comme lu ?
       *[other] Marquer { $count } articles comme lus ?
    }
mark-question-kept = Marquer tous les articles de cette liste comme lus ?
mark-all = Tout marquer comme lu
mark-day = Seulement ceux de plus d’un jour
mark-week = Seulement ceux de plus d’une semaine
mark-month = Seulement ceux de plus d’un mois
view = Affichage
view-unread = Non lus seulement
view-all = Tous les articles
view-hide-read = Masquer les articles lus
view-show-read = Afficher les articles lus
view-newest = Plus récents d’abord
view-oldest = Plus anciens d’abord
view-choose = Sélectionner des articles
choose = Sélectionner
choose-what = Avec les articles sélectionnés :
sign-starred = favori
sign-later = à lire plus tard
act-read = Marquer comme lu
act-unread = Marquer comme non lu
act-star = Ajouter aux favoris
act-unstar = Retirer des favoris
act-later = Lire plus tard
act-not-later = Retirer de « Lire plus tard »
empty-end = Aucun autre article
empty-end-why = C’est la fin de cette liste.
empty-end-next = Revenir au début
empty-new = Aucun article pour l’instant
empty-new-why = Collez l’adresse d’un site que vous aimez lire. Ses nouveaux articles apparaîtront ici.
empty-new-next = Ajouter une source
empty-waiting = Aucun article pour l’instant
empty-waiting-why = Les nouveaux articles apparaîtront ici dès que vos sources auront été vérifiées. La page Sources indique quand.
empty-waiting-next = Voir vos sources
empty-today = Rien de nouveau aujourd’hui
empty-today-read = Vous avez lu toutes les nouveautés du jour
empty-today-why = Les nouveaux articles apparaissent ici dès leur arrivée. Les plus anciens sont dans Non lus.
empty-read = Vous avez tout lu
empty-read-why = Les nouveaux articles apparaissent ici dès leur arrivée.
empty-here = Vous avez tout lu ici
empty-here-why = Tous les articles de cette liste sont lus.
empty-bare = Aucun article ici pour l’instant
empty-bare-why = La page Sources indique si vos sources fonctionnent.
empty-starred = Aucun favori pour l’instant
empty-starred-why = Ajoutez un article aux favoris pour le garder ici durablement.
empty-later = Rien à lire plus tard pour l’instant
empty-later-why = Choisissez « Lire plus tard » sur un article pour le garder ici.
empty-tag = Aucun article avec cette étiquette
empty-tag-why = Ajoutez des étiquettes au bas de chaque article.
see-unread = Voir les articles non lus
see-all = Voir tous les articles
see-read = Voir les articles lus
bar-back = Retour
bar-tag = Étiqueter
bar-share = Partager
bar-original = Original
link = Lien
link-copy = Copier le lien
text-original = Texte de l’article
text-summary = Résumé
text-nothing = Cet article est arrivé sans texte. Lisez l’original sur son site.
reading-time = { $count } min
seen-after = récupéré { $span } après sa publication
attached = Pièces jointes
comments =
    { $n ->
        [one] { $count } commentaire
       *[other] { $count } commentaires
    }
comments-none = Commentaires
tag-name = Étiquette
tag-add = Ajouter l’étiquette
tag-remove = Retirer l’étiquette
filed-under = Catégories :
onward = Dans cette liste
onward-next = Suivant
onward-previous = Précédent
done-read =
    { $n ->
        [one] { $count } article marqué comme lu.
       *[other] { $count } articles marqués comme lus.
    }
done-unread =
    { $n ->
        [one] { $count } article marqué comme non lu.
       *[other] { $count } articles marqués comme non lus.
    }
done-star =
    { $n ->
        [one] { $count } article ajouté aux favoris.
       *[other] { $count } articles ajoutés aux favoris.
    }
done-unstar =
    { $n ->
        [one] { $count } article retiré des favoris.
       *[other] { $count } articles retirés des favoris.
    }
done-later =
    { $n ->
        [one] { $count } article enregistré pour plus tard.
       *[other] { $count } articles enregistrés pour plus tard.
    }
done-not-later =
    { $n ->
        [one] { $count } article retiré de « Lire plus tard ».
       *[other] { $count } articles retirés de « Lire plus tard ».
    }
done-tag =
    { $n ->
        [one] { $count } article étiqueté.
       *[other] { $count } articles étiquetés.
    }
done-other =
    { $n ->
        [one] { $count } élément modifié.
       *[other] { $count } éléments modifiés.
    }
undone =
    { $n ->
        [one] Annulé pour { $count } article.
       *[other] Annulé pour { $count } articles.
    }
settings-reading = Lecture
settings-saved = Enregistré.
settings-save = Enregistrer
settings-look = Apparence
settings-theme = Thème
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
settings-face = Police des articles
face-serif = Avec empattements
face-sans = Sans empattements
settings-size = Taille du texte
size-1 = Très petite
size-2 = Petite
size-3 = Moyenne
size-4 = Grande
size-5 = Très grande
settings-measure = Largeur des lignes
measure-narrow = Étroite
measure-middle = Moyenne
measure-wide = Large
settings-sample = Aperçu des réglages enregistrés
settings-sample-text = Le meilleur moment de la matinée, c’est ce quart d’heure où personne n’attend rien de vous et où vous pouvez simplement lire. Une bonne ligne conduit l’œil jusqu’au bout et le laisse trouver la suivante tout seul.
settings-speech = Langue et heure
settings-language = Langue
settings-zone = Fuseau horaire
settings-browser = Comme le navigateur
settings-lists = Listes
settings-order = Ordre
settings-show = Contenu des dossiers et des sources
settings-page-size = Articles par page
settings-keep-read = Garder les articles lus dans Aujourd’hui
settings-scroll = Marquer les articles comme lus quand vous les dépassez en défilant
settings-thumbnails = Afficher des images dans les listes
settings-confirm = Demander avant de tout marquer comme lu
settings-articles = Articles
settings-images = Charger les images
images-direct = Depuis leur site
images-proxied = En passant par ce serveur
images-off = Jamais
settings-tabs = Ouvrir les liens dans un nouvel onglet
settings-account = Compte
settings-sessions = Sessions
settings-passwords = Mots de passe d’application
settings-data = Vos données
settings-folders = Dossiers
settings-rules = Règles
settings-outputs = Partage et webhooks

## Médias : images, vidéos, lecteurs, texte intégral

picture = Image
code = Code
table = Tableau
film-at = Vidéo sur { $place }
whole-shown = Texte intégral, tiré de la page de l’article.
whole-original = Afficher la version du flux
whole-show = Afficher le texte intégral
whole-failed = Impossible de récupérer le texte intégral.
whole-not-a-page = Le lien mène à un fichier et non à une page web.
whole-no-article = Aucun article trouvé dans la page. C’est peut-être une liste, ou elle a besoin de JavaScript.
whole-again = Réessayer
whole-fetch = Récupérer le texte intégral
media-left = encore { $time }
media-at = Arrêté après { $time }
media-heard = Écouté jusqu’au bout
