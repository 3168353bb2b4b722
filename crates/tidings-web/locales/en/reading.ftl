# English. Lists, articles and how they are read.
