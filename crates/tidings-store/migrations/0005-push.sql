-- Push: who tells us of news, and what came that way; the words of 0001 hold.

-- What we asked a hub (WebSub) or a cloud (rssCloud) to tell us. Not in backups: the secrets open nothing but our own
-- callbacks, and a restored installation asks anew.
create table push_subscriptions(
    id {ID},
    -- Null: nobody wants it any more, and the hub is being told.
    source_id bigint unique,
    -- hub or cloud.
    way text not null,
    hub text not null,
    topic text not null,
    -- The end of the callback's address. As plain as the secrets beside it, because it is sent again at each renewal.
    token text not null unique,
    -- The beginning of the callback's address: where we were to be reached when the hub was asked.
    base text not null,
    -- asking, active or refused.
    state text not null,
    -- subscribe or unsubscribe: what the hub may ask us to confirm, and since when.
    pending text,
    asked_at bigint,
    -- When the hub is to be asked again.
    next_at bigint not null,
    failures bigint not null default 0,
    fault text,
    -- The key that we asked with, the one that was confirmed last, and the one before.
    new_secret text,
    secret text,
    former_secret text,
    confirmed_at bigint,
    since bigint,
    lease_until bigint,
    last_ping bigint,
    n_pings bigint not null default 0,
    -- Messages that were not signed as agreed.
    n_forged bigint not null default 0,
    n_proofs bigint not null default 0,
    n_doubts bigint not null default 0,
    doubt_at bigint,
    is_hint bigint not null default 0,
    created_at bigint not null
);
create index push_subscriptions_due on push_subscriptions(next_at);

-- Articles that a hub sent and that the source has not shown yet.
create table pushed_articles(
    article_id {KEY},
    source_id bigint not null,
    pushed_at bigint not null,
    -- Looks at the source since then.
    n_looks bigint not null default 0
);
create index pushed_articles_source on pushed_articles(source_id);
