# English: Today and your interests.

today-more = Show more
today-anew = New selection
view-interest = By interest
act-more = Show more like this
act-less = Show less like this
why-topic-most = You read most articles about { $topic }
why-topic-often = You often read about { $topic }
why-topic-some = You sometimes read about { $topic }
why-source-most = You read most of { $source }
why-source-often = You often read { $source }
why-source-some = You sometimes read { $source }
why-asking = New for you: we’re testing whether you like { $topic }
why-asking-source = New for you: we’re testing whether you like { $source }
why-popular = Readers here like { $topic }
nav-taught = Your interests
settings-taught = Interests
taught-more = You’ll see more like this, starting with your next Today page.
taught-less = Marked as read. You’ll see less like this, starting with your next Today page.
taught-lead = Today is sorted by what you open, how long you read, and what you star and skip. This is what Tidings has learned so far; correct it wherever it’s wrong.
taught-rate = In the last 30 days, you opened { $today } of every ten articles at the top of Today.
taught-rates = In the last 30 days, you opened { $today } of every ten articles at the top of Today, and { $time } of every ten at the top of lists sorted by time.
taught-learns = Sort Today by my interests, and learn from what I read
surprise = Surprise me
surprise-none = Never
surprise-little = A little
surprise-usual = Normal
surprise-more = More
surprise-most = A lot
surprise-words = Some places on Today go to topics and sources that Tidings knows little about, to find out whether you like them.
taught-topics = Topics
taught-topics-none = No topics yet. Tidings needs more articles to find any.
taught-topics-words = Tidings finds topics by the words that appear together in articles, and names them after those words.
taught-rename = Rename
taught-name = Topic name
taught-rename-words = Everyone on this server sees this name, and it stays when topics are updated. Leave it empty to go back to the automatic name.
taught-renamed = Topic renamed.
taught-opens = you open about { $n }%
taught-sure = well established
taught-rather = fairly certain
taught-hardly = early guess
taught-unknown = nothing known yet
taught-learned = Automatic
taught-never = Never
taught-seldom = Rarely
taught-often = Often
taught-always = Always
taught-say = Save
taught-noted = Saved. Your next Today page will reflect it.
taught-away = Privacy
taught-away-words = Your interests are stored with your account, shown to nobody else, and deleted with it. On a server with many readers, new readers start with what everyone likes on average; no single person can be recognised in that.
taught-export = Export it with your other data
taught-forget = Reset your interests
taught-forget-words = This deletes what was learned from your reading, and your own corrections. Articles you read, starred or tagged stay as they are.
taught-forget-do = Reset interests
taught-forgotten = Your interests have been reset. Tidings starts learning from scratch.
taught-others =
    { $n ->
        [one] Show one more
       *[other] Show { $count } more
    }
mark-page = Mark this page as read
why-topic-perhaps = You might like { $topic }
why-source-perhaps = You might like { $source }
taught-said = set by you
taught-off = Learning is off: Today is sorted by time, and nothing new is recorded. What Tidings learned before is still here.
