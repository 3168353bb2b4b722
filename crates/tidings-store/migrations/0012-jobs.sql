-- Periodic work: who does it, when it is next due, and how it went; the words of 0001 hold.

-- One row for each job. `holder` is a process, which has it until `lease_until`; a lease that ran out is anybody's.
create table jobs(
    name text primary key,
    holder text not null,
    lease_until bigint not null,
    next_at bigint not null,
    -- The last run: when it began, how long it took, what went wrong.
    started_at bigint,
    took_ms bigint,
    error text,
    n_runs bigint not null default 0,
    n_failures bigint not null default 0
);

-- Failed attempts to sign in, counted in windows of time; `key` is a hash of whom and from where.
create table attempts(
    key text primary key,
    since bigint not null,
    n bigint not null
);
create index attempts_since on attempts(since);
