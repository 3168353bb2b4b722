# English. What every page may say.

skip = Skip to content
untitled = Untitled
undo = Undo
sign-out = Sign out
nav-menu = Menu
nav-places = Places
nav-tabs = Main places
nav-all-places = All places
nav-today = Today
nav-unread = Unread
nav-starred = Starred
nav-later = Later
nav-all = All
nav-search = Search
nav-more = More
nav-loose = Without folder
nav-unfold = Sources of
nav-others =
    { $n ->
        [one] { $count } more
       *[other] { $count } more
    }
nav-tags = Tags
nav-house = House
nav-sources = Sources
nav-add = Add a source
nav-settings = Settings
nav-freshness = Freshness
nav-activity = Activity
nav-admin = Server
