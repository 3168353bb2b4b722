# English. Search.
