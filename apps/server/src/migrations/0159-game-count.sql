-- Games by the day on which they were made (Kampala): the console counts them without reading them (ADMX-08). A few rows a
-- day, so that those who make games do not wait for each other; the sum is exact at any moment.
create table game_count (
  day date not null,
  slot int not null,
  games bigint not null,
  primary key (day, slot)
);
insert into game_count select kampala_day(created_at), 0, count(*) from games group by 1;

create function count_new_games() returns trigger language plpgsql as $$
begin
  insert into game_count as c (day, slot, games)
  select kampala_day(created_at), pg_backend_pid() % 4, count(*) from made group by 1, 2 order by 1
  on conflict (day, slot) do update set games = c.games + excluded.games;
  return null;
end
$$;
create trigger games_counted_when_made after insert on games referencing new table as made
  for each statement execute function count_new_games();

create function count_deleted_games() returns trigger language plpgsql as $$
begin
  insert into game_count as c (day, slot, games)
  select kampala_day(created_at), pg_backend_pid() % 4, -count(*) from gone group by 1, 2 order by 1
  on conflict (day, slot) do update set games = c.games + excluded.games;
  return null;
end
$$;
create trigger games_counted_when_deleted after delete on games referencing old table as gone
  for each statement execute function count_deleted_games();
revoke delete, truncate on game_count from mupiira_app;

-- The audit log by area (`user.…`) and by time, latest first, without sorting what was found.
create index audit_log_by_area on audit_log (split_part(action, '.', 1), id);
