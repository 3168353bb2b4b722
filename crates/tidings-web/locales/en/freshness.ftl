# English. How fresh articles are, and what that costs.

fresh-empty = Come back tomorrow: by then there is something to compare.
fresh-empty-why = This page tells how long new articles wait before they are here, beside what the same number of requests would have come to if they were spread evenly. It needs some articles that appeared while their sources were watched.
fresh-lead-today = New articles waited { $ours } on average today. The same { $count } requests spread evenly would have made it { $even }, and by Miniflux’s rule { $miniflux }.
fresh-lead-week = New articles waited { $ours } on average in the last 7 days. The same { $count } requests spread evenly would have made it { $even }, and by Miniflux’s rule { $miniflux }.
fresh-lead-month = New articles waited { $ours } on average in the last 30 days. The same { $count } requests spread evenly would have made it { $even }, and by Miniflux’s rule { $miniflux }.
fresh-lead-varied = The budget changed in this time: { $least } requests were granted on one day, { $most } on another.
fresh-lead-missed =
    { $n ->
        [one] On an average day, readers came once for an article that was out and not here yet; with even looks, { $even } times.
       *[other] On an average day, readers came { $count } times for an article that was out and not here yet; with even looks, { $even } times.
    }
fresh-lead-missed-today =
    { $n ->
        [one] Readers came once today for an article that was out and not here yet; with even looks, { $even } times.
       *[other] Readers came { $count } times today for an article that was out and not here yet; with even looks, { $even } times.
    }
fresh-waits = How long new articles wait
fresh-measure = What is measured
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
fresh-uniform = Evenly
fresh-miniflux = Like Miniflux
fresh-row-average = Average
fresh-row-median = Half within
fresh-row-median-ours = Tidings, half within
fresh-row-p95 = 19 of 20 within
fresh-row-longest = Longest
fresh-row-missed = Missed a day
fresh-row-missed-today = Missed so far
fresh-compared-words = All three saw the same articles with the same number of requests. Evenly: every source equally often, as most readers do. Like Miniflux: by how often a source posted in the week before, which Miniflux does with entry_frequency; as it comes it looks evenly. Missed: how often a reader came while an article of hers was out and not here yet. Days are in UTC.
fresh-compared-limits = Only Tidings meets servers that fail and keeps to what feeds ask for (ttl, quiet hours); the other two are reckoned without. A few very long waits then lift its average on some days, while half of the articles are here much sooner.
fresh-counted = Counted
fresh-plots = Over the days
fresh-plot-delay = New articles wait { $ours }; evenly it would be { $even }
fresh-plot-delay-words = The average wait of each day: a line for Tidings, one for even looks and one for Miniflux’s rule.
fresh-plot-spent =
    { $n ->
        [one] { $count } request a day of { $granted } granted
       *[other] { $count } requests a day of { $granted } granted
    }
fresh-plot-spent-words = The requests of each whole day, beside what the budget allowed.
fresh-plot-price = A request costs { $span } of waiting now
fresh-plot-price-words = The price of a request in each hour of the last two weeks.
fresh-line-spent = Spent
fresh-line-granted = Granted
fresh-line-price = Price
fresh-percent = { $n } %
fresh-seconds = { $n } s
fresh-minutes = { $n } min
fresh-hours = { $n } h
fresh-days = { $n } d
fresh-deviation-short = Deviation
fresh-idle = For nothing
fresh-budget = What it costs
fresh-granted = Granted a day
fresh-target = Wait aimed at
fresh-taken = Requests a day it takes
fresh-sources = Sources watched
fresh-spent-today = Spent today
fresh-spent-yesterday = Spent yesterday
fresh-deviation = Deviation yesterday
fresh-price-words = A source is asked when that is expected to save its readers { $span } of waiting: the price of a request. It moves so that the budget is spent, and no more.
fresh-price-words-target = A source is asked when that is expected to save its readers { $span } of waiting: the price of a request. It moves so that articles wait as long as is aimed at.
fresh-target-out-of-reach = Articles wait longer than is aimed at, and more requests would not change that: sources ask to be left alone for longer, or fail. No more is spent on it.
fresh-waste =
    { $n ->
        [one] Of { $count } request in 7 days, { $share } % brought nothing new and { $failed } % failed. { $bytes } were received.
       *[other] Of { $count } requests in 7 days, { $share } % brought nothing new and { $failed } % failed. { $bytes } were received.
    }
fresh-overflow-none = No articles came and went between two looks.
fresh-overflow =
    { $n ->
        [one] At { $count } request, articles had probably come and gone since the look before, of { $sources }.
       *[other] At { $count } requests, articles had probably come and gone since the look before, of { $sources }.
    }
fresh-overflow-sources =
    { $n ->
        [one] { $count } source
       *[other] { $count } sources
    }
fresh-overflow-which = Which of yours
fresh-slowest = Your sources that wait longest, last 7 days
fresh-slow-source = Source
fresh-slow-articles = Articles
fresh-slow-wait = Average wait
fresh-hosts = Hosts most was spent on, last 24 hours
fresh-hosts-bound = There were many: the last { $n } are counted.
fresh-hosts-none = Nobody was asked.
fresh-host = Host
fresh-host-requests = Requests
fresh-host-bytes = Received
fresh-host-failed = Failed
fresh-log = The log
fresh-log-words = Everything on this page can be counted again from the log. The arrivals are a trace that “tidings lab monitor” reads.
fresh-log-what = What
fresh-log-arrivals = Arrivals: posted when, seen when
fresh-log-retrievals = Retrievals: asked when, what came
fresh-log-days = Days: each policy’s figures
fresh-log-from = From
fresh-log-to = To
fresh-log-limit = At most { $count } days in one file; the log is kept for 90.
fresh-log-download = Download CSV
