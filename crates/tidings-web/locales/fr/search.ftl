# Français. Chercher.

search-label = Chercher dans vos articles
search-go = Chercher
search-hits =
    { $n ->
        [0] Aucun résultat
        [one] { $count } article
       *[other] { $count } articles
    }
search-best = Les meilleurs d’abord
search-newest = Les plus récents d’abord
search-more = Suite
search-deepest = Seuls les { $count } premiers peuvent être affichés. Un mot de plus précise la recherche.
search-building = L’index est en construction : { $percent } %. D’ici là, seule une partie est trouvée.
search-stalled = L’index ne peut pas être écrit pour le moment : les articles les plus récents ne sont pas encore trouvés.
search-broken = L’index était endommagé, il est en cours de reconstruction. Réessayez dans quelques minutes.
search-none = Aucun résultat
search-none-why = Moins de mots trouvent davantage, et les terminaisons n’importent pas. Seules vos sources et ce que vous avez gardé sont parcourus.
search-none-next = Chercher sans les restrictions
search-nothing = Que cherchez-vous ?
search-nothing-why = Un mot suffit. La recherche porte sur les titres, textes, auteurs et étiquettes de toutes vos sources, et sur ce que vous avez marqué ou mis de côté.
search-past = Il n’y a rien plus loin
search-past-why = La liste des résultats se termine avant cette page.
search-past-next = Retour à la première page
search-help = Chercher plus précisément
search-help-words = tous ces mots, sous toutes leurs formes
search-help-phrase = exactement ces mots, côte à côte
search-help-not = sans ce mot
search-help-or = l’un ou l’autre
search-help-start = les mots qui commencent ainsi
search-help-title = dans le titre
search-help-author = de cet auteur
search-help-source = des sources portant ce nom ou une partie de ce nom
search-help-folder = des sources de ce dossier
search-help-tag = avec cette étiquette, la vôtre ou celle de la source
search-help-after = paru depuis ; aussi 2026, 2026-11-15, 7d, yesterday (hier)
search-help-before = paru avant
search-help-is = non lus ; aussi read (lus), starred (marqués), later (pour plus tard)
