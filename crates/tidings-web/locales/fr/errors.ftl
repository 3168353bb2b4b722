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
