-- Reports of danger so far, such as corners, and the time of the last one.
alter table game_results add column alerts int not null default 0;
alter table game_results add column last_alert_at timestamptz;
-- The pushed and the polled score of the feed differ, and neither is known to be newer.
alter table game_results add column score_disputed boolean not null default false;
