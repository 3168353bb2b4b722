-- Articles that were stored before their reader subscribed to the source: for her they arrived when she subscribed. Client
-- apps ask for what is newer than the last they saw, by number or by time, and know such an article by a number of its own,
-- given when it arrived for her. Numbers and ids of articles are from the same sequence.
create table late_arrivals(
    user_id bigint not null,
    article_id bigint not null,
    entry_id bigint not null,
    arrived_at bigint not null,
    primary key(user_id, article_id)
) {WR};
create unique index late_arrivals_entry on late_arrivals(user_id, entry_id);
create index late_arrivals_article on late_arrivals(article_id);
