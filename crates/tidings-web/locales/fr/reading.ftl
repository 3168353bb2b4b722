# Français. Lists, articles and how they are read.

list-await = Choisissez un article pour le lire ici.
list-older = Plus anciens
list-newer = Plus récents
list-end = C’est tout.
list-today-count = { $count } sur { $all }
list-added =
    { $n ->
        [one] { $source } est maintenant suivi ; { $count } article non lu.
       *[other] { $source } est maintenant suivi ; { $count } articles non lus.
    }
mark-read = Marquer lu
mark-question =
    { $n ->
        [one] Marquer { $count } article comme lu ?
       *[other] Marquer { $count } articles comme lus ?
    }
mark-question-kept = Marquer tous les articles de cette liste comme lus ?
mark-all = Tout marquer lu
mark-day = Plus d’un jour
mark-week = Plus d’une semaine
mark-month = Plus d’un mois
view = Affichage
view-unread = Non lus seulement
view-all = Tous les articles
view-newest = Plus récents d’abord
view-oldest = Plus anciens d’abord
view-choose = En choisir plusieurs
choose = Choisir
choose-what = Pour les articles choisis :
sign-starred = favori
sign-later = pour plus tard
act-read = Marquer lu
act-unread = Marquer non lu
act-star = Favori
act-unstar = Retirer favori
act-later = Plus tard
act-not-later = Pas plus tard
empty-end = Il n’y a rien de plus
empty-end-why = La liste s’arrête ici.
empty-end-next = Revenir au début
empty-new = Rien pour le moment
empty-new-why = Collez l’adresse d’un site que vous aimez lire. Ses articles arriveront ici dès leur parution.
empty-new-next = Ajouter une source
empty-waiting = Pas encore d’articles
empty-waiting-why = Vos sources sont ajoutées et leurs articles arrivent. La page des sources dit quand chacune sera interrogée.
empty-waiting-next = Voir les sources
empty-today = Rien de nouveau aujourd’hui
empty-today-why = Rien n’est arrivé ces dernières 24 heures.
empty-read = Vous avez tout lu
empty-read-why = Les nouveaux articles apparaissent ici dès leur arrivée.
empty-here = Rien de non lu ici
empty-here-why = Tout a été lu dans cette liste.
empty-bare = Pas d’articles ici
empty-bare-why = Rien n’est encore arrivé d’ici. La page des sources dit comment va chacune.
empty-starred = Aucun favori
empty-starred-why = Mettez un article en favori pour le garder ici.
empty-later = Rien de côté
empty-later-why = Mettez un article de côté pour le lire plus tard.
empty-tag = Aucun article ne porte cette étiquette
empty-tag-why = Les étiquettes se posent au bas d’un article.
see-unread = Voir les non lus
see-all = Voir tous les articles
see-read = Voir ce qui a été lu
bar-back = Retour
bar-tag = Étiqueter
bar-share = Partager
bar-original = Original
link = Lien
link-copy = Copier le lien
text-original = Texte entier
text-summary = Résumé
text-nothing = La source n’envoie pas de texte pour cet article. Lisez-le à son adresse d’origine.
reading-time = { $count } min
seen-after = vu { $span } après sa parution
attached = Pièces jointes
comments =
    { $n ->
        [one] { $count } commentaire
       *[other] { $count } commentaires
    }
comments-none = Commentaires
tag-name = Étiquette
tag-add = Ajouter
tag-remove = Retirer l’étiquette
filed-under = Classé sous
onward = Suite de cette liste
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
        [one] { $count } article mis en favori.
       *[other] { $count } articles mis en favoris.
    }
done-unstar =
    { $n ->
        [one] { $count } favori retiré.
       *[other] { $count } favoris retirés.
    }
done-later =
    { $n ->
        [one] { $count } article mis de côté.
       *[other] { $count } articles mis de côté.
    }
done-not-later =
    { $n ->
        [one] { $count } article n’est plus de côté.
       *[other] { $count } articles ne sont plus de côté.
    }
done-tag =
    { $n ->
        [one] { $count } article étiqueté.
       *[other] { $count } articles étiquetés.
    }
done-other =
    { $n ->
        [one] { $count } changement.
       *[other] { $count } changements.
    }
undone =
    { $n ->
        [one] Annulé : { $count } article est comme avant.
       *[other] Annulé : { $count } articles sont comme avant.
    }
settings-reading = Lecture
settings-saved = Enregistré.
settings-save = Enregistrer
settings-look = Apparence
settings-theme = Couleurs
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
settings-face = Police des articles
face-serif = Avec empattements
face-sans = Sans empattements
settings-size = Taille des articles
size-1 = Très petite
size-2 = Petite
size-3 = Moyenne
size-4 = Grande
size-5 = Très grande
settings-measure = Largeur des lignes
measure-narrow = Étroite
measure-middle = Moyenne
measure-wide = Large
settings-sample = Aperçu actuel
settings-sample-text = Le meilleur du matin est le quart d’heure où l’on n’attend de vous que de lire. Une ligne doit mener l’œil jusqu’à son bout et lui laisser trouver la suivante sans aide.
settings-speech = Langue et heure
settings-language = Langue
settings-zone = Fuseau horaire
settings-browser = Selon le navigateur
settings-lists = Listes
settings-order = Ordre
settings-show = Dossiers et sources montrent
settings-page-size = Articles par page
settings-scroll = Marquer les articles comme lus au défilement
settings-thumbnails = Montrer des images dans les listes
settings-confirm = Demander avant de tout marquer comme lu
settings-articles = Articles
settings-images = Images
images-direct = Depuis leur site
images-proxied = Par ce serveur
images-off = Aucune
settings-tabs = Ouvrir les liens dans un nouvel onglet
settings-account = Compte
settings-sessions = Sessions
settings-passwords = Mots de passe d’applications
settings-data = Vos données
settings-folders = Dossiers
settings-rules = Règles
settings-outputs = Sorties

## Media: pictures, films, players, full text

picture = Image
film-at = Vidéo sur { $place }
whole-shown = Ce texte vient de la page de l’article.
whole-original = Afficher le texte de la source
whole-show = Afficher le texte intégral
whole-failed = Le texte intégral n’a pas pu être obtenu.
whole-not-a-page = Son adresse mène à un fichier, pas à une page.
whole-no-article = Aucun article n’a été trouvé dans sa page, qui exige peut-être des scripts ou n’est qu’une liste.
whole-again = Réessayer
whole-fetch = Récupérer le texte intégral
media-left = encore { $time }
media-at = Arrêté après { $time }
media-heard = Écouté jusqu’à la fin
