# Français : à quelle vitesse arrivent les nouveaux articles, et combien de requêtes il faut pour cela.

fresh-empty = Pas encore de comparaison possible. Revenez demain.
fresh-empty-why = Cette page montre combien de temps les nouveaux articles attendent avant de vous parvenir, et combien ils auraient attendu si les mêmes requêtes avaient été réparties régulièrement. Il lui faut quelques articles parus depuis que vous êtes abonné à leurs sources.
fresh-lead-today = Aujourd’hui, les nouveaux articles ont attendu { $ours } en moyenne. Avec les mêmes { $count } requêtes, ils auraient attendu { $even } à intervalles réguliers, et { $miniflux } avec le calendrier de Miniflux.
fresh-lead-week = Ces 7 derniers jours, les nouveaux articles ont attendu { $ours } en moyenne. Avec les mêmes { $count } requêtes, ils auraient attendu { $even } à intervalles réguliers, et { $miniflux } avec le calendrier de Miniflux.
fresh-lead-month = Ces 30 derniers jours, les nouveaux articles ont attendu { $ours } en moyenne. Avec les mêmes { $count } requêtes, ils auraient attendu { $even } à intervalles réguliers, et { $miniflux } avec le calendrier de Miniflux.
fresh-lead-varied = La limite quotidienne a changé pendant cette période : elle est allée de { $least } à { $most } requêtes par jour.
fresh-lead-missed =
    { $n ->
        [one] Un jour moyen, les lecteurs ont manqué { $count } article déjà paru mais pas encore récupéré ; à intervalles réguliers, ils en auraient manqué { $even }.
       *[other] Un jour moyen, les lecteurs ont manqué { $count } articles déjà parus mais pas encore récupérés ; à intervalles réguliers, ils en auraient manqué { $even }.
    }
fresh-lead-missed-today =
    { $n ->
        [one] Aujourd’hui, les lecteurs ont manqué { $count } article déjà paru mais pas encore récupéré ; à intervalles réguliers, ils en auraient manqué { $even }.
       *[other] Aujourd’hui, les lecteurs ont manqué { $count } articles déjà parus mais pas encore récupérés ; à intervalles réguliers, ils en auraient manqué { $even }.
    }
fresh-waits = Combien de temps attendent les nouveaux articles
fresh-measure = Mesure
fresh-today = Aujourd’hui
fresh-week = 7 derniers jours
fresh-month = 30 derniers jours
fresh-articles =
    { $n ->
        [one] { $count } article
       *[other] { $count } articles
    }
fresh-requests =
    { $n ->
        [one] { $count } requête
       *[other] { $count } requêtes
    }
fresh-ours = Tidings
fresh-uniform = Régulier
fresh-miniflux = Miniflux
fresh-row-average = Moyenne
fresh-row-median = La moitié en moins de
fresh-row-median-ours = Tidings, la moitié en moins de
fresh-row-p95 = 95 % en moins de
fresh-row-longest = Attente la plus longue
fresh-row-missed = Manqués par jour
fresh-row-missed-today = Manqués aujourd’hui
fresh-compared-words = Les trois calendriers sont mesurés sur les mêmes articles, avec le même nombre de requêtes. Régulier : chaque source est vérifiée aussi souvent que les autres, comme dans la plupart des lecteurs. Miniflux : les sources sont vérifiées selon le nombre d’articles publiés la semaine précédente, comme Miniflux le fait avec entry_frequency ; par défaut, il vérifie à intervalles réguliers. Manqués : les articles des sources d’un lecteur qui étaient parus, mais pas encore récupérés, quand il est venu. Les jours sont en UTC.
fresh-compared-limits = Seuls les chiffres de Tidings tiennent compte des serveurs en panne et des limites fixées par les flux (ttl, heures creuses) ; ceux des deux autres les ignorent. Certains jours, quelques très longues attentes relèvent donc la moyenne de Tidings, alors que la moitié des articles arrivent bien plus tôt.
fresh-counted = Dernier calcul :
fresh-plots = Jour par jour
fresh-plot-delay = Les nouveaux articles attendent { $ours } ; à intervalles réguliers, ce serait { $even }
fresh-plot-delay-words = L’attente moyenne de chaque jour, avec une courbe pour Tidings, une pour des intervalles réguliers et une pour le calendrier de Miniflux.
fresh-plot-spent =
    { $n ->
        [one] { $count } requête par jour, sur { $granted } autorisées
       *[other] { $count } requêtes par jour, sur { $granted } autorisées
    }
fresh-plot-spent-words = Les requêtes de chaque jour complet, comparées à la limite quotidienne.
fresh-plot-price = Une requête coûte actuellement { $span } d’attente
fresh-plot-price-words = Le prix d’une requête, heure par heure, sur les deux dernières semaines.
fresh-line-spent = Requêtes
fresh-line-granted = Limite
fresh-line-price = Prix
fresh-percent = { $n } %
fresh-seconds = { $n } s
fresh-minutes = { $n } min
fresh-hours = { $n } h
fresh-days = { $n } j
fresh-deviation-short = Écart
fresh-idle = Rien de nouveau
fresh-budget = Budget de requêtes
fresh-granted = Limite quotidienne
fresh-target = Attente visée
fresh-taken = Requêtes nécessaires par jour
fresh-sources = Sources vérifiées
fresh-spent-today = Requêtes aujourd’hui
fresh-spent-yesterday = Requêtes hier
fresh-deviation = Écart à la limite, hier
fresh-price-words = Une source est vérifiée dès que l’on s’attend à épargner ainsi { $span } d’attente à ses lecteurs. C’est le prix d’une requête. Il monte et descend de sorte que le nombre de requêtes reste proche de la limite quotidienne.
fresh-price-words-target = Une source est vérifiée dès que l’on s’attend à épargner ainsi { $span } d’attente à ses lecteurs. C’est le prix d’une requête. Il monte et descend de sorte que les articles attendent aussi longtemps que visé.
fresh-target-out-of-reach = Les articles attendent plus longtemps que visé, et davantage de requêtes n’y changerait rien : certaines sources sont en panne ou demandent à être vérifiées moins souvent. Aucune requête supplémentaire n’est faite.
fresh-waste =
    { $n ->
        [one] Sur { $count } requête en 7 jours, { $share } % n’ont rien trouvé de nouveau et { $failed } % ont échoué. Volume téléchargé : { $bytes }.
       *[other] Sur { $count } requêtes en 7 jours, { $share } % n’ont rien trouvé de nouveau et { $failed } % ont échoué. Volume téléchargé : { $bytes }.
    }
fresh-overflow-none = Aucun article n’a été manqué entre deux vérifications.
fresh-overflow =
    { $n ->
        [one] { $count } vérification est sans doute arrivée trop tard pour certains articles de { $sources } : ils n’étaient plus dans le flux.
       *[other] { $count } vérifications sont sans doute arrivées trop tard pour certains articles de { $sources } : ils n’étaient plus dans le flux.
    }
fresh-overflow-sources =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
fresh-overflow-which = Voir vos sources concernées
fresh-slowest = Vos sources aux attentes les plus longues, 7 derniers jours
fresh-slow-source = Source
fresh-slow-articles = Articles
fresh-slow-wait = Attente moyenne
fresh-hosts = Serveurs les plus sollicités, 24 dernières heures
fresh-hosts-bound = Seules les { $n } dernières requêtes sont comptées.
fresh-hosts-none = Aucune requête n’a été faite.
fresh-host = Serveur
fresh-host-requests = Requêtes
fresh-host-bytes = Téléchargé
fresh-host-failed = Échecs
fresh-log = Journal des vérifications
fresh-log-words = Tous les chiffres de cette page peuvent être recalculés à partir du journal. « tidings lab monitor » peut rejouer les arrivées.
fresh-log-what = Contenu
fresh-log-arrivals = Arrivées : quand les articles sont parus et ont été récupérés
fresh-log-retrievals = Vérifications : quand elles ont eu lieu et ce qu’elles ont trouvé
fresh-log-days = Jours : les chiffres de chaque calendrier
fresh-log-from = Du
fresh-log-to = Au
fresh-log-limit = Le journal remonte à 90 jours.
fresh-log-download = Télécharger le CSV
