# English. Rules, feeds out, webhooks, shared links.

rules-heading = Rules
rules-new = New rule
rules-count =
    { $n ->
        [one] { $count } rule
       *[other] { $count } rules
    }
rules-none = A rule watches what arrives: it can keep articles out of your lists, mark them read, star them, tag them or put them aside. You have none yet.
rules-order = Rules are looked at from top to bottom when an article arrives. The first one that blocks or keeps decides whether you see it; the other actions of all matching rules add up.
rules-removed = The rule is removed. What it had kept out of your lists comes back within the hour.
rules-applied =
    { $n ->
        [0] The rule matched nothing of the last 30 days.
        [one] The rule was applied to { $count } article.
       *[other] The rule was applied to { $count } articles.
    }
rules-fault = Switched off:
rules-matched =
    { $n ->
        [0] no match in 30 days
        [one] { $count } match in 30 days
       *[other] { $count } matches in 30 days
    }
rules-up = Move up
rules-down = Move down
rules-switch-on = Switch on
rules-switch-off = Switch off
rules-remove = Remove
rules-untitled = Untitled
rules-scope-all = All sources
rules-scope-folder = Folder “{ $name }”
rules-scope-gone = something that is no longer there
rules-and = and
rules-or = or
rules-quoted = “{ $text }”
rules-field-title = title
rules-field-content = text
rules-field-author = author
rules-field-tag = category
rules-field-link = address
rules-field-any = anything
rules-test-words = contains the words
rules-test-not-words = does not contain the words
rules-test-phrase = contains the phrase
rules-test-not-phrase = does not contain the phrase
rules-test-is = is
rules-test-not-is = is not
rules-test-regex = matches the expression
rules-test-not-regex = does not match the expression
rules-does-block = do not show
rules-does-keep = show only these
rules-does-read = mark read
rules-does-star = star
rules-does-later = put aside for later
rules-does-tag = tag “{ $name }”
rules-does-webhook = send to “{ $name }”
rules-does-webhook-gone = send to a webhook that is gone
rules-name = Name
rules-name-hint = Named by its first condition
rules-scope = Looks at
rules-if = If
rules-if-all = all of these hold
rules-if-any = one of these holds
rules-field = Where to look, condition
rules-test = How to look, condition
rules-text = What to look for, condition
rules-more = One more condition
rules-accents = Accents count (“Müller” is not “Muller”)
rules-then = Then
rules-show-neither = Show it as usual
rules-show-block = Do not show it
rules-show-block-hint = It stays out of all lists; you find it on this rule’s page.
rules-show-keep = Show only what matches
rules-show-keep-hint = What matches no such rule stays out of the lists.
rules-act-read = Mark read
rules-act-star = Star
rules-act-later = Put aside for later
rules-act-tags = Tags
rules-act-tags-hint = several with commas
rules-act-webhook = Send to
rules-act-webhook-none = nobody
rules-save = Save
rules-try = Try it out
rules-trial =
    { $n ->
        [0] Nothing would have matched among { $looked } articles of the last 30 days
        [one] { $count } of { $looked } articles of the last 30 days would have matched
       *[other] { $count } of { $looked } articles of the last 30 days would have matched
    }
rules-trial-partial = There are more than could be looked at in a moment; these reach back to
rules-trial-keep = These are shown; everything else of the scope would stay out.
rules-trial-more =
    { $n ->
        [one] and { $count } more
       *[other] and { $count } more
    }
rules-log = Matched in the last 30 days
rules-log-none = Nothing yet. A rule looks at what arrives after it was saved.
rules-log-hidden = These are kept out of your lists. They can still be opened here.
rules-apply-heading = What is here already
rules-apply-hint = A rule looks only at what arrives. Apply it once to the articles of the last 30 days; this can be undone.
rules-apply = Apply now
rules-bad-name = Give the rule a name of up to 500 letters.
rules-bad-no-condition = A rule for all sources needs a condition: fill in what to look for.
rules-bad-many-conditions = A rule has at most 20 conditions. Make two rules of it.
rules-bad-no-action = Choose what happens to an article that matches.
rules-bad-many-actions = A rule has at most 12 actions.
rules-bad-both = A rule can block or keep, not both.
rules-bad-empty = Condition { $number } has no word to look for.
rules-bad-long = Condition { $number } is longer than { $limit } bytes.
rules-bad-tag = A tag has a name of up to 500 letters.
rules-bad-regex = Condition { $number } is not a regular expression: { $why }.
rules-bad-regex-size = The expression of condition { $number } becomes too large when it is prepared. Use fewer or smaller repetitions.
rules-bad-too-many =
    { $n ->
        [one] You have { $count } rule already. Remove one first.
       *[other] You have { $count } rules already. Remove one first.
    }
rules-bad-scope = You do not follow this source any more, or the folder is gone. Choose where the rule looks.

out-heading = Outputs
out-feeds = Feeds out
out-feeds-hint = Any list as a feed for other programs. Whoever has the link can read the list, without signing in; revoke it to end that.
out-no-public-url = The server does not know its public address, so the feeds carry no links to themselves. The operator sets it with --public-url.
out-used = last read
out-never-used = not read yet
out-revoke = Revoke
out-list = List
out-query = Search words
out-name = Name
out-make = Make a feed
out-unread = Unread
out-starred = Starred
out-later = Later
out-tag = Tag “{ $name }”
out-search = Search “{ $query }”
out-a-search = A search
out-bad-list = This list does not exist. For a search, fill in what to search for.
out-too-many =
    { $n ->
        [one] You have { $count } feed already. Revoke one first.
       *[other] You have { $count } feeds already. Revoke one first.
    }
hook-heading = Webhooks
hook-hint = News posted to an address of yours as signed JSON. The manual tells the format and how to check the signature.
hook-off = Switched off:
hook-failing = No message got through since
hook-said = Last answer:
hook-waiting =
    { $n ->
        [one] { $count } message waits
       *[other] { $count } messages wait
    }
hook-secret = Show the secret
hook-test = Send a test
hook-event = Tell of
hook-url = Address
hook-make = Add a webhook
hook-event-article = New articles: { $scope }
hook-event-star = Articles you star
hook-event-tag = Articles you tag “{ $name }”
hook-event-rule = Only what a rule sends
hook-bad-event = What this webhook should tell of does not exist any more.
hook-too-many =
    { $n ->
        [one] You have { $count } webhook already. Remove one first.
       *[other] You have { $count } webhooks already. Remove one first.
    }
hook-test-good = The message arrived. The answer: { $said }
hook-test-bad = The message was not accepted: { $said }
share-heading = Shared articles
share-hint = Articles that anybody with the link can read. You make such a link on an article’s page.
share-link = Link
share-until = until
share-forever = without end
share-original = Original
share-footer = Shared from Tidings, a reader of one’s own.
share-make = A page for anybody
share-day = for a day
share-week = for a week
share-month = for a month
share-year = for a year
share-button = Make a public link
mute = Mute
mute-word = a word of this source …
