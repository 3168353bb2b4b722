# English: search.

search-label = Search your articles
search-go = Search
search-hits =
    { $n ->
        [0] No results
        [one] { $count } article
       *[other] { $count } articles
    }
search-best = Best matches
search-newest = Newest first
search-more = Show more
search-deepest = Only the first { $count } results are shown. Add a word to narrow your search.
search-building = The search index is being built ({ $percent }% done). Until then, some results are missing.
search-stalled = The search index can’t be updated right now, so the newest articles may be missing.
search-broken = The search index was damaged and is being rebuilt. Try again in a few minutes.
search-none = No results
search-none-why = Try fewer words. Endings don’t matter. Only your own sources and the articles you kept are searched.
search-none-next = Search without filters
search-nothing = Search your articles
search-nothing-why = Type a word to search the titles, texts, authors and tags of all your sources, starred and saved articles included.
search-past = No more results
search-past-why = You’ve seen all results of this search.
search-past-next = Go to the first page
search-help = Search tips
search-help-words = all of these words, in any form
search-help-phrase = this exact phrase
search-help-not = without this word
search-help-or = either word
search-help-start = words that start like this
search-help-title = in the title
search-help-author = by this author
search-help-source = from sources whose name contains this
search-help-folder = from sources in this folder and the folders inside it
search-help-tag = with this tag, yours or the source’s
search-help-after = published since then; also 2026, 2026-11-15, 7d, yesterday
search-help-before = published before then
search-help-is = unread; also read, starred, later
