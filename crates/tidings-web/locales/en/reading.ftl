# English. Lists, articles and how they are read.

list-await = Choose an article to read it here.
list-older = Older
list-newer = Newer
list-end = That is all.
list-today-count = { $count } of { $all }
list-added =
    { $n ->
        [one] { $source } is followed now; { $count } unread article.
       *[other] { $source } is followed now; { $count } unread articles.
    }
mark-read = Mark read
mark-question =
    { $n ->
        [one] Mark { $count } article as read?
       *[other] Mark { $count } articles as read?
    }
mark-question-kept = Mark all articles of this list as read?
mark-all = Mark all read
mark-day = Older than a day
mark-week = Older than a week
mark-month = Older than a month
view = View
view-unread = Unread only
view-all = All articles
view-newest = Newest first
view-oldest = Oldest first
view-choose = Choose several
choose = Choose
choose-what = Do this to the articles chosen:
sign-starred = starred
sign-later = for later
act-read = Mark read
act-unread = Mark unread
act-star = Star
act-unstar = Unstar
act-later = Later
act-not-later = Not later
empty-end = There is nothing more
empty-end-why = This is where the list ends.
empty-end-next = Back to the beginning
empty-new = Nothing here yet
empty-new-why = Paste the address of a site you like to read. Its articles will arrive here as they appear.
empty-new-next = Add a source
empty-waiting = No articles yet
empty-waiting-why = Your sources have been added, and their articles are on the way. The sources page says when each is asked next.
empty-waiting-next = See your sources
empty-today = Nothing new today
empty-today-why = Nothing has arrived in the last 24 hours.
empty-read = You have read everything
empty-read-why = New articles appear here when they arrive.
empty-here = Nothing unread here
empty-here-why = Everything in this list has been read.
empty-bare = No articles here
empty-bare-why = Nothing has arrived from here so far. The sources page says how each source is doing.
empty-starred = Nothing starred
empty-starred-why = Star an article to keep it here for good.
empty-later = Nothing put aside
empty-later-why = Put an article aside to read it later.
empty-tag = No article has this tag
empty-tag-why = Tags are put on below an article.
see-unread = See what is unread
see-all = See all articles
see-read = See what was read
bar-back = Back
bar-tag = Tag
bar-share = Share
bar-original = Original
link = Link
link-copy = Copy the link
text-original = Whole text
text-summary = Summary
text-nothing = The source sends no text for this article. Read it at its original place.
reading-time = { $count } min
seen-after = seen { $span } after it appeared
attached = Attached
comments =
    { $n ->
        [one] { $count } comment
       *[other] { $count } comments
    }
comments-none = Comments
tag-name = Tag
tag-add = Add tag
tag-remove = Remove tag
filed-under = Filed under
onward = More in this list
onward-next = Next
onward-previous = Previous
done-read =
    { $n ->
        [one] { $count } article marked read.
       *[other] { $count } articles marked read.
    }
done-unread =
    { $n ->
        [one] { $count } article marked unread.
       *[other] { $count } articles marked unread.
    }
done-star =
    { $n ->
        [one] { $count } article starred.
       *[other] { $count } articles starred.
    }
done-unstar =
    { $n ->
        [one] { $count } star taken away.
       *[other] { $count } stars taken away.
    }
done-later =
    { $n ->
        [one] { $count } article put aside.
       *[other] { $count } articles put aside.
    }
done-not-later =
    { $n ->
        [one] { $count } article no longer put aside.
       *[other] { $count } articles no longer put aside.
    }
done-tag =
    { $n ->
        [one] { $count } article tagged.
       *[other] { $count } articles tagged.
    }
done-other =
    { $n ->
        [one] { $count } thing changed.
       *[other] { $count } things changed.
    }
undone =
    { $n ->
        [one] Undone: { $count } article is as before.
       *[other] Undone: { $count } articles are as before.
    }
settings-reading = Reading
settings-saved = Saved.
settings-save = Save
settings-look = Look
settings-theme = Colours
theme-system = As the system
theme-light = Light
theme-dark = Dark
settings-face = Typeface of articles
face-serif = With serifs
face-sans = Without serifs
settings-size = Size of articles
size-1 = Smallest
size-2 = Small
size-3 = Middle
size-4 = Large
size-5 = Largest
settings-measure = Width of lines
measure-narrow = Narrow
measure-middle = Middle
measure-wide = Wide
settings-sample = As it is set now
settings-sample-text = The best of a morning is the quarter of an hour in which nothing is wanted of you but to read. A line should carry the eye to its end and find the next one without help.
settings-speech = Language and time
settings-language = Language
settings-zone = Time zone
settings-browser = As the browser says
settings-lists = Lists
settings-order = Order
settings-show = Folders and sources show
settings-page-size = Articles on a page
settings-scroll = Mark articles read when they are scrolled past
settings-thumbnails = Show pictures in lists
settings-confirm = Ask before marking everything read
settings-articles = Articles
settings-images = Pictures
images-direct = From their own place
images-proxied = Through this server
images-off = None
settings-tabs = Open links in a new tab
settings-account = Account
settings-sessions = Sessions
settings-passwords = App passwords
settings-data = Your data
settings-folders = Folders
settings-rules = Rules
settings-outputs = Outputs

## Media: pictures, films, players, full text

picture = Picture
film-at = Video on { $place }
whole-shown = This is the text of the article's own page.
whole-original = Show the source's text
whole-show = Show the full text
whole-failed = The full text could not be had.
whole-not-a-page = Its address leads to a file, not to a page.
whole-no-article = No article was found in its page, which may need script or be a list.
whole-again = Try again
whole-fetch = Fetch the full text
media-left = { $time } left
media-at = Stopped after { $time }
media-heard = Heard to the end
