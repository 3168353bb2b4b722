# Français. Rules, feeds out, webhooks, shared links.

rules-heading = Règles
rules-new = Nouvelle règle
rules-count =
    { $n ->
        [one] { $count } règle
       *[other] { $count } règles
    }
rules-none = Une règle surveille ce qui arrive : elle peut écarter des articles de vos listes, les marquer comme lus, les mettre en favori, leur donner une étiquette, ou les mettre de côté. Vous n’en avez pas encore.
rules-order = À l’arrivée d’un article, les règles sont examinées de haut en bas. La première qui écarte ou garde décide si vous le voyez ; les autres actions de toutes les règles qui s’appliquent s’ajoutent.
rules-removed = La règle est supprimée. Ce qu’elle écartait de vos listes revient dans l’heure.
rules-applied =
    { $n ->
        [0] La règle ne correspond à rien des 30 derniers jours.
        [one] La règle a été appliquée à { $count } article.
       *[other] La règle a été appliquée à { $count } articles.
    }
rules-fault = Désactivée :
rules-matched =
    { $n ->
        [0] aucune correspondance en 30 jours
        [one] { $count } correspondance en 30 jours
       *[other] { $count } correspondances en 30 jours
    }
rules-up = Monter
rules-down = Descendre
rules-switch-on = Activer
rules-switch-off = Désactiver
rules-remove = Supprimer
rules-untitled = Sans titre
rules-scope-all = Toutes les sources
rules-scope-folder = Dossier « { $name } »
rules-scope-gone = quelque chose qui n’existe plus
rules-and = et
rules-or = ou
rules-quoted = « { $text } »
rules-field-title = titre
rules-field-content = texte
rules-field-author = auteur
rules-field-tag = catégorie
rules-field-link = adresse
rules-field-any = l’ensemble
rules-test-words = contient les mots
rules-test-not-words = ne contient pas les mots
rules-test-phrase = contient l’expression exacte
rules-test-not-phrase = ne contient pas l’expression exacte
rules-test-is = est
rules-test-not-is = n’est pas
rules-test-regex = correspond à l’expression rationnelle
rules-test-not-regex = ne correspond pas à l’expression rationnelle
rules-does-block = ne pas montrer
rules-does-keep = ne montrer que ceux-ci
rules-does-read = marquer comme lu
rules-does-star = mettre en favori
rules-does-later = mettre de côté
rules-does-tag = étiquette « { $name } »
rules-does-webhook = envoyer à « { $name } »
rules-does-webhook-gone = envoyer à un webhook qui n’existe plus
rules-name = Nom
rules-name-hint = Nommée d’après sa première condition
rules-scope = S’applique à
rules-if = Si
rules-if-all = tout cela est vrai
rules-if-any = l’un de ces points est vrai
rules-field = Où chercher, condition
rules-test = Comment chercher, condition
rules-text = Que chercher, condition
rules-more = Ajouter une condition
rules-accents = Les accents comptent (« Müller » n’est pas « Muller »)
rules-then = Alors
rules-show-neither = Le montrer comme d’habitude
rules-show-block = Ne pas le montrer
rules-show-block-hint = Il reste hors de toutes les listes ; vous le trouvez sur la page de cette règle.
rules-show-keep = Ne montrer que ce qui correspond
rules-show-keep-hint = Ce qui ne correspond à aucune règle de ce genre reste hors des listes.
rules-act-read = Marquer comme lu
rules-act-star = Mettre en favori
rules-act-later = Mettre de côté
rules-act-tags = Étiquettes
rules-act-tags-hint = plusieurs, séparées par des virgules
rules-act-webhook = Envoyer à
rules-act-webhook-none = personne
rules-save = Enregistrer
rules-try = Essayer
rules-trial =
    { $n ->
        [0] Rien n’aurait correspondu parmi { $looked } articles des 30 derniers jours
        [one] { $count } article sur { $looked } des 30 derniers jours aurait correspondu
       *[other] { $count } articles sur { $looked } des 30 derniers jours auraient correspondu
    }
rules-trial-partial = Il y en a plus que l’on ne peut en examiner en un instant ; ceux-ci remontent au
rules-trial-keep = Ceux-ci sont montrés ; tout le reste de ce que la règle concerne resterait dehors.
rules-trial-more =
    { $n ->
        [one] et { $count } autre
       *[other] et { $count } autres
    }
rules-log = Correspondances des 30 derniers jours
rules-log-none = Rien encore. Une règle regarde ce qui arrive après son enregistrement.
rules-log-hidden = Ces articles sont écartés de vos listes. Vous pouvez toujours les ouvrir ici.
rules-apply-heading = Ce qui est déjà là
rules-apply-hint = Une règle ne regarde que ce qui arrive. Appliquez-la une fois aux articles des 30 derniers jours ; cela peut être annulé.
rules-apply = Appliquer maintenant
rules-bad-name = Donnez à la règle un nom de 500 caractères au plus.
rules-bad-no-condition = Une règle pour toutes les sources demande une condition : indiquez ce qu’il faut chercher.
rules-bad-many-conditions = Une règle a au plus 20 conditions. Faites-en deux règles.
rules-bad-no-action = Choisissez ce qui arrive à un article qui correspond.
rules-bad-many-actions = Une règle a au plus 12 actions.
rules-bad-both = Une règle peut écarter ou garder, pas les deux.
rules-bad-empty = La condition { $number } n’a aucun mot à chercher.
rules-bad-long = La condition { $number } dépasse { $limit } octets.
rules-bad-tag = Une étiquette a un nom de 500 caractères au plus.
rules-bad-regex = La condition { $number } n’est pas une expression rationnelle : { $why }.
rules-bad-regex-size = L’expression de la condition { $number } devient trop grande une fois préparée. Utilisez moins de répétitions, ou de plus petites.
rules-bad-too-many =
    { $n ->
        [one] Vous avez déjà { $count } règle. Supprimez-en une d’abord.
       *[other] Vous avez déjà { $count } règles. Supprimez-en une d’abord.
    }
rules-bad-scope = Vous ne suivez plus cette source, ou le dossier n’existe plus. Choisissez à quoi la règle s’applique.

out-heading = Sorties
out-feeds = Flux sortants
out-feeds-hint = N’importe quelle liste sous forme de flux pour d’autres programmes. Quiconque a le lien peut lire la liste sans se connecter ; révoquez-le pour y mettre fin.
out-no-public-url = Le serveur ne connaît pas son adresse publique ; les flux ne contiennent donc pas de lien vers eux-mêmes. L’opérateur la fixe avec --public-url.
out-used = lu
out-never-used = pas encore lu
out-revoke = Révoquer
out-list = Liste
out-query = Mots à chercher
out-name = Nom
out-make = Créer un flux
out-unread = Non lus
out-starred = Favoris
out-later = Plus tard
out-tag = Étiquette « { $name } »
out-search = Recherche « { $query } »
out-a-search = Une recherche
out-bad-list = Cette liste n’existe pas. Pour une recherche, indiquez ce qu’il faut chercher.
out-too-many =
    { $n ->
        [one] Vous avez déjà { $count } flux. Révoquez-en un d’abord.
       *[other] Vous avez déjà { $count } flux. Révoquez-en un d’abord.
    }
hook-heading = Webhooks
hook-hint = Les nouvelles envoyées à une adresse à vous, en JSON signé. Le manuel décrit le format et la vérification de la signature.
hook-off = Désactivé :
hook-failing = Aucun message n’est passé depuis
hook-said = Dernière réponse :
hook-waiting =
    { $n ->
        [one] { $count } message attend
       *[other] { $count } messages attendent
    }
hook-secret = Montrer le secret
hook-test = Envoyer un essai
hook-event = Annonce
hook-url = Adresse
hook-make = Ajouter un webhook
hook-event-article = Nouveaux articles : { $scope }
hook-event-star = Articles que vous mettez en favori
hook-event-tag = Articles que vous étiquetez « { $name } »
hook-event-rule = Seulement ce qu’une règle envoie
hook-bad-event = Ce que ce webhook doit annoncer n’existe plus.
hook-too-many =
    { $n ->
        [one] Vous avez déjà { $count } webhook. Supprimez-en un d’abord.
       *[other] Vous avez déjà { $count } webhooks. Supprimez-en un d’abord.
    }
hook-test-good = Le message est arrivé. La réponse : { $said }
hook-test-bad = Le message n’a pas été accepté : { $said }
share-heading = Articles partagés
share-hint = Des articles que toute personne ayant le lien peut lire. Un tel lien se crée sur la page d’un article.
share-link = Lien
share-until = jusqu’au
share-forever = sans limite
share-original = Original
share-footer = Partagé depuis Tidings, un lecteur bien à soi.
share-make = Une page pour tout le monde
share-day = pour un jour
share-week = pour une semaine
share-month = pour un mois
share-year = pour un an
share-button = Créer un lien public
mute = Masquer
mute-word = un mot de cette source…
