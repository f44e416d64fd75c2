-- Of a game and a suspension that come at once the later one knows of the other: whoever suspends has this table alone.
create or replace function bar_new_game() returns trigger language plpgsql as $$
begin
  lock table game_suspension in row share mode;
  new.barred := exists (select from game_suspension where scope in ('all', league_scope(new.country, new.league)));
  return new;
end
$$;

-- A game that comes on show again (postponed, and on again), or into another league, is barred as those are that come new;
-- and one that was let go meanwhile is not barred for ever.
create trigger games_barred_anew before update of status, league, country on games for each row
  when (
    new.status in ('upcoming', 'live')
    and (old.status not in ('upcoming', 'live') or (old.league, old.country) is distinct from (new.league, new.country))
  )
  execute function bar_new_game();

update games g set barred = not g.barred, updated_at = greatest(now(), g.updated_at + interval '1 millisecond')
 where g.status in ('upcoming', 'live')
   and g.barred <> exists (select from game_suspension s where s.scope in ('all', league_scope(g.country, g.league)));
