-- Changed marks: client programs ask for the articles whose marks have changed; the words of 0001 hold.

-- When a mark last changed in a way that leaves no other time: read along with a whole list, unread again, or unstarred.
alter table readings add column changed_at bigint;
