-- Whether the feed reports that bets are stopped now, as during a penalty.
alter table game_results add column play_stopped boolean not null default false;
-- The last known number of penalties and reviews, while the feed does not report it.
alter table game_results add column known_incidents int;
-- Of other games the count is 0 or no longer needed.
update game_results r set known_incidents = r.incidents
  from games g where g.id = r.game_id and g.status = 'live' and r.incidents > 0;
