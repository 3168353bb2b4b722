# Français : règles, flux partagés, webhooks, liens de partage.

rules-heading = Règles
rules-new = Nouvelle règle
rules-count =
    { $n ->
        [one] { $count } règle
       *[other] { $count } règles
    }
rules-none = Aucune règle pour l’instant. Une règle agit sur les articles dès leur arrivée : elle peut les masquer, les marquer comme lus, les ajouter aux favoris, les étiqueter ou les garder à lire plus tard.
rules-order = À l’arrivée d’un article, les règles s’appliquent de haut en bas. La première qui masque ou affiche l’article décide si vous le voyez ; les autres actions de toutes les règles correspondantes s’ajoutent.
rules-removed = Règle supprimée. Les articles qu’elle masquait seront de retour dans vos listes d’ici une heure.
rules-applied =
    { $n ->
        [0] La règle ne correspond à aucun article des 30 derniers jours.
        [one] La règle a été appliquée à { $count } article.
       *[other] La règle a été appliquée à { $count } articles.
    }
rules-fault = Désactivée :
rules-matched =
    { $n ->
        [0] aucun article en 30 jours
        [one] { $count } article en 30 jours
       *[other] { $count } articles en 30 jours
    }
rules-up = Monter
rules-down = Descendre
rules-switch-on = Activer
rules-switch-off = Désactiver
rules-remove = Supprimer
rules-scope-all = Toutes les sources
rules-scope-folder = Dossier « { $name } »
rules-scope-gone = un élément qui n’existe plus
rules-and = et
rules-or = ou
rules-quoted = « { $text } »
rules-field-title = titre
rules-field-content = texte
rules-field-author = auteur
rules-field-tag = catégorie
rules-field-link = URL
rules-field-any = n’importe quel champ
rules-test-words = contient les mots
rules-test-word = contient le mot
rules-test-not-word = ne contient pas le mot
rules-test-not-words = ne contient pas les mots
rules-test-phrase = contient l’expression
rules-test-not-phrase = ne contient pas l’expression
rules-test-is = est
rules-test-not-is = n’est pas
rules-test-regex = correspond à l’expression régulière
rules-test-not-regex = ne correspond pas à l’expression régulière
rules-does-block = masquer
rules-does-keep = n’afficher que ceux-ci
rules-does-read = marquer comme lu
rules-does-star = ajouter aux favoris
rules-does-later = garder à lire plus tard
rules-does-tag = étiqueter « { $name } »
rules-does-webhook = envoyer à « { $name } »
rules-does-webhook-gone = envoyer à un webhook qui n’existe plus
rules-name = Nom
rules-name-hint = Laisser vide pour reprendre la première condition
rules-scope = S’applique à
rules-if = Si
rules-if-all = toutes les conditions sont remplies
rules-if-any = une des conditions est remplie
rules-field = Champ, condition
rules-test = Comparaison, condition
rules-text = Texte recherché, condition
rules-more = Ajouter une condition
rules-accents = Tenir compte des accents (« Müller » n’est pas « Muller »)
rules-then = Alors
rules-show-neither = Afficher normalement
rules-show-block = Masquer
rules-show-block-hint = Les articles masqués ne figurent dans aucune liste. Vous les retrouvez sur la page de cette règle.
rules-show-keep = N’afficher que les articles correspondants
rules-show-keep-hint = Les articles qui ne correspondent à aucune règle de ce type sont masqués.
rules-act-read = Marquer comme lu
rules-act-star = Ajouter aux favoris
rules-act-later = Garder à lire plus tard
rules-act-tags = Étiquettes
rules-act-tags-hint = séparées par des virgules
rules-act-webhook = Envoyer au webhook
rules-act-webhook-none = aucun
rules-save = Enregistrer
rules-try = Essayer
rules-trial =
    { $n ->
        [0] Aucun des { $looked } articles des 30 derniers jours n’aurait correspondu
        [one] { $count } article sur { $looked } des 30 derniers jours aurait correspondu
       *[other] { $count } articles sur { $looked } des 30 derniers jours auraient correspondu
    }
rules-trial-partial = Il y avait trop d’articles pour les examiner tous. La recherche remonte jusqu’à :
rules-trial-keep = Ceux-ci seraient affichés ; tous les autres articles auxquels s’applique cette règle seraient masqués.
rules-trial-more =
    { $n ->
        [one] et { $count } autre
       *[other] et { $count } autres
    }
rules-log = Articles des 30 derniers jours qui correspondent
rules-log-none = Rien pour l’instant. Une règle agit sur les articles qui arrivent après son enregistrement.
rules-log-hidden = Ces articles sont masqués dans vos listes. Vous pouvez toujours les ouvrir ici.
rules-apply-heading = Articles existants
rules-apply-hint = Les règles n’agissent que sur les nouveaux articles. Vous pouvez appliquer celle-ci une fois aux articles des 30 derniers jours, puis l’annuler si besoin.
rules-apply = Appliquer maintenant
rules-bad-name = Saisissez un nom de 500 caractères au plus.
rules-bad-no-condition = Une règle pour toutes les sources a besoin d’une condition. Indiquez ce qu’il faut rechercher.
rules-bad-many-conditions = Une règle peut avoir 20 conditions au plus. Faites-en deux règles.
rules-bad-no-action = Choisissez ce qui arrive aux articles correspondants.
rules-bad-many-actions = Une règle peut avoir 12 actions au plus. Supprimez-en, ou faites-en deux règles.
rules-bad-both = Une règle peut soit masquer les articles correspondants, soit n’afficher que ceux-ci. Choisissez.
rules-bad-empty = La condition { $number } est vide. Indiquez ce qu’il faut rechercher.
rules-bad-long = La condition { $number } dépasse { $limit } octets. Raccourcissez-la.
rules-bad-tag = Saisissez des étiquettes de 500 caractères au plus.
rules-bad-regex = La condition { $number } n’est pas une expression régulière valide : { $why }.
rules-bad-regex-size = L’expression régulière de la condition { $number } est trop complexe. Utilisez moins de répétitions, ou de plus petites.
rules-bad-too-many =
    { $n ->
        [one] Vous avez déjà { $count } règle, le maximum. Supprimez-en une d’abord.
       *[other] Vous avez déjà { $count } règles, le maximum. Supprimez-en une d’abord.
    }
rules-bad-scope = La source ou le dossier concerné par cette règle n’est plus à vous. Choisissez à quoi elle s’applique.

out-heading = Partage et webhooks
out-feeds = Flux partagés
out-feeds-hint = Publiez n’importe laquelle de vos listes comme flux. Toute personne qui a le lien peut la lire sans se connecter. Pour arrêter le partage, révoquez le lien.
out-no-public-url = Le serveur ne connaît pas son adresse publique ; les flux partagés ne peuvent donc pas renvoyer à eux-mêmes. L’administrateur peut l’indiquer avec --public-url.
out-used = dernière lecture
out-never-used = pas encore utilisé
out-revoke = Révoquer
out-list = Liste
out-query = Mots recherchés
out-name = Nom
out-make = Partager comme flux
out-unread = Non lus
out-starred = Favoris
out-later = Lire plus tard
out-tag = Étiquette « { $name } »
out-search = Recherche « { $query } »
out-a-search = Une recherche
out-bad-list = Cette liste n’existe pas. Choisissez-en une autre ; pour une recherche, indiquez les mots recherchés.
out-too-many =
    { $n ->
        [one] Vous avez déjà { $count } flux partagé, le maximum. Révoquez-en un d’abord.
       *[other] Vous avez déjà { $count } flux partagés, le maximum. Révoquez-en un d’abord.
    }
hook-heading = Webhooks
hook-hint = Un webhook envoie des événements à une URL de votre choix, en JSON signé. Le manuel décrit le format et la vérification de la signature.
hook-off = Désactivé :
hook-failing = Envois en échec depuis :
hook-said = Dernière réponse :
hook-waiting =
    { $n ->
        [one] { $count } message en attente
       *[other] { $count } messages en attente
    }
hook-secret = Afficher le secret
hook-test = Envoyer un test
hook-event = Envoyer
hook-url = URL
hook-make = Ajouter un webhook
hook-event-article = Nouveaux articles : { $scope }
hook-event-star = Articles que vous ajoutez aux favoris
hook-event-tag = Articles que vous étiquetez « { $name } »
hook-event-rule = Seulement ce qu’une règle envoie
hook-bad-event = L’étiquette, le dossier ou la source de ce webhook n’existe plus. Choisissez autre chose.
hook-too-many =
    { $n ->
        [one] Vous avez déjà { $count } webhook, le maximum. Supprimez-en un d’abord.
       *[other] Vous avez déjà { $count } webhooks, le maximum. Supprimez-en un d’abord.
    }
hook-test-good = Test envoyé. Réponse : { $said }
hook-test-bad = Échec du test : { $said }
share-heading = Articles partagés
share-hint = Toute personne qui a l’un de ces liens peut lire l’article. Pour en créer un, ouvrez un article et choisissez « Partager ».
share-link = Lien
share-until = jusqu’au
share-forever = sans date de fin
share-original = Original
share-footer = Partagé avec Tidings, un lecteur de flux auto-hébergé.
share-make = Partager publiquement
share-day = pour un jour
share-week = pour une semaine
share-month = pour un mois
share-year = pour un an
share-button = Créer un lien
share-public = Lien public
share-works-until = Valable jusqu’au
share-endless = Valable jusqu’à sa révocation.
share-revoke = Révoquer le lien
mute = Masquer :
mute-word = Mot de cette source…
