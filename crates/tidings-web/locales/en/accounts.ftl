# English: signing in, accounts, activity, administration.

sign-in = Sign in
sign-in-nobody-yet = There are no accounts here yet. To create the first one, open the setup link that the server printed when it started.
sign-in-wrong = Wrong user name or password.
sign-in-too-many = { $n ->
    [one] Too many wrong passwords. Try again in 1 minute.
   *[other] Too many wrong passwords. Try again in { $count } minutes.
}
sign-in-disabled = This account is disabled. Ask the operator of this server.
sign-in-not-known = You’re signed in to the sign-in service as { $name }, but { $name } has no access here. Ask the operator of this server.
sign-in-still-vouched = You’re signed out of Tidings, but still signed in to your sign-in service as { $name }.
sign-in-continue-as = Continue as { $name }
sign-in-as-visitor = Continue as a visitor of the demo
account-deleted = Your account and all your data have been deleted.

code-title = Two-factor authentication
code-lead = Enter the code from your authenticator app.
code-label = Code
code-hint = Six digits, or one of your recovery codes.
code-check = Continue
code-start-again = Start over
code-wrong = This code is wrong or has already been used. Check it, or use another one.
code-too-many = { $n ->
    [one] Too many wrong codes. Try again in 1 minute.
   *[other] Too many wrong codes. Try again in { $count } minutes.
}

setup-title = Set up Tidings
setup-welcome = Welcome
setup-lead = Choose a user name and a password. This first account is an operator: besides reading, it can manage the server.
setup-create = Create account
join-title = Create your account
join-lead = You’ve been invited to read here. Choose a user name and a password.
reset-title = New password
reset-lead = Choose a new password for { $name }. This signs { $name } out everywhere else.
reset-save = Save password

name-empty = Enter a user name.
name-too-long = { $n ->
    [one] The user name has { $count } character, which is too long. Choose a shorter one.
   *[other] The user name has { $count } characters, which is too long. Choose a shorter one.
}
name-invisible = The user name contains invisible characters. Remove them.
name-taken = The user name { $name } is taken. Choose another.
password-show = Show password
password-hide = Hide password
password-hint = At least { $count } characters. A few unrelated words are easy to remember and hard to guess.
password-too-short = { $n ->
    [one] The password has only { $count } character. Use at least { $least }.
   *[other] The password has only { $count } characters. Use at least { $least }.
}
password-too-long = The password is longer than { $most } bytes. Choose a shorter one.


account-name = User name
account-name-hint = The name you sign in with
account-name-save = Change user name
account-name-changed = User name changed.
account-is-operator = You’re an operator of this server.
account-password = Password
account-password-lead = Changing your password signs you out everywhere else.
account-password-none = You sign in through a sign-in service and don’t have a password here. Set one if you also want to sign in directly.
account-password-current = Current password
account-password-new = New password
account-password-revoke = Also revoke my app passwords
account-password-save = Change password
account-password-set = Set password
account-password-changed = Password changed. You’re signed out everywhere else.
account-password-wrong = The current password is wrong.
account-in-demo = The demo signs visitors in without a password, so this can’t be changed here.
account-password-missing = This account has no password. To confirm this, open Tidings through your sign-in service.
account-sessions = { $n ->
    [one] You’re signed in only here.
   *[other] You’re signed in on { $count } devices.
}
account-sessions-see = Show sessions
account-cancel = Cancel

second-step = Two-factor authentication
second-step-lead = With two-factor authentication, signing in takes your password and a code from an app on your phone. A stolen password alone won’t be enough.
second-step-set-up = Set up
second-step-begin = Continue
second-step-manage = Manage
second-step-on = On.
second-step-off = Turn off
second-step-off-lead = You’ll only need your password to sign in.
second-step-is-off = Two-factor authentication is off. You only need your password to sign in.
second-step-codes-left = { $n ->
    [0] You have no recovery codes left. Create new ones.
    [one] You have one recovery code left.
   *[other] You have { $count } recovery codes left.
}
second-step-scan = Scan this QR code with an authenticator app.
second-step-picture = QR code with the setup key
second-step-type = Or enter this key in the app:
second-step-open = Open the app on this device
second-step-show = Enter the code that the app shows.
second-step-turn-on = Turn on
second-step-code-wrong = Wrong code. Check that your phone’s clock is right, and try the next code.
second-step-codes-lead = Two-factor authentication is on. Save these recovery codes somewhere you can reach without your phone. Each one works once in place of a code from the app. Earlier recovery codes no longer work.
second-step-codes-hint = You won’t be able to see them again.
second-step-codes-kept = I’ve saved them
second-step-new-codes = New recovery codes
second-step-new-codes-lead = Your old recovery codes will stop working.
second-step-new-codes-make = Create new codes

sessions-lead = These are the devices where you’re signed in. You’re signed out automatically after thirty days without use.
sessions-here = This device
sessions-seen = last used
sessions-since = signed in
sessions-end = Sign out
sessions-end-others = Sign out everywhere else
sessions-ended = { $n ->
    [0] You weren’t signed in anywhere else.
    [one] Signed out of one session.
   *[other] Signed out of { $count } sessions.
}

app-passwords-lead = Let other programs, such as a reader on your phone, use your account. Each one gets its own password, which you can revoke at any time.
app-password-type = How to connect
app-password-type-how = In your app, choose one of these services. The user name is { $name }; the password (or token) is the app password.
app-password-type-bare = FreshRSS, if the app asks only for the server address
app-password-new = New app password
app-password-label = What is it for?
app-password-example = NetNewsWire on my phone
app-password-scope = Access
app-password-writes = Read and change
app-password-reads = Read only
app-password-create = Create app password
app-password-made = created
app-password-used = last used
app-password-never-used = never used
app-password-revoke = Revoke
app-password-revoked = App password revoked.
app-password-fresh = App password for { $label }:
app-password-once = Copy it now. You won’t be able to see it again.
copy = Copy
app-password-label-wrong = Enter what the password is for, in at most { $most } characters.
app-passwords-too-many = You already have { $count } app passwords, the most allowed. Revoke one first.

warning-without-tls = Pages are served on { $listen } without HTTPS. Set public-url to an https address and put a TLS proxy in front, or listen on 127.0.0.1.
warning-plain-address = The public address { $address } doesn’t use HTTPS, so passwords and articles are sent unencrypted. Put a TLS proxy in front and set public-url to its https address.
warning-open-fetch = { $setting } allows fetching from entire private networks, so anyone who can add a feed can reach your own network. List individual hosts instead.
warning-open-folder = Other users of this machine can read the data folder { $folder }. Run chmod 700 on it.
warning-little-space = Only { $mib } MiB are free on the data disk. Free up space before it’s full.
warning-trusts-everybody = { $setting } includes almost every address, so anyone can pretend to be a proxy and fake where requests come from. List only your own proxies.
warning-around-proxy = Pages are served on { $listen }, where people can bypass the proxy that signs them in. Listen on 127.0.0.1, or use a firewall to let only the proxy through.

data-export = Export your data
data-export-lead = One archive with your subscriptions (OPML and JSON), folders, tags, reading history, interests, rules, settings, visits and activity, and the texts of articles you starred, tagged or saved for later. You can import it again on Tidings’ import page.
data-export-get = Download archive
data-delete = Delete your account
data-delete-lead = This can’t be undone. Deleting your account also deletes:
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
    [0] your Read later list
    [one] { $count } article saved for later
   *[other] { $count } articles saved for later
}
data-goes-tags = { $n ->
    [0] your tags
    [one] { $count } tag
   *[other] { $count } tags
}
data-goes-rest = your reading history, interests, rules, links, settings, sessions, app passwords and activity
data-delete-stays = Other readers keep their articles. Sources that nobody else follows are no longer checked.
data-delete-begin = Delete my account…
data-delete-do = Delete everything
data-type-name = Type your user name, “{ $name }”, to confirm
data-name-differs = That isn’t your user name, so nothing was deleted.
data-last-operator = You’re the only operator, and other people have accounts here. Make someone else an operator first.

activity = Activity
activity-filter = Show
activity-all = All
activity-sources = Sources
activity-account = Account
activity-rules = Rules
activity-server = Server
activity-empty = No activity yet. Problems with your sources and changes to your account will show up here.
activity-older = Older
activity-new = { $n ->
    [one] { $count } new
   *[other] { $count } new
}
activity-is-new = (new)
activity-untitled = Untitled source
activity-failing = Failing for a day: { $detail }
activity-recovered = Working again.
activity-gone = The site says this feed is gone for good. Its articles will be kept.
activity-moved = Moved to { $detail }.
activity-merged = Merged with { $detail }, which is the same source.
activity-signed-in = You signed in with { $detail }.
activity-code-refused = Someone at { $detail } entered your correct password, but a wrong code. If that wasn’t you, change your password.
activity-recovery-code-used = { $n ->
    [0] You signed in with a recovery code; none are left.
    [one] You signed in with a recovery code; one is left.
   *[other] You signed in with a recovery code; { $count } are left.
}
activity-second-step-on = You turned on two-factor authentication.
activity-second-step-off = You turned off two-factor authentication.
activity-second-step-taken = An operator turned off your two-factor authentication.
activity-password-changed = Your password was changed.
activity-app-password-made = You created an app password for { $detail }.
activity-sessions-ended = { $n ->
    [one] You signed out of one other session.
   *[other] You signed out of { $count } other sessions.
}
activity-now-operator = You’re now an operator of this server.
activity-now-user = You’re no longer an operator of this server.

admin = Server
admin-overview = Overview
admin-users = Users
admin-backup = Backup
admin-warning = Unsafe:
admin-numbers = On this server
admin-sources = Sources
admin-sources-watched = being checked
admin-sources-failing = last check failed
admin-articles = Articles
admin-day = Last 24 hours
admin-retrievals = Checks
admin-retrievals-new = found new articles
admin-retrievals-failed = failed
admin-received = Downloaded
admin-failures = Why checks failed
admin-failures-none = No checks failed in the last 24 hours.
admin-silent = Hosts we’re waiting for now
admin-silent-none = None.
admin-silent-until = wait ends
admin-installed = Installation
admin-version = Version
admin-engine = Database
admin-database-size = Database size
admin-data-folder = Data folder
admin-free = Free space on that disk
admin-settings = Current settings
admin-settings-lead = Set in the settings file, by environment variables or by command-line options. Changes take effect after a restart.
admin-setting-default = (default)
jobs = Background jobs
jobs-lead = If several processes share the database, each job runs in one of them; another takes over if it stops. Jobs that run every few minutes or more often are recorded every five minutes.
jobs-none = No job has run yet.
job-name = Job
job-last = Last run
job-took = Duration
job-next = Next run
job-runs = Runs
job-failures = Failures
job-failed = Last run failed:
job-never = never
job-running = running now
job-process = process { $process }
job-milliseconds = { $n } ms
job-price = Keep requests within the daily limit
job-plans = Verify planned checks
job-imports = Import files
job-webhooks = Send webhooks
job-push-subscriptions = Renew push subscriptions
job-topic-assignment = Assign topics to new articles
job-search-index = Update the search index
job-full-texts = Fetch full texts
job-icons = Find source icons
job-topics = Learn topics
job-readers = Learn what readers have in common
job-population = Learn what sources have in common
job-weights = Update source priorities
job-day-counts = Calculate daily freshness
job-retention = Delete expired data
size-kilobytes = { $count } kB
size-megabytes = { $count } MB
size-gigabytes = { $count } GB
failed-name = Server name doesn’t exist
failed-timeout = Timed out
failed-certificate = Invalid certificate
failed-connection = Couldn’t connect, or connection lost
failed-patience = Server asked us to wait
failed-denied = Access refused
failed-missing = Not found
failed-address = Address can’t be fetched
failed-status = Server error
failed-answer = Unreadable response

backup-lead = A backup contains everything on this server, including private data of its users. Keep it as safe as the server itself.
backup-make = Back up now
backup-made = Backup created.
backup-under-way = The backup is running. It will be listed here when it’s complete.
backup-failed = The backup failed. See the server log for the reason.
backup-removed = Backup deleted.
backup-none = No backups yet.
backup-download = Download
backup-remove = Delete
backup-free = { $size } free on the backup disk.
backup-restore = To restore a backup, run this on an empty server:

users-operator = operator
users-user = user
users-disabled = disabled
users-second-step = two-factor
users-second-step-off = Turn off two-factor authentication
users-since = joined
users-seen = last seen
users-never-seen = not seen yet
users-yourself = You
users-manage = Manage
users-make-operator = Make operator
users-make-user = Remove as operator
users-reset = Create password reset link
users-sign-out = Sign out everywhere
users-disable = Disable
users-enable = Enable
users-remove = Delete account
users-remove-lead = To delete { $name } and all of their data, type the user name.
users-invite = Invite someone
users-invite-lead = An invitation link works once and expires after seven days. The person who opens it chooses a user name and a password.
users-invite-make = Create link
users-role = Role
users-add = Add a user with a password
users-add-do = Add user
users-added = User added.
users-changed = Done.
users-removed = Account deleted.
users-last-operator = This is the only operator. Make someone else an operator first.
users-not-yourself = You can’t do this to your own account here. Go to Settings, Account.
invitation-to-join = Invitation to join
invitation-to-operate = Invitation to join as an operator
invitation-to-reset = Password reset for { $name }
invitation-until = expires
invitation-once = Send it to them over a channel you trust. You won’t be able to see it again.
