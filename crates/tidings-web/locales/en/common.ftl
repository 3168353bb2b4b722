# English: what every page may show.
#
# Glossary: the term, what it means, and its word in German / in French.
# feed: an RSS, Atom or JSON feed. Feed / flux
# source: a feed, page, site or thread, where kinds mix. Quelle / source
# subscribe, subscription: to follow a source with your own account. abonnieren, Abonnement / s’abonner, abonnement
# check (now, last, next): one fetch of a source, as users see it. prüfen (Jetzt prüfen, Zuletzt geprüft) / vérifier (Vérifier maintenant, Dernière vérification)
# found nothing new: a check that worked and brought no article. nichts Neues / rien de nouveau
# Read later, saved for later: the list of articles kept for later. Später lesen / Lire plus tard
# starred: marked with a star, kept for good. Favorit / favori
# topic: what articles are about, found by their words. Thema / sujet
# interests: what was learned from your reading. Interessen / centres d’intérêt
# folder: groups sources. tag: marks articles. Ordner, Schlagwort / dossier, étiquette
# rule: acts on articles as they arrive. Regel / règle
# shared feed: one of your lists, published as a feed. Freigegebener Feed / flux partagé
# share link: a public page of one article. Freigabelink / lien de partage
# webhook: a signed message to an address of yours. Webhook / webhook
# full text: an article’s text, fetched from its page. Volltext / texte intégral
# two-factor authentication: a code from an app, besides the password. Zwei-Faktor-Authentisierung / authentification à deux facteurs
# recovery code: replaces such a code once. Wiederherstellungscode / code de secours
# app password: the password of one program. App-Passwort / mot de passe d’application
# operator: an account that also runs the server. Betreiber / administrateur
# daily limit, budget: the requests Tidings may send per day. Tageslimit, Budget / limite quotidienne, budget
# wait: from publication until the article is here. Wartezeit / attente

skip = Skip to content
untitled = Untitled
undo = Undo
sign-out = Sign out
nav-menu = Menu
nav-places = Main menu
nav-tabs = Quick access
nav-all-places = More
nav-today = Today
nav-unread = Unread
nav-starred = Starred
nav-later = Read later
nav-all = All
nav-search = Search
nav-more = More
nav-loose = No folder
nav-unfold = Expand
nav-unread-only = Unread only
nav-others =
    { $n ->
        [one] { $count } more
       *[other] { $count } more
    }
nav-tags = Tags
nav-house = Manage
nav-sources = Sources
nav-add = Add source
nav-settings = Settings
nav-freshness = Freshness
nav-help = Help
nav-activity = Activity
nav-admin = Server
