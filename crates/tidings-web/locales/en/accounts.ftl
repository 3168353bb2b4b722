# Signing in, accounts, activity, administration.

sign-in = Sign in
sign-in-nobody-yet = Nobody has an account here yet. Open the set-up link that the server printed when it started; it makes the first one.
sign-in-wrong = Name or password is not right. Check both and try again.
sign-in-too-many = { $n ->
    [one] Too many wrong passwords. Try again in one minute.
   *[other] Too many wrong passwords. Try again in { $count } minutes.
}
sign-in-disabled = This account has been disabled. Ask the operator of this server.
sign-in-not-known = The sign-in service says you are { $name }, and { $name } may not sign in here. Ask the operator of this server.
sign-in-still-vouched = You are signed out here. The sign-in service in front of this server still knows you as { $name }.
sign-in-continue-as = Continue as { $name }
account-deleted = Your account and everything of yours is deleted.

code-title = One more step
code-lead = Enter the code that your app shows now.
code-label = Code
code-hint = Six digits; or one of your recovery codes.
code-check = Continue
code-start-again = Start again
code-wrong = That code is not right, or was used already. Wait for the next one and try again.
code-too-many = { $n ->
    [one] Too many wrong codes. Try again in one minute.
   *[other] Too many wrong codes. Try again in { $count } minutes.
}

setup-title = Set up
setup-welcome = Welcome
setup-lead = Choose a name and a password. This first account is the operator’s: it reads like every other, and also runs the server.
setup-create = Create the account
join-title = Join
join-lead = You are invited to read here. Choose a name and a password.
reset-title = New password
reset-lead = Choose a new password for { $name }. Everywhere else { $name } is signed out.
reset-save = Save the password

name-empty = The name is empty; choose one.
name-too-long = { $n ->
    [one] The name has { $count } character; choose a shorter one.
   *[other] The name has { $count } characters; choose a shorter one.
}
name-invisible = The name has characters that cannot be seen; choose one without them.
name-taken = The name { $name } is taken; choose another.
password-hint = At least { $count } characters. A few unrelated words are easy to remember and hard to guess.
password-too-short = { $n ->
    [one] The password has { $count } character; choose one with at least { $least }.
   *[other] The password has { $count } characters; choose one with at least { $least }.
}
password-too-long = The password is longer than { $most } bytes; choose a shorter one.


account-name = Name
account-name-hint = The name you sign in with
account-name-save = Change the name
account-name-changed = Your name is changed.
account-is-operator = You are an operator of this server.
account-password = Password
account-password-lead = A new password signs you out everywhere else.
account-password-none = You come through a sign-in service and have no password here. With one you can also sign in directly.
account-password-current = Current password
account-password-new = New password
account-password-revoke = Revoke my app passwords too
account-password-save = Change the password
account-password-changed = Your password is changed; every other session has ended.
account-password-wrong = The current password is not right.
account-sessions = { $n ->
    [one] You are signed in here only.
   *[other] You are signed in on { $count } devices.
}
account-sessions-see = See where
account-cancel = Cancel

second-step = Second step
second-step-lead = After your password you are asked for a code from an app on your phone. Who learns your password cannot sign in with it.
second-step-set-up = Set up
second-step-manage = Manage
second-step-on = On
second-step-off = Turn off
second-step-off-lead = From then on a password is enough to sign in.
second-step-is-off = The second step is off; your password is enough now.
second-step-codes-left = { $n ->
    [0] No recovery code is left; make new ones.
    [one] One recovery code is left.
   *[other] { $count } recovery codes are left.
}
second-step-scan = Scan this picture with an authenticator app.
second-step-picture = The secret as a QR code
second-step-type = Or type this into the app:
second-step-open = Open the app on this device
second-step-show = Enter the code that the app shows.
second-step-turn-on = Turn on
second-step-code-wrong = That code is not right. Check that the clock of your phone is, and try the next code.
second-step-codes-lead = The second step is on. Keep these recovery codes where you find them without your phone: each works once in place of a code.
second-step-codes-hint = They are shown this one time only.
second-step-codes-kept = I have kept them
second-step-new-codes = New recovery codes
second-step-new-codes-lead = The former ones work no longer.
second-step-new-codes-make = Make new codes

sessions-lead = Where you are signed in. A session ends by itself after thirty days without use.
sessions-here = This device
sessions-seen = last used
sessions-since = signed in
sessions-end = Sign out
sessions-end-others = Sign out everywhere else
sessions-ended = { $n ->
    [0] No other session was there.
    [one] One session has ended.
   *[other] { $count } sessions have ended.
}

app-passwords-lead = For other programs that read with your account. Each gets a password of its own, which you can revoke alone.
app-password-type = What to type
app-password-type-how = In the program choose one of these services. The user name is { $name }, the password (or token) the app password.
app-password-type-bare = The same, by the address alone
app-password-new = New app password
app-password-label = What is it for?
app-password-example = NetNewsWire on the phone
app-password-scope = It may
app-password-writes = read and change
app-password-reads = read only
app-password-create = Create
app-password-made = made
app-password-used = last used
app-password-never-used = never used
app-password-revoke = Revoke
app-password-revoked = The app password works no longer.
app-password-fresh = The password for { $label }:
app-password-once = Copy it now: it is shown this one time only.
app-password-label-wrong = Say what the password is for, in at most { $most } characters.
app-passwords-too-many = You have { $count } app passwords; revoke some first.

warning-without-tls = Pages are served on { $listen } without https: set public-url to an https address and put a TLS proxy in front, or listen on 127.0.0.1.
warning-plain-address = The public address { $address } is without https: passwords and reading travel in the clear. Put a TLS proxy in front and set public-url to its https address.
warning-open-fetch = { $setting } lets whole private networks be fetched: anybody who can add a feed can reach your own network. Name single hosts.
warning-open-folder = Others can look into the data folder { $folder }: run chmod 700 on it.
warning-little-space = Only { $mib } MiB are free where the data are kept; make room before it runs full.
warning-trusts-everybody = { $setting } holds nearly every address there is: anybody can claim to be a proxy and forge where they come from. Name your proxies alone.
warning-around-proxy = Pages are served on { $listen }, where people can reach them around the proxy that signs them in. Listen on 127.0.0.1, or let a firewall pass nobody but the proxy.

data-export = Take your data with you
data-export-lead = One archive with your subscriptions (OPML and JSON), folders, tags, what you read, the texts of what you starred, tagged or put aside, what Tidings has learned of you, rules, settings, visits and activity. The import page of Tidings reads it back.
data-export-get = Download the archive
data-delete = Delete your account
data-delete-lead = This cannot be undone. With your account go:
data-goes-subscriptions = { $n ->
    [0] your subscriptions
    [one] { $count } subscription
   *[other] { $count } subscriptions
}
data-goes-starred = { $n ->
    [0] your stars
    [one] { $count } star
   *[other] { $count } stars
}
data-goes-later = { $n ->
    [0] what you put aside for later
    [one] { $count } article put aside for later
   *[other] { $count } articles put aside for later
}
data-goes-tags = { $n ->
    [0] your tags
    [one] { $count } tag
   *[other] { $count } tags
}
data-goes-rest = what you have read, what was learned of you, your rules, links, settings, sessions, app passwords and activity
data-delete-stays = Articles that others read too stay for them. Sources that nobody else follows are no longer retrieved.
data-delete-begin = Delete my account…
data-delete-do = Delete everything
data-type-name = Type { $name } to confirm
data-name-differs = The name you typed is another one; nothing was deleted.
data-last-operator = You are the last operator, and others have accounts here. Make somebody else operator first.

activity = Activity
activity-filter = Show
activity-all = All
activity-sources = Sources
activity-account = Account
activity-rules = Rules
activity-server = Server
activity-empty = Nothing has happened here that you need to know of.
activity-older = Older
activity-new = { $n ->
    [one] { $count } new
   *[other] { $count } new
}
activity-is-new = (new)
activity-untitled = Untitled source
activity-failing = failing for a day: { $detail }
activity-recovered = works again.
activity-gone = is gone for good, its server says. Its articles stay.
activity-moved = moved to { $detail }.
activity-merged = took over { $detail }, which is the same source.
activity-signed-in = You signed in with { $detail }.
activity-code-refused = Somebody at { $detail } gave your right password and a wrong code. If it was not you, change your password.
activity-recovery-code-used = { $n ->
    [0] A recovery code was used to sign in; none is left.
    [one] A recovery code was used to sign in; one is left.
   *[other] A recovery code was used to sign in; { $count } are left.
}
activity-second-step-on = You turned the second step on.
activity-second-step-off = You turned the second step off.
activity-second-step-taken = An operator turned your second step off.
activity-password-changed = Your password was changed.
activity-app-password-made = You made an app password for { $detail }.
activity-sessions-ended = { $n ->
    [one] You ended one other session.
   *[other] You ended { $count } other sessions.
}
activity-now-operator = You are an operator of this server now.
activity-now-user = You are no operator of this server any more.

admin = Administration
admin-overview = Overview
admin-users = Users
admin-backup = Backup
admin-warning = Unsafe:
admin-numbers = Numbers; retrievals of the last day
admin-sources = Sources
admin-sources-watched = of them watched
admin-sources-failing = of them failing
admin-articles = Articles
admin-retrievals = Retrievals
admin-retrievals-new = with news
admin-retrievals-failed = failed
admin-received = Received
admin-failures = Why retrievals failed
admin-failures-none = None failed within a day.
admin-silent = Hosts that asked for silence
admin-silent-none = None.
admin-silent-until = asked again
admin-installed = Installation
admin-version = Version
admin-engine = Database
admin-database-size = Its size
admin-data-folder = Data folder
admin-free = Free there
admin-settings = Settings in force
admin-settings-lead = They come from the settings file, the environment and flags, and change with a restart.
admin-setting-default = (default)
jobs = Background jobs
jobs-lead = If several processes share the database, one of them runs each job; another takes over if it stops. Jobs that run every few minutes or more often are recorded every five minutes.
jobs-none = No job has run yet.
job-name = Job
job-last = Last run
job-took = Duration
job-next = Next run
job-runs = Runs
job-failures = Failures
job-failed = Last run failed:
job-never = never
job-running = running
job-process = process { $process }
job-milliseconds = { $n } ms
job-price = Keep fetches within the daily budget
job-plans = Check planned fetches
job-imports = Import files
job-webhooks = Send webhooks
job-push-subscriptions = Renew push subscriptions
job-topic-assignment = Assign topics to new articles
job-search-index = Update the search index
job-full-texts = Fetch full texts
job-icons = Find icons of sources
job-topics = Learn topics
job-readers = Learn what readers have in common
job-population = Learn what sources have in common
job-weights = Weigh sources by what is opened
job-day-counts = Count each day for Freshness
job-retention = Remove what is no longer needed
size-kilobytes = { $count } kB
size-megabytes = { $count } MB
size-gigabytes = { $count } GB
failed-name = The name does not exist
failed-timeout = Too slow
failed-certificate = The certificate is not right
failed-connection = No connection, or it broke
failed-patience = The server asked for patience
failed-denied = The server refused
failed-missing = Not there
failed-address = The address cannot be asked
failed-status = The server has a fault
failed-answer = The answer cannot be read

backup-lead = A backup holds everything on this server, also what is private to its users. Keep it as safe as the server.
backup-make = Back up now
backup-made = The backup is there.
backup-under-way = The backup takes its time; it will be listed when it is whole.
backup-failed = The backup could not be made; the log says why.
backup-removed = The backup is removed.
backup-none = There is no backup yet.
backup-download = Download
backup-remove = Remove
backup-free = { $size } are free where backups are kept.
backup-restore = To bring one back, on an empty server:

users-operator = operator
users-user = user
users-disabled = disabled
users-second-step = second step
users-second-step-off = Turn the second step off
users-since = joined
users-seen = last here
users-never-seen = never here
users-yourself = You
users-manage = Manage
users-make-operator = Make operator
users-make-user = No longer operator
users-reset = Link for a new password
users-sign-out = Sign out everywhere
users-disable = Disable
users-enable = Enable
users-remove = Remove
users-remove-lead = Removes { $name } and everything of theirs. Type the name to confirm.
users-invite = Invite
users-invite-lead = A link works once, for seven days. Whoever opens it chooses a name and a password.
users-invite-make = Make a link
users-role = Role
users-add = Add with a password
users-add-do = Add
users-added = The account is there.
users-changed = Done.
users-removed = The account is removed.
users-last-operator = This is the last operator; make somebody else operator first.
users-not-yourself = You cannot do this to yourself here; your own account is under Settings.
invitation-to-join = An invitation to join
invitation-to-operate = An invitation to join as operator
invitation-to-reset = A new password for { $name }
invitation-until = ends
invitation-once = Send it by a way you trust. It is shown this one time only.
