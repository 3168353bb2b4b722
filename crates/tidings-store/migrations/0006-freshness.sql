-- Freshness: what each day came to, and what it would have come to had others decided when to look; the words of 0001 hold.

-- A day in UTC, named by its first instant.
create table watched_days(
    day {KEY},
    -- Up to when it is counted: the end of the day, once that is over.
    counted_until bigint not null,
    n_sources bigint not null,
    n_requests bigint not null,
    -- Requests that brought something new.
    n_fruitful bigint not null,
    n_failed bigint not null,
    -- Requests before which articles had probably come and gone.
    n_missed bigint not null,
    wire_bytes bigint not null,
    -- Requests that the budget allowed for a whole day.
    granted double precision not null
);

-- How long the articles that were seen on a day waited, under each policy.
create table shadows(
    day bigint not null,
    policy text not null,
    total_ms bigint not null,
    max_ms bigint not null,
    n_misses bigint not null,
    -- Delays by bin: pairs of a bin's number (16 bits) and its count (32 bits), little-endian.
    bins {BLOB} not null,
    primary key(day, policy)
) {WR};
