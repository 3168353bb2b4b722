# Français : les erreurs.

error-home = Aller à vos articles
error-not-found = Page introuvable
error-not-found-why = Il n’y a rien à cette adresse. Le lien est peut-être incomplet ou expiré.
error-link-incomplete = Lien incomplet
error-link-incomplete-why = Il manque une partie de ce lien. Copiez-le en entier, jusqu’au dernier caractère.
error-link-used = Lien déjà utilisé
error-link-used-why = Ce lien a déjà été utilisé ou révoqué. Si c’est vous qui l’avez utilisé, connectez-vous. Sinon, demandez-en un nouveau à l’administrateur de ce serveur.
error-link-expired = Lien expiré
error-link-expired-why = Les liens sont valables sept jours. Demandez-en un nouveau à l’administrateur de ce serveur.
error-set-up-done = Déjà installé
error-set-up-done-why = Ce serveur a déjà un administrateur. Connectez-vous ou demandez une invitation.
error-set-up-old = Lien d’installation non valable
error-set-up-old-why = Ce lien d’installation est incomplet ou périmé. Ouvrez celui que le serveur a affiché à son dernier démarrage.
error-method = Requête non autorisée
error-method-why = Cette adresse n’accepte pas ce type de requête.
error-sign-in = Se connecter
error-sign-in-why = Il faut un compte pour voir cette page.
error-forged = Formulaire expiré
error-forged-why = Ce formulaire n’est plus à jour ou provient d’un autre site. Revenez en arrière, rechargez la page et réessayez.
error-forbidden = Accès refusé
error-forbidden-why = Seuls les administrateurs de ce serveur peuvent voir cette page.
error-bad = Requête non valide
error-bad-why = Le serveur n’a pas compris cette requête. Revenez en arrière, rechargez la page et réessayez.
error-large = Trop volumineux
error-large-why = Le serveur n’accepte pas de formulaire de cette taille. Envoyez-en moins à la fois.
error-large-file-why = Le fichier dépasse { $most }. Exportez moins à la fois, ou divisez le fichier.
error-slow = Délai dépassé
error-slow-why = L’opération a pris trop de temps et a été interrompue. Réessayez dans un instant.
error-misdirected = Mauvaise adresse
error-misdirected-why = Tidings n’est pas accessible sous ce nom de serveur. Utilisez l’adresse que votre administrateur vous a donnée.
error-busy = Serveur occupé
error-busy-why = Le serveur ne peut pas traiter d’autres requêtes pour l’instant. Réessayez dans un instant.
error-internal = Une erreur s’est produite
error-internal-why = Une erreur s’est produite sur le serveur et a été consignée dans le journal. Réessayez dans un instant.
error-attempts = Trop de tentatives
error-attempts-why =
    { $n ->
        [one] Trop de mots de passe erronés. Réessayez dans { $count } minute.
       *[other] Trop de mots de passe erronés. Réessayez dans { $count } minutes.
    }
error-key = Mot de passe d’application incorrect
error-key-why = Ce mot de passe d’application n’existe pas. Créez-en un dans Réglages, Mots de passe d’application.
error-read-only = Mot de passe d’application en lecture seule
error-read-only-why = Ce mot de passe d’application ne permet aucune modification. Créez-en un qui permet de lire et de modifier.
error-often = Trop de requêtes
error-often-why =
    { $n ->
        [one] Trop de requêtes. Réessayez dans { $count } minute.
       *[other] Trop de requêtes. Réessayez dans { $count } minutes.
    }
error-stretch = Période non valide
error-stretch-why = Le premier jour ne doit pas être postérieur au dernier, et la période est limitée à { $count } jours.
error-refused = Action impossible
refused-not-found = Cet élément n’existe plus. Rechargez la page pour voir ce qu’il en est.
refused-operators = Seuls les administrateurs de ce serveur peuvent faire cela.
refused-webhook = Ce webhook n’existe plus.
refused-name = Saisissez un nom de 1 à { $most } caractères, sans saut de ligne.
refused-title = Saisissez un titre de { $most } caractères au plus.
refused-address = Saisissez une adresse de 1 à { $most } caractères.
refused-words = Saisissez une recherche de 1 à { $most } caractères.
refused-number = Saisissez un nombre entier de { $least } à { $most }.
refused-choice = Ce choix n’est pas possible. Choisissez dans la liste.
refused-contrary = L’intervalle minimal entre deux vérifications ne peut pas dépasser l’intervalle maximal.
refused-taken = Vous utilisez déjà ce nom. Choisissez-en un autre.
refused-too-deep = Les dossiers peuvent être imbriqués sur { $most } niveaux au plus.
refused-inside-itself = Un dossier ne peut pas être déplacé dans lui-même ni dans l’un de ses sous-dossiers.
refused-at-once = Choisissez-en { $most } au plus à la fois.
refused-full = Vous en avez déjà { $most }, le maximum. Supprimez-en d’abord.
refused-no-link = Cet article n’a pas d’adresse web à récupérer.
refused-half-a-key = Indiquez un nom d’utilisateur avec le mot de passe, ou une valeur avec l’en-tête.
