# Français : Aujourd’hui et vos centres d’intérêt.

today-more = Afficher plus
today-anew = Nouvelle sélection
view-interest = Par intérêt
act-more = Plus d’articles de ce genre
act-less = Moins d’articles de ce genre
why-topic-most = Vous lisez la plupart des articles sur « { $topic } »
why-topic-often = Vous lisez souvent des articles sur « { $topic } »
why-topic-some = Vous lisez parfois des articles sur « { $topic } »
why-source-most = Vous lisez la plupart des articles de « { $source } »
why-source-often = Vous lisez souvent « { $source } »
why-source-some = Vous lisez parfois « { $source } »
why-asking = Nouveau pour vous : « { $topic } » vous plaît-il ?
why-asking-source = Nouveau pour vous : « { $source } » vous plaît-il ?
why-popular = Ici, on aime lire sur « { $topic } »
nav-taught = Vos centres d’intérêt
settings-taught = Centres d’intérêt
taught-more = Vous en verrez plus dès la prochaine page Aujourd’hui.
taught-less = Marqué comme lu. Vous en verrez moins dès la prochaine page Aujourd’hui.
taught-lead = La page Aujourd’hui est triée selon ce que vous ouvrez, ce sur quoi vous vous attardez, ce que vous mettez en favori et ce que vous passez. Voici ce que Tidings a appris jusqu’ici ; corrigez ce qui est faux.
taught-rate = Ces 30 derniers jours, vous avez ouvert { $today } articles sur dix en haut de la page Aujourd’hui.
taught-rates = Ces 30 derniers jours, vous avez ouvert { $today } articles sur dix en haut de la page Aujourd’hui, et { $time } sur dix en haut des listes triées par date.
taught-learns = Trier la page Aujourd’hui selon mes centres d’intérêt, et apprendre de mes lectures
surprise = Me surprendre
surprise-none = Jamais
surprise-little = Un peu
surprise-usual = Normalement
surprise-more = Davantage
surprise-most = Beaucoup
surprise-words = Quelques places de la page Aujourd’hui vont à des sujets et à des sources que Tidings connaît mal, pour découvrir s’ils vous plaisent.
taught-topics = Sujets
taught-topics-none = Aucun sujet pour l’instant. Il faut plus d’articles à Tidings pour en trouver.
taught-topics-words = Tidings repère les sujets aux mots qui apparaissent ensemble dans les articles, et les nomme d’après ces mots.
taught-rename = Renommer
taught-name = Nom du sujet
taught-rename-words = Tout le monde sur ce serveur voit ce nom, qui reste quand les sujets sont mis à jour. Laissez le champ vide pour revenir au nom automatique.
taught-renamed = Sujet renommé.
taught-opens = vous en ouvrez environ { $n } %
taught-sure = bien établi
taught-rather = assez sûr
taught-hardly = première estimation
taught-unknown = encore inconnu
taught-learned = Automatique
taught-never = Jamais
taught-seldom = Rarement
taught-often = Souvent
taught-always = Toujours
taught-say = Enregistrer
taught-noted = Enregistré. Votre prochaine page Aujourd’hui en tiendra compte.
taught-away = Confidentialité
taught-away-words = Vos centres d’intérêt sont enregistrés avec votre compte, ne sont montrés à personne et disparaissent avec lui. Sur un serveur qui compte beaucoup de lecteurs, les nouveaux commencent avec ce que tous aiment en moyenne ; personne ne peut y être reconnu.
taught-export = Les exporter avec vos autres données
taught-forget = Réinitialiser vos centres d’intérêt
taught-forget-words = Ce que Tidings a appris de vos lectures sera supprimé, vos corrections aussi. Vos articles lus, favoris et étiquetés restent tels quels.
taught-forget-do = Réinitialiser
taught-forgotten = Vos centres d’intérêt ont été réinitialisés. Tidings recommence à apprendre.
taught-others =
    { $n ->
        [one] En afficher { $count } de plus
       *[other] En afficher { $count } de plus
    }
mark-page = Marquer cette page comme lue
why-topic-perhaps = « { $topic } » pourrait vous plaire
why-source-perhaps = « { $source } » pourrait vous plaire
taught-said = réglé par vous
taught-off = L’apprentissage est désactivé : la page Aujourd’hui est triée par date, et rien de nouveau n’est enregistré. Ce que Tidings a appris auparavant est encore là.
