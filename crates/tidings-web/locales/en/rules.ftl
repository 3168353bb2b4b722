# English: rules, shared feeds, webhooks, share links.

rules-heading = Rules
rules-new = New rule
rules-count =
    { $n ->
        [one] { $count } rule
       *[other] { $count } rules
    }
rules-none = No rules yet. A rule acts on articles as they arrive: it can hide them, mark them as read, star them, tag them or save them for later.
rules-order = Rules run from top to bottom when an article arrives. The first rule that hides or shows an article decides whether you see it; other actions of all matching rules are combined.
rules-removed = Rule removed. Articles it had hidden will be back in your lists within the hour.
rules-applied =
    { $n ->
        [0] The rule matched no articles from the last 30 days.
        [one] The rule was applied to { $count } article.
       *[other] The rule was applied to { $count } articles.
    }
rules-fault = Turned off:
rules-matched =
    { $n ->
        [0] no matches in 30 days
        [one] { $count } match in 30 days
       *[other] { $count } matches in 30 days
    }
rules-up = Move up
rules-down = Move down
rules-switch-on = Turn on
rules-switch-off = Turn off
rules-remove = Remove
rules-scope-all = All sources
rules-scope-folder = Folder “{ $name }”
rules-scope-gone = something that no longer exists
rules-and = and
rules-or = or
rules-quoted = “{ $text }”
rules-field-title = title
rules-field-content = text
rules-field-author = author
rules-field-tag = category
rules-field-link = URL
rules-field-any = anything
rules-test-words = contains the words
rules-test-word = contains the word
rules-test-not-word = does not contain the word
rules-test-not-words = does not contain the words
rules-test-phrase = contains the phrase
rules-test-not-phrase = does not contain the phrase
rules-test-is = is
rules-test-not-is = is not
rules-test-regex = matches the regular expression
rules-test-not-regex = does not match the regular expression
rules-does-block = hide
rules-does-keep = show only these
rules-does-read = mark as read
rules-does-star = star
rules-does-later = save for later
rules-does-tag = tag “{ $name }”
rules-does-webhook = send to “{ $name }”
rules-does-webhook-gone = send to a webhook that no longer exists
rules-name = Name
rules-name-hint = Leave empty to use the first condition
rules-scope = Applies to
rules-if = If
rules-if-all = all conditions are met
rules-if-any = any condition is met
rules-field = Field, condition
rules-test = Comparison, condition
rules-text = Text to look for, condition
rules-more = Add condition
rules-accents = Match accents exactly (“Müller” is not “Muller”)
rules-then = Then
rules-show-neither = Show as usual
rules-show-block = Hide
rules-show-block-hint = Hidden articles stay out of all lists. You can find them on this rule’s page.
rules-show-keep = Show only matching articles
rules-show-keep-hint = Articles that match neither this rule nor another rule of this kind are hidden.
rules-act-read = Mark as read
rules-act-star = Star
rules-act-later = Save for later
rules-act-tags = Tags
rules-act-tags-hint = separate several with commas
rules-act-webhook = Send to webhook
rules-act-webhook-none = none
rules-save = Save
rules-try = Try it out
rules-trial =
    { $n ->
        [0] None of { $looked } articles from the last 30 days would have matched
        [one] { $count } of { $looked } articles from the last 30 days would have matched
       *[other] { $count } of { $looked } articles from the last 30 days would have matched
    }
rules-trial-partial = There were too many articles to search them all. Searched back to
rules-trial-keep = These would be shown; all other articles this rule applies to would be hidden.
rules-trial-more =
    { $n ->
        [one] and { $count } more
       *[other] and { $count } more
    }
rules-log = Matches in the last 30 days
rules-log-none = No matches yet. A rule acts on articles that arrive after it was saved.
rules-log-hidden = These articles are hidden from your lists. You can still open them here.
rules-apply-heading = Existing articles
rules-apply-hint = Rules act only on new articles. You can apply this one once to the articles from the last 30 days, and undo that.
rules-apply = Apply now
rules-bad-name = Enter a name of at most 500 characters.
rules-bad-no-condition = A rule for all sources needs a condition. Enter what to look for.
rules-bad-many-conditions = A rule can have at most 20 conditions. Split it into two rules.
rules-bad-no-action = Choose what happens to matching articles.
rules-bad-many-actions = A rule can have at most 12 actions. Remove some, or split it into two rules.
rules-bad-both = A rule can either hide matching articles or show only those. Choose one.
rules-bad-empty = Condition { $number } is empty. Enter what to look for.
rules-bad-long = Condition { $number } is longer than { $limit } bytes. Shorten it.
rules-bad-tag = Enter tag names of at most 500 characters.
rules-bad-regex = Condition { $number } is not a valid regular expression: { $why }.
rules-bad-regex-size = The regular expression in condition { $number } is too complex. Use fewer or smaller repetitions.
rules-bad-too-many =
    { $n ->
        [one] You already have { $count } rule, the most allowed. Remove one first.
       *[other] You already have { $count } rules, the most allowed. Remove one first.
    }
rules-bad-scope = The source or folder this rule applied to is no longer yours. Choose what the rule applies to.

out-heading = Sharing and webhooks
out-feeds = Shared feeds
out-feeds-hint = Publish any of your lists as a feed. Anyone who has the link can read the list without signing in. To stop sharing, revoke the link.
out-no-public-url = The server doesn’t know its public address, so shared feeds can’t link to themselves. The operator can set it with --public-url.
out-used = last read
out-never-used = not used yet
out-revoke = Revoke
out-list = List
out-query = Search words
out-name = Name
out-make = Share as feed
out-unread = Unread
out-starred = Starred
out-later = Read later
out-tag = Tag “{ $name }”
out-search = Search “{ $query }”
out-a-search = A search
out-bad-list = This list doesn’t exist. Choose another; for a search, enter the words to search for.
out-too-many =
    { $n ->
        [one] You already have { $count } shared feed, the most allowed. Revoke one first.
       *[other] You already have { $count } shared feeds, the most allowed. Revoke one first.
    }
hook-heading = Webhooks
hook-hint = A webhook sends events as signed JSON to a URL you choose. The manual describes the format and how to verify the signature.
hook-off = Turned off:
hook-failing = Deliveries failing since
hook-said = Last response:
hook-waiting =
    { $n ->
        [one] { $count } message waiting
       *[other] { $count } messages waiting
    }
hook-secret = Show secret
hook-test = Send test
hook-event = Send
hook-url = URL
hook-make = Add webhook
hook-event-article = New articles: { $scope }
hook-event-star = Articles you star
hook-event-tag = Articles you tag “{ $name }”
hook-event-rule = Only articles sent by a rule
hook-bad-event = The tag, folder or source for this webhook no longer exists. Choose another.
hook-too-many =
    { $n ->
        [one] You already have { $count } webhook, the most allowed. Remove one first.
       *[other] You already have { $count } webhooks, the most allowed. Remove one first.
    }
hook-test-good = Test delivered. Response: { $said }
hook-test-bad = Test not delivered: { $said }
share-heading = Shared articles
share-hint = Anyone who has one of these links can read the article. To create one, open an article and choose Share.
share-link = Link
share-until = until
share-forever = with no end date
share-original = Original
share-footer = Shared with Tidings, a self-hosted feed reader.
share-make = Share publicly
share-day = for a day
share-week = for a week
share-month = for a month
share-year = for a year
share-button = Create link
share-public = Public link
share-works-until = Works until
share-endless = Works until you revoke it.
share-revoke = Revoke link
mute = Mute
mute-word = Word in this source…
