# English. Accounts, settings, activity, administration.
