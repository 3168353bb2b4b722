# English: lists, articles and reading settings.

list-await = Select an article to read it here.
list-older = Older
list-newer = Newer
list-end = You’ve reached the end.
list-added =
    { $n ->
        [one] Subscribed to { $source }: { $count } unread article.
       *[other] Subscribed to { $source }: { $count } unread articles.
    }
mark-read = Mark as read
mark-question =
    { $n ->
        [one] Mark { $count } article as read?
       *[other] Mark { $count } articles as read?
    }
mark-question-kept = Mark all articles in this list as read?
mark-all = Mark all as read
mark-day = Only articles older than a day
mark-week = Only articles older than a week
mark-month = Only articles older than a month
view = View
view-unread = Unread only
view-all = All articles
view-hide-read = Hide read
view-show-read = Show read
view-newest = Newest first
view-oldest = Oldest first
view-choose = Select articles
choose = Select
choose-what = With the selected articles:
sign-starred = starred
sign-later = saved for later
act-read = Mark as read
act-unread = Mark as unread
act-star = Star
act-unstar = Unstar
act-later = Read later
act-not-later = Remove from Read later
empty-end = No more articles
empty-end-why = You’ve reached the end of this list.
empty-end-next = Back to the top
empty-new = No articles yet
empty-new-why = Paste the address of a site you like to read. New articles will show up here.
empty-new-next = Add source
empty-waiting = No articles yet
empty-waiting-why = New articles will show up here once your sources have been checked. The Sources page shows when that is.
empty-waiting-next = See your sources
empty-today = Nothing new today
empty-today-read = You’ve read everything new today
empty-today-why = New articles show up here as they arrive. Older ones are in Unread.
empty-read = All caught up
empty-read-why = New articles show up here as they arrive.
empty-here = All caught up here
empty-here-why = You’ve read everything in this list.
empty-bare = No articles here yet
empty-bare-why = The Sources page shows whether your sources are working.
empty-starred = No starred articles yet
empty-starred-why = Star an article to keep it here for good.
empty-later = Nothing saved for later yet
empty-later-why = Choose Read later on an article to save it here.
empty-tag = No articles with this tag
empty-tag-why = You can add tags below each article.
see-unread = See unread articles
see-all = See all articles
see-read = See read articles
bar-back = Back
bar-tag = Tag
bar-share = Share
bar-original = Original
link = Link
link-copy = Copy link
text-original = Article text
text-summary = Summary
text-nothing = This article came without text. Open the original to read it.
reading-time = { $count } min
seen-after = fetched { $span } after publication
attached = Attachments
comments =
    { $n ->
        [one] { $count } comment
       *[other] { $count } comments
    }
comments-none = Comments
tag-name = Tag
tag-add = Add tag
tag-remove = Remove tag
filed-under = Categories:
onward = More in this list
onward-next = Next
onward-previous = Previous
done-read =
    { $n ->
        [one] { $count } article marked as read.
       *[other] { $count } articles marked as read.
    }
done-unread =
    { $n ->
        [one] { $count } article marked as unread.
       *[other] { $count } articles marked as unread.
    }
done-star =
    { $n ->
        [one] { $count } article starred.
       *[other] { $count } articles starred.
    }
done-unstar =
    { $n ->
        [one] { $count } article unstarred.
       *[other] { $count } articles unstarred.
    }
done-later =
    { $n ->
        [one] { $count } article saved for later.
       *[other] { $count } articles saved for later.
    }
done-not-later =
    { $n ->
        [one] { $count } article removed from Read later.
       *[other] { $count } articles removed from Read later.
    }
done-tag =
    { $n ->
        [one] { $count } article tagged.
       *[other] { $count } articles tagged.
    }
done-other =
    { $n ->
        [one] { $count } item changed.
       *[other] { $count } items changed.
    }
undone =
    { $n ->
        [one] { $count } article changed back.
       *[other] { $count } articles changed back.
    }
settings-reading = Reading
settings-saved = Saved.
settings-save = Save
settings-look = Appearance
settings-theme = Theme
theme-system = Same as system
theme-light = Light
theme-dark = Dark
settings-face = Article font
face-serif = Serif
face-sans = Sans serif
settings-size = Text size
size-1 = Smallest
size-2 = Small
size-3 = Medium
size-4 = Large
size-5 = Largest
settings-measure = Line width
measure-narrow = Narrow
measure-middle = Medium
measure-wide = Wide
settings-sample = Preview of your saved settings
settings-sample-text = The best part of the morning is the quarter of an hour when nobody wants anything from you and you can simply read. A good line carries your eye to its end and lets it find the next one by itself.
settings-speech = Language and time
settings-language = Language
settings-zone = Time zone
settings-browser = Same as browser
settings-lists = Lists
settings-order = Order
settings-show = Folders and sources show
settings-page-size = Articles per page
settings-keep-read = Keep read articles on Today
settings-scroll = Mark articles as read when you scroll past them
settings-thumbnails = Show pictures in lists
settings-confirm = Ask before marking everything as read
settings-articles = Articles
settings-images = Load pictures
images-direct = From their own sites
images-proxied = Through this server
images-off = Never
settings-tabs = Open links in a new tab
settings-account = Account
settings-sessions = Sessions
settings-passwords = App passwords
settings-data = Your data
settings-folders = Folders
settings-rules = Rules
settings-outputs = Sharing and webhooks

## Media: pictures, videos, players, full text

picture = Picture
code = Code
table = Table
film-at = Video on { $place }
whole-shown = Full text from the article’s page.
whole-original = Show the feed’s version
whole-show = Show full text
whole-failed = Couldn’t get the full text.
whole-not-a-page = The link leads to a file, not a web page.
whole-no-article = No article found on the page. It may be a list, or it may need JavaScript.
whole-again = Try again
whole-fetch = Fetch full text
media-left = { $time } left
media-at = Stopped after { $time }
media-heard = Played to the end
