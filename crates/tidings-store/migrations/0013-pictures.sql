-- Pictures of articles, as far as processes must agree on them; the words of 0001 hold.

-- One row for each picture that a process is fetching or could not fetch. On PostgreSQL, whose processes need not share a
-- disk, the row also holds the picture. Not in a backup: every picture can be fetched again.
create table pictures(
    -- A hash of the address, in hexadecimal digits.
    key text not null primary key,
    -- A process is fetching it until then, at the latest.
    claimed_until bigint not null,
    -- Why it could not be fetched (a code and a sentence), and from when on it may be tried again.
    failure text,
    message text,
    retry_at bigint not null default 0,
    fetched_at bigint not null default 0,
    n_bytes bigint not null default 0,
    bytes {BLOB}
) {WR};
