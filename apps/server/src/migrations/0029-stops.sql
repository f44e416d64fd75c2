-- Whether the feed reports that bets are stopped now, as during a penalty.
alter table game_results add column play_stopped boolean not null default false;
-- The last known number of penalties and reviews, while the feed does not report it.
alter table game_results add column known_incidents int;
update game_results set known_incidents = incidents where incidents is not null;
