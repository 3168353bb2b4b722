# Deutsch. Accounts, settings, activity, administration.
