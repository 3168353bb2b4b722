# Deutsch. What every page may say.
