# English. What every page may say.
