-- Whose alone a source is: a column, where it was a mark at the end of the address (`#only-for-7`). 0 is nobody, because a
-- unique key takes two nulls for different. One address may be watched once for all, and once for each who has a secret
-- for it or an archive of it.

-- SQLite cannot take the old unique key off a table: the table is built again. Nothing refers to it by a foreign key.
{SQLITE} create table sources_again(
    id {ID},
    kind text not null,
    url text not null,
    owner_id bigint not null default 0,
    host text not null,
    title text not null default '',
    site text,
    state text not null,
    -- 1 while it is paused only because nobody subscribes.
    is_orphan bigint not null default 0,
    etag text,
    last_modified text,
    body bigint,
    hints text not null default '',
    failures bigint not null default 0,
    failing_since bigint,
    last_success bigint,
    last_retrieval bigint,
    last_unconditional bigint,
    gones bigint not null default 0,
    gone_since bigint,
    failure_kind text,
    failure_message text,
    move_target text,
    move_since bigint,
    move_sightings bigint,
    next_at bigint not null,
    next_reason text not null,
    lease_until bigint not null default 0,
    lease_owner text,
    -- The later of next_at and lease_until; null while paused.
    due_at bigint,
    -- Articles were probably missed: the last document shared nothing with what was stored.
    missed_at bigint,
    created_at bigint not null,
    weight double precision not null default 1,
    unique(url, owner_id)
);
{SQLITE} insert into sources_again(id, kind, url, owner_id, host, title, site, state, is_orphan, etag, last_modified, body,
    hints, failures, failing_since, last_success, last_retrieval, last_unconditional, gones, gone_since, failure_kind,
    failure_message, move_target, move_since, move_sightings, next_at, next_reason, lease_until, lease_owner, due_at,
    missed_at, created_at, weight)
  select id, kind,
    case when is_marked then substr(url, 1, instr(url, '#only-for-') - 1) else url end,
    case when is_marked then cast(substr(url, instr(url, '#only-for-') + 10) as integer) else 0 end,
    host, title, site, state, is_orphan, etag, last_modified, body,
    hints, failures, failing_since, last_success, last_retrieval, last_unconditional, gones, gone_since, failure_kind,
    failure_message, move_target, move_since, move_sightings, next_at, next_reason, lease_until, lease_owner, due_at,
    missed_at, created_at, weight
  from (select *, url glob '*#only-for-[0-9]*' and not substr(url, instr(url, '#only-for-') + 10) glob '*[^0-9]*'
    as is_marked from sources);
-- Ids are never given twice, also those of sources that are gone.
{SQLITE} insert into sqlite_sequence(name, seq) select 'sources_again', 0
  where not exists (select 1 from sqlite_sequence where name = 'sources_again');
{SQLITE} update sqlite_sequence set seq = max(seq, coalesce((select seq from sqlite_sequence where name = 'sources'), 0))
  where name = 'sources_again';
{SQLITE} drop table sources;
{SQLITE} alter table sources_again rename to sources;
{SQLITE} create index sources_due on sources(host, due_at);
{SQLITE} create index sources_leased on sources(host, lease_until) where lease_until > 0;
{SQLITE} create index sources_standing on sources(state, failures);

{POSTGRES} alter table sources drop constraint sources_url_key;
{POSTGRES} alter table sources add column owner_id bigint not null default 0;
{POSTGRES} update sources set owner_id = cast(substr(url, strpos(url, '#only-for-') + 10) as bigint),
    url = substr(url, 1, strpos(url, '#only-for-') - 1)
  where substr(url, strpos(url, '#only-for-')) ~ '^#only-for-[0-9]+$';
{POSTGRES} alter table sources add constraint sources_address unique(url, owner_id);
