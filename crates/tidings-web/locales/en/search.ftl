# English. Searching.

search-label = Search your articles
search-go = Search
search-hits =
    { $n ->
        [0] Nothing found
        [one] { $count } article
       *[other] { $count } articles
    }
search-best = Best first
search-newest = Newest first
search-more = More
search-deepest = Only the first { $count } can be shown. One more word narrows the search.
search-building = The index is being built: { $percent } %. Until then only a part is found.
search-stalled = The index cannot be written for the moment: the newest articles are not found yet.
search-broken = The index was damaged and is being built anew. Try again in a few minutes.
search-none = Nothing found
search-none-why = Fewer words find more, and endings do not matter. Only your own sources and what you kept are searched.
search-none-next = Search without the limits
search-nothing = What are you looking for?
search-nothing-why = Type a word. Titles, texts, authors and tags of all your sources are searched, and what you starred or saved.
search-past = There is nothing further back
search-past-why = The list of what was found ends before this page.
search-past-next = Back to the first page
search-help = How to search more precisely
search-help-words = all of these words, in any form
search-help-phrase = exactly these words, side by side
search-help-not = without this word
search-help-or = one or the other
search-help-start = words that begin so
search-help-title = in the title
search-help-author = by this author
search-help-source = from sources with this name or a part of it
search-help-folder = from sources in this folder
search-help-tag = with this tag, yours or the source’s
search-help-after = published since then; also 2026, 2026-11-15, 7d, yesterday
search-help-before = published before then
search-help-is = unread; also read, starred, later
