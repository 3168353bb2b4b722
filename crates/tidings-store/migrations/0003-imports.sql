-- Archives of our own come back with more than lists of other programs; the words of 0001 hold.

-- What the user wished of the source where they come from, a wish a line.
alter table import_lines add column options text not null default '';
-- When it had been put aside for later.
alter table imported_marks add column later_at bigint;
