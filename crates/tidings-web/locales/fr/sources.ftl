# Français : les sources, leur ajout et leur importation.

src-sources = Sources
src-import = Importer
src-export = Exporter en OPML
src-export-hint = Le fichier ne contient aucun mot de passe.
src-add-source = Ajouter une source
src-sources-empty = Aucune source pour l’instant. Collez l’adresse d’un flux ou d’un site que vous aimez lire : ses articles apparaîtront ici.
src-sources-empty-import = Importer vos abonnements depuis un autre lecteur
src-sources-shown =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
src-filter-label = Filtrer par titre, adresse ou dossier
src-filter-go = Filtrer
src-filter-none = Aucune source ne correspond à ce filtre.
src-filter-all = Tout afficher
src-shows-label = Filtrer par état
src-show-all = Toutes
src-show-failing = En panne
src-show-quiet = Silencieuses
src-show-missed = Articles manqués
src-show-paused = En pause
src-show-never-read = Jamais lues
src-column-source = Source
src-column-health = État
src-column-last = Dernière vérification
src-column-next = Prochaine vérification
src-column-rate = Articles
src-column-weeks = 12 dernières semaines
src-column-spend = Requêtes, 7 jours
src-column-unread = Non lus
src-column-tick = Sélectionner
src-tick = Sélectionner { $title }
src-muted = seulement dans sa propre liste
src-not-yet = pas encore
src-none = aucune
src-weeks-words =
    { $n ->
        [one] { $count } article des 12 dernières semaines
       *[other] { $count } articles des 12 dernières semaines
    }
src-spend-idle = { $share } % sans rien de nouveau
src-spend-words =
    { $n ->
        [one] { $count } requête en 7 jours, { $bytes }
       *[other] { $count } requêtes en 7 jours, { $bytes }
    }
src-page-before = Page précédente
src-page-after = Page suivante
src-bulk = Avec les sources sélectionnées
src-bulk-folder = Dossier
src-bulk-move = Déplacer
src-no-folder = Aucun dossier
src-pause = Mettre en pause
src-resume = Reprendre
src-unsubscribe = Se désabonner
src-folders = Dossiers
src-folder = Dossier
src-new-folder = Nouveau dossier
src-duplicates = Doublons
src-duplicates-found =
    { $n ->
        [one] Vous êtes peut-être abonné deux fois à { $count } source.
       *[other] Vous êtes peut-être abonné deux fois à { $count } sources.
    }
src-duplicates-look = Voir les doublons
src-duplicates-none = Aucun doublon. Vous n’êtes abonné qu’une fois à chaque source.
src-duplicates-lead = La fusion conserve tout ce que vous avez lu, mis en favori et étiqueté dans l’une et l’autre source, ainsi que votre dossier. Vous pouvez l’annuler pendant une heure. Les autres lecteurs ne sont pas concernés.
src-duplicates-address = Même adresse, écrite autrement ou redirigée.
src-duplicates-articles = Presque les mêmes articles récents.
src-duplicates-keep = sera conservée
src-merge = Fusionner
src-unread-short = non lus : { $count }
src-about = À propos de cette source
src-source-articles = Afficher les articles
src-refresh = Vérifier maintenant
src-next-look = Prochaine vérification
src-push-offered = Cette source peut envoyer ses nouveaux articles par { $host }. Tant que ce serveur n’a pas d’adresse publique, Tidings la vérifie lui-même.
src-push-asking = Tidings a demandé à { $host } d’envoyer les nouveaux articles et attend la confirmation.
src-push-refused = { $host } n’envoie pas d’articles à ce serveur.
src-push-believed = { $host } envoie les nouveaux articles ; la source est donc vérifiée moins souvent.
src-push-unproved = { $host } envoie les nouveaux articles. La source est vérifiée comme d’habitude tant que ces envois n’ont pas prouvé leur fiabilité.
src-push-hint = { $host } a envoyé des articles absents du flux ; ses messages ne font donc qu’avancer la vérification.
src-push-cloud = { $host } annonce les nouveaux articles. La source est aussi vérifiée comme d’habitude.
src-push-since = Première confirmation : { $since }.
src-push-last = Dernier message : { $ago }.
src-push-none = Aucun message pour l’instant.
src-push-until = Valable jusqu’au { $date }.
src-push-over = L’abonnement aux envois a expiré.
src-push-silent =
    { $n ->
        [one] Un envoi a manqué une fois.
       *[other] Des envois ont manqué { $count } fois.
    }
src-push-forged =
    { $n ->
        [one] Un message avait une signature incorrecte et a été ignoré.
       *[other] { $count } messages avaient une signature incorrecte et ont été ignorés.
    }
src-details = Détails
src-moved-seen =
    { $n ->
        [one] Cette source a déménagé. Son serveur a redirigé vers une nouvelle adresse { $since }.
       *[other] Cette source a déménagé. Son serveur a redirigé { $count } fois de suite vers une nouvelle adresse, la première fois { $since }.
    }
src-moved-told = D’après le flux, cette source a déménagé.
src-moved-accept = Utiliser la nouvelle adresse
src-moved-keep = Garder l’ancienne adresse
src-plots = Quand paraissent les articles
src-plot-numbers = Afficher les chiffres
src-plot-day = Jour
src-plot-weekday = Jour de la semaine
src-plot-within = Délai de récupération
src-plot-postings = Articles
src-plot-days =
    { $n ->
        [one] { $count } article en 90 jours, sur { $days } d’entre eux
       *[other] { $count } articles en 90 jours, sur { $days } d’entre eux
    }
src-plot-days-words = Une barre pour chacun des 90 derniers jours ; sa hauteur est le nombre d’articles.
src-plot-week-words = Une ligne par jour de la semaine et une colonne par heure ; plus c’est foncé, plus il y a d’articles.
src-plot-week-row =
    { $n ->
        [one] { $count }, surtout à { $hour } h
       *[other] { $count }, surtout à { $hour } h
    }
src-plot-expected = Attendus
src-plot-expected-words = Une ligne par jour de la semaine et une colonne par heure, dans votre fuseau horaire ; plus c’est foncé, plus on attend d’articles.
src-plot-expected-row = { $rate } par jour, surtout à { $hour } h
src-plot-weekdays = Surtout en semaine
src-plot-weekends = Surtout le week-end
src-plot-all-days = Tous les jours de la semaine
src-plot-any-hour = { $days }, à toute heure
src-plot-hours = entre { $from } h et { $to } h
src-plot-delay = La moitié des articles arrivent ici au plus tard { $span } après leur parution
src-plot-delay-words = Combien de temps après leur parution les articles ont été récupérés.
src-plot-delay-row = { $n } ({ $share } %)
src-delay-5-min = 5 min
src-delay-30-min = 30 min
src-delay-2-h = 2 h
src-delay-6-h = 6 h
src-delay-1-day = 1 jour
src-delay-longer = plus
src-day-1 = lun.
src-day-2 = mar.
src-day-3 = mer.
src-day-4 = jeu.
src-day-5 = ven.
src-day-6 = sam.
src-day-7 = dim.
src-weekday-1 = lundi
src-weekday-2 = mardi
src-weekday-3 = mercredi
src-weekday-4 = jeudi
src-weekday-5 = vendredi
src-weekday-6 = samedi
src-weekday-7 = dimanche
src-known = Détails
src-fact-address = Adresse
src-fact-site = Site
src-fact-kind = Type
src-kind-feed = flux
src-kind-page = page web aux articles balisés
src-kind-thread = discussion
src-kind-site = site
src-fact-private = Visibilité
src-fact-private-words = privée, pour vous seul
src-fact-readers = Lecteurs ici
src-fact-readers-words =
    { $n ->
        [one] vous seul
       *[other] { $count }, vous compris
    }
src-fact-since = Abonné
src-fact-rate = Rythme
src-fact-rate-guess =
    { $n ->
        [one] { $rate } (estimation d’après { $count } article)
       *[other] { $rate } (estimation d’après { $count } articles)
    }
src-fact-newest = Article le plus récent
src-fact-success = Dernière vérification réussie
src-fact-spend = Requêtes
src-fact-missed = Articles manqués
src-fact-missed-words = des articles ont quitté le flux entre deux vérifications
src-fact-wait = Attente des nouveaux articles
src-fact-wait-words =
    { $n ->
        [one] { $span } ({ $count } article en 30 jours)
       *[other] { $span } en moyenne ({ $count } articles en 30 jours)
    }
src-fact-weight = Priorité
src-fact-weight-words =
    { $n ->
        [one] { $weight } (un lecteur, selon ce qu’il ouvre)
       *[other] { $weight } ({ $count } lecteurs, selon ce qu’ils ouvrent)
    }
src-fact-pinned-words = vérifiée environ dix fois plus souvent (« Le plus frais possible »)
src-fact-expected = D’ici la prochaine vérification
src-fact-expected-words = { $n } nouveaux articles attendus
src-fact-shown = Articles dans le flux
src-fact-shown-words =
    { $n ->
        [one] { $count } ; { $chance } % de risque d’en manquer avant la prochaine vérification
       *[other] { $count } ; { $chance } % de risque d’en manquer avant la prochaine vérification
    }
src-fact-shown-enough =
    { $n ->
        [one] { $count } ; aucun ne devrait être manqué avant la prochaine vérification
       *[other] { $count } ; aucun ne devrait être manqué avant la prochaine vérification
    }
src-fact-failure = Vérifications échouées
src-fact-failure-words =
    { $n ->
        [one] { $failed } sur la dernière ({ $count })
       *[other] { $failed } sur les { $count } dernières
    }
src-fact-cost = Une vérification, en moyenne
src-fact-cost-words = { $bytes } en { $seconds } s
src-fact-ttl = Intervalle demandé par le flux
src-fact-gone = Signalée comme supprimée
src-fact-language = Langue
src-options = Options
src-option-title = Votre titre
src-rename = Renommer
src-option-muted = N’afficher que dans sa propre liste
src-option-muted-hint = Ses articles n’apparaissent pas dans Aujourd’hui, Non lus et Tous. Son dossier les affiche toujours.
src-option-full-text = Toujours afficher le texte intégral
src-option-full-text-hint = Si le flux ne contient qu’une partie de l’article, Tidings récupère le reste sur sa page.
src-option-pinned = Le plus frais possible
src-option-pinned-hint = Vérifie cette source environ dix fois plus souvent, dans les limites qu’elle fixe. Les autres sources attendent un peu plus.
src-option-keep-days = Garder les articles (jours)
src-option-keep-count = Garder au plus (articles)
src-option-keep-hint =
    { $n ->
        [one] Si le champ est vide, les articles sont gardés { $count } jour, comme l’a réglé l’administrateur.
       *[other] Si le champ est vide, les articles sont gardés { $count } jours, comme l’a réglé l’administrateur.
    }
src-option-keep-hint-ever = Si le champ est vide, les articles sont gardés sans limite, comme l’a réglé l’administrateur.
src-option-keep-never = Vos articles favoris, étiquetés ou à lire plus tard sont toujours gardés. Rien ne change pour les autres lecteurs.
src-for-ever = sans limite
src-any-number = sans limite
src-option-min = Intervalle minimal entre deux vérifications (minutes)
src-option-max = Intervalle maximal entre deux vérifications (minutes)
src-option-interval-hint = Les limites de l’éditeur restent respectées. Si d’autres suivent aussi cette source, un intervalle minimal ne s’applique que si chacun en a fixé un ; le plus court compte.
src-save = Enregistrer
src-key = Mot de passe ou jeton
src-key-hint = Pour les sources qui demandent une connexion. Il n’est envoyé qu’au serveur de cette source et n’est plus jamais affiché. La source devient privée : les autres abonnés à la même adresse ne voient pas ce qu’il débloque.
src-key-kept = Un mot de passe est enregistré pour { $origin }.
src-key-name = Nom d’utilisateur
src-key-password = Mot de passe
src-key-or = Ou un en-tête, si le service en demande un :
src-key-header = En-tête
src-key-value = Valeur
src-key-empty = Pour supprimer ce qui est enregistré, laissez tous les champs vides et enregistrez.
src-key-save = Enregistrer
src-address-change = Changer l’adresse
src-address-hint = La nouvelle adresse est d’abord vérifiée. Ce que vous avez lu et mis en favori est conservé.
src-fetching = Réglages de récupération pour tous
src-fetching-hint = Réservé aux administrateurs : ces réglages valent pour tous ceux qui suivent cette source.
src-option-agent = Agent utilisateur
src-log = Dernières vérifications
src-log-empty = Pas encore vérifiée.
src-log-when = Quand
src-log-outcome = Résultat
src-log-size = Taille
src-log-took = Durée
src-log-why = Raison
src-log-new =
    { $n ->
        [one] { $count } nouvel article
       *[other] { $count } nouveaux articles
    }
src-log-updated =
    { $n ->
        [one] { $count } modifié
       *[other] { $count } modifiés
    }
src-log-unchanged = rien de nouveau
src-seconds-short = { $n } s
src-bytes =
    { $n ->
        [one] { $count } octet
       *[other] { $count } octets
    }
src-kilobytes = { $n } ko
src-megabytes = { $n } Mo
src-ends = Mettre en pause ou se désabonner
src-said-saved = Enregistré.
src-said-contrary = L’intervalle minimal entre deux vérifications ne peut pas dépasser l’intervalle maximal. Tous deux restent inchangés ; le reste est enregistré.
src-said-address = Adresse changée.
src-said-refreshed = Vérifiée à l’instant.
src-said-not-now = Pas vérifiée : { $why }.
src-said-later = Pas vérifiée. Réessayez plus tard.
src-said-wait = Pas vérifiée : le serveur nous demande d’attendre. Réessayez { $when }.
src-said-resumed = Vérifications reprises.
src-said-key = Enregistré, et la source a été vérifiée.
src-health-failing = En panne
src-health-gone = Supprimée
src-health-stumbling = Dernière vérification échouée
src-health-new = Nouvelle
src-health-paused = En pause
src-health-quiet = Silencieuse
src-health-well = OK
src-health-failing-since =
    { $n ->
        [one] La dernière vérification a échoué, il y a { $span }. Tidings continue d’essayer, mais de moins en moins souvent. Les articles restent.
       *[other] { $count } vérifications de suite ont échoué, la première il y a { $span }. Tidings continue d’essayer, mais de moins en moins souvent. Les articles restent.
    }
src-health-gone-why = Tidings vérifie encore de temps en temps, au cas où elle reviendrait.
src-health-new-why = Pas encore vérifiée.
src-health-paused-why = Aucun nouvel article tant que vous ne la reprenez pas.
src-health-quiet-why =
    { $n ->
        [one] Les vérifications fonctionnent, mais rien n’a paru depuis { $count } jour ou plus.
       *[other] Les vérifications fonctionnent, mais rien n’a paru depuis { $count } jours ou plus.
    }
src-health-well-why = Les vérifications réussissent.
src-health-well-mostly =
    { $n ->
        [one] Fonctionne maintenant, mais { $failed } sur la dernière vérification ({ $count }) a échoué.
       *[other] Fonctionne maintenant, mais { $failed } des { $count } dernières vérifications ont échoué.
    }
src-failure-forbidden-address = L’adresse est privée ou réservée et ne peut pas être récupérée. Si elle se trouve sur votre propre réseau, l’administrateur peut l’autoriser.
src-failure-unsupported-scheme = Seules les adresses http et https fonctionnent. Utilisez-en une qui commence par https.
src-failure-forbidden-port = L’adresse utilise un port qui appartient à un autre service. Vérifiez l’adresse.
src-failure-bad-url = Cette URL n’est pas valide. Vérifiez l’orthographe.
src-failure-dns = Aucun serveur ne porte ce nom. Vérifiez l’orthographe ; le site a peut-être déménagé ou fermé.
src-failure-network = Le serveur est injoignable. C’est en général passager.
src-failure-tls = La connexion n’est pas sûre : le certificat est incorrect ou a expiré. Seul le propriétaire du site peut y remédier.
src-failure-timeout = Le serveur a mis trop de temps à répondre. C’est en général passager.
src-failure-too-large = La réponse est trop volumineuse. Cherchez un flux plus court sur le même site.
src-failure-incomplete = La réponse a été interrompue. C’est en général passager.
src-failure-decode = La réponse est compressée d’une façon illisible. Seul le propriétaire du site peut y remédier.
src-failure-protocol = Le serveur ne répond pas comme un serveur web. Vérifiez l’adresse.
src-failure-redirect-loop = Le serveur redirige en boucle. Cherchez sur le site l’adresse actuelle du flux.
src-failure-bad-redirect = Le serveur redirige vers une adresse impossible à récupérer. Cherchez sur le site l’adresse actuelle du flux.
src-failure-rate-limited = Le serveur nous demande d’attendre avant la prochaine vérification.
src-failure-denied = Le serveur refuse l’accès. Si la source demande un mot de passe, indiquez-le dans ses options.
src-failure-not-found = Il n’y a rien à cette adresse. Cherchez sur le site l’adresse actuelle du flux.
src-failure-gone = D’après le serveur, cette source n’existe plus. Les articles restent ; vous pouvez vous désabonner.
src-failure-status = Le serveur signale une erreur. C’est en général passager.
src-failure-empty = La réponse était vide. C’est en général passager.
src-failure-not-a-feed = Il n’y a pas de flux à cette adresse. Cherchez l’adresse du flux sur le site.
src-failure-robots = Le site n’autorise pas les programmes à lire cette page. Tidings s’y conforme.
src-failure-offline = Ce serveur était hors ligne. La source n’est pas en cause.
src-failure-store = Les articles n’ont pas pu être enregistrés sur ce serveur. La source n’est pas en cause ; l’administrateur trouvera les détails dans le journal.
src-why-new = nouvelle, pas encore vérifiée
src-why-clock = l’horloge a été retardée
src-why-announces = elle envoie ses nouveaux articles, mais elle est tout de même vérifiée (intervalle : { $span })
src-why-announced = elle a annoncé du nouveau
src-why-verifying = pour comparer le flux avec ce qui a été envoyé
src-why-pushed = envoyé par la source
src-why-resumed = reprise
src-why-asked = demandée avec « Vérifier maintenant »
src-why-worth = { $span } après la dernière vérification ; { $expected } nouveaux articles attendus ; doit épargner { $price } d’attente
src-why-worth-little = { $span } après la dernière vérification ; presque aucun nouvel article attendu ; doit épargner { $price } d’attente
src-why-pinned = { $why } ; réglée sur « Le plus frais possible »
src-why-rhythm = selon son rythme de publication
src-why-usually = publie en général vers { $hour }
src-why-usually-weekdays = publie en général vers { $hour } en semaine
src-why-usually-weekends = publie en général vers { $hour } le week-end
src-why-exploring = nouvelle ici ; { $span } au plus entre deux vérifications, pour apprendre quand elle publie
src-why-filling =
    { $n ->
        [one] le flux ne contient que { $count } article ; { $expected } nouveaux attendus d’ici là
       *[other] le flux ne contient que { $count } articles ; { $expected } nouveaux attendus d’ici là
    }
src-why-few-shown =
    { $n ->
        [one] le flux ne contient que { $count } article
       *[other] le flux ne contient que { $count } articles
    }
src-why-at-this-moment = une vérification est déjà en cours
src-why-share = { $span } entre deux vérifications, autant que le permet la limite du jour
src-why-polite = { $span } entre deux vérifications, le minimum autorisé
src-why-at-least = { $span } au plus entre deux vérifications
src-why-wished-often = { $span } au plus entre deux vérifications, comme réglé dans ses options
src-why-wished-seldom = { $span } au moins entre deux vérifications, comme réglé dans ses options
src-why-unaffordable =
    { $n ->
        [one] { $span } entre deux vérifications, bien que la limite quotidienne de { $count } requête n’y suffise pas
       *[other] { $span } entre deux vérifications, bien que la limite quotidienne de { $count } requêtes n’y suffise pas
    }
src-why-put-off =
    { $n ->
        [one] reportée : la limite quotidienne de { $count } requête est épuisée pour l’instant
       *[other] reportée : la limite quotidienne de { $count } requêtes est épuisée pour l’instant
    }
src-why-feed-wish = le flux demande { $span } entre deux vérifications
src-why-fresh = d’après le serveur, sa réponse reste valable { $span }
src-why-quiet-time = après les heures ou les jours où le flux dit ne rien publier
src-why-patience = le serveur nous demande d’attendre
src-why-failed-once = un échec ; nouvel essai { $span } après
src-why-failed =
    { $n ->
        [one] { $count } échec ; nouvel essai { $span } après
       *[other] { $count } échecs ; nouvel essai { $span } après
    }
src-why-gone-once = supprimée ; une dernière vérification, au cas où elle reviendrait
src-why-gone =
    { $n ->
        [one] supprimée ; encore { $count } vérification, au cas où elle reviendrait
       *[other] supprimée ; encore { $count } vérifications hebdomadaires, au cas où elle reviendrait
    }
src-why-gone-for-good = supprimée depuis plus de quatre semaines ; n’est plus vérifiée
src-why-paused = en pause
src-why-offline = ce serveur était hors ligne ; nouvel essai { $span } après
src-why-not-kept = les articles n’ont pas pu être enregistrés ; nouvel essai { $span } après
src-why-just-looked = la dernière vérification vient d’avoir lieu ; possible à nouveau dans { $span }
src-rate-day = { $rate } par jour
src-rate-week = { $rate } par semaine
src-rate-month = { $rate } par mois
src-rate-about = environ { $rate }
src-rate-seldom = moins d’un par mois
src-rate-none = aucun
src-rate-not-yet = pas encore connu
src-rate-unknown = inconnu, car ses articles ne sont pas datés
src-folders-empty = Aucun dossier pour l’instant. Créez-en un pour regrouper des sources que vous aimez lire ensemble.
src-folder-sources =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
src-folder-up = Monter
src-folder-down = Descendre
src-folder-up-name = Monter { $name }
src-folder-down-name = Descendre { $name }
src-folder-change = Modifier
src-folder-name = Nom
src-folder-path = Actus/Tech est le dossier Tech dans le dossier Actus.
src-folder-inside = Dossier parent
src-folder-top = Aucun (premier niveau)
src-folder-remove = Supprimer le dossier
src-folder-remove-hint = Les sources et dossiers qu’il contient sont conservés.
src-folder-make = Créer
src-folder-taken = Vous avez déjà un dossier de ce nom. Choisissez-en un autre.
src-folder-loose =
    { $n ->
        [0] Toutes vos sources sont dans des dossiers.
        [one] { $count } source n’est dans aucun dossier.
       *[other] { $count } sources ne sont dans aucun dossier.
    }
src-folder-move-many = En déplacer plusieurs à la fois
src-add-hint = L’adresse d’un flux ou de n’importe quelle page ; Tidings y trouve les flux.
src-add-look = Chercher le flux
src-add-preview = Aperçu
src-login = Flux protégé par un mot de passe
src-login-lead = Saisissez le nom d’utilisateur et le mot de passe pour { $host }. Tidings ne les envoie qu’à ce serveur, et vous seul verrez la source.
src-login-wrong = Nom d’utilisateur ou mot de passe incorrect.
src-add-empty = Saisissez l’adresse d’un flux ou d’une page.
src-add-nothing = Aucun flux trouvé à cette adresse. Essayez la page d’actualités ou le blog du site.
src-add-several =
    { $n ->
        [one] { $count } flux trouvé.
       *[other] { $count } flux trouvés. Lequel voulez-vous ?
    }
src-add-ways = Autres façons d’ajouter des sources
src-add-import = Importer vos abonnements depuis un autre lecteur
src-bookmarklet = S’abonner avec Tidings
src-bookmarklet-words = Faites glisser ce lien vers vos favoris. Cliquez dessus sur n’importe quelle page pour en apporter l’adresse ici.
src-bookmarklet-hint = Sur cette page, le lien ne fait rien : pour votre sécurité, Tidings y bloque ce genre de script.
src-preview-newest = Articles les plus récents
src-preview-empty = Elle n’a pas d’articles pour l’instant.
src-preview-untitled = Sans titre
src-preview-followed = Vous êtes déjà abonné à cette source.
src-preview-followed-look = L’ouvrir
src-follow = S’abonner
src-language-en = Anglais
src-language-de = Allemand
src-language-fr = Français
src-language-es = Espagnol
src-language-it = Italien
src-language-nl = Néerlandais
src-language-pt = Portugais
src-language-pl = Polonais
src-language-ru = Russe
src-language-ja = Japonais
src-language-zh = Chinois
src-language-ar = Arabe
src-import-lead = Importez un fichier OPML de n’importe quel lecteur, ou un export de Tidings, FreshRSS, Miniflux ou NewsBlur avec vos articles lus et favoris.
src-import-file = Fichier
src-import-file-hint = OPML, JSON, ZIP ou liste d’adresses, { $most } au plus.
src-import-go = Importer
src-import-paste = Coller des adresses
src-import-paste-label = Adresses, une par ligne
src-import-pasted = Adresses collées
src-import-empty = Il n’y a rien à importer. Choisissez un fichier ou collez des adresses.
src-import-empty-file = Le fichier est vide.
src-import-no-address = Aucune de ces lignes n’est une adresse. Saisissez une adresse par ligne.
src-import-something-else = Ce fichier n’est pas une liste d’abonnements. Choisissez un fichier OPML, ou un export de Tidings, FreshRSS, Miniflux ou NewsBlur.
src-import-former = Importations précédentes
src-import-added =
    { $n ->
        [one] { $count } source ajoutée
       *[other] { $count } sources ajoutées
    }
src-import-known =
    { $n ->
        [one] { $count } déjà suivie
       *[other] { $count } déjà suivies
    }
src-import-refused =
    { $n ->
        [one] { $count } n’a pas pu être ajoutée
       *[other] { $count } n’ont pas pu être ajoutées
    }
src-import-marks =
    { $n ->
        [one] { $count } article lu ou favori importé.
       *[other] { $count } articles lus ou favoris importés.
    }
src-import-marks-waiting =
    { $n ->
        [one] { $count } attend la première vérification de sa source.
       *[other] { $count } attendent la première vérification de leur source.
    }
src-import-done = Importation terminée.
src-import-no-subscriptions = Le fichier ne contient aucun abonnement.
src-import-under-way = Importation en cours… Vous pouvez quitter cette page, l’importation continue.
src-import-progress =
    { $n ->
        [one] { $done } sur { $count } entrée
       *[other] { $done } sur { $count } entrées
    }
src-import-next = Vos nouvelles sources sont maintenant vérifiées, quelques-unes à la fois.
src-import-next-look = Voir les sources en panne
src-import-see-sources = Voir vos sources
src-import-refused-heading = Non ajoutées
src-import-entry = Entrée
src-import-why = Raison
src-done-unsubscribe =
    { $n ->
        [one] Désabonné de { $count } source.
       *[other] Désabonné de { $count } sources.
    }
src-done-move =
    { $n ->
        [one] { $count } source déplacée.
       *[other] { $count } sources déplacées.
    }
src-done-pause =
    { $n ->
        [one] { $count } source mise en pause.
       *[other] { $count } sources mises en pause.
    }
src-done-resume =
    { $n ->
        [one] { $count } source reprise.
       *[other] { $count } sources reprises.
    }
src-done-merge = Sources fusionnées.
src-done-folder =
    { $n ->
        [one] Dossier supprimé. { $count } source conservée.
       *[other] Dossier supprimé. { $count } sources conservées.
    }

src-refused-no-address = L’adresse du flux manque.
src-refused-not-an-address = Cette URL n’est pas valide.
src-refused-too-long = L’adresse est trop longue.
src-refused-other-scheme = Seules les adresses http et https fonctionnent.
src-refused-full = Vous avez déjà { $count } sources, le maximum par compte.
src-odd-too-many-outlines = La liste est trop longue ; la fin a été laissée de côté.
src-odd-cut-off = Le fichier s’arrête au milieu de sa liste. Les entrées qui précèdent sont importées. Pour le reste, exportez de nouveau le fichier depuis votre ancien lecteur.
src-odd-reference = Un renvoi à un autre fichier a été ignoré.
src-odd-too-deep = Les dossiers trop imbriqués ont été fusionnés avec ceux qui les contiennent.
src-odd-unreadable-file = Un fichier de l’archive est chiffré ou endommagé ; il a été laissé de côté.
src-odd-too-much-unpacked = L’archive est trop volumineuse ; le reste a été laissé de côté.
src-odd-not-a-list = Un fichier de l’archive n’est pas une liste d’abonnements ; il a été laissé de côté.
src-odd-unreadable-rule = Certaines règles de l’archive sont illisibles ; elles ont été laissées de côté.
src-odd-bad-json = Le fichier est tronqué ; tout ce qui précède a été importé.
src-odd-unknown-item = Certaines entrées sont d’un type inconnu ; elles ont été laissées de côté.
src-odd-too-many-articles = Il y a trop d’articles ; seuls les premiers ont été importés.
src-odd-too-much-text = Il y a trop de texte ; certains articles ont été importés sans le leur.
