# Today, and what was learned for it.
today-more = Show more
today-anew = Another page
view-interest = By what you like
act-more = More like this
act-less = Less like this
why-topic-most = You open most about { $topic }
why-topic-often = You often open { $topic }
why-topic-some = You sometimes open { $topic }
why-source-most = You open most of { $source }
why-source-often = You often open { $source }
why-source-some = You sometimes open { $source }
why-asking = New for you: { $topic }
why-asking-source = New for you: { $source }
why-popular = Readers here like { $topic }
nav-taught = What Tidings has learned
settings-taught = Learned
taught-more = Noted: more like this. Today follows from your next page on.
taught-less = Noted: less like this. Today follows from your next page on.
taught-lead = Today is ordered by what you open, keep, star and pass over. Here is what that taught Tidings, and where you can say otherwise.
taught-rate = In the last 30 days you opened { $today } of every ten articles at the top of Today.
taught-rates = In the last 30 days you opened { $today } of every ten articles at the top of Today, and { $time } of every ten at the top of lists by time.
taught-learns = Order Today by what I like, and learn from what I read
surprise = Surprise me
surprise-none = Never
surprise-little = A little
surprise-usual = As usual
surprise-more = More
surprise-most = A lot
surprise-words = Some places on Today go to topics and sources that Tidings knows little about, so that it can find out whether you like them.
taught-topics = Topics
taught-topics-none = There are too few articles to tell topics apart yet.
taught-topics-words = Topics are found from which words come together in articles, and named by them.
taught-opens = you open about { $n } of 100
taught-sure = sure
taught-rather = rather sure
taught-hardly = not sure yet
taught-unknown = nothing known yet
taught-learned = As learned
taught-never = Never
taught-seldom = Seldom
taught-often = Often
taught-always = Always
taught-say = Save
taught-noted = Noted. Today follows from your next page on.
taught-away = Yours alone
taught-away-words = What was learned of you is kept with your account, shown to nobody, and goes with it. Where many readers share an installation, what they like on the whole is what Tidings expects of somebody new; nobody can be told apart in it.
taught-export = Take it away with everything else
taught-forget = Forget it all
taught-forget-words = Showings, reactions and what you said go. What you read, starred and tagged stays.
taught-forget-do = Forget what was learned
taught-forgotten = Forgotten. Today begins anew.
taught-others =
    { $n ->
        [one] One more
       *[other] { $count } more
    }
mark-page = Mark this page read
