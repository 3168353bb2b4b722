# English: sources, and adding and importing them.

src-sources = Sources
src-import = Import
src-export = Export as OPML
src-export-hint = The file contains no passwords.
src-add-source = Add source
src-sources-empty = No sources yet. Paste the address of a feed or of any site you like to read, and its articles will show up here.
src-sources-empty-import = Import your subscriptions from another reader
src-sources-shown =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
src-filter-label = Filter by title, address or folder
src-filter-go = Filter
src-filter-none = No sources match this filter.
src-filter-all = Show all
src-shows-label = Filter by status
src-show-all = All
src-show-failing = Failing
src-show-quiet = Quiet
src-show-missed = Missed articles
src-show-paused = Paused
src-show-never-read = Never read
src-column-source = Source
src-column-health = Status
src-column-last = Last checked
src-column-next = Next check
src-column-rate = Posts
src-column-weeks = Last 12 weeks
src-column-spend = Requests, 7 days
src-column-unread = Unread
src-column-tick = Select
src-tick = Select { $title }
src-muted = only in its own list
src-not-yet = not yet
src-none = none
src-weeks-words =
    { $n ->
        [one] { $count } article here from the last 12 weeks
       *[other] { $count } articles here from the last 12 weeks
    }
src-spend-idle = { $share }% found nothing new
src-spend-words =
    { $n ->
        [one] { $count } request in 7 days, { $bytes }
       *[other] { $count } requests in 7 days, { $bytes }
    }
src-page-before = Previous page
src-page-after = Next page
src-bulk = With the selected sources
src-bulk-folder = Folder
src-bulk-move = Move
src-no-folder = No folder
src-pause = Pause
src-resume = Resume
src-unsubscribe = Unsubscribe
src-folders = Folders
src-folder = Folder
src-new-folder = New folder
src-duplicates = Duplicates
src-duplicates-found =
    { $n ->
        [one] You may be subscribed to { $count } source twice.
       *[other] You may be subscribed to { $count } sources twice.
    }
src-duplicates-look = Review duplicates
src-duplicates-none = No duplicates. You’re subscribed to every source just once.
src-duplicates-lead = Merging keeps everything you read, starred and tagged in either source, and your folder. You can undo it for an hour. Other readers aren’t affected.
src-duplicates-address = Same address, written differently or redirected.
src-duplicates-articles = Mostly the same recent articles.
src-duplicates-keep = will be kept
src-merge = Merge
src-unread-short = { $count } unread
src-about = About this source
src-source-articles = Show articles
src-refresh = Check now
src-next-look = Next check
src-push-offered = This source can push new articles through { $host }. Until this server has a public address, Tidings checks the source instead.
src-push-asking = Tidings asked { $host } to push new articles, and is waiting for confirmation.
src-push-refused = { $host } doesn’t push articles to this server.
src-push-believed = { $host } pushes new articles, so the source is checked less often.
src-push-unproved = { $host } pushes new articles. The source is still checked as usual until push has proved reliable.
src-push-hint = { $host } pushed articles that weren’t in the feed, so its messages only trigger an earlier check.
src-push-cloud = { $host } announces new articles. The source is also checked as usual.
src-push-since = First confirmed { $since }.
src-push-last = Last message { $ago }.
src-push-none = No messages yet.
src-push-until = Valid until { $date }.
src-push-over = The push subscription has expired.
src-push-silent =
    { $n ->
        [one] It failed to announce new articles once.
       *[other] It failed to announce new articles { $count } times.
    }
src-push-forged =
    { $n ->
        [one] One message had a wrong signature and was ignored.
       *[other] { $count } messages had a wrong signature and were ignored.
    }
src-details = Details
src-moved-seen =
    { $n ->
        [one] This source has moved. Its server redirected to a new address { $since }.
       *[other] This source has moved. Its server has redirected to a new address { $count } times in a row, first { $since }.
    }
src-moved-told = The feed says it has moved.
src-moved-accept = Use new address
src-moved-keep = Keep old address
src-plots = When it posts
src-plot-numbers = Show numbers
src-plot-day = Day
src-plot-weekday = Weekday
src-plot-within = Fetched within
src-plot-postings = Articles
src-plot-days =
    { $n ->
        [one] { $count } article in 90 days, on { $days } of them
       *[other] { $count } articles in 90 days, on { $days } of them
    }
src-plot-days-words = One bar for each of the last 90 days; its height is the number of articles.
src-plot-week-words = One row for each weekday and one column for each hour; darker means more articles.
src-plot-week-row =
    { $n ->
        [one] { $count }, most at { $hour }:00
       *[other] { $count }, most at { $hour }:00
    }
src-plot-expected = Expected
src-plot-expected-words = One row for each weekday and one column for each hour, in your time zone; darker means more articles are expected.
src-plot-expected-row = { $rate } per day, most at { $hour }:00
src-plot-weekdays = Mostly on weekdays
src-plot-weekends = Mostly on weekends
src-plot-all-days = On all days of the week
src-plot-any-hour = { $days }, at any hour
src-plot-hours = between { $from }:00 and { $to }:00
src-plot-delay = Half of the articles are here within { $span } of publication
src-plot-delay-words = How long after publication articles were fetched.
src-plot-delay-row = { $n } ({ $share }%)
src-delay-5-min = 5 min
src-delay-30-min = 30 min
src-delay-2-h = 2 h
src-delay-6-h = 6 h
src-delay-1-day = 1 day
src-delay-longer = longer
src-day-1 = Mon
src-day-2 = Tue
src-day-3 = Wed
src-day-4 = Thu
src-day-5 = Fri
src-day-6 = Sat
src-day-7 = Sun
src-weekday-1 = Monday
src-weekday-2 = Tuesday
src-weekday-3 = Wednesday
src-weekday-4 = Thursday
src-weekday-5 = Friday
src-weekday-6 = Saturday
src-weekday-7 = Sunday
src-known = Details
src-fact-address = Address
src-fact-site = Site
src-fact-kind = Type
src-kind-feed = feed
src-kind-page = web page with marked-up articles
src-kind-thread = discussion
src-kind-site = site
src-fact-private = Visibility
src-fact-private-words = private, only for you
src-fact-readers = Readers here
src-fact-readers-words =
    { $n ->
        [one] only you
       *[other] { $count }, including you
    }
src-fact-since = Subscribed
src-fact-rate = Posts
src-fact-rate-guess =
    { $n ->
        [one] { $rate } (a guess based on { $count } article)
       *[other] { $rate } (a guess based on { $count } articles)
    }
src-fact-newest = Newest article
src-fact-success = Last successful check
src-fact-spend = Requests
src-fact-missed = Missed articles
src-fact-missed-words = the feed dropped articles between two checks
src-fact-wait = Delay
src-fact-wait-words =
    { $n ->
        [one] { $span } ({ $count } article in 30 days)
       *[other] { $span } on average ({ $count } articles in 30 days)
    }
src-fact-weight = Priority
src-fact-weight-words =
    { $n ->
        [one] { $weight } (one reader, based on how much they open)
       *[other] { $weight } ({ $count } readers, based on how much they open)
    }
src-fact-pinned-words = checked about ten times as often (“As fresh as possible”)
src-fact-expected = By the next check
src-fact-expected-words = { $n } new articles expected
src-fact-shown = Articles in the feed
src-fact-shown-words =
    { $n ->
        [one] { $count }; { $chance }% chance of missing some before the next check
       *[other] { $count }; { $chance }% chance of missing some before the next check
    }
src-fact-shown-enough =
    { $n ->
        [one] { $count }; none likely to be missed before the next check
       *[other] { $count }; none likely to be missed before the next check
    }
src-fact-failure = Failed checks
src-fact-failure-words =
    { $n ->
        [one] { $failed } of the last { $count } check
       *[other] { $failed } of the last { $count } checks
    }
src-fact-cost = Average check
src-fact-cost-words = { $bytes } in { $seconds } s
src-fact-ttl = Interval set by the feed
src-fact-gone = Reported gone
src-fact-language = Language
src-options = Options
src-option-title = Your title
src-rename = Rename
src-option-muted = Show only in its own list
src-option-muted-hint = Its articles stay out of Today, Unread and All. Its folder still shows them.
src-option-full-text = Always show full text
src-option-full-text-hint = If the feed has only part of an article, Tidings fetches the rest from its page.
src-option-pinned = As fresh as possible
src-option-pinned-hint = Checks this source about ten times as often, as far as its own limits allow. Other sources wait a little longer.
src-option-keep-days = Keep articles for (days)
src-option-keep-count = Keep at most (articles)
src-option-keep-hint =
    { $n ->
        [one] If empty, articles are kept for { $count } day, as set by the operator.
       *[other] If empty, articles are kept for { $count } days, as set by the operator.
    }
src-option-keep-hint-ever = If empty, articles are kept forever, as set by the operator.
src-option-keep-never = Articles you starred, tagged or saved for later are always kept. Other readers’ articles aren’t affected.
src-for-ever = forever
src-any-number = no limit
src-option-min = Minimum time between checks (minutes)
src-option-max = Maximum time between checks (minutes)
src-option-interval-hint = Checks still respect the publisher’s limits. If others follow this source too, a minimum applies only if everyone has set one; the shortest one counts.
src-save = Save
src-key = Password or token
src-key-hint = For sources that need a sign-in. It is sent only to this source’s server and never shown again. The source becomes private to you: others who follow the same address can’t see what it unlocks.
src-key-kept = One is saved for { $origin }.
src-key-name = User name
src-key-password = Password
src-key-or = Or a header, for services that need one:
src-key-header = Header
src-key-value = Value
src-key-empty = To delete what is saved, leave all fields empty and save.
src-key-save = Save
src-address-change = Change address
src-address-hint = The new address is checked first. Everything you read and starred is kept.
src-fetching = Fetch settings for all readers
src-fetching-hint = Only operators see this. These settings apply to everyone who follows this source.
src-option-agent = User agent
src-log = Recent checks
src-log-empty = Not checked yet.
src-log-when = When
src-log-outcome = Result
src-log-size = Size
src-log-took = Duration
src-log-why = Reason
src-log-new =
    { $n ->
        [one] { $count } new article
       *[other] { $count } new articles
    }
src-log-updated =
    { $n ->
        [one] { $count } updated
       *[other] { $count } updated
    }
src-log-unchanged = found nothing new
src-seconds-short = { $n } s
src-bytes =
    { $n ->
        [one] { $count } byte
       *[other] { $count } bytes
    }
src-kilobytes = { $n } kB
src-megabytes = { $n } MB
src-ends = Pause or unsubscribe
src-said-saved = Saved.
src-said-contrary = The minimum time between checks can’t be longer than the maximum. Both stay as they were; everything else is saved.
src-said-address = Address changed.
src-said-refreshed = Checked just now.
src-said-not-now = Not checked: { $why }.
src-said-later = Not checked. Try again later.
src-said-wait = Not checked: the server asked us to wait. Try again { $when }.
src-said-resumed = Resumed.
src-said-key = Saved, and the source was checked.
src-health-failing = Failing
src-health-gone = Gone
src-health-stumbling = Last check failed
src-health-new = New
src-health-paused = Paused
src-health-quiet = Quiet
src-health-well = OK
src-health-failing-since =
    { $n ->
        [one] The last check failed, { $span } ago. Tidings keeps trying, but less and less often. The articles stay.
       *[other] { $count } checks in a row failed, the first one { $span } ago. Tidings keeps trying, but less and less often. The articles stay.
    }
src-health-gone-why = Tidings still checks now and then, in case it comes back.
src-health-new-why = Not checked yet.
src-health-paused-why = No new articles until you resume it.
src-health-quiet-why =
    { $n ->
        [one] Checks work, but nothing has been posted for { $count } day or more.
       *[other] Checks work, but nothing has been posted for { $count } days or more.
    }
src-health-well-why = Checks are working.
src-health-well-mostly =
    { $n ->
        [one] Working now, but { $failed } of the last { $count } check failed.
       *[other] Working now, but { $failed } of the last { $count } checks failed.
    }
src-failure-forbidden-address = The address is private or reserved and can’t be fetched. If it’s on your own network, ask the operator to allow it.
src-failure-unsupported-scheme = Only http and https addresses work. Use an address that starts with https.
src-failure-forbidden-port = The address uses a port that belongs to another service. Check the address.
src-failure-bad-url = Not a valid URL. Check the spelling.
src-failure-dns = The server doesn’t exist. Check the spelling; the site may have moved or shut down.
src-failure-network = The server couldn’t be reached. This is usually temporary.
src-failure-tls = The connection isn’t secure: the certificate is wrong or has expired. Only the site’s owner can fix this.
src-failure-timeout = The server took too long to answer. This is usually temporary.
src-failure-too-large = The response is too large. Look for a shorter feed on the same site.
src-failure-incomplete = The response was cut off. This is usually temporary.
src-failure-decode = The response is compressed in a way that can’t be read. Only the site’s owner can fix this.
src-failure-protocol = The server doesn’t respond like a web server. Check the address.
src-failure-redirect-loop = The server redirects in circles. Look for the feed’s current address on the site.
src-failure-bad-redirect = The server redirects to an address that can’t be fetched. Look for the feed’s current address on the site.
src-failure-rate-limited = The server asked us to wait before the next check.
src-failure-denied = The server refused access. If the source needs a password, enter it in its options.
src-failure-not-found = There is nothing at this address. Look for the feed’s current address on the site.
src-failure-gone = The site says this feed is gone for good. Its articles will be kept; you can unsubscribe.
src-failure-status = The server reported an error. This is usually temporary.
src-failure-empty = The response was empty. This is usually temporary.
src-failure-not-a-feed = There is no feed at this address. Look for the feed’s address on the site.
src-failure-robots = The site doesn’t allow programs to read this page. Tidings respects that.
src-failure-offline = This server was offline. The source itself is fine.
src-failure-store = The articles couldn’t be saved on this server. The source itself is fine; the operator can find details in the log.
src-why-new = new, not checked yet
src-why-clock = the clock was set back
src-why-announces = it pushes new articles, but is still checked every { $span }
src-why-announced = it announced something new
src-why-verifying = to compare the feed with what was pushed
src-why-pushed = pushed to us
src-why-resumed = resumed
src-why-asked = requested with Check now
src-why-worth = { $span } after the last check; { $expected } new articles expected; must save { $price } of waiting
src-why-worth-little = { $span } after the last check; hardly any new articles expected; must save { $price } of waiting
src-why-pinned = { $why }; set to “As fresh as possible”
src-why-rhythm = based on how often it posts
src-why-usually = usually posts around { $hour }
src-why-usually-weekdays = usually posts around { $hour } on weekdays
src-why-usually-weekends = usually posts around { $hour } on weekends
src-why-exploring = new here, so checked at least every { $span } to learn when it posts
src-why-filling =
    { $n ->
        [one] the feed holds only { $count } article; { $expected } new expected by then
       *[other] the feed holds only { $count } articles; { $expected } new expected by then
    }
src-why-few-shown =
    { $n ->
        [one] the feed holds only { $count } article
       *[other] the feed holds only { $count } articles
    }
src-why-at-this-moment = a check is already running
src-why-share = every { $span }, as often as today’s limit allows
src-why-polite = every { $span }, the shortest interval allowed
src-why-at-least = at least every { $span }
src-why-wished-often = at least every { $span }, as set in its options
src-why-wished-seldom = at most every { $span }, as set in its options
src-why-unaffordable =
    { $n ->
        [one] every { $span }, even though the daily limit of { $count } request is too low for that
       *[other] every { $span }, even though the daily limit of { $count } requests is too low for that
    }
src-why-put-off =
    { $n ->
        [one] postponed: the daily limit of { $count } request is used up for now
       *[other] postponed: the daily limit of { $count } requests is used up for now
    }
src-why-feed-wish = the feed asks for { $span } between checks
src-why-fresh = the server says its response stays valid for { $span }
src-why-quiet-time = after the hours or days when the feed says it won’t post
src-why-patience = the server asked us to wait
src-why-failed-once = failed once; next try { $span } after that
src-why-failed =
    { $n ->
        [one] failed { $count } time; next try { $span } after that
       *[other] failed { $count } times; next try { $span } after the last failure
    }
src-why-gone-once = gone; one last check in case it comes back
src-why-gone =
    { $n ->
        [one] gone; { $count } more check in case it comes back
       *[other] gone; { $count } more weekly checks in case it comes back
    }
src-why-gone-for-good = gone for more than four weeks; no longer checked
src-why-paused = paused
src-why-offline = this server was offline; next try { $span } after that
src-why-not-kept = the articles couldn’t be saved; next try { $span } after that
src-why-just-looked = it was checked a moment ago; try again in { $span }
src-rate-day = { $rate } per day
src-rate-week = { $rate } per week
src-rate-month = { $rate } per month
src-rate-about = about { $rate }
src-rate-seldom = less than one per month
src-rate-none = none
src-rate-not-yet = not known yet
src-rate-unknown = unknown, because its articles have no dates
src-folders-empty = No folders yet. Create one to group sources you like to read together.
src-folder-sources =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
src-folder-up = Move up
src-folder-down = Move down
src-folder-up-name = Move { $name } up
src-folder-down-name = Move { $name } down
src-folder-change = Edit
src-folder-name = Name
src-folder-path = To create the folder Tech inside News, type News/Tech.
src-folder-inside = Parent folder
src-folder-top = None (top level)
src-folder-remove = Delete folder
src-folder-remove-hint = The sources and folders inside it won’t be deleted.
src-folder-make = Create
src-folder-taken = You already have a folder with that name. Choose another.
src-folder-loose =
    { $n ->
        [0] All your sources are in folders.
        [one] { $count } source isn’t in a folder.
       *[other] { $count } sources aren’t in a folder.
    }
src-folder-move-many = Move several at once
src-add-hint = The address of a feed or of any page; Tidings finds the feeds on it.
src-add-look = Find feed
src-add-preview = Preview
src-login = Feed with a password
src-login-lead = Enter the user name and the password for { $host }. Tidings sends them only to this server, and the source will be private to you.
src-login-wrong = Wrong user name or password.
src-add-empty = Enter the address of a feed or of a page.
src-add-nothing = No feed found at this address. Try the site’s news or blog page.
src-add-several =
    { $n ->
        [one] { $count } feed found.
       *[other] { $count } feeds found. Which one would you like?
    }
src-add-ways = Other ways to add sources
src-add-import = Import subscriptions from another reader
src-bookmarklet = Subscribe with Tidings
src-bookmarklet-words = Drag this link to your bookmarks bar, then click it on any page to bring that page’s address here.
src-bookmarklet-hint = Clicking the link here does nothing. Drag it to your bookmarks bar first.
src-preview-newest = Newest articles
src-preview-empty = It has no articles right now.
src-preview-untitled = Untitled
src-preview-followed = You’re already subscribed to this source.
src-preview-followed-look = Open it
src-follow = Subscribe
src-language-en = English
src-language-de = German
src-language-fr = French
src-language-es = Spanish
src-language-it = Italian
src-language-nl = Dutch
src-language-pt = Portuguese
src-language-pl = Polish
src-language-ru = Russian
src-language-ja = Japanese
src-language-zh = Chinese
src-language-ar = Arabic
src-import-lead = Import an OPML file from any reader, or an export from Tidings, FreshRSS, Miniflux or NewsBlur that includes what you read and starred.
src-import-file = File
src-import-file-hint = OPML, JSON, ZIP or a list of addresses, up to { $most }.
src-import-go = Import
src-import-paste = Paste addresses instead
src-import-paste-label = Addresses, one per line
src-import-pasted = Pasted addresses
src-import-empty = There is nothing to import. Choose a file or paste addresses.
src-import-empty-file = The file is empty.
src-import-no-address = None of these lines is an address. Enter one address per line.
src-import-something-else = This file isn’t a list of subscriptions. Choose an OPML file, or an export from Tidings, FreshRSS, Miniflux or NewsBlur.
src-import-former = Previous imports
src-import-added =
    { $n ->
        [one] { $count } source added
       *[other] { $count } sources added
    }
src-import-known =
    { $n ->
        [one] { $count } already subscribed
       *[other] { $count } already subscribed
    }
src-import-refused =
    { $n ->
        [one] { $count } couldn’t be added
       *[other] { $count } couldn’t be added
    }
src-import-marks =
    { $n ->
        [one] { $count } read or starred article imported.
       *[other] { $count } read or starred articles imported.
    }
src-import-marks-waiting =
    { $n ->
        [one] { $count } is waiting for the first check of its source.
       *[other] { $count } are waiting for the first check of their sources.
    }
src-import-done = Import finished.
src-import-no-subscriptions = The file contains no subscriptions.
src-import-under-way = Importing… You can leave this page; the import will continue.
src-import-progress =
    { $n ->
        [one] { $done } of { $count } entry
       *[other] { $done } of { $count } entries
    }
src-import-next = Your new sources are now being checked, a few at a time.
src-import-next-look = Show failing sources
src-import-see-sources = See your sources
src-import-refused-heading = Couldn’t be added
src-import-entry = Entry
src-import-why = Reason
src-done-unsubscribe =
    { $n ->
        [one] Unsubscribed from { $count } source.
       *[other] Unsubscribed from { $count } sources.
    }
src-done-move =
    { $n ->
        [one] { $count } source moved.
       *[other] { $count } sources moved.
    }
src-done-pause =
    { $n ->
        [one] { $count } source paused.
       *[other] { $count } sources paused.
    }
src-done-resume =
    { $n ->
        [one] { $count } source resumed.
       *[other] { $count } sources resumed.
    }
src-done-merge = Sources merged.
src-done-folder =
    { $n ->
        [one] Folder deleted. { $count } source kept.
       *[other] Folder deleted. { $count } sources kept.
    }

src-refused-no-address = It has no feed address.
src-refused-not-an-address = Not a valid URL.
src-refused-too-long = The address is too long.
src-refused-other-scheme = Only http and https addresses work.
src-refused-full = You already have { $count } sources, the most an account can have.
src-odd-too-many-outlines = The list is too long; its end was left out.
src-odd-cut-off = The file ends in the middle of its list. Entries up to there are imported. For the rest, export the file again from your old reader.
src-odd-reference = A link to another file was ignored.
src-odd-too-deep = Deeply nested folders were merged into the folders around them.
src-odd-unreadable-file = A file in the archive is encrypted or damaged; it was left out.
src-odd-too-much-unpacked = The archive is too large; the rest was left out.
src-odd-not-a-list = A file in the archive isn’t a list of subscriptions; it was left out.
src-odd-unreadable-rule = Some rules in the archive couldn’t be read; they were left out.
src-odd-bad-json = The file is cut off; everything up to there was imported.
src-odd-unknown-item = Some entries are of an unknown type; they were left out.
src-odd-too-many-articles = There are too many articles; only the first ones were imported.
src-odd-too-much-text = There is too much text; some articles were imported without theirs.
