# Français : la recherche.

search-label = Rechercher dans vos articles
search-go = Rechercher
search-hits =
    { $n ->
        [0] Aucun résultat
        [one] { $count } article
       *[other] { $count } articles
    }
search-best = Meilleurs résultats
search-newest = Plus récents d’abord
search-more = Afficher plus
search-deepest = Seuls les { $count } premiers résultats sont affichés. Ajoutez un mot pour affiner la recherche.
search-building = L’index de recherche est en cours de création ({ $percent } %). En attendant, des résultats peuvent manquer.
search-stalled = L’index de recherche ne peut pas être mis à jour pour l’instant : les articles les plus récents peuvent manquer.
search-broken = L’index de recherche était endommagé et il est en cours de reconstruction. Réessayez dans quelques minutes.
search-none = Aucun résultat
search-none-why = Essayez avec moins de mots. Les terminaisons ne comptent pas. La recherche porte uniquement sur vos sources et sur les articles que vous avez gardés.
search-none-next = Rechercher sans filtres
search-nothing = Rechercher dans vos articles
search-nothing-why = Saisissez un mot. La recherche porte sur les titres, les textes, les auteurs et les étiquettes de toutes vos sources, y compris vos favoris et vos articles à lire plus tard.
search-past = Plus de résultats
search-past-why = Vous avez vu tous les résultats de cette recherche.
search-past-next = Aller à la première page
search-help = Astuces de recherche
search-help-words = tous ces mots, sous toutes leurs formes
search-help-phrase = exactement cette expression
search-help-not = sans ce mot
search-help-or = l’un ou l’autre mot
search-help-start = les mots qui commencent ainsi
search-help-title = dans le titre
search-help-author = de cet auteur
search-help-source = des sources dont le nom contient ce mot
search-help-folder = des sources de ce dossier et de ses sous-dossiers
search-help-tag = avec cette étiquette, la vôtre ou celle de la source
search-help-after = publiés depuis ; aussi 2026, 2026-11-15, 7d, yesterday
search-help-before = publiés avant
search-help-is = non lus ; aussi read, starred, later
