# English. What can go wrong with a request.

error-home = Go to your articles
error-not-found = Not found
error-not-found-why = There is nothing at this address. It may have been removed, or the link may be cut.
error-method = Not possible here
error-method-why = This address does not take that kind of request.
error-sign-in = Sign in
error-sign-in-why = Sign in to see this page.
error-forged = Please try again
error-forged-why = This form did not come from a page of this site, or the page is older than your session. Go back, reload the page and try again.
error-forbidden = Not allowed
error-forbidden-why = Only the operator of this server may see this page.
error-bad = Not understood
error-bad-why = The request could not be understood. The link or the form may be damaged.
error-large = Too large
error-large-why = The form is larger than this page accepts.
error-slow = Too slow
error-slow-why = This took too long and was given up. Try again in a moment.
error-misdirected = Wrong address
error-misdirected-why = This server does not answer to that name. Use the address that its operator gave you.
error-busy = Busy
error-busy-why = The server is busy. Try again in a moment.
error-internal = Something went wrong
error-internal-why = Something went wrong on the server. It has been noted in the log; try again in a moment.
error-attempts = Too many attempts
error-attempts-why =
    { $n ->
        [one] Too many wrong passwords. Try again in { $count } minute.
       *[other] Too many wrong passwords. Try again in { $count } minutes.
    }
error-key = Not let in
error-key-why = This app password is not known. Make one under Settings, App passwords.
error-read-only = Reading only
error-read-only-why = This app password may only read. Make one that may also change things.
error-often = Slowly
error-often-why =
    { $n ->
        [one] That was often. Try again in { $count } minute.
       *[other] That was often. Try again in { $count } minutes.
    }
error-stretch = Not these days
error-stretch-why = The first day must not be after the last, and at most { $count } days come in one file. Go back and choose others.
error-refused = Not possible
refused-not-found = There is no such thing any more.
refused-operators = Only the operator of this server may do that.
refused-webhook = There is no such webhook.
refused-name = A name has 1 to { $most } characters and no line breaks.
refused-title = A title has at most { $most } characters.
refused-address = An address has 1 to { $most } characters.
refused-words = A search has 1 to { $most } characters.
refused-number = A whole number from { $least } to { $most } is expected here.
refused-choice = That is none of the values to choose from.
refused-contrary = The two intervals contradict each other: “at least every” must not be shorter than “no more often than every”.
refused-taken = Something else of yours has that name. Choose another.
refused-at-once = At most { $most } at once.
refused-full = You have { $most } already. Remove one first.
refused-no-link = This article has no address that could be fetched.
refused-half-a-key = A password needs a user name, and a header needs a value.
