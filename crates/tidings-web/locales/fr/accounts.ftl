# Français : connexion, comptes, activité, administration.

sign-in = Se connecter
sign-in-nobody-yet = Il n’y a pas encore de compte ici. Pour créer le premier, ouvrez le lien d’installation que le serveur a affiché à son démarrage.
sign-in-wrong = Nom d’utilisateur ou mot de passe incorrect.
sign-in-too-many = { $n ->
    [one] Trop de mots de passe erronés. Réessayez dans { $count } minute.
   *[other] Trop de mots de passe erronés. Réessayez dans { $count } minutes.
}
sign-in-disabled = Ce compte est désactivé. Adressez-vous à l’administrateur de ce serveur.
sign-in-not-known = Le service de connexion vous connaît sous le nom { $name }, mais { $name } n’a pas accès à ce serveur. Adressez-vous à son administrateur.
sign-in-still-vouched = Vous êtes déconnecté de Tidings, mais encore connecté au service de connexion sous le nom { $name }.
sign-in-continue-as = Continuer en tant que { $name }
sign-in-as-visitor = Continuer en tant que visiteur de la démo
account-deleted = Votre compte et toutes vos données ont été supprimés.

code-title = Authentification à deux facteurs
code-lead = Saisissez le code de votre application d’authentification.
code-label = Code
code-hint = Six chiffres, ou l’un de vos codes de secours.
code-check = Continuer
code-start-again = Recommencer
code-wrong = Ce code est incorrect ou a déjà servi. Vérifiez-le ou utilisez-en un autre.
code-too-many = { $n ->
    [one] Trop de codes erronés. Réessayez dans { $count } minute.
   *[other] Trop de codes erronés. Réessayez dans { $count } minutes.
}

setup-title = Installer Tidings
setup-welcome = Bienvenue
setup-lead = Choisissez un nom d’utilisateur et un mot de passe. Ce premier compte est administrateur : en plus de lire, il peut gérer le serveur.
setup-create = Créer le compte
join-title = Créer votre compte
join-lead = Vous êtes invité à lire ici. Choisissez un nom d’utilisateur et un mot de passe.
reset-title = Nouveau mot de passe
reset-lead = Choisissez un nouveau mot de passe pour { $name }. Partout ailleurs, { $name } sera déconnecté.
reset-save = Enregistrer le mot de passe

name-empty = Saisissez un nom d’utilisateur.
name-too-long = { $n ->
    [one] Le nom d’utilisateur fait { $count } caractère, c’est trop long. Choisissez-en un plus court.
   *[other] Le nom d’utilisateur fait { $count } caractères, c’est trop long. Choisissez-en un plus court.
}
name-invisible = Le nom d’utilisateur contient des caractères invisibles. Supprimez-les.
name-taken = Le nom d’utilisateur { $name } est déjà pris. Choisissez-en un autre.
password-show = Afficher le mot de passe
password-hide = Masquer le mot de passe
password-hint = Au moins { $count } caractères. Quelques mots sans rapport entre eux sont faciles à retenir et difficiles à deviner.
password-too-short = { $n ->
    [one] Le mot de passe n’a que { $count } caractère. Il en faut au moins { $least }.
   *[other] Le mot de passe n’a que { $count } caractères. Il en faut au moins { $least }.
}
password-too-long = Le mot de passe dépasse { $most } octets. Choisissez-en un plus court.


account-name = Nom d’utilisateur
account-name-hint = Le nom avec lequel vous vous connectez
account-name-save = Changer le nom d’utilisateur
account-name-changed = Nom d’utilisateur changé.
account-is-operator = Vous êtes administrateur de ce serveur.
account-password = Mot de passe
account-password-lead = Changer de mot de passe vous déconnecte partout ailleurs.
account-password-none = Vous passez par un service de connexion et n’avez pas de mot de passe ici. Choisissez-en un pour pouvoir aussi vous connecter directement.
account-password-current = Mot de passe actuel
account-password-new = Nouveau mot de passe
account-password-revoke = Révoquer aussi mes mots de passe d’application
account-password-set = Définir le mot de passe
account-password-save = Changer le mot de passe
account-password-changed = Mot de passe changé. Vous êtes déconnecté partout ailleurs.
account-password-wrong = Le mot de passe actuel est incorrect.
account-in-demo = La démo connecte les visiteurs sans mot de passe : cela ne peut pas être modifié ici.
account-password-missing = Ce compte n’a pas de mot de passe. Pour confirmer, ouvrez Tidings par votre service de connexion.
account-sessions = { $n ->
    [one] Vous n’êtes connecté qu’ici.
   *[other] Vous êtes connecté sur { $count } appareils.
}
account-sessions-see = Voir les sessions
account-cancel = Annuler

second-step = Authentification à deux facteurs
second-step-lead = Avec l’authentification à deux facteurs, la connexion demande votre mot de passe et un code d’une application de votre téléphone. Un mot de passe volé ne suffira plus.
second-step-set-up = Configurer
second-step-begin = Continuer
second-step-manage = Gérer
second-step-on = Activée.
second-step-off = Désactiver
second-step-off-lead = Votre mot de passe suffira pour vous connecter.
second-step-is-off = L’authentification à deux facteurs est désactivée. Votre mot de passe suffit pour vous connecter.
second-step-codes-left = { $n ->
    [0] Vous n’avez plus de codes de secours. Créez-en de nouveaux.
    [one] Il vous reste un code de secours.
   *[other] Il vous reste { $count } codes de secours.
}
second-step-scan = Scannez ce code QR avec une application d’authentification.
second-step-picture = Code QR contenant la clé de configuration
second-step-type = Ou saisissez cette clé dans l’application :
second-step-open = Ouvrir l’application sur cet appareil
second-step-show = Saisissez le code affiché par l’application.
second-step-turn-on = Activer
second-step-code-wrong = Code incorrect. Vérifiez que l’horloge de votre téléphone est à l’heure, et essayez le code suivant.
second-step-codes-lead = L’authentification à deux facteurs est activée. Conservez ces codes de secours là où vous pourrez les retrouver sans votre téléphone. Chacun remplace une fois le code de l’application. Les anciens codes de secours ne fonctionnent plus.
second-step-codes-hint = Ils ne seront plus affichés.
second-step-codes-kept = Je les ai conservés
second-step-new-codes = Nouveaux codes de secours
second-step-new-codes-lead = Vos anciens codes de secours ne fonctionneront plus.
second-step-new-codes-make = Créer de nouveaux codes

sessions-lead = Vous êtes connecté sur ces appareils. Après trente jours sans utilisation, vous êtes déconnecté automatiquement.
sessions-here = Cet appareil
sessions-seen = dernière utilisation
sessions-since = connexion
sessions-end = Déconnecter
sessions-end-others = Se déconnecter partout ailleurs
sessions-ended = { $n ->
    [0] Vous n’étiez connecté nulle part ailleurs.
    [one] Une session fermée.
   *[other] { $count } sessions fermées.
}

app-passwords-lead = Permettez à d’autres programmes, comme un lecteur sur votre téléphone, d’utiliser votre compte. Chacun reçoit son propre mot de passe, que vous pouvez révoquer à tout moment.
app-password-type = Comment connecter une application
app-password-type-how = Dans votre application, choisissez l’un de ces services. Le nom d’utilisateur est { $name } ; le mot de passe (ou jeton) est le mot de passe d’application.
app-password-type-bare = FreshRSS, si l’application ne demande que l’adresse du serveur
app-password-new = Nouveau mot de passe d’application
app-password-label = À quoi servira-t-il ?
app-password-example = NetNewsWire sur mon téléphone
app-password-scope = Accès
app-password-writes = Lecture et modification
app-password-reads = Lecture seule
app-password-create = Créer le mot de passe
app-password-made = créé
app-password-used = dernière utilisation
app-password-never-used = jamais utilisé
app-password-revoke = Révoquer
app-password-revoked = Mot de passe d’application révoqué.
app-password-fresh = Mot de passe d’application pour { $label } :
app-password-once = Copiez-le maintenant. Il ne sera plus affiché.
copy = Copier
app-password-label-wrong = Indiquez à quoi servira le mot de passe, en { $most } caractères au plus.
app-passwords-too-many = Vous avez déjà { $count } mots de passe d’application, le maximum. Révoquez-en un d’abord.

warning-without-tls = Les pages sont servies sur { $listen } sans HTTPS. Donnez à public-url une adresse https et placez un proxy TLS devant le serveur, ou écoutez sur 127.0.0.1.
warning-plain-address = L’adresse publique { $address } n’utilise pas HTTPS : les mots de passe et les articles circulent en clair. Placez un proxy TLS devant le serveur et donnez son adresse https à public-url.
warning-open-fetch = { $setting } autorise la récupération depuis des réseaux privés entiers : toute personne qui peut ajouter un flux accède à votre propre réseau. Indiquez plutôt des serveurs précis.
warning-open-folder = D’autres utilisateurs de cette machine peuvent lire le dossier de données { $folder }. Exécutez chmod 700 sur ce dossier.
warning-little-space = Il ne reste que { $mib } Mio sur le disque des données. Libérez de l’espace avant qu’il ne soit plein.
warning-trusts-everybody = { $setting } comprend presque toutes les adresses : n’importe qui peut se faire passer pour un proxy et falsifier l’origine des requêtes. Indiquez seulement vos propres proxys.
warning-around-proxy = Les pages sont servies sur { $listen }, où l’on peut contourner le proxy qui gère la connexion. Écoutez sur 127.0.0.1, ou utilisez un pare-feu qui ne laisse passer que le proxy.

data-export = Exporter vos données
data-export-lead = Une archive avec vos abonnements (OPML et JSON), dossiers, étiquettes, historique de lecture, centres d’intérêt, règles, réglages, visites et activité, ainsi que les textes de vos articles favoris, étiquetés ou à lire plus tard. Vous pouvez la réimporter dans la page d’importation de Tidings.
data-export-get = Télécharger l’archive
data-delete = Supprimer votre compte
data-delete-lead = Cette action est irréversible. Avec votre compte seront supprimés :
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
    [0] votre liste « Lire plus tard »
    [one] { $count } article à lire plus tard
   *[other] { $count } articles à lire plus tard
}
data-goes-tags = { $n ->
    [0] vos étiquettes
    [one] { $count } étiquette
   *[other] { $count } étiquettes
}
data-goes-rest = votre historique de lecture, vos centres d’intérêt, règles, liens, réglages, sessions, mots de passe d’application et votre activité
data-delete-stays = Les autres lecteurs gardent leurs articles. Les sources que plus personne ne suit ne sont plus vérifiées.
data-delete-begin = Supprimer mon compte…
data-delete-do = Tout supprimer
data-type-name = Saisissez votre nom d’utilisateur, « { $name } », pour confirmer
data-name-differs = Ce n’est pas votre nom d’utilisateur ; rien n’a été supprimé.
data-last-operator = Vous êtes le seul administrateur, et d’autres personnes ont un compte ici. Nommez d’abord un autre administrateur.

activity = Activité
activity-filter = Afficher
activity-all = Tout
activity-sources = Sources
activity-account = Compte
activity-rules = Règles
activity-server = Serveur
activity-empty = Aucune activité pour l’instant. Les problèmes de vos sources et les changements de votre compte apparaîtront ici.
activity-older = Plus ancien
activity-new = { $n ->
    [one] { $count } nouveauté
   *[other] { $count } nouveautés
}
activity-is-new = (nouveau)
activity-untitled = Source sans titre
activity-failing = En panne depuis un jour : { $detail }
activity-recovered = Fonctionne de nouveau.
activity-gone = D’après le serveur, cette source n’existe plus. Ses articles restent.
activity-moved = A déménagé à { $detail }.
activity-merged = Fusionnée avec { $detail }, qui est la même source.
activity-signed-in = Vous vous êtes connecté avec { $detail }.
activity-code-refused = Quelqu’un, depuis { $detail }, a saisi votre mot de passe correct mais un code erroné. Si ce n’était pas vous, changez de mot de passe.
activity-recovery-code-used = { $n ->
    [0] Vous vous êtes connecté avec un code de secours ; il n’en reste plus.
    [one] Vous vous êtes connecté avec un code de secours ; il en reste un.
   *[other] Vous vous êtes connecté avec un code de secours ; il en reste { $count }.
}
activity-second-step-on = Vous avez activé l’authentification à deux facteurs.
activity-second-step-off = Vous avez désactivé l’authentification à deux facteurs.
activity-second-step-taken = Un administrateur a désactivé votre authentification à deux facteurs.
activity-password-changed = Votre mot de passe a été changé.
activity-app-password-made = Vous avez créé un mot de passe d’application pour { $detail }.
activity-sessions-ended = { $n ->
    [one] Vous avez fermé une autre session.
   *[other] Vous avez fermé { $count } autres sessions.
}
activity-now-operator = Vous êtes maintenant administrateur de ce serveur.
activity-now-user = Vous n’êtes plus administrateur de ce serveur.

admin = Serveur
admin-overview = Vue d’ensemble
admin-users = Utilisateurs
admin-backup = Sauvegarde
admin-warning = Risque :
admin-numbers = Sur ce serveur
admin-sources = Sources
admin-sources-watched = dont vérifiées
admin-sources-failing = dont en échec à la dernière vérification
admin-articles = Articles
admin-day = Dernières 24 heures
admin-retrievals = Vérifications
admin-retrievals-new = avec de nouveaux articles
admin-retrievals-failed = échouées
admin-received = Téléchargé
admin-failures = Pourquoi des vérifications ont échoué
admin-failures-none = Aucune vérification n’a échoué ces dernières 24 heures.
admin-silent = Serveurs qui nous demandent d’attendre
admin-silent-none = Aucun.
admin-silent-until = fin de l’attente
admin-installed = Installation
admin-version = Version
admin-engine = Base de données
admin-database-size = Taille de la base de données
admin-data-folder = Dossier de données
admin-free = Espace libre
admin-settings = Réglages actuels
admin-settings-lead = Ils viennent du fichier de réglages, des variables d’environnement ou de la ligne de commande. Les changements prennent effet au redémarrage.
admin-setting-default = (par défaut)
jobs = Tâches de fond
jobs-lead = Si plusieurs processus partagent la base de données, chaque tâche est exécutée par l’un d’eux ; s’il s’arrête, un autre prend le relais. Les tâches exécutées toutes les quelques minutes ou plus souvent sont enregistrées toutes les cinq minutes.
jobs-none = Aucune tâche n’a encore été exécutée.
job-name = Tâche
job-last = Dernière exécution
job-took = Durée
job-next = Prochaine exécution
job-runs = Exécutions
job-failures = Échecs
job-failed = La dernière exécution a échoué :
job-never = jamais
job-running = en cours
job-process = processus { $process }
job-milliseconds = { $n } ms
job-price = Respecter la limite quotidienne de requêtes
job-plans = Contrôler les vérifications prévues
job-imports = Importer des fichiers
job-webhooks = Envoyer les webhooks
job-push-subscriptions = Renouveler les abonnements push
job-topic-assignment = Attribuer des sujets aux nouveaux articles
job-search-index = Mettre à jour l’index de recherche
job-full-texts = Récupérer les textes intégraux
job-icons = Trouver les icônes des sources
job-topics = Apprendre les sujets
job-readers = Apprendre ce que les lecteurs ont en commun
job-population = Apprendre ce que les sources ont en commun
job-weights = Mettre à jour la priorité des sources
job-day-counts = Compter chaque jour pour la page Fraîcheur
job-retention = Supprimer les données expirées
size-kilobytes = { $count } ko
size-megabytes = { $count } Mo
size-gigabytes = { $count } Go
failed-name = Nom de serveur inexistant
failed-timeout = Délai dépassé
failed-certificate = Certificat non valide
failed-connection = Connexion impossible ou interrompue
failed-patience = Le serveur nous demande d’attendre
failed-denied = Accès refusé
failed-missing = Introuvable
failed-address = Adresse impossible à récupérer
failed-status = Erreur du serveur
failed-answer = Réponse illisible

backup-lead = Une sauvegarde contient tout ce qui se trouve sur ce serveur, y compris les données privées des utilisateurs. Protégez-la aussi bien que le serveur.
backup-make = Sauvegarder maintenant
backup-made = Sauvegarde créée.
backup-under-way = La sauvegarde est en cours. Elle apparaîtra ici une fois terminée.
backup-failed = La sauvegarde a échoué. Le journal du serveur en donne la raison.
backup-removed = Sauvegarde supprimée.
backup-none = Aucune sauvegarde pour l’instant.
backup-download = Télécharger
backup-remove = Supprimer
backup-free = { $size } libres sur le disque des sauvegardes.
backup-restore = Pour restaurer une sauvegarde, exécutez sur un serveur vide :

users-operator = administrateur
users-user = utilisateur
users-disabled = désactivé
users-second-step = deux facteurs
users-second-step-off = Désactiver l’authentification à deux facteurs
users-since = inscription
users-seen = dernière visite
users-never-seen = pas encore de visite
users-yourself = Vous
users-manage = Gérer
users-make-operator = Nommer administrateur
users-make-user = Retirer les droits d’administrateur
users-reset = Créer un lien de réinitialisation du mot de passe
users-sign-out = Déconnecter partout
users-disable = Désactiver
users-enable = Activer
users-remove = Supprimer le compte
users-remove-lead = Pour supprimer { $name } et toutes ses données, saisissez le nom d’utilisateur.
users-invite = Inviter quelqu’un
users-invite-lead = Un lien d’invitation fonctionne une fois et expire au bout de sept jours. La personne qui l’ouvre choisit un nom d’utilisateur et un mot de passe.
users-invite-make = Créer un lien
users-role = Rôle
users-add = Ajouter un utilisateur avec un mot de passe
users-add-do = Ajouter
users-added = Utilisateur ajouté.
users-changed = C’est fait.
users-removed = Compte supprimé.
users-last-operator = C’est le seul administrateur. Nommez-en d’abord un autre.
users-not-yourself = Ce n’est pas possible ici pour votre propre compte. Allez dans Réglages, Compte.
invitation-to-join = Invitation
invitation-to-operate = Invitation en tant qu’administrateur
invitation-to-reset = Nouveau mot de passe pour { $name }
invitation-until = expire
invitation-once = Envoyez-le par un moyen sûr. Il ne sera plus affiché.
