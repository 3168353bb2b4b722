# Français. La fraîcheur des articles, et ce qu’elle coûte.

fresh-empty = Revenez demain : il y aura alors de quoi comparer.
fresh-empty-why = Cette page dit combien de temps les nouveaux articles attendent avant d’être ici, à côté de ce que le même nombre de requêtes aurait donné si elles étaient réparties également. Il y faut quelques articles parus pendant que leurs sources étaient observées.
fresh-lead-today = Les nouveaux articles ont attendu { $ours } en moyenne aujourd’hui. Les mêmes { $count } requêtes réparties également auraient donné { $even }, et selon la règle de Miniflux { $miniflux }.
fresh-lead-week = Les nouveaux articles ont attendu { $ours } en moyenne ces 7 derniers jours. Les mêmes { $count } requêtes réparties également auraient donné { $even }, et selon la règle de Miniflux { $miniflux }.
fresh-lead-month = Les nouveaux articles ont attendu { $ours } en moyenne ces 30 derniers jours. Les mêmes { $count } requêtes réparties également auraient donné { $even }, et selon la règle de Miniflux { $miniflux }.
fresh-lead-varied = Le budget a changé pendant ce temps : { $least } requêtes accordées un jour, { $most } un autre.
fresh-lead-missed =
    { $n ->
        [one] Un jour moyen, quelqu’un est venu { $count } fois pour un article paru et pas encore ici ; avec des consultations régulières, { $even } fois.
       *[other] Un jour moyen, quelqu’un est venu { $count } fois pour un article paru et pas encore ici ; avec des consultations régulières, { $even } fois.
    }
fresh-lead-missed-today =
    { $n ->
        [one] Aujourd’hui, quelqu’un est venu { $count } fois pour un article paru et pas encore ici ; avec des consultations régulières, { $even } fois.
       *[other] Aujourd’hui, quelqu’un est venu { $count } fois pour un article paru et pas encore ici ; avec des consultations régulières, { $even } fois.
    }
fresh-waits = L’attente des nouveaux articles
fresh-measure = Ce qui est mesuré
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
fresh-uniform = Également
fresh-miniflux = Selon Miniflux
fresh-row-average = Moyenne
fresh-row-median = La moitié en
fresh-row-median-ours = Tidings, la moitié en
fresh-row-p95 = 19 sur 20 en
fresh-row-longest = Le plus long
fresh-row-missed = Manqués par jour
fresh-row-missed-today = Manqués jusqu’ici
fresh-compared-words = Les trois ont vu les mêmes articles avec le même nombre de requêtes. Également : chaque source aussi souvent, comme la plupart des lecteurs. Selon Miniflux : d’après la fréquence d’une source la semaine d’avant, ce que Miniflux fait avec entry_frequency ; sans réglage, il consulte également. Manqués : combien de fois quelqu’un est venu alors qu’un article de ses sources était paru et pas encore ici. Les jours sont en UTC.
fresh-compared-limits = Seul Tidings rencontre des serveurs en panne et respecte ce que les flux demandent (ttl, heures calmes) ; les deux autres sont calculés sans cela. Quelques attentes très longues relèvent alors sa moyenne certains jours, tandis que la moitié des articles est ici bien plus tôt.
fresh-counted = Compté
fresh-plots = Au fil des jours
fresh-plot-delay = Les nouveaux articles attendent { $ours } ; également, ce serait { $even }
fresh-plot-delay-words = L’attente moyenne de chaque jour : une ligne pour Tidings, une pour des consultations régulières, une pour la règle de Miniflux.
fresh-plot-spent =
    { $n ->
        [one] { $count } requête par jour sur { $granted } accordées
       *[other] { $count } requêtes par jour sur { $granted } accordées
    }
fresh-plot-spent-words = Les requêtes de chaque jour entier, à côté de ce que le budget permettait.
fresh-plot-price = Une requête coûte à présent { $span } d’attente
fresh-plot-price-words = Le prix d’une requête à chaque heure des deux dernières semaines.
fresh-line-spent = Dépensé
fresh-line-granted = Accordé
fresh-line-price = Prix
fresh-percent = { $n } %
fresh-seconds = { $n } s
fresh-minutes = { $n } min
fresh-hours = { $n } h
fresh-days = { $n } j
fresh-deviation-short = Écart
fresh-idle = Pour rien
fresh-budget = Ce que cela coûte
fresh-granted = Accordé par jour
fresh-target = Attente visée
fresh-taken = Requêtes par jour qu’il y faut
fresh-sources = Sources observées
fresh-spent-today = Dépensé aujourd’hui
fresh-spent-yesterday = Dépensé hier
fresh-deviation = Écart d’hier
fresh-price-words = Une source est interrogée quand cela devrait épargner { $span } d’attente : le prix d’une requête. Il varie pour que le budget soit dépensé, et pas davantage.
fresh-price-words-target = Une source est interrogée quand cela devrait épargner { $span } d’attente : le prix d’une requête. Il varie pour que les articles attendent aussi longtemps que visé.
fresh-target-out-of-reach = Les articles attendent plus longtemps que visé, et davantage de requêtes n’y changeraient rien : des sources demandent à être laissées en paix plus longtemps, ou sont en panne. Rien de plus n’y est dépensé.
fresh-waste =
    { $n ->
        [one] Sur { $count } requête en 7 jours, { $share } % n’ont rien apporté de neuf et { $failed } % ont échoué. { $bytes } reçus.
       *[other] Sur { $count } requêtes en 7 jours, { $share } % n’ont rien apporté de neuf et { $failed } % ont échoué. { $bytes } reçus.
    }
fresh-overflow-none = Aucun article n’est paru et reparti entre deux consultations.
fresh-overflow =
    { $n ->
        [one] À { $count } requête, des articles étaient sans doute parus et repartis depuis la précédente, pour { $sources }.
       *[other] À { $count } requêtes, des articles étaient sans doute parus et repartis depuis la précédente, pour { $sources }.
    }
fresh-overflow-sources =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
fresh-overflow-which = Lesquelles des vôtres
fresh-slowest = Vos sources qui attendent le plus, 7 derniers jours
fresh-slow-source = Source
fresh-slow-articles = Articles
fresh-slow-wait = Attente moyenne
fresh-hosts = Les serveurs les plus interrogés, dernières 24 heures
fresh-hosts-bound = Il y en a eu beaucoup : les { $n } dernières sont comptées.
fresh-hosts-none = Personne n’a été interrogé.
fresh-host = Serveur
fresh-host-requests = Requêtes
fresh-host-bytes = Reçu
fresh-host-failed = Échecs
fresh-log = Le journal
fresh-log-words = Tout sur cette page peut être recompté d’après le journal. Les arrivées sont une trace que « tidings lab monitor » sait lire.
fresh-log-what = Quoi
fresh-log-arrivals = Arrivées : parues quand, vues quand
fresh-log-retrievals = Requêtes : quand, et ce qui est venu
fresh-log-days = Jours : les chiffres de chaque règle
fresh-log-from = Du
fresh-log-to = Au
fresh-log-limit = { $count } jours au plus dans un fichier ; le journal en garde 90.
fresh-log-download = Télécharger le CSV
