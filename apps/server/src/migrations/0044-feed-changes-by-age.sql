-- What a feed told is kept for disputes, and pruned by its age.
create index feed_change_by_age on feed_change (received_at);
