# English: errors.

error-home = Go to your articles
error-not-found = Page not found
error-not-found-why = There is nothing at this address. The link may be incomplete or expired.
error-link-incomplete = Incomplete link
error-link-incomplete-why = A part of this link is missing. Copy all of it, up to its last character.
error-link-used = Link already used
error-link-used-why = This link has already been used, or it was revoked. If you used it, sign in. Otherwise ask the operator of this server for a new one.
error-link-expired = Link expired
error-link-expired-why = Links are valid for seven days. Ask the operator of this server for a new one.
error-set-up-done = Already set up
error-set-up-done-why = This server already has an operator. Sign in, or ask for an invitation.
error-set-up-old = Setup link not valid
error-set-up-old-why = This setup link is incomplete or out of date. Open the one that the server printed when it last started.
error-method = Request not allowed
error-method-why = This address doesn’t accept this kind of request.
error-sign-in = Sign in
error-sign-in-why = You need an account to see this page.
error-forged = Form expired
error-forged-why = This form is out of date or came from another site. Go back, reload the page and try again.
error-forbidden = Access denied
error-forbidden-why = Only operators of this server can see this page.
error-bad = Invalid request
error-bad-why = The server couldn’t make sense of this request. Go back, reload the page and try again.
error-large = Too large
error-large-why = The server doesn’t accept forms of this size. Send less at once.
error-large-file-why = The file is larger than { $most }. Export less at once, or split the file.
error-slow = Request timed out
error-slow-why = This took too long, so it was cancelled. Try again in a moment.
error-misdirected = Wrong address
error-misdirected-why = Tidings isn’t available under this host name. Use the address your operator gave you.
error-busy = Server busy
error-busy-why = The server can’t handle more requests right now. Try again in a moment.
error-internal = Something went wrong
error-internal-why = The server ran into an error and logged it. Try again in a moment.
error-attempts = Too many attempts
error-attempts-why =
    { $n ->
        [one] Too many wrong passwords. Try again in { $count } minute.
       *[other] Too many wrong passwords. Try again in { $count } minutes.
    }
error-key = Wrong app password
error-key-why = This app password doesn’t exist. Create one under Settings, App passwords.
error-read-only = Read-only app password
error-read-only-why = This app password can’t change anything. Create one that can read and change.
error-often = Too many requests
error-often-why =
    { $n ->
        [one] Too many requests. Try again in { $count } minute.
       *[other] Too many requests. Try again in { $count } minutes.
    }
error-stretch = Invalid date range
error-stretch-why = Choose a first day that isn’t after the last, and at most { $count } days.
error-refused = Couldn’t do that
refused-not-found = This no longer exists. Reload the page to see what is there now.
refused-operators = Only operators of this server can do that.
refused-webhook = This webhook no longer exists.
refused-name = Enter a name of 1 to { $most } characters, without line breaks.
refused-title = Enter a title of at most { $most } characters.
refused-address = Enter an address of 1 to { $most } characters.
refused-words = Enter a search of 1 to { $most } characters.
refused-number = Enter a whole number from { $least } to { $most }.
refused-choice = Not a valid choice. Choose one from the list.
refused-contrary = The minimum time between checks can’t be longer than the maximum.
refused-taken = You already use that name. Choose another.
refused-too-deep = Folders can be nested up to { $most } levels deep.
refused-inside-itself = A folder can’t be moved into itself or into a folder inside it.
refused-at-once = Choose at most { $most } at once.
refused-full = You already have { $most }, the most allowed. Remove one first.
refused-no-link = This article has no web address to fetch.
refused-half-a-key = Enter a user name with the password, or a value with the header.
