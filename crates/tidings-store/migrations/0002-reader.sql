-- The reader: what the pages need beyond the foundation. One section per area; the words of 0001 hold.

-- Reading

-- Search

-- Sources

-- What a subscriber wishes of a source. Whatever concerns fetching holds for others only as far as all agree.
-- Not retrieved for this user's sake since then.
alter table subscriptions add column paused_at bigint;
-- 1: only in its own list and its folder's, not among everything.
alter table subscriptions add column is_muted bigint not null default 0;
-- 1: the whole text is fetched where the feed has a part of it.
alter table subscriptions add column full_text bigint not null default 0;
-- Ask no more often than this, and at least this often.
alter table subscriptions add column min_minutes bigint;
alter table subscriptions add column max_minutes bigint;
-- Keep articles that long, or that many.
alter table subscriptions add column keep_days bigint;
alter table subscriptions add column keep_count bigint;
-- The new address that the user does not want.
alter table subscriptions add column kept_move text;
-- The user's own order, names within the same place.
alter table folders add column position bigint not null default 0;

-- What an operator, or the only subscriber, wishes of the fetching of a source.
create table source_options(
    source_id {KEY},
    user_agent text,
    min_minutes bigint,
    max_minutes bigint,
    -- The new address that is not to be adopted.
    refused_move text
);

-- Secrets by which a source lets us in: one header, for one origin. Neither shown nor in backups.
create table source_credentials(
    source_id {KEY},
    origin text not null,
    header text not null,
    secret text not null
);

-- Lists of subscriptions on their way in; whoever restarts goes on with the lines that wait.
create table imports(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    name text not null,
    started_at bigint not null,
    finished_at bigint,
    -- Read and starred articles that the file told of.
    n_marks bigint not null default 0,
    -- What was odd about the file, a sentence a line.
    complaints text not null default ''
);
create index imports_user on imports(user_id, id);
create index imports_open on imports(id) where finished_at is null;

create table import_lines(
    import_id bigint not null,
    line bigint not null,
    user_id bigint not null,
    url text not null,
    title text not null,
    folder text not null,
    -- waiting, added, known or refused.
    state text not null,
    why text not null default '',
    primary key(import_id, line)
) {WR};
create index import_lines_waiting on import_lines(import_id, line) where state = 'waiting';

-- Articles that another program knew as read or starred, until the source lists them or was asked once without.
create table imported_marks(
    id {ID},
    user_id bigint not null,
    source_id bigint not null,
    guid_key bigint,
    link_key bigint,
    guid text,
    link text,
    title text not null,
    published bigint,
    html text not null,
    is_read bigint not null,
    starred_at bigint,
    tags text not null default '',
    imported_at bigint not null
);
create index imported_marks_source on imported_marks(source_id, id);
create index imported_marks_user on imported_marks(user_id, id);

-- Rules, feeds out, webhooks, imports

-- Accounts

-- Media
