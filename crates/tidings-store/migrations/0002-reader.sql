-- The reader: what the pages need beyond the foundation. One section per area; the words of 0001 hold.

-- Reading

-- Search

-- Sources

-- Rules, feeds out, webhooks, imports

-- Accounts

-- Media
