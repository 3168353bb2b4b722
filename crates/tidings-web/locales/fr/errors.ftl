# Français. What can go wrong with a request.

error-home = Aller aux articles
error-not-found = Introuvable
error-not-found-why = Il n’y a rien à cette adresse. Cela a peut-être été retiré, ou le lien est incomplet.
error-method = Impossible ici
error-method-why = Cette adresse n’accepte pas ce type de requête.
error-sign-in = Se connecter
error-sign-in-why = Connectez-vous pour voir cette page.
error-forged = Veuillez réessayer
error-forged-why = Ce formulaire ne vient pas d’une page de ce site, ou la page est plus ancienne que votre session. Revenez en arrière, rechargez la page et réessayez.
error-forbidden = Non autorisé
error-forbidden-why = Seul l’exploitant de ce serveur peut voir cette page.
error-bad = Incompris
error-bad-why = La requête n’a pas été comprise. Le lien ou le formulaire est peut-être endommagé.
error-large = Trop grand
error-large-why = Le formulaire dépasse ce que cette page accepte.
error-slow = Trop lent
error-slow-why = Cela a pris trop de temps et a été abandonné. Réessayez dans un instant.
error-misdirected = Mauvaise adresse
error-misdirected-why = Ce serveur ne répond pas à ce nom. Utilisez l’adresse donnée par son exploitant.
error-busy = Occupé
error-busy-why = Le serveur est occupé. Réessayez dans un instant.
error-internal = Un problème est survenu
error-internal-why = Un problème est survenu sur le serveur. Il est noté dans le journal ; réessayez dans un instant.
error-attempts = Trop d’essais
error-attempts-why =
    { $n ->
        [one] Trop de mots de passe erronés. Réessayez dans { $count } minute.
       *[other] Trop de mots de passe erronés. Réessayez dans { $count } minutes.
    }
error-key = Pas d’accès
error-key-why = Ce mot de passe d’application n’est pas connu. On en crée un dans Réglages, Mots de passe d’application.
error-read-only = Lecture seule
error-read-only-why = Ce mot de passe d’application ne permet que de lire. Créez-en un qui permet aussi de modifier.
error-often = Doucement
error-often-why =
    { $n ->
        [one] C’était souvent. Réessayez dans { $count } minute.
       *[other] C’était souvent. Réessayez dans { $count } minutes.
    }
error-stretch = Pas ces jours
error-stretch-why = Le premier jour ne doit pas suivre le dernier, et un fichier tient { $count } jours au plus. Revenez en arrière et choisissez-en d’autres.
error-refused = Impossible
refused-not-found = Cela n’existe plus.
refused-operators = Seul l’exploitant de ce serveur peut faire cela.
refused-webhook = Ce webhook n’existe pas.
refused-name = Un nom a de 1 à { $most } caractères et aucun saut de ligne.
refused-title = Un titre a au plus { $most } caractères.
refused-address = Une adresse a de 1 à { $most } caractères.
refused-words = Une recherche a de 1 à { $most } caractères.
refused-number = Un nombre entier de { $least } à { $most } est attendu ici.
refused-choice = Cette valeur n’est pas proposée ici.
refused-contrary = Les deux intervalles se contredisent : « au moins toutes les » ne doit pas être plus court que « pas plus souvent que toutes les ».
refused-taken = Autre chose porte déjà ce nom. Choisissez-en un autre.
refused-at-once = Au plus { $most } à la fois.
refused-full = Il y en a déjà { $most }. Retirez-en un d’abord.
refused-no-link = Cet article n’a pas d’adresse que l’on pourrait consulter.
refused-half-a-key = Un mot de passe demande un nom d’utilisateur, et un en-tête une valeur.
