-- The reader: what the pages need beyond the foundation. One section per area; the words of 0001 hold.

-- Reading

-- Grows with everything a person does: what was counted for them before is known to be old, in every process.
alter table users add column revision bigint not null default 0;

-- When a person opened the article last: keeping it unread holds for the rest of a visit.
alter table readings add column opened_at bigint;

-- What it takes to undo what was done to many articles at once, for an hour.
create table undos(
    id {ID},
    user_id bigint not null,
    at bigint not null,
    kind text not null,
    -- How many things were changed, for the sentence.
    n bigint not null,
    payload {BLOB} not null
);
create index undos_at on undos(at);

-- Search

-- Articles that are no longer what they were: edited, moved to another source, removed. Whoever keeps an index of the articles
-- reads on from where it was; new articles are found by their ids. Not in backups.
create table article_changes(
    id {ID},
    article_id bigint not null,
    at bigint not null
);

-- One row: which database this is, which a restored one is not, and up to where the log of changes was cut.
create table article_log(
    id {KEY},
    epoch bigint not null,
    cut_to bigint not null
);

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

-- A user's rules, looked at in the order of position. Conditions and actions are lines that a person can read.
create table rules(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    position bigint not null,
    name text not null,
    -- all, folder or source, and which.
    scope text not null,
    scope_id bigint,
    -- all or any.
    matching text not null,
    -- 1 where accents count.
    accents bigint not null,
    conditions text not null,
    actions text not null,
    is_on bigint not null,
    -- Why it was switched off by us.
    fault text,
    created_at bigint not null,
    -- Removed, and gone for good an hour later.
    deleted_at bigint
);
create index rules_user on rules(user_id, position);

-- Counts up with every change of a user's rules: prepared rules of an older count are prepared anew.
create table rule_books(
    user_id {KEY},
    generation bigint not null
);

-- What rules matched, for as long as the log is kept.
create table rule_matches(
    rule_id bigint not null,
    article_id bigint not null,
    user_id bigint not null,
    matched_at bigint not null,
    primary key(rule_id, article_id)
) {WR};
create index rule_matches_newest on rule_matches(rule_id, matched_at, article_id);
create index rule_matches_article on rule_matches(article_id);

-- Articles that a rule keeps out of a user's lists.
create table hidden(
    user_id bigint not null,
    article_id bigint not null,
    rule_id bigint not null,
    hidden_at bigint not null,
    primary key(user_id, article_id)
) {WR};
create index hidden_rule on hidden(rule_id, article_id);
create index hidden_article on hidden(article_id);

-- Where a user's news are posted to.
create table webhooks(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    name text not null,
    url text not null,
    -- The key of the signature; whoever receives messages has it too.
    secret text not null,
    -- article (with a scope), star, tag (scope_id is the tag) or rule.
    event text not null,
    scope text not null,
    scope_id bigint,
    is_on bigint not null,
    failing_since bigint,
    last_at bigint,
    last_said text,
    -- Why it was switched off by us.
    fault text,
    created_at bigint not null
);
create index webhooks_user on webhooks(user_id);

-- Messages not yet delivered. The id is part of what receivers know a message by.
create table deliveries(
    id {ID},
    webhook_id bigint not null references webhooks(id) on delete cascade,
    user_id bigint not null,
    article_id bigint not null,
    event text not null,
    rule_id bigint,
    created_at bigint not null,
    next_at bigint not null,
    n_attempts bigint not null default 0
);
create index deliveries_due on deliveries(next_at);
create index deliveries_webhook on deliveries(webhook_id, id);
create index deliveries_article on deliveries(article_id);

-- Lists that go out as feeds. The token is shown to its user again and again; who asks with one is looked up by its
-- digest, so that the time a look-up takes tells nothing.
create table outputs(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    name text not null,
    -- unread, all, starred, later, folder, source, tag or search.
    list text not null,
    list_id bigint,
    query text,
    token text not null,
    hash {BLOB} not null unique,
    created_at bigint not null,
    used_at bigint
);
create index outputs_user on outputs(user_id);

-- Links to single articles for whoever has them; looked up as outputs are.
create table shares(
    id {ID},
    user_id bigint not null references users(id) on delete cascade,
    article_id bigint not null,
    token text not null,
    hash {BLOB} not null unique,
    created_at bigint not null,
    expires_at bigint
);
create index shares_user on shares(user_id, article_id);
create index shares_article on shares(article_id);

-- Accounts

-- Since when the user may not sign in; null: they may.
alter table users add column disabled_at bigint;
-- 'read' or 'write'.
alter table app_passwords add column scope text not null default 'write';

-- The second step of signing in: a secret shared with the user's own device.
create table second_factors(
    user_id {KEY} references users(id) on delete cascade,
    secret {BLOB} not null,
    created_at bigint not null,
    -- Null until the user has shown a code made from it.
    confirmed_at bigint,
    -- The last step of time a code was taken for: none is taken twice.
    last_step bigint not null default 0
);

-- For who lost the device: each works once. Long and random, so a plain digest is safe.
create table recovery_codes(
    user_id bigint not null references users(id) on delete cascade,
    hash {BLOB} not null,
    primary key(user_id, hash)
) {WR};

-- Who gave the right password and owes the second step.
create table second_steps(
    token_hash {BLOB} not null primary key,
    user_id bigint not null references users(id) on delete cascade,
    expires_at bigint not null
);

-- One-time links of operators: to join, or for a user to choose a new password.
create table invitations(
    token_hash {BLOB} not null primary key,
    -- Null: to join.
    user_id bigint references users(id) on delete cascade,
    role text not null,
    created_at bigint not null,
    expires_at bigint not null
);

-- Media

-- Whole texts of articles, taken from their pages; the source's own text stays beside them.
create table full_texts(
    article_id {KEY},
    -- Null while it could not be had.
    html text,
    -- Why not, in a sentence.
    failure text,
    fetched_at bigint not null,
    n_tries bigint not null default 0,
    -- When it is tried again by itself; null: never.
    next_try_at bigint
);
create index subscriptions_full_text on subscriptions(source_id) where full_text = 1;

-- Where somebody stopped in a sound or film of an article.
create table positions(
    user_id bigint not null,
    article_id bigint not null,
    -- The fingerprint of its address.
    media bigint not null,
    seconds bigint not null,
    -- Its whole length, where the player knew.
    length bigint,
    at bigint not null,
    primary key(user_id, article_id, media)
) {WR};
create index positions_article on positions(article_id);

-- Icons, each once however many sources have it.
create table icons(
    id {ID},
    fingerprint bigint not null unique,
    media_type text not null,
    bytes {BLOB} not null
);

create table source_icons(
    source_id {KEY},
    -- Where the source itself says its icon is.
    told text,
    icon_id bigint,
    -- When it was last looked for.
    looked_at bigint
);
create index source_icons_icon on source_icons(icon_id) where icon_id is not null;
