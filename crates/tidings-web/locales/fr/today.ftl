# Aujourd’hui, et ce qui a été appris pour lui.
today-more = Afficher plus
today-anew = Une autre page
view-interest = Selon vos goûts
act-more = Plus de ce genre
act-less = Moins de ce genre
why-topic-most = Vous ouvrez presque tout sur { $topic }
why-topic-often = Vous ouvrez souvent { $topic }
why-topic-some = Vous ouvrez parfois { $topic }
why-source-most = Vous ouvrez presque tout de { $source }
why-source-often = Vous ouvrez souvent { $source }
why-source-some = Vous ouvrez parfois { $source }
why-asking = Nouveau pour vous : { $topic }
why-asking-source = Nouveau pour vous : { $source }
why-popular = Apprécié ici : { $topic }
nav-taught = Ce que Tidings a appris
settings-taught = Appris
taught-more = C’est noté : plus de ce genre. Aujourd’hui en tient compte dès la prochaine page.
taught-less = C’est noté : moins de ce genre. Aujourd’hui en tient compte dès la prochaine page.
taught-lead = Aujourd’hui est ordonné selon ce que vous ouvrez, gardez, étoilez et passez. Voici ce que Tidings en a appris, et où vous pouvez le contredire.
taught-rate = Ces 30 derniers jours, vous avez ouvert { $today } articles sur dix en haut d’Aujourd’hui.
taught-rates = Ces 30 derniers jours, vous avez ouvert { $today } articles sur dix en haut d’Aujourd’hui, et { $time } sur dix en haut des listes par date.
taught-learns = Ordonner Aujourd’hui selon mes goûts et apprendre de mes lectures
surprise = Surprenez-moi
surprise-none = Jamais
surprise-little = Un peu
surprise-usual = Comme d’habitude
surprise-more = Davantage
surprise-most = Beaucoup
surprise-words = Quelques places d’Aujourd’hui vont à des sujets et des sources que Tidings connaît peu, pour découvrir si vous les aimez.
taught-topics = Sujets
taught-topics-none = Il y a encore trop peu d’articles pour distinguer des sujets.
taught-topics-words = Les sujets viennent des mots qui vont ensemble dans les articles, et portent leurs noms.
taught-opens = vous en ouvrez environ { $n } sur 100
taught-sure = certain
taught-rather = assez certain
taught-hardly = pas encore certain
taught-unknown = encore inconnu
taught-learned = Comme appris
taught-never = Jamais
taught-seldom = Rarement
taught-often = Souvent
taught-always = Toujours
taught-say = Enregistrer
taught-noted = C’est noté. Aujourd’hui en tient compte dès la prochaine page.
taught-away = À vous seul
taught-away-words = Ce qui a été appris de vous reste avec votre compte, n’est montré à personne et part avec lui. Là où beaucoup partagent une installation, ce qu’ils aiment ensemble est ce que Tidings attend d’un nouveau venu ; personne n’y est reconnaissable.
taught-export = L’emporter avec tout le reste
taught-forget = Tout oublier
taught-forget-words = Ce qui a été montré, vos réactions et ce que vous avez dit disparaissent. Ce que vous avez lu, étoilé et étiqueté reste.
taught-forget-do = Oublier ce qui a été appris
taught-forgotten = Oublié. Aujourd’hui recommence.
taught-others =
    { $n ->
        [one] Un autre
       *[other] { $count } autres
    }
mark-page = Marquer cette page comme lue
