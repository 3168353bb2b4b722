# English. Sources, adding and importing them.

src-sources = Sources
src-import = Import
src-export = Export as OPML
src-export-hint = Passwords of sources are not in it.
src-add-source = Add a source
src-sources-empty = You follow nothing yet. Paste the address of a feed, or of any page you like to read, and its articles appear here.
src-sources-empty-import = Or bring your subscriptions from another reader.
src-sources-shown =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
src-filter-label = Filter by title, address or folder
src-filter-go = Filter
src-filter-none = No source matches.
src-filter-all = Show all
src-shows-label = Which sources
src-show-all = All
src-show-failing = Failing
src-show-quiet = Quiet
src-show-missed = Articles missed
src-show-paused = Paused
src-show-never-read = Never read
src-column-source = Source
src-column-health = Health
src-column-last = Last retrieval
src-column-next = Next retrieval
src-column-rate = Posts
src-column-weeks = Last 12 weeks
src-column-spend = Requests, 7 days
src-column-unread = Unread
src-column-tick = Choose
src-tick = Choose { $title }
src-muted = only in its own list
src-not-yet = not yet
src-none = none
src-weeks-words =
    { $n ->
        [one] { $count } article in 12 weeks
       *[other] { $count } articles in 12 weeks
    }
src-spend-idle = { $share } % for nothing
src-spend-words =
    { $n ->
        [one] { $count } request in 7 days, { $bytes }
       *[other] { $count } requests in 7 days, { $bytes }
    }
src-page-before = Previous page
src-page-after = Next page
src-bulk = With the chosen sources
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
        [one] { $count } source seems to be followed twice.
       *[other] { $count } sources seem to be followed twice.
    }
src-duplicates-look = Look at them
src-duplicates-none = No source is followed twice.
src-duplicates-lead = Merging keeps what you read, starred and tagged in either, and your folder. It can be undone for an hour, and concerns nobody but you.
src-duplicates-address = The same address in different spellings, or redirected to one.
src-duplicates-articles = Their newest articles are mostly the same.
src-duplicates-keep = stays
src-merge = Merge
src-unread-short = { $count } unread
src-about = About this source
src-source-articles = Its articles
src-refresh = Look now
src-next-look = Next look
src-push-offered = It offers to announce its articles through { $host }. Until this server has a public address it is looked at instead.
src-push-asking = { $host } was asked to announce its articles, and has not confirmed yet.
src-push-refused = { $host } does not announce its articles to this server.
src-push-believed = { $host } announces its articles, so it is looked at less often.
src-push-unproved = { $host } announces its articles. It is looked at as usual until that has proved reliable.
src-push-hint = { $host } sent articles that the source did not show, so its messages only make us look sooner.
src-push-cloud = { $host } says when there is something new. It is looked at as usual besides.
src-push-since = First confirmed { $since }.
src-push-last = Last message { $ago }.
src-push-none = No message yet.
src-push-until = Agreed until { $date }.
src-push-over = The agreement has run out.
src-push-silent =
    { $n ->
        [one] Once it said nothing of an article.
       *[other] { $count } times it said nothing of an article.
    }
src-push-forged =
    { $n ->
        [one] One message was not signed as agreed and was not read.
       *[other] { $count } messages were not signed as agreed and were not read.
    }
src-details = What was said
src-moved-seen =
    { $n ->
        [one] It moved: since { $since } its server names a new address ({ $count } time).
       *[other] It moved: since { $since } its server names a new address ({ $count } times in a row).
    }
src-moved-told = The feed says that it moved.
src-moved-accept = Use the new address
src-moved-keep = Keep the old one
src-plots = When it posts
src-plot-numbers = The numbers
src-plot-day = Day
src-plot-weekday = Weekday
src-plot-within = Seen within
src-plot-postings = Articles
src-plot-days =
    { $n ->
        [one] { $count } article in 90 days, on { $days } of them
       *[other] { $count } articles in 90 days, on { $days } of them
    }
src-plot-days-words = A bar for each of the last 90 days; its height is the number of articles.
src-plot-week-words = A row for each weekday and a column for each hour; darker means more articles.
src-plot-week-row =
    { $n ->
        [one] { $count }, most at { $hour } h
       *[other] { $count }, most at { $hour } h
    }
src-plot-expected = Expected
src-plot-expected-words = A row for each weekday and a column for each hour, by your own clock; darker means that more articles are expected.
src-plot-expected-row = { $rate } a day, most at { $hour } h
src-plot-weekdays = Mostly on weekdays
src-plot-weekends = Mostly at weekends
src-plot-all-days = On all days of the week
src-plot-any-hour = { $days }, at any hour
src-plot-hours = between { $from } and { $to } h
src-plot-delay = Half of its articles are here within { $span }
src-plot-delay-words = How long articles were published before they were seen here.
src-plot-delay-row = { $n } ({ $share } %)
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
src-known = What is known
src-fact-address = Address
src-fact-site = Site
src-fact-kind = Kind
src-kind-feed = feed
src-kind-page = page that marks up its articles
src-kind-thread = discussion
src-kind-site = site
src-fact-private = Shared
src-fact-private-words = no, it is yours alone
src-fact-readers = Readers here
src-fact-readers-words =
    { $n ->
        [one] you alone
       *[other] you and others, { $count } altogether
    }
src-fact-since = Followed
src-fact-rate = Posts
src-fact-rate-guess =
    { $n ->
        [one] { $rate }, a guess from { $count } article
       *[other] { $rate }, a guess from { $count } articles
    }
src-fact-newest = Newest article
src-fact-success = Last good answer
src-fact-spend = Spend
src-fact-missed = Articles missed
src-fact-missed-words = more appeared between two looks than the feed lists
src-fact-wait = Its articles wait
src-fact-wait-words =
    { $n ->
        [one] { $span } ({ $count } article in 30 days)
       *[other] { $span } on average ({ $count } articles in 30 days)
    }
src-fact-weight = Weight
src-fact-weight-words =
    { $n ->
        [one] { $weight }: one reader, weighed by what they open of it
       *[other] { $weight }: { $count } readers, weighed by what they open of it
    }
src-fact-pinned-words = looked at about ten times as often, for it is wished as fresh as possible
src-fact-expected = By the next look
src-fact-expected-words = { $n } new expected
src-fact-shown = Shows at once
src-fact-shown-words =
    { $n ->
        [one] { $count } article; the chance that some are gone before the next look is { $chance } %
       *[other] { $count } articles; the chance that some are gone before the next look is { $chance } %
    }
src-fact-shown-enough =
    { $n ->
        [one] { $count } article; none is expected to be gone before the next look
       *[other] { $count } articles; none is expected to be gone before the next look
    }
src-fact-failure = Failed
src-fact-failure-words =
    { $n ->
        [one] { $failed } of the last { $count } look
       *[other] { $failed } of the last { $count } looks
    }
src-fact-cost = One look
src-fact-cost-words = brings { $bytes } and takes { $seconds } s, on average
src-fact-ttl = The feed asks to wait
src-fact-gone = Called gone
src-fact-language = Language
src-options = Options
src-option-title = Your own title
src-rename = Rename
src-option-muted = Only in its own list
src-option-muted-hint = Its articles stay out of Today, Unread and All.
src-option-full-text = Always the full text
src-option-full-text-hint = Where the feed has a part of an article only, the page is fetched for the rest.
src-option-pinned = As fresh as possible
src-option-pinned-hint = Looked at about ten times as often as otherwise, as far as the source itself allows. Other sources wait a little longer for it.
src-option-keep-days = Keep articles, days
src-option-keep-count = Keep articles, at most
src-option-keep-hint =
    { $n ->
        [one] Left empty, articles are kept for { $count } day, as the operator set.
       *[other] Left empty, articles are kept for { $count } days, as the operator set.
    }
src-option-keep-hint-ever = Left empty, articles are kept for ever, as the operator set.
src-option-keep-never = What is starred, put aside or tagged always stays. Articles that others keep longer stay for them.
src-for-ever = for ever
src-any-number = any number
src-option-min = No more often than every … minutes
src-option-max = At least every … minutes
src-option-interval-hint = Wishes, within what is polite to the publisher. A wait counts as far as all readers of the source agree.
src-save = Save
src-key = Password or token
src-key-hint = For a source that asks who you are. It is sent to that source’s own server only and never shown again. The source then becomes yours alone: others who follow the same address do not see what it opens.
src-key-kept = One is kept for { $origin }.
src-key-name = User name
src-key-password = Password
src-key-or = Or a header, as some services want it:
src-key-header = Header
src-key-value = Value
src-key-empty = With all fields empty, what is kept is forgotten.
src-key-save = Keep
src-address-change = Change the address
src-address-hint = The new address is looked at first. What you read and starred comes along.
src-fetching = Fetching, for all readers
src-fetching-hint = For operators: what is set here holds for everybody who follows this source.
src-option-agent = User agent
src-log = Last retrievals
src-log-empty = It was not asked yet.
src-log-when = When
src-log-outcome = What came of it
src-log-size = Size
src-log-took = Took
src-log-why = Why then
src-log-new =
    { $n ->
        [one] { $count } new article
       *[other] { $count } new articles
    }
src-log-updated =
    { $n ->
        [one] { $count } changed
       *[other] { $count } changed
    }
src-log-unchanged = nothing new
src-seconds-short = { $n } s
src-bytes =
    { $n ->
        [one] { $count } byte
       *[other] { $count } bytes
    }
src-kilobytes = { $n } kB
src-megabytes = { $n } MB
src-ends = Pause or end
src-said-saved = Saved.
src-said-contrary = The two intervals contradict each other: “at least every” must not be shorter than “no more often than every”. They stay as they were; the rest is saved.
src-said-address = It is asked at its new address from now on.
src-said-refreshed = Looked just now.
src-said-not-now = Not now: { $why }.
src-said-later = Not now: its server asked for patience. Try again later.
src-said-resumed = It is asked again from now on.
src-said-key = Kept, and tried at once.
src-health-failing = Failing
src-health-gone = Gone
src-health-stumbling = Stumbling
src-health-new = New
src-health-paused = Paused
src-health-quiet = Quiet
src-health-well = Well
src-health-failing-since =
    { $n ->
        [one] The last look failed, { $count } time for { $span }. It is asked again, more and more rarely; its articles stay.
       *[other] The last { $count } looks failed, for { $span }. It is asked again, more and more rarely; its articles stay.
    }
src-health-gone-why = It is asked now and then, in case it comes back.
src-health-new-why = It was not asked yet.
src-health-paused-why = Nothing new comes from it until you resume.
src-health-quiet-why =
    { $n ->
        [one] It answers, and posted nothing for { $count } day or more.
       *[other] It answers, and posted nothing for { $count } days or more.
    }
src-health-well-why = It answers as it should.
src-health-well-mostly =
    { $n ->
        [one] It answers now; { $failed } of the last { $count } look failed.
       *[other] It answers now; { $failed } of the last { $count } looks failed.
    }
src-failure-forbidden-address = Its address is private or reserved and is not asked. If it is in your own network, the operator can allow it.
src-failure-unsupported-scheme = Its address is neither http nor https. Change the address to one that begins with https.
src-failure-forbidden-port = Its address names a port that belongs to another service. Check the address.
src-failure-bad-url = This is not an address that can be asked. Check its spelling.
src-failure-dns = There is no server of that name. Check the spelling; the site may have moved or ended.
src-failure-network = Its server could not be reached. Usually this passes; it is tried again by itself.
src-failure-tls = The connection is not secure: the certificate is wrong or expired. The site’s owner has to renew it.
src-failure-timeout = Its server took too long to answer. It is tried again by itself.
src-failure-too-large = Its answer is larger than what is read. Look for a shorter feed of the same site.
src-failure-incomplete = Its answer broke off in the middle. It is tried again by itself.
src-failure-decode = Its answer is packed in a way that cannot be opened. The site’s owner has to mend that.
src-failure-protocol = Its server does not answer as web servers do. Check the address.
src-failure-redirect-loop = Its server sends us round in circles. Look on the site for the feed’s present address.
src-failure-bad-redirect = Its server redirects to where nobody can follow. Look on the site for the feed’s present address.
src-failure-rate-limited = Its server asked for patience. It is asked again when that time is over.
src-failure-denied = Its server does not let us in. If it needs a password, give it in the options.
src-failure-not-found = Nothing is at its address. Look on the site for the feed’s present address.
src-failure-gone = Its server says that it is gone for good. Its articles stay; you can unsubscribe.
src-failure-status = Its server reports a fault of its own. It is tried again by itself.
src-failure-empty = Its answer was empty. It is tried again by itself.
src-failure-not-a-feed = What is at its address is no feed. Look on the site for the address of its feed.
src-failure-robots = The site asks programs not to read this page. That is respected.
src-failure-offline = The network of this server was down. Nothing is wrong with the source.
src-failure-store = What came could not be kept here. Nothing is wrong with the source; the operator can look into the log.
src-why-new = new: not retrieved yet
src-why-clock = the clock was set back
src-why-announces = it announces its articles; looked at every { $span } all the same
src-why-announced = it announced something new
src-why-verifying = to see whether it shows what its hub sent
src-why-pushed = sent by its hub
src-why-resumed = resumed
src-why-asked = asked for by hand
src-why-worth = { $span } after the last look; { $expected } new expected; a look costs { $price } of waiting
src-why-worth-little = { $span } after the last look; hardly anything new expected; a look costs { $price } of waiting
src-why-pinned = { $why }; as fresh as possible, as wished
src-why-usually = posts at about { $hour }
src-why-usually-weekdays = posts at about { $hour } on weekdays
src-why-usually-weekends = posts at about { $hour } on weekends
src-why-exploring = new here: looked at every { $span } at least, to learn when it posts
src-why-filling =
    { $n ->
        [one] shows its newest article only; { $expected } expected by then
       *[other] shows its newest { $count } articles only; { $expected } expected by then
    }
src-why-at-this-moment = it is being asked at this moment
src-why-share = every { $span } with today’s budget
src-why-polite = every { $span }, the most that is polite
src-why-at-least = every { $span } at least
src-why-wished-often = every { $span } at least, as wished
src-why-wished-seldom = every { $span } at most, as wished
src-why-unaffordable =
    { $n ->
        [one] every { $span }, although the budget of { $count } retrieval a day is too small for that
       *[other] every { $span }, although the budget of { $count } retrievals a day is too small for that
    }
src-why-put-off =
    { $n ->
        [one] put off: the { $count } retrieval a day is spent so far
       *[other] put off: the { $count } retrievals a day are spent so far
    }
src-why-feed-wish = the feed asks for { $span } between retrievals
src-why-fresh = the server says that its answer is good for { $span }
src-why-quiet-time = after the hours or days that the feed calls quiet
src-why-patience = the server asked for { $span } of patience
src-why-failed-once = failed once; asked again { $span } after that
src-why-failed =
    { $n ->
        [one] failed { $count } time; asked again { $span } after that
       *[other] failed { $count } times; asked again { $span } after that
    }
src-why-gone-once = gone; asked once more, in case it comes back
src-why-gone =
    { $n ->
        [one] gone; asked { $count } more time, in case it comes back
       *[other] gone; asked { $count } more times, once a week, in case it comes back
    }
src-why-gone-for-good = gone for more than four weeks; not asked any more
src-why-paused = paused; not asked
src-why-offline = our own network was down; asked again { $span } after that
src-why-not-kept = what was fetched could not be kept; asked again { $span } after that
src-why-just-looked = looked a moment ago; next look possible in { $span }
src-rate-day = { $rate } a day
src-rate-week = { $rate } a week
src-rate-month = { $rate } a month
src-rate-about = about { $rate }
src-rate-seldom = less than one a month
src-rate-none = none yet
src-rate-unknown = not told by the dates of its articles
src-folders-empty = You have no folders yet. A folder gathers sources that you like to read together.
src-folder-sources =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
src-folder-up = Up
src-folder-down = Down
src-folder-up-name = Move { $name } up
src-folder-down-name = Move { $name } down
src-folder-change = Change
src-folder-name = Name
src-folder-remove = Remove the folder
src-folder-remove-hint = Its sources stay.
src-folder-make = Make
src-folder-taken = Another folder has that name. Choose another name.
src-folder-loose =
    { $n ->
        [0] Every source is in a folder.
        [one] { $count } source is in no folder.
       *[other] { $count } sources are in no folder.
    }
src-folder-move-many = Move several at once
src-add-hint = Of a feed, or of any page: its feeds are found for you.
src-add-look = Look
src-add-empty = The address is empty. Paste the address of a feed or of a page.
src-add-nothing = No feed was found at this address. Try the address of the site’s news or blog page.
src-add-several =
    { $n ->
        [one] { $count } feed is at this address.
       *[other] { $count } feeds are at this address. Which one?
    }
src-add-ways = Other ways
src-add-import = Import subscriptions from another reader
src-bookmarklet = Follow with Tidings
src-bookmarklet-words = Drag this link to your bookmarks. On any page, it then brings the address here.
src-bookmarklet-hint = Clicking it here does nothing, by design: this page runs no such scripts.
src-preview-newest = Newest articles
src-preview-empty = It has no articles at the moment.
src-preview-untitled = Untitled
src-preview-followed = You follow this source already.
src-preview-followed-look = Look at it
src-follow = Follow
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
src-import-lead = Bring your subscriptions: an OPML file of any reader, or the export of FreshRSS, Miniflux or NewsBlur with what you read and starred.
src-import-file = File
src-import-file-hint = OPML, JSON, zip or a list of addresses; at most { $most }.
src-import-go = Import
src-import-paste = Paste addresses instead
src-import-paste-label = Addresses, one per line
src-import-pasted = Pasted addresses
src-import-empty = There is nothing in it. Choose a file, or paste addresses.
src-import-former = Former imports
src-import-added =
    { $n ->
        [one] { $count } source added
       *[other] { $count } sources added
    }
src-import-known =
    { $n ->
        [one] { $count } followed already
       *[other] { $count } followed already
    }
src-import-refused =
    { $n ->
        [one] { $count } refused
       *[other] { $count } refused
    }
src-import-marks =
    { $n ->
        [one] { $count } read or starred article brought along.
       *[other] { $count } read or starred articles brought along.
    }
src-import-marks-waiting =
    { $n ->
        [one] { $count } waits until its source is read.
       *[other] { $count } wait until their sources are read.
    }
src-import-done = All is in.
src-import-under-way = It is coming in. You may leave this page; it goes on.
src-import-progress =
    { $n ->
        [one] { $done } of { $count } line
       *[other] { $done } of { $count } lines
    }
src-import-next = The new sources are being read, a few at a time.
src-import-next-look = Those that do not answer
src-import-refused-heading = Refused, and why
src-import-line = Line
src-import-why = Why
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
src-done-merge = Merged into one source.
src-done-folder =
    { $n ->
        [one] Folder removed; { $count } source stays.
       *[other] Folder removed; { $count } sources stay.
    }

src-refused-no-address = There is no address of a feed.
src-refused-not-an-address = This is not an address.
src-refused-too-long = The address is too long.
src-refused-other-scheme = Only http and https addresses can be followed.
src-refused-full = { $count } sources are followed, the most one account can.
src-odd-too-many-outlines = The list is longer than can be taken; its end was left out.
src-odd-cut-off = The file ends in the middle of its list: what came before is in; export it again to have the rest.
src-odd-reference = A reference to another file was not followed.
src-odd-too-deep = Folders that lie too deep were merged into the ones around them.
src-odd-unreadable-file = A file in the archive is encrypted or damaged; it was left out.
src-odd-too-much-unpacked = The archive holds more than can be taken; the rest was not read.
src-odd-not-a-list = A file in the archive is no list of subscriptions; it was left out.
src-odd-unreadable-rule = Some rules in the archive cannot be read; they were left out.
src-odd-bad-json = The file breaks off; what stands before was taken.
src-odd-unknown-item = Some items are of no known kind; they were left out.
src-odd-too-many-articles = There are more articles than can be taken; the first were.
src-odd-too-much-text = The texts are too long to take them all; some articles came without theirs.
