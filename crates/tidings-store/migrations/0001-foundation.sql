-- The foundation: people, sources, articles, what people did with them, and what was learned.
--
-- Times are milliseconds since 1970 (UTC), truth is 0 or 1. {ID} is a key that counts up and is never reused, {KEY} a
-- key given by us, {WR} keeps a table in the order of its key, {BLOB} holds bytes. Never edited after release.

create table users(
    id {ID},
    name text not null,
    -- The name in lower case: two people cannot differ by case alone.
    name_key text not null unique,
    password text not null,
    role text not null,
    created_at bigint not null,
    seen_at bigint
);

create table sessions(
    token_hash {BLOB} not null primary key,
    user_id bigint not null references users(id) on delete cascade,
    csrf text not null,
    label text not null,
    created_at bigint not null,
    seen_at bigint not null,
    expires_at bigint not null
);
create index sessions_user on sessions(user_id);

create table app_passwords(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    label text not null,
    -- App passwords are long and random, so a plain digest is safe and can be looked up.
    hash {BLOB} not null unique,
    created_at bigint not null,
    used_at bigint
);
create index app_passwords_user on app_passwords(user_id);

-- user_id 0 holds the settings of the whole installation.
create table settings(
    user_id bigint not null,
    name text not null,
    value text not null,
    primary key(user_id, name)
) {WR};

-- Politeness is counted per host (registrable domain).
create table hosts(
    host text not null primary key,
    -- The next retrieval may start then.
    next_start_at bigint not null default 0,
    -- The server asked for silence until then.
    blocked_until bigint not null default 0,
    -- A source of this host may be claimable from then on: never later than the truth, sometimes earlier.
    -- Null: nothing to claim.
    ready_at bigint
);
create index hosts_ready on hosts(ready_at, host);

create table sources(
    id {ID},
    kind text not null,
    url text not null unique,
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
    created_at bigint not null
);
create index sources_due on sources(host, due_at);
create index sources_leased on sources(host, lease_until) where lease_until > 0;

create table folders(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    name text not null,
    created_at bigint not null,
    unique(user_id, name)
);

create table subscriptions(
    user_id bigint not null,
    source_id bigint not null,
    folder_id bigint,
    title text,
    created_at bigint not null,
    primary key(user_id, source_id)
) {WR};
create index subscriptions_source on subscriptions(source_id, user_id);

create table articles(
    id {ID},
    source_id bigint not null,
    -- The sort key: the earlier of the date the source tells and the first sight. Never changes.
    published_at bigint not null,
    arrived_at bigint not null,
    edited_at bigint,
    -- The dates as the source tells them.
    published bigint,
    updated bigint,
    version bigint not null,
    -- The keys the article has now; article_keys also holds former ones.
    guid_key bigint,
    path_key bigint,
    link_key bigint,
    title_key bigint,
    content_key bigint,
    guid text,
    title text not null,
    link text,
    comments text,
    n_comments bigint,
    authors text not null default '',
    summary text not null,
    language text,
    tags text not null default '',
    enclosures text not null default '',
    image text
);
create index articles_source on articles(source_id, published_at, id);
create index articles_published on articles(published_at, id);

-- Bodies apart, so that lists stay small.
create table article_content(
    article_id {KEY},
    html text not null
);

-- What an article of a source is recognised by, now or formerly.
create table article_keys(
    source_id bigint not null,
    fingerprint bigint not null,
    kind bigint not null,
    article_id bigint not null,
    added_at bigint not null,
    primary key(source_id, fingerprint, kind, article_id)
) {WR};
-- A guid stands for one article of its source: the last guard against storing twice.
create unique index article_keys_guid on article_keys(source_id, fingerprint) where kind = 0;

-- Articles removed by retention. Their keys stay as long as the source still lists them, so that they do not return.
create table forgotten(
    article_id {KEY},
    source_id bigint not null,
    published bigint,
    guid_key bigint,
    link_key bigint,
    title_key bigint,
    content_key bigint,
    seen_at bigint not null
);
create index forgotten_source on forgotten(source_id, seen_at);

-- One row per user and article not yet read: written when the article is stored, deleted when it is read.
create table unread(
    user_id bigint not null,
    published_at bigint not null,
    article_id bigint not null,
    source_id bigint not null,
    primary key(user_id, published_at, article_id)
) {WR};
create index unread_source on unread(user_id, source_id, published_at, article_id);

-- Sparse: only what a person did to a single article.
create table readings(
    user_id bigint not null,
    article_id bigint not null,
    read_at bigint,
    starred_at bigint,
    later_at bigint,
    n_opened bigint not null default 0,
    spent_ms bigint not null default 0,
    rating bigint,
    primary key(user_id, article_id)
) {WR};
create index readings_starred on readings(user_id, starred_at, article_id) where starred_at is not null;
create index readings_later on readings(user_id, later_at, article_id) where later_at is not null;
create index readings_article on readings(article_id);

create table tags(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    name text not null,
    unique(user_id, name)
);

create table article_tags(
    tag_id bigint not null,
    article_id bigint not null,
    user_id bigint not null,
    tagged_at bigint not null,
    primary key(tag_id, article_id)
) {WR};
create index article_tags_newest on article_tags(tag_id, tagged_at, article_id);
create index article_tags_article on article_tags(article_id, user_id);

create table reactions(
    id {ID},
    user_id bigint not null,
    article_id bigint not null,
    source_id bigint not null,
    reaction text not null,
    at bigint not null
);
create index reactions_user on reactions(user_id, at);

create table visits(
    user_id bigint not null,
    at bigint not null,
    primary key(user_id, at)
) {WR};

create table retrievals(
    id {ID},
    source_id bigint not null,
    started_at bigint not null,
    finished_at bigint not null,
    status bigint,
    wire_bytes bigint not null,
    outcome text not null,
    n_new bigint not null default 0,
    n_updated bigint not null default 0,
    failure_kind text,
    failure_message text,
    reason text not null
);
create index retrievals_source on retrievals(source_id, id);
create index retrievals_started on retrievals(started_at);

-- How often a source posts: a Gamma posterior.
create table posting_rates(
    source_id {KEY},
    postings double precision not null,
    days double precision not null,
    as_of bigint not null
);

-- Every other belief, in the encoding of whoever learned it.
create table beliefs(
    kind text not null,
    subject_id bigint not null,
    as_of bigint not null,
    body {BLOB} not null,
    primary key(kind, subject_id)
) {WR};

-- What people need to know of: failures, moves, sign-ins, merges.
create table activity(
    id {ID},
    at bigint not null,
    -- Null: of interest to operators.
    user_id bigint,
    source_id bigint,
    kind text not null,
    message text not null
);
create index activity_user on activity(user_id, id);
