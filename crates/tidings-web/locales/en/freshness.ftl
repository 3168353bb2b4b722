# English: how quickly new articles arrive, and how many requests that takes.

fresh-empty = No comparison yet. Come back tomorrow.
fresh-empty-why = This page shows how long new articles wait before they reach you, and how long they would have waited with the same number of requests on an even schedule. It needs a few articles that were published after you subscribed to their sources.
fresh-lead-today = Today, new articles waited { $ours } on average. With the same { $count } requests, an even schedule would have made them wait { $even }, and Miniflux’s schedule { $miniflux }.
fresh-lead-week = In the last 7 days, new articles waited { $ours } on average. With the same { $count } requests, an even schedule would have made them wait { $even }, and Miniflux’s schedule { $miniflux }.
fresh-lead-month = In the last 30 days, new articles waited { $ours } on average. With the same { $count } requests, an even schedule would have made them wait { $even }, and Miniflux’s schedule { $miniflux }.
fresh-lead-varied = The daily limit changed during this time, from as few as { $least } requests per day to as many as { $most }.
fresh-lead-missed =
    { $n ->
        [one] On an average day, readers missed one article that was already published but not fetched yet; on an even schedule, they would have missed { $even }.
       *[other] On an average day, readers missed { $count } articles that were already published but not fetched yet; on an even schedule, they would have missed { $even }.
    }
fresh-lead-missed-today =
    { $n ->
        [one] Today, readers have missed one article that was already published but not fetched yet; on an even schedule, they would have missed { $even }.
       *[other] Today, readers have missed { $count } articles that were already published but not fetched yet; on an even schedule, they would have missed { $even }.
    }
fresh-waits = How long new articles wait
fresh-measure = Measure
fresh-today = Today
fresh-week = Last 7 days
fresh-month = Last 30 days
fresh-articles =
    { $n ->
        [one] { $count } article
       *[other] { $count } articles
    }
fresh-requests =
    { $n ->
        [one] { $count } request
       *[other] { $count } requests
    }
fresh-ours = Tidings
fresh-uniform = Even schedule
fresh-miniflux = Miniflux
fresh-row-average = Average
fresh-row-median = Half within
fresh-row-median-ours = Tidings, half within
fresh-row-p95 = 95% within
fresh-row-longest = Longest
fresh-row-missed = Missed per day
fresh-row-missed-today = Missed so far today
fresh-compared-words = All three schedules are measured on the same articles, with the same number of requests. Even schedule: every source is checked equally often, as most readers do. Miniflux: sources are checked according to how often they posted in the week before, as Miniflux does with entry_frequency; by default, it uses an even schedule. Missed: articles from a reader’s sources that were published but not fetched yet when the reader visited. Days are in UTC.
fresh-compared-limits = Only the figures for Tidings account for failing servers and for limits set by feeds (ttl, quiet hours). On some days, a few very long waits raise Tidings’ average, even though half of the articles arrive much sooner.
fresh-counted = Last counted
fresh-plots = Day by day
fresh-plot-delay = New articles wait { $ours }; on an even schedule, they would wait { $even }
fresh-plot-delay-words = The average wait on each day, with one line each for Tidings, an even schedule and Miniflux’s schedule.
fresh-plot-spent =
    { $n ->
        [one] { $count } request per day; the limit is { $granted }
       *[other] { $count } requests per day; the limit is { $granted }
    }
fresh-plot-spent-words = The requests made on each full day, compared with the daily limit.
fresh-plot-price = A request now costs { $span } of waiting
fresh-plot-price-words = The price of a request in each hour of the last two weeks.
fresh-line-spent = Requests
fresh-line-granted = Limit
fresh-line-price = Price
fresh-percent = { $n }%
fresh-seconds = { $n } s
fresh-minutes = { $n } min
fresh-hours = { $n } h
fresh-days = { $n } d
fresh-deviation-short = Versus limit
fresh-idle = Nothing new
fresh-budget = Request budget
fresh-granted = Daily limit
fresh-target = Target wait
fresh-taken = Requests needed per day
fresh-sources = Sources checked
fresh-spent-today = Requests today
fresh-spent-yesterday = Requests yesterday
fresh-deviation = Yesterday versus limit
fresh-price-words = A source is checked as soon as a check is expected to save its readers { $span } of waiting. This is the price of a request. It rises and falls to keep the number of requests close to the daily limit.
fresh-price-words-target = A source is checked as soon as a check is expected to save its readers { $span } of waiting. This is the price of a request. It rises and falls so that articles wait as long as the target allows.
fresh-target-out-of-reach = Articles wait longer than the target, and more requests would not help: some sources are failing or have asked to be checked less often. No extra requests are made.
fresh-waste =
    { $n ->
        [one] Of { $count } request in 7 days, { $share }% found nothing new and { $failed }% failed. { $bytes } downloaded.
       *[other] Of { $count } requests in 7 days, { $share }% found nothing new and { $failed }% failed. { $bytes } downloaded.
    }
fresh-overflow-none = No articles were missed between two checks.
fresh-overflow =
    { $n ->
        [one] { $count } check probably came too late for some articles of { $sources }: the feed had already dropped them.
       *[other] { $count } checks probably came too late for some articles of { $sources }: the feed had already dropped them.
    }
fresh-overflow-sources =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
fresh-overflow-which = Show your affected sources
fresh-slowest = Your sources with the longest waits, last 7 days
fresh-slow-source = Source
fresh-slow-articles = Articles
fresh-slow-wait = Average wait
fresh-hosts = Busiest hosts, last 24 hours
fresh-hosts-bound = Only the latest { $n } requests are counted.
fresh-hosts-none = No requests were made.
fresh-host = Host
fresh-host-requests = Requests
fresh-host-bytes = Downloaded
fresh-host-failed = Failed
fresh-log = Fetch log
fresh-log-words = All figures on this page can be recalculated from the log. “tidings lab monitor” can replay the arrivals.
fresh-log-what = Contents
fresh-log-arrivals = Arrivals: when articles were published and fetched
fresh-log-retrievals = Checks: when they were made and what they found
fresh-log-days = Days: the figures for each schedule
fresh-log-from = From
fresh-log-to = To
fresh-log-limit = The log goes back 90 days.
fresh-log-download = Download CSV
