-- Monitoring: what is believed of each source, what its waiting is worth, and the log from which freshness is told; the
-- words of 0001 hold.

-- How a source posts: the mean for lists, the whole in the encoding of whoever learned it.
create table rhythms(
    source_id {KEY},
    per_day double precision not null,
    as_of bigint not null,
    body {BLOB} not null
);
drop table posting_rates;

-- How much a minute of waiting for its articles matters, beside other sources: from who subscribes and what they read.
alter table sources add column weight double precision not null default 1;
-- 1: this subscriber wishes it as fresh as possible.
alter table subscriptions add column is_pinned bigint not null default 0;
-- 1: none of the articles in the document was known, so some were probably missed.
alter table retrievals add column missed bigint not null default 0;

-- What was posted between two looks, and when it was seen; only where the source tells a date that can be believed.
create table arrivals(
    id {ID},
    source_id bigint not null,
    posted_at bigint not null,
    seen_at bigint not null
);
create index arrivals_seen on arrivals(seen_at);
create index arrivals_source on arrivals(source_id, posted_at);

-- The price of a retrieval as it was from `at` on, what was granted and what was spent until the next row.
create table prices(
    at {KEY},
    price double precision not null,
    granted double precision not null,
    made bigint not null
);
