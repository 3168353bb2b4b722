# Français. Sources, adding and importing them.

src-sources = Sources
src-import = Importer
src-export = Exporter en OPML
src-export-hint = Les mots de passe des sources n’y figurent pas.
src-add-source = Ajouter une source
src-sources-empty = Vous ne suivez encore rien. Collez l’adresse d’un flux, ou de n’importe quelle page que vous aimez lire, et ses articles apparaîtront ici.
src-sources-empty-import = Ou apportez vos abonnements d’un autre lecteur.
src-sources-shown =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
src-filter-label = Filtrer par titre, adresse ou dossier
src-filter-go = Filtrer
src-filter-none = Aucune source ne correspond.
src-filter-all = Tout afficher
src-shows-label = Quelles sources
src-show-all = Toutes
src-show-failing = En panne
src-show-quiet = Silencieuses
src-show-missed = Articles manqués
src-show-paused = En pause
src-show-never-read = Jamais lues
src-column-source = Source
src-column-health = État
src-column-last = Dernière consultation
src-column-next = Prochaine consultation
src-column-rate = Articles
src-column-weeks = 12 dernières semaines
src-column-spend = Requêtes, 7 jours
src-column-unread = Non lus
src-column-tick = Choisir
src-tick = Choisir { $title }
src-muted = seulement dans sa propre liste
src-not-yet = pas encore
src-none = aucune
src-weeks-words =
    { $n ->
        [one] { $count } article en 12 semaines
       *[other] { $count } articles en 12 semaines
    }
src-spend-idle = { $share } % en vain
src-spend-words =
    { $n ->
        [one] { $count } requête en 7 jours, { $bytes }
       *[other] { $count } requêtes en 7 jours, { $bytes }
    }
src-page-before = Page précédente
src-page-after = Page suivante
src-bulk = Avec les sources choisies
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
        [one] { $count } source semble suivie deux fois.
       *[other] { $count } sources semblent suivies deux fois.
    }
src-duplicates-look = Les voir
src-duplicates-none = Aucune source n’est suivie deux fois.
src-duplicates-lead = La fusion garde ce que vous avez lu, marqué et étiqueté dans l’une ou l’autre, et votre dossier. Elle peut être annulée pendant une heure et ne concerne que vous.
src-duplicates-address = La même adresse écrite autrement, ou redirigée vers une seule.
src-duplicates-articles = Leurs derniers articles sont presque les mêmes.
src-duplicates-keep = reste
src-merge = Fusionner
src-unread-short = { $count } non lus
src-about = À propos de cette source
src-source-articles = Ses articles
src-refresh = Consulter maintenant
src-next-look = Prochaine consultation
src-push-offered = Elle propose d’annoncer ses articles par { $host }. Tant que ce serveur n’a pas d’adresse publique, elle est consultée à la place.
src-push-asking = { $host } a été prié d’annoncer ses articles et n’a pas encore confirmé.
src-push-refused = { $host } n’annonce pas ses articles à ce serveur.
src-push-believed = { $host } annonce ses articles ; elle est donc consultée moins souvent.
src-push-unproved = { $host } annonce ses articles. Elle est consultée comme d’habitude jusqu’à ce que cela se soit montré fiable.
src-push-hint = { $host } a envoyé des articles que la source ne montrait pas ; ses messages nous font seulement regarder plus tôt.
src-push-cloud = { $host } dit quand il y a du nouveau. Elle est aussi consultée comme d’habitude.
src-push-since = Confirmé pour la première fois { $since }.
src-push-last = Dernier message { $ago }.
src-push-none = Aucun message pour l’instant.
src-push-until = Convenu jusqu’au { $date }.
src-push-over = L’accord a expiré.
src-push-silent =
    { $n ->
        [one] Une fois, un article n’a pas été annoncé.
       *[other] { $count } fois, un article n’a pas été annoncé.
    }
src-push-forged =
    { $n ->
        [one] Un message n’était pas signé comme convenu et n’a pas été lu.
       *[other] { $count } messages n’étaient pas signés comme convenu et n’ont pas été lus.
    }
src-details = Ce qui a été dit
src-moved-seen =
    { $n ->
        [one] Elle a déménagé : son serveur a d’abord donné { $since } une nouvelle adresse ({ $count } fois).
       *[other] Elle a déménagé : son serveur a d’abord donné { $since } une nouvelle adresse ({ $count } fois de suite).
    }
src-moved-told = Le flux dit qu’il a déménagé.
src-moved-accept = Utiliser la nouvelle adresse
src-moved-keep = Garder l’ancienne
src-plots = Quand elle publie
src-plot-numbers = Les chiffres
src-plot-day = Jour
src-plot-weekday = Jour de la semaine
src-plot-within = Vu en
src-plot-postings = Articles
src-plot-days =
    { $n ->
        [one] { $count } article en 90 jours, pendant { $days } d’entre eux
       *[other] { $count } articles en 90 jours, pendant { $days } d’entre eux
    }
src-plot-days-words = Une barre pour chacun des 90 derniers jours ; sa hauteur est le nombre d’articles.
src-plot-week-words = Une ligne par jour et une colonne par heure ; plus foncé veut dire plus d’articles.
src-plot-week-row =
    { $n ->
        [one] { $count }, surtout à { $hour } h
       *[other] { $count }, surtout à { $hour } h
    }
src-plot-expected = Attendus
src-plot-expected-words = Une ligne par jour de la semaine et une colonne par heure, à votre horloge ; plus sombre : plus d’articles attendus.
src-plot-expected-row = { $rate } par jour, surtout à { $hour } h
src-plot-weekdays = Surtout en semaine
src-plot-weekends = Surtout le week-end
src-plot-all-days = Tous les jours de la semaine
src-plot-any-hour = { $days }, à toute heure
src-plot-hours = entre { $from } et { $to } h
src-plot-delay = La moitié des articles arrivent en { $span }
src-plot-delay-words = Combien de temps les articles étaient publiés avant d’être vus ici.
src-plot-delay-row = { $n } ({ $share } %)
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
src-known = Ce que l’on sait
src-fact-address = Adresse
src-fact-site = Site
src-fact-kind = Genre
src-kind-feed = flux
src-kind-page = page qui balise ses articles
src-kind-thread = discussion
src-kind-site = site
src-fact-private = Partagée
src-fact-private-words = non, elle est à vous seul
src-fact-readers = Lecteurs ici
src-fact-readers-words =
    { $n ->
        [one] vous seul
       *[other] { $count } en tout, dont vous
    }
src-fact-since = Suivie
src-fact-rate = Publie
src-fact-rate-guess =
    { $n ->
        [one] { $rate }, estimé d’après { $count } article
       *[other] { $rate }, estimé d’après { $count } articles
    }
src-fact-newest = Dernier article
src-fact-success = Dernière bonne réponse
src-fact-spend = Coût
src-fact-missed = Articles manqués
src-fact-missed-words = il en est paru plus entre deux consultations que le flux n’en liste
src-fact-wait = Ses articles attendent
src-fact-wait-words =
    { $n ->
        [one] { $span } ({ $count } article en 30 jours)
       *[other] { $span } en moyenne ({ $count } articles en 30 jours)
    }
src-fact-weight = Poids
src-fact-weight-words =
    { $n ->
        [one] { $weight } : un lecteur, pesé selon ce qu’il en ouvre
       *[other] { $weight } : { $count } lecteurs, pesés selon ce qu’ils en ouvrent
    }
src-fact-pinned-words = consultée environ dix fois plus souvent, car souhaitée aussi fraîche que possible
src-fact-expected = D’ici la prochaine consultation
src-fact-expected-words = { $n } nouveaux attendus
src-fact-shown = Montre à la fois
src-fact-shown-words =
    { $n ->
        [one] { $count } article ; risque d’en perdre avant la prochaine consultation : { $chance } %
       *[other] { $count } articles ; risque d’en perdre avant la prochaine consultation : { $chance } %
    }
src-fact-shown-enough =
    { $n ->
        [one] { $count } article ; aucun ne devrait être perdu avant la prochaine consultation
       *[other] { $count } articles ; aucun ne devrait être perdu avant la prochaine consultation
    }
src-fact-failure = Échecs
src-fact-failure-words =
    { $n ->
        [one] { $failed } sur { $count } consultation
       *[other] { $failed } sur les { $count } dernières consultations
    }
src-fact-cost = Une consultation
src-fact-cost-words = apporte { $bytes } et prend { $seconds } s, en moyenne
src-fact-ttl = Le flux demande d’attendre
src-fact-gone = Déclarée disparue
src-fact-language = Langue
src-options = Options
src-option-title = Votre propre titre
src-rename = Renommer
src-option-muted = Seulement dans sa propre liste
src-option-muted-hint = Ses articles restent hors de Aujourd’hui, Non lus et Tout.
src-option-full-text = Toujours le texte entier
src-option-full-text-hint = Quand le flux n’a qu’une partie d’un article, la page est consultée pour le reste.
src-option-pinned = Aussi fraîche que possible
src-option-pinned-hint = Consultée environ dix fois plus souvent, autant que la source elle-même le permet. Les autres sources attendent un peu plus longtemps.
src-option-keep-days = Garder les articles, jours
src-option-keep-count = Garder les articles, au plus
src-option-keep-hint =
    { $n ->
        [one] Si vide, les articles sont gardés { $count } jour, comme l’opérateur l’a fixé.
       *[other] Si vide, les articles sont gardés { $count } jours, comme l’opérateur l’a fixé.
    }
src-option-keep-hint-ever = Si vide, les articles sont gardés pour toujours, comme l’opérateur l’a fixé.
src-option-keep-never = Ce qui est marqué, mis de côté ou étiqueté reste toujours. Les articles que d’autres gardent plus longtemps restent pour eux.
src-for-ever = pour toujours
src-any-number = sans limite
src-option-min = Pas plus souvent que toutes les … minutes
src-option-max = Au moins toutes les … minutes
src-option-interval-hint = Des souhaits, dans les limites de la politesse envers l’éditeur. Une attente vaut si tous les lecteurs de la source sont d’accord.
src-save = Enregistrer
src-key = Mot de passe ou jeton
src-key-hint = Pour une source qui demande qui vous êtes. Il n’est envoyé qu’au serveur de cette source et n’est plus jamais affiché. La source devient alors à vous seul : les autres qui suivent la même adresse ne voient pas ce qu’il ouvre.
src-key-kept = Un secret est gardé pour { $origin }.
src-key-name = Nom d’utilisateur
src-key-password = Mot de passe
src-key-or = Ou un en-tête, comme certains services le veulent :
src-key-header = En-tête
src-key-value = Valeur
src-key-empty = Si tous les champs sont vides, ce qui est gardé est oublié.
src-key-save = Garder
src-address-change = Changer l’adresse
src-address-hint = La nouvelle adresse est d’abord consultée. Ce que vous avez lu et marqué suit.
src-fetching = Consultation, pour tous les lecteurs
src-fetching-hint = Pour les opérateurs : ce qui est fixé ici vaut pour tous ceux qui suivent cette source.
src-option-agent = Agent utilisateur
src-log = Dernières consultations
src-log-empty = Elle n’a pas encore été consultée.
src-log-when = Quand
src-log-outcome = Résultat
src-log-size = Taille
src-log-took = Durée
src-log-why = Pourquoi alors
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
src-ends = Suspendre ou arrêter
src-said-saved = Enregistré.
src-said-contrary = Les deux intervalles se contredisent : « au moins toutes les » ne doit pas être plus court que « pas plus souvent que toutes les ». Ils restent ce qu’ils étaient ; le reste est enregistré.
src-said-address = Elle est désormais consultée à sa nouvelle adresse.
src-said-refreshed = Consultée à l’instant.
src-said-not-now = Pas maintenant : { $why }.
src-said-later = Pas maintenant : son serveur a demandé de patienter. Réessayez plus tard.
src-said-resumed = Elle est de nouveau consultée.
src-said-key = Gardé, et essayé aussitôt.
src-health-failing = En panne
src-health-gone = Disparue
src-health-stumbling = Hésitante
src-health-new = Nouvelle
src-health-paused = En pause
src-health-quiet = Silencieuse
src-health-well = Bonne
src-health-failing-since =
    { $n ->
        [one] La dernière consultation a échoué, { $count } fois depuis { $span }. Elle est consultée de nouveau, de plus en plus rarement ; ses articles restent.
       *[other] Les { $count } dernières consultations ont échoué, depuis { $span }. Elle est consultée de nouveau, de plus en plus rarement ; ses articles restent.
    }
src-health-gone-why = Elle est encore consultée de temps en temps, au cas où elle reviendrait.
src-health-new-why = Elle n’a pas encore été consultée.
src-health-paused-why = Rien de nouveau n’en vient tant que vous ne reprenez pas.
src-health-quiet-why =
    { $n ->
        [one] Elle répond, mais n’a rien publié depuis { $count } jour ou plus.
       *[other] Elle répond, mais n’a rien publié depuis { $count } jours ou plus.
    }
src-health-well-why = Elle répond comme il faut.
src-health-well-mostly =
    { $n ->
        [one] Elle répond à présent ; { $failed } échec sur { $count } consultation.
       *[other] Elle répond à présent ; échecs : { $failed } sur les { $count } dernières consultations.
    }
src-failure-forbidden-address = Son adresse est privée ou réservée et n’est pas consultée. Si elle est dans votre réseau, l’opérateur peut l’autoriser.
src-failure-unsupported-scheme = Son adresse n’est ni http ni https. Donnez-en une qui commence par https.
src-failure-forbidden-port = Son adresse nomme un port qui appartient à un autre service. Vérifiez l’adresse.
src-failure-bad-url = Cette adresse ne peut pas être consultée. Vérifiez son orthographe.
src-failure-dns = Il n’y a pas de serveur de ce nom. Vérifiez l’orthographe ; le site a peut-être déménagé ou fermé.
src-failure-network = Son serveur n’a pas pu être joint. En général cela passe ; un nouvel essai se fait tout seul.
src-failure-tls = La connexion n’est pas sûre : le certificat est faux ou périmé. Le propriétaire du site doit le renouveler.
src-failure-timeout = Son serveur a mis trop de temps à répondre. Un nouvel essai se fait tout seul.
src-failure-too-large = Sa réponse est plus grande que ce qui est lu. Cherchez un flux plus court du même site.
src-failure-incomplete = Sa réponse s’est interrompue au milieu. Un nouvel essai se fait tout seul.
src-failure-decode = Sa réponse est emballée d’une façon qui ne peut être ouverte. Le propriétaire du site doit y remédier.
src-failure-protocol = Son serveur ne répond pas comme un serveur web. Vérifiez l’adresse.
src-failure-redirect-loop = Son serveur nous fait tourner en rond. Cherchez sur le site l’adresse actuelle du flux.
src-failure-bad-redirect = Son serveur redirige là où l’on ne peut aller. Cherchez sur le site l’adresse actuelle du flux.
src-failure-rate-limited = Son serveur a demandé de patienter. Il sera consulté de nouveau ensuite.
src-failure-denied = Son serveur ne nous laisse pas entrer. S’il lui faut un mot de passe, donnez-le dans les options.
src-failure-not-found = Il n’y a plus rien à son adresse. Cherchez sur le site l’adresse actuelle du flux.
src-failure-gone = Son serveur dit qu’elle a disparu pour de bon. Ses articles restent ; vous pouvez vous désabonner.
src-failure-status = Son serveur signale une panne. Un nouvel essai se fait tout seul.
src-failure-empty = Sa réponse était vide. Un nouvel essai se fait tout seul.
src-failure-not-a-feed = Ce qui est à son adresse n’est pas un flux. Cherchez sur le site l’adresse de son flux.
src-failure-robots = Le site demande aux programmes de ne pas lire cette page. C’est respecté.
src-failure-offline = Le réseau de ce serveur était coupé. La source n’y est pour rien.
src-failure-store = Ce qui est venu n’a pas pu être gardé ici. La source n’y est pour rien ; l’opérateur peut voir le journal.
src-why-new = nouvelle : pas encore consultée
src-why-clock = l’horloge a été retardée
src-why-announces = elle annonce ses articles ; consultée tout de même toutes les { $span }
src-why-announced = elle a annoncé du nouveau
src-why-verifying = pour voir si elle montre ce que son relais a envoyé
src-why-pushed = envoyé par son relais
src-why-resumed = reprise
src-why-asked = demandée à la main
src-why-worth = { $span } après la dernière consultation ; { $expected } nouveaux attendus ; une consultation coûte { $price } d’attente
src-why-worth-little = { $span } après la dernière consultation ; presque rien de neuf attendu ; une consultation coûte { $price } d’attente
src-why-pinned = { $why } ; aussi fraîche que possible, comme souhaité
src-why-usually = publie vers { $hour }
src-why-usually-weekdays = publie vers { $hour } en semaine
src-why-usually-weekends = publie vers { $hour } le week-end
src-why-exploring = nouvelle ici : consultée au moins toutes les { $span }, pour apprendre quand elle publie
src-why-filling =
    { $n ->
        [one] ne montre que son article le plus récent ; { $expected } attendus d’ici là
       *[other] ne montre que ses { $count } articles les plus récents ; { $expected } attendus d’ici là
    }
src-why-at-this-moment = elle est consultée en ce moment
src-why-share = toutes les { $span } avec le budget actuel
src-why-polite = toutes les { $span }, plus serait impoli
src-why-at-least = au moins toutes les { $span }
src-why-wished-often = au moins toutes les { $span }, comme souhaité
src-why-wished-seldom = au plus toutes les { $span }, comme souhaité
src-why-unaffordable =
    { $n ->
        [one] toutes les { $span }, bien que le budget de { $count } consultation par jour soit trop petit
       *[other] toutes les { $span }, bien que le budget de { $count } consultations par jour soit trop petit
    }
src-why-put-off =
    { $n ->
        [one] remise : la { $count } consultation par jour est dépensée jusqu’ici
       *[other] remise : les { $count } consultations par jour sont dépensées jusqu’ici
    }
src-why-feed-wish = le flux demande { $span } entre deux consultations
src-why-fresh = le serveur dit que sa réponse vaut { $span }
src-why-quiet-time = après les heures ou jours que le flux dit calmes
src-why-patience = le serveur a demandé { $span } de patience
src-why-failed-once = un échec ; consultée de nouveau { $span } après
src-why-failed =
    { $n ->
        [one] { $count } échec ; consultée de nouveau { $span } après
       *[other] { $count } échecs ; consultée de nouveau { $span } après
    }
src-why-gone-once = disparue ; consultée encore une fois, au cas où
src-why-gone =
    { $n ->
        [one] disparue ; consultée encore { $count } fois, au cas où
       *[other] disparue ; consultée encore { $count } fois, chaque semaine, au cas où
    }
src-why-gone-for-good = disparue depuis plus de quatre semaines ; n’est plus consultée
src-why-paused = en pause ; n’est pas consultée
src-why-offline = notre propre réseau était coupé ; consultée de nouveau { $span } après
src-why-not-kept = ce qui est venu n’a pas pu être gardé ; consultée de nouveau { $span } après
src-why-just-looked = consultée à l’instant ; de nouveau possible dans { $span }
src-rate-day = { $rate } par jour
src-rate-week = { $rate } par semaine
src-rate-month = { $rate } par mois
src-rate-about = environ { $rate }
src-rate-seldom = moins d’un par mois
src-rate-none = aucun encore
src-rate-unknown = les dates de ses articles ne le disent pas
src-folders-empty = Vous n’avez pas encore de dossiers. Un dossier rassemble des sources que vous aimez lire ensemble.
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
src-folder-remove = Supprimer le dossier
src-folder-remove-hint = Ses sources restent.
src-folder-make = Créer
src-folder-taken = Un autre dossier porte ce nom. Choisissez-en un autre.
src-folder-loose =
    { $n ->
        [0] Chaque source est dans un dossier.
        [one] { $count } source n’est dans aucun dossier.
       *[other] { $count } sources ne sont dans aucun dossier.
    }
src-folder-move-many = En déplacer plusieurs à la fois
src-add-hint = Celle d’un flux ou de n’importe quelle page : ses flux sont trouvés pour vous.
src-add-look = Voir
src-add-empty = L’adresse est vide. Collez l’adresse d’un flux ou d’une page.
src-add-nothing = Aucun flux n’a été trouvé à cette adresse. Essayez celle de la page d’actualités ou du blog.
src-add-several =
    { $n ->
        [one] { $count } flux se trouve à cette adresse.
       *[other] { $count } flux se trouvent à cette adresse. Lequel ?
    }
src-add-ways = Autres moyens
src-add-import = Importer les abonnements d’un autre lecteur
src-bookmarklet = Suivre avec Tidings
src-bookmarklet-words = Glissez ce lien dans vos favoris. Sur n’importe quelle page, il apporte alors l’adresse ici.
src-bookmarklet-hint = Un clic ici ne fait rien, c’est voulu : cette page n’exécute pas de tels scripts.
src-preview-newest = Derniers articles
src-preview-empty = Elle n’a pas d’articles pour le moment.
src-preview-untitled = Sans titre
src-preview-followed = Vous suivez déjà cette source.
src-preview-followed-look = La voir
src-follow = Suivre
src-language-en = anglais
src-language-de = allemand
src-language-fr = français
src-language-es = espagnol
src-language-it = italien
src-language-nl = néerlandais
src-language-pt = portugais
src-language-pl = polonais
src-language-ru = russe
src-language-ja = japonais
src-language-zh = chinois
src-language-ar = arabe
src-import-lead = Apportez vos abonnements : un fichier OPML de n’importe quel lecteur, ou l’export de FreshRSS, Miniflux ou NewsBlur avec ce que vous avez lu et marqué.
src-import-file = Fichier
src-import-file-hint = OPML, JSON, zip ou une liste d’adresses ; au plus { $most }.
src-import-go = Importer
src-import-paste = Coller plutôt des adresses
src-import-paste-label = Adresses, une par ligne
src-import-pasted = Adresses collées
src-import-empty = Il n’y a rien dedans. Choisissez un fichier ou collez des adresses.
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
        [one] { $count } refusée
       *[other] { $count } refusées
    }
src-import-marks =
    { $n ->
        [one] { $count } article lu ou marqué apporté.
       *[other] { $count } articles lus ou marqués apportés.
    }
src-import-marks-waiting =
    { $n ->
        [one] { $count } attend que sa source soit lue.
       *[other] { $count } attendent que leurs sources soient lues.
    }
src-import-done = Tout est là.
src-import-under-way = L’importation est en cours. Vous pouvez quitter cette page ; elle continue.
src-import-progress =
    { $n ->
        [one] { $done } sur { $count } ligne
       *[other] { $done } sur { $count } lignes
    }
src-import-next = Les nouvelles sources sont lues peu à peu.
src-import-next-look = Celles qui ne répondent pas
src-import-refused-heading = Refusées, et pourquoi
src-import-line = Ligne
src-import-why = Pourquoi
src-done-unsubscribe =
    { $n ->
        [one] { $count } source désabonnée.
       *[other] { $count } sources désabonnées.
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
src-done-merge = Fusionnées en une source.
src-done-folder =
    { $n ->
        [one] Dossier supprimé ; { $count } source reste.
       *[other] Dossier supprimé ; { $count } sources restent.
    }

src-refused-no-address = Il n’y a pas d’adresse de flux.
src-refused-not-an-address = Ce n’est pas une adresse.
src-refused-too-long = L’adresse est trop longue.
src-refused-other-scheme = On ne peut suivre que des adresses http et https.
src-refused-full = { $count } sources sont suivies, le maximum pour un compte.
src-odd-too-many-outlines = La liste est trop longue ; sa fin a été laissée de côté.
src-odd-cut-off = Le fichier s’arrête au milieu de sa liste : ce qui précède est repris ; exportez-le à nouveau pour avoir le reste.
src-odd-reference = Un renvoi à un autre fichier n’a pas été suivi.
src-odd-too-deep = Les dossiers trop profonds ont été fondus dans ceux qui les entourent.
src-odd-unreadable-file = Un fichier de l’archive est chiffré ou abîmé ; il a été laissé de côté.
src-odd-too-much-unpacked = L’archive contient trop de choses ; le reste n’a pas été lu.
src-odd-not-a-list = Un fichier de l’archive n’est pas une liste d’abonnements ; il a été laissé de côté.
src-odd-unreadable-rule = Certaines règles de l’archive sont illisibles ; elles ont été laissées de côté.
src-odd-bad-json = Le fichier s’interrompt ; ce qui précède a été repris.
src-odd-unknown-item = Certains éléments sont d’un type inconnu ; ils ont été laissés de côté.
src-odd-too-many-articles = Il y a trop d’articles ; les premiers ont été repris.
src-odd-too-much-text = Les textes sont trop longs pour tous ; certains articles sont venus sans le leur.
