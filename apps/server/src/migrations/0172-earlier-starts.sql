-- The starts that a game had before, each until when: a bet counts with the start that it was taken with (D20). When the
-- ones so far were changed is not known: whoever has bet took the first of them. Settlement works while settled_moves lags
-- behind.
alter table games
  add column earlier_starts jsonb not null default '[]',
  add column settled_moves int not null default 0;
update games
   set earlier_starts = jsonb_build_array(jsonb_build_object('startsAt', first_scheduled_at, 'until', now()))
 where result_version = 0 and first_scheduled_at <> start_time;
create index games_moved on games (id) where result_version = 0 and jsonb_array_length(earlier_starts) > settled_moves;
