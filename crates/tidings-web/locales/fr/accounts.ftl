# Connexion, comptes, activité, administration.

sign-in = Se connecter
sign-in-nobody-yet = Personne n’a encore de compte ici. Ouvrez le lien d’installation que le serveur a affiché au démarrage : il crée le premier.
sign-in-wrong = Le nom ou le mot de passe n’est pas juste. Vérifiez les deux et réessayez.
sign-in-too-many = { $n ->
    [one] Trop de mots de passe erronés. Réessayez dans une minute.
   *[other] Trop de mots de passe erronés. Réessayez dans { $count } minutes.
}
sign-in-disabled = Ce compte a été désactivé. Adressez-vous à l’exploitant de ce serveur.
sign-in-not-known = Le service de connexion vous nomme { $name }, mais { $name } ne peut pas se connecter ici. Adressez-vous à l’exploitant de ce serveur.
sign-in-still-vouched = Vous êtes déconnecté ici. Le service de connexion placé devant ce serveur vous connaît toujours comme { $name }.
sign-in-continue-as = Continuer comme { $name }
account-deleted = Votre compte et tout ce qui était à vous sont supprimés.

code-title = Encore une étape
code-lead = Saisissez le code que votre application affiche maintenant.
code-label = Code
code-hint = Six chiffres ; ou l’un de vos codes de secours.
code-check = Continuer
code-start-again = Recommencer
code-wrong = Ce code n’est pas juste, ou a déjà servi. Attendez le suivant et réessayez.
code-too-many = { $n ->
    [one] Trop de codes erronés. Réessayez dans une minute.
   *[other] Trop de codes erronés. Réessayez dans { $count } minutes.
}

setup-title = Installation
setup-welcome = Bienvenue
setup-lead = Choisissez un nom et un mot de passe. Ce premier compte est celui de l’exploitant : il lit comme tous les autres et gère aussi le serveur.
setup-create = Créer le compte
join-title = Rejoindre
join-lead = Vous êtes invité à lire ici. Choisissez un nom et un mot de passe.
reset-title = Nouveau mot de passe
reset-lead = Choisissez un nouveau mot de passe pour { $name }. Partout ailleurs, { $name } sera déconnecté.
reset-save = Enregistrer le mot de passe

name-empty = Le nom est vide ; choisissez-en un.
name-too-long = { $n ->
    [one] Le nom a { $count } caractère ; choisissez-en un plus court.
   *[other] Le nom a { $count } caractères ; choisissez-en un plus court.
}
name-invisible = Le nom contient des caractères invisibles ; choisissez-en un sans eux.
name-taken = Le nom { $name } est déjà pris ; choisissez-en un autre.
password-hint = Au moins { $count } caractères. Quelques mots sans rapport entre eux se retiennent bien et se devinent mal.
password-too-short = { $n ->
    [one] Le mot de passe a { $count } caractère ; choisissez-en un d’au moins { $least }.
   *[other] Le mot de passe a { $count } caractères ; choisissez-en un d’au moins { $least }.
}
password-too-long = Le mot de passe dépasse { $most } octets ; choisissez-en un plus court.


account-name = Nom
account-name-hint = Le nom avec lequel vous vous connectez
account-name-save = Changer le nom
account-name-changed = Votre nom est changé.
account-is-operator = Vous êtes exploitant de ce serveur.
account-password = Mot de passe
account-password-lead = Un nouveau mot de passe vous déconnecte partout ailleurs.
account-password-none = Vous passez par un service de connexion et n’avez pas de mot de passe ici. Avec un mot de passe, vous pourrez aussi vous connecter directement.
account-password-current = Mot de passe actuel
account-password-new = Nouveau mot de passe
account-password-revoke = Révoquer aussi mes mots de passe d’application
account-password-save = Changer le mot de passe
account-password-changed = Votre mot de passe est changé ; toutes les autres sessions ont pris fin.
account-password-wrong = Le mot de passe actuel n’est pas juste.
account-sessions = { $n ->
    [one] Vous n’êtes connecté qu’ici.
   *[other] Vous êtes connecté sur { $count } appareils.
}
account-sessions-see = Voir lesquels
account-cancel = Annuler

second-step = Deuxième étape
second-step-lead = Après le mot de passe, un code d’une application de votre téléphone vous est demandé. Qui apprend votre mot de passe ne peut pas se connecter avec lui seul.
second-step-set-up = Configurer
second-step-manage = Gérer
second-step-on = Activée
second-step-off = Désactiver
second-step-off-lead = Le mot de passe suffira ensuite pour se connecter.
second-step-is-off = La deuxième étape est désactivée ; votre mot de passe suffit.
second-step-codes-left = { $n ->
    [0] Il ne reste aucun code de secours ; créez-en de nouveaux.
    [one] Il reste un code de secours.
   *[other] Il reste { $count } codes de secours.
}
second-step-scan = Lisez cette image avec une application d’authentification.
second-step-picture = Le secret sous forme de code QR
second-step-type = Ou saisissez ceci dans l’application :
second-step-open = Ouvrir l’application sur cet appareil
second-step-show = Saisissez le code que l’application affiche.
second-step-turn-on = Activer
second-step-code-wrong = Ce code n’est pas juste. Vérifiez l’heure de votre téléphone et essayez le code suivant.
second-step-codes-lead = La deuxième étape est activée. Gardez ces codes de secours là où vous les trouverez sans votre téléphone : chacun sert une fois à la place d’un code.
second-step-codes-hint = Ils ne sont affichés que cette fois.
second-step-codes-kept = Je les ai gardés
second-step-new-codes = Nouveaux codes de secours
second-step-new-codes-lead = Les précédents ne serviront plus.
second-step-new-codes-make = Créer de nouveaux codes

sessions-lead = Les appareils où vous êtes connecté. Une session prend fin d’elle-même après trente jours sans usage.
sessions-here = Cet appareil
sessions-seen = dernier usage
sessions-since = connecté
sessions-end = Déconnecter
sessions-end-others = Déconnecter partout ailleurs
sessions-ended = { $n ->
    [0] Il n’y avait pas d’autre session.
    [one] Une session a pris fin.
   *[other] { $count } sessions ont pris fin.
}

app-passwords-lead = Pour d’autres programmes qui lisent avec votre compte. Chacun reçoit son propre mot de passe, que vous pouvez révoquer seul.
app-password-type = Ce qu’il faut saisir
app-password-type-how = Choisissez dans le programme l’un de ces services. Le nom d’utilisateur est { $name }, le mot de passe (ou jeton) est celui d’application.
app-password-type-bare = La même chose, par l’adresse seule
app-password-new = Nouveau mot de passe d’application
app-password-label = À quoi sert-il ?
app-password-example = NetNewsWire sur le téléphone
app-password-scope = Il permet de
app-password-writes = lire et modifier
app-password-reads = lire seulement
app-password-create = Créer
app-password-made = créé
app-password-used = dernier usage
app-password-never-used = jamais utilisé
app-password-revoke = Révoquer
app-password-revoked = Ce mot de passe d’application ne sert plus.
app-password-fresh = Le mot de passe pour { $label } :
app-password-once = Copiez-le maintenant : il n’est affiché que cette fois.
app-password-label-wrong = Dites à quoi sert le mot de passe, en { $most } caractères au plus.
app-passwords-too-many = Vous avez { $count } mots de passe d’application ; révoquez-en d’abord.

warning-without-tls = Les pages sont servies sur { $listen } sans https : donnez à public-url une adresse https et placez un proxy TLS devant, ou écoutez sur 127.0.0.1.
warning-plain-address = L’adresse publique { $address } est sans https : mots de passe et lectures circulent en clair. Placez un proxy TLS devant et donnez à public-url son adresse https.
warning-open-fetch = { $setting } ouvre des réseaux privés entiers : qui peut ajouter un flux atteint votre propre réseau. Nommez des hôtes isolés.
warning-open-folder = D’autres peuvent lire le dossier de données { $folder } : appliquez-lui chmod 700.
warning-little-space = Il ne reste que { $mib } Mio là où sont les données ; faites de la place avant que le disque soit plein.
warning-trusts-everybody = { $setting } contient presque toutes les adresses : n’importe qui peut se dire proxy et falsifier sa provenance. Ne nommez que vos proxys.
warning-around-proxy = Les pages sont servies sur { $listen }, où l’on peut les atteindre sans passer par le proxy qui identifie. Écoutez sur 127.0.0.1, ou ne laissez passer que le proxy au pare-feu.

data-export = Emporter vos données
data-export-lead = Une archive avec vos abonnements (OPML et JSON), dossiers, étiquettes, articles lus, textes de ceux que vous avez mis en favori, étiquetés ou mis de côté, ce qui a été appris de vous, règles, réglages, visites et activité. La page d’importation de Tidings sait la relire.
data-export-get = Télécharger l’archive
data-delete = Supprimer votre compte
data-delete-lead = C’est irrévocable. Avec votre compte disparaissent :
data-goes-subscriptions = { $n ->
    [0] vos abonnements
    [one] { $count } abonnement
   *[other] { $count } abonnements
}
data-goes-starred = { $n ->
    [0] vos favoris
    [one] { $count } favori
   *[other] { $count } favoris
}
data-goes-later = { $n ->
    [0] ce que vous avez mis de côté
    [one] { $count } article mis de côté
   *[other] { $count } articles mis de côté
}
data-goes-tags = { $n ->
    [0] vos étiquettes
    [one] { $count } étiquette
   *[other] { $count } étiquettes
}
data-goes-rest = vos lectures, ce qui a été appris de vous, règles, liens, réglages, sessions, mots de passe d’application et votre activité
data-delete-stays = Les articles que d’autres lisent aussi leur restent. Les sources que personne d’autre ne suit ne sont plus relevées.
data-delete-begin = Supprimer mon compte…
data-delete-do = Tout supprimer
data-type-name = Saisissez { $name } pour confirmer
data-name-differs = Le nom saisi en est un autre ; rien n’a été supprimé.
data-last-operator = Vous êtes le dernier exploitant, et d’autres ont un compte ici. Donnez d’abord ce rôle à quelqu’un d’autre.

activity = Activité
activity-filter = Afficher
activity-all = Tout
activity-sources = Sources
activity-account = Compte
activity-rules = Règles
activity-server = Serveur
activity-empty = Il ne s’est rien passé ici que vous deviez savoir.
activity-older = Plus ancien
activity-new = { $n ->
    [one] { $count } nouveau
   *[other] { $count } nouveaux
}
activity-is-new = (nouveau)
activity-untitled = Source sans titre
activity-failing = en échec depuis un jour : { $detail }
activity-recovered = fonctionne de nouveau.
activity-gone = a disparu pour de bon, dit son serveur. Ses articles restent.
activity-moved = a déménagé vers { $detail }.
activity-merged = a repris { $detail }, qui est la même source.
activity-signed-in = Vous vous êtes connecté avec { $detail }.
activity-code-refused = Quelqu’un, depuis { $detail }, a donné votre bon mot de passe et un mauvais code. Si ce n’était pas vous, changez de mot de passe.
activity-recovery-code-used = { $n ->
    [0] Un code de secours a servi à se connecter ; il n’en reste aucun.
    [one] Un code de secours a servi à se connecter ; il en reste un.
   *[other] Un code de secours a servi à se connecter ; il en reste { $count }.
}
activity-second-step-on = Vous avez activé la deuxième étape.
activity-second-step-off = Vous avez désactivé la deuxième étape.
activity-second-step-taken = Un exploitant a désactivé votre deuxième étape.
activity-password-changed = Votre mot de passe a été changé.
activity-app-password-made = Vous avez créé un mot de passe d’application pour { $detail }.
activity-sessions-ended = { $n ->
    [one] Vous avez mis fin à une autre session.
   *[other] Vous avez mis fin à { $count } autres sessions.
}
activity-now-operator = Vous êtes désormais exploitant de ce serveur.
activity-now-user = Vous n’êtes plus exploitant de ce serveur.

admin = Administration
admin-overview = Vue d’ensemble
admin-users = Utilisateurs
admin-backup = Sauvegarde
admin-warning = Risque :
admin-numbers = Chiffres ; relevés du dernier jour
admin-sources = Sources
admin-sources-watched = dont surveillées
admin-sources-failing = dont en échec
admin-articles = Articles
admin-retrievals = Relevés
admin-retrievals-new = avec du nouveau
admin-retrievals-failed = échoués
admin-received = Reçu
admin-failures = Pourquoi des relevés ont échoué
admin-failures-none = Aucun échec depuis un jour.
admin-silent = Hôtes qui ont demandé le silence
admin-silent-none = Aucun.
admin-silent-until = prochaine demande
admin-installed = Installation
admin-version = Version
admin-engine = Base de données
admin-database-size = Sa taille
admin-data-folder = Dossier de données
admin-free = Libre à cet endroit
admin-settings = Réglages en vigueur
admin-settings-lead = Ils viennent du fichier de réglages, de l’environnement et de la ligne de commande, et changent au redémarrage.
admin-setting-default = (par défaut)
jobs = Tâches de fond
jobs-lead = Si plusieurs processus partagent la base de données, un seul exécute chaque tâche ; un autre la reprend s’il s’arrête. Les tâches qui tournent toutes les quelques minutes ou plus souvent sont consignées toutes les cinq minutes.
jobs-none = Aucune tâche n’a encore été exécutée.
job-name = Tâche
job-last = Dernière exécution
job-took = Durée
job-next = Prochaine exécution
job-runs = Exécutions
job-failures = Échecs
job-failed = La dernière exécution a échoué :
job-never = jamais
job-running = en cours
job-process = processus { $process }
job-milliseconds = { $n } ms
job-price = Tenir les relevés dans le budget du jour
job-plans = Vérifier les relevés prévus
job-imports = Importer des fichiers
job-webhooks = Envoyer les webhooks
job-push-subscriptions = Renouveler les abonnements push
job-topic-assignment = Attribuer des sujets aux nouveaux articles
job-search-index = Mettre à jour l’index de recherche
job-full-texts = Récupérer les textes complets
job-icons = Chercher les icônes des sources
job-topics = Apprendre les sujets
job-readers = Apprendre ce que les lecteurs ont en commun
job-population = Apprendre ce que les sources ont en commun
job-weights = Pondérer les sources selon ce qui est ouvert
job-day-counts = Compter chaque jour pour la fraîcheur
job-retention = Supprimer ce qui ne sert plus
size-kilobytes = { $count } ko
size-megabytes = { $count } Mo
size-gigabytes = { $count } Go
failed-name = Le nom n’existe pas
failed-timeout = Trop lent
failed-certificate = Le certificat n’est pas bon
failed-connection = Pas de connexion, ou elle s’est rompue
failed-patience = Le serveur demande de patienter
failed-denied = Le serveur refuse
failed-missing = Introuvable
failed-address = L’adresse ne peut être demandée
failed-status = Le serveur est en panne
failed-answer = La réponse est illisible

backup-lead = Une sauvegarde contient tout ce qui est sur ce serveur, y compris ce qui est privé à ses utilisateurs. Gardez-la aussi sûrement que le serveur.
backup-make = Sauvegarder maintenant
backup-made = La sauvegarde est là.
backup-under-way = La sauvegarde prend du temps ; elle apparaîtra ici quand elle sera complète.
backup-failed = La sauvegarde a échoué ; le journal dit pourquoi.
backup-removed = La sauvegarde est supprimée.
backup-none = Il n’y a pas encore de sauvegarde.
backup-download = Télécharger
backup-remove = Supprimer
backup-free = { $size } sont libres là où sont les sauvegardes.
backup-restore = Pour en restaurer une, sur un serveur vide :

users-operator = exploitant
users-user = utilisateur
users-disabled = désactivé
users-second-step = deuxième étape
users-second-step-off = Désactiver la deuxième étape
users-since = inscrit
users-seen = vu
users-never-seen = jamais venu
users-yourself = Vous
users-manage = Gérer
users-make-operator = Nommer exploitant
users-make-user = Retirer le rôle d’exploitant
users-reset = Lien pour un nouveau mot de passe
users-sign-out = Déconnecter partout
users-disable = Désactiver
users-enable = Réactiver
users-remove = Supprimer
users-remove-lead = Supprime { $name } et tout ce qui est à lui. Saisissez le nom pour confirmer.
users-invite = Inviter
users-invite-lead = Un lien sert une fois, pendant sept jours. Qui l’ouvre choisit un nom et un mot de passe.
users-invite-make = Créer un lien
users-role = Rôle
users-add = Ajouter avec un mot de passe
users-add-do = Ajouter
users-added = Le compte est créé.
users-changed = C’est fait.
users-removed = Le compte est supprimé.
users-last-operator = C’est le dernier exploitant ; donnez d’abord ce rôle à quelqu’un d’autre.
users-not-yourself = Vous ne pouvez pas vous faire cela ici ; votre propre compte est dans les réglages.
invitation-to-join = Une invitation à rejoindre
invitation-to-operate = Une invitation à rejoindre comme exploitant
invitation-to-reset = Un nouveau mot de passe pour { $name }
invitation-until = prend fin
invitation-once = Transmettez-le par une voie sûre. Il n’est affiché que cette fois.
