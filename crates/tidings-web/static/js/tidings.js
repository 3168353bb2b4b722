// What script adds to pages that work without it.
