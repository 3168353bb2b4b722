-- Today: what lists put before users, what articles are about, and what each user taught; the words of 0001 hold.

-- What a list put before a user, and where. One visit has one instant.
create table showings(
    id {ID},
    user_id bigint not null,
    at bigint not null,
    -- 'today': ordered by interest; 'time': ordered by time.
    place text not null,
    -- From 1 on.
    position bigint not null,
    article_id bigint not null,
    source_id bigint not null,
    -- Why it stood there, in the encoding of whoever ordered it.
    reason text not null default ''
);
create unique index showings_visit on showings(user_id, place, at, article_id);
create index showings_user on showings(user_id, at, id);
create index showings_at on showings(at);
create index showings_article on showings(article_id);
create index reactions_article on reactions(article_id);

-- What an article is about: pairs of a topic's number and its part (16 bits each, little-endian), by the model of that training.
-- It outlives its article as long as somebody was shown it: what was taught is replayed from here.
create table article_topics(
    article_id {KEY},
    training bigint not null,
    mixture {BLOB} not null
);
create index article_topics_training on article_topics(training, article_id);

-- What a user said by hand of a topic or a source: it holds until it is taken back.
create table taught(
    user_id bigint not null,
    subject text not null,
    subject_id bigint not null,
    -- 0 (never) to 100 (always).
    level bigint not null,
    at bigint not null,
    primary key(user_id, subject, subject_id)
) {WR};
