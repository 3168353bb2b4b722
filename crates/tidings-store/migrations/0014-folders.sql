-- Folders inside folders; the words of 0001 hold.

-- SQLite cannot drop a table's unique constraint, so the table is made again. Ids of removed folders stay unused.
{SQLITE} create table folders_nested(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    name text not null,
    created_at bigint not null,
    position bigint not null default 0
);
{SQLITE} insert into folders_nested(id, user_id, name, created_at, position)
    select id, user_id, name, created_at, position from folders;
{SQLITE} delete from sqlite_sequence where name = 'folders_nested';
{SQLITE} insert into sqlite_sequence(name, seq) select 'folders_nested', seq from sqlite_sequence where name = 'folders';
{SQLITE} drop table folders;
{SQLITE} alter table folders_nested rename to folders;
{POSTGRES} alter table folders drop constraint folders_user_id_name_key;

-- The folder it is inside of, of the same user; null at the top. Names are unique inside a folder, and have no slash.
alter table folders add column parent_id bigint;
create unique index folders_name on folders(user_id, coalesce(parent_id, 0), name);
create index folders_parent on folders(parent_id) where parent_id is not null;
