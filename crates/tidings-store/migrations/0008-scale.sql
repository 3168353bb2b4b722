-- Scale: what pages and housekeeping count without walking over every row; the words of 0001 hold.

-- Few retrievals come too late: the page on freshness counts the sources concerned.
create index retrievals_missed on retrievals(started_at, source_id) where missed > 0;
-- How many sources there are, are watched and fail is counted from this alone.
create index sources_standing on sources(state, failures);
