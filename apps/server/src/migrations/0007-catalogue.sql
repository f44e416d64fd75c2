-- Games, their results, feeds and fixtures.

-- Games from a feed and games that staff run manually. Odds are hundredths.
create table games (
  id uuid primary key,
  short_id text not null unique,
  name text not null,
  home_team text not null,
  away_team text not null,
  league text not null,
  country text,
  sport text not null default 'soccer' check (sport in ('soccer', 'basketball', 'tennis')),
  start_time timestamptz not null,
  -- The first announced start: a game moved by a day or more is void (D20).
  first_scheduled_at timestamptz not null,
  status text not null default 'upcoming' check (status in ('upcoming', 'live', 'finished', 'completed', 'settled',
    'cancelled', 'postponed', 'abandoned')),
  source text not null check (source in ('feed', 'hand')),
  feed_match_id text,
  -- The feed reported a status that it does not document. Settlement waits for staff.
  held boolean not null default false,
  home_odds int check (home_odds > 100),
  draw_odds int check (draw_odds > 100),
  away_odds int check (away_odds > 100),
  over25_odds int check (over25_odds > 100),
  under25_odds int check (under25_odds > 100),
  -- The score model fitted to the odds. price_version counts its changes (D16, D17), priced_at is the last one.
  model jsonb,
  price_version int not null default 0,
  suspended boolean not null default false,
  knock_out boolean not null default false,
  draw_possible boolean not null default true,
  players jsonb not null default '[]',
  minutes_passed int not null default 0,
  at_half_time boolean not null default false,
  break_duration int not null default 10 check (break_duration >= 1),
  match_duration int not null default 100 check (match_duration >= 1),
  half_time_duration int not null default 45,
  period text,
  home_score int,
  away_score int,
  half_time_home_score int,
  half_time_away_score int,
  winner text check (winner in ('home', 'away', 'draw')),
  goal_events jsonb not null default '[]',
  goals_complete boolean not null default true,
  participants jsonb,
  qualifier text check (qualifier in ('home', 'away', 'nobody')),
  retired boolean not null default false,
  result_confirmed boolean not null default false,
  viewers int not null default 0,
  first_live_at timestamptz,
  last_goal_at timestamptz,
  feed_seen_at timestamptz,
  finished_at timestamptz,
  -- What bets are settled on: {"kind":"result","result":…} or {"kind":"void","reason":…}. Each change is a version.
  -- Settlement has work while settled_version is behind.
  verdict jsonb,
  result_version int not null default 0,
  settled_version int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- No feed reports the game any more: its prices are suspended.
  silent boolean not null default false,
  -- For cash-out (D22): red cards, and when the last card, penalty or review was reported.
  red_cards jsonb not null default '{"away": 0, "home": 0}',
  last_incident_at timestamptz,
  -- Minutes between the clock of a manual game and the time since its start.
  clock_offset int not null default 0,
  -- Overrides of single markets: {"1x2":{"suspended":true},"btts":{"odds":{"yes":185}}}.
  controls jsonb not null default '{}',
  -- Suspended with its league or with all games (game_suspensions). `suspended` is its own suspension.
  barred boolean not null default false,
  -- Previous starts, each with the time it applied until: a bet counts with the start it was placed with (D20).
  -- Settlement has work while settled_moves is behind.
  earlier_starts jsonb not null default '[]',
  settled_moves int not null default 0,
  -- The feed's ids of the teams, {"home":"…","away":"…"}. A new spelling is the same team, a new id with a new name is not.
  feed_team_ids jsonb,
  -- A different result that the feed reported too late to be applied.
  told_result jsonb,
  priced_at timestamptz,
  -- Changes in progress that close the game to bets while they last.
  closed_for jsonb not null default '[]',
  unique (source, feed_match_id),
  check ((source = 'feed') = (feed_match_id is not null)),
  check (settled_version <= result_version)
);
create index games_by_start on games (start_time, id) where status in ('upcoming', 'live');
create index games_finished on games (start_time desc, id) where status not in ('upcoming', 'live');
create index games_to_settle on games (finished_at) where result_version > settled_version;
create index games_undecided on games (start_time) where result_version = 0;
create index games_of_league on games (league, start_time desc) where result_version > 0;
create index games_of_home_team on games (home_team, start_time desc) where result_version > 0;
create index games_of_away_team on games (away_team, start_time desc) where result_version > 0;
create index games_newest on games (created_at desc, id desc);
create index games_newest_by_status on games (status, created_at desc, id desc);
-- Search by any part of a team or league.
create index games_by_words on games using gin ((name || ' ' || league) gin_trgm_ops);
create index games_moved on games (id) where result_version = 0
  and jsonb_array_length(earlier_starts) > settled_moves;
create index games_told_result on games (start_time) where told_result is not null;
create index games_of_pair on games (home_team, away_team, start_time desc) where result_version > 0;

-- Every result that the bets of a game were settled on. A correction adds a version (D21).
create table game_results (
  game_id uuid not null,
  version int not null,
  verdict jsonb not null,
  -- Legs accepted after the actual kick-off are void (SETL-46).
  first_live_at timestamptz,
  decided_by text not null check (decided_by in ('feed', 'clock', 'operator')),
  actor_id uuid,
  note text not null default '',
  decided_at timestamptz not null,
  primary key (game_id, version)
);

create trigger game_results_append_only before update or delete or truncate on game_results
  for each statement execute function refuse_change();

-- The scope of a league in game_suspensions.
create function league_scope(country text, league text) returns text language sql immutable parallel safe
  return coalesce(country, '') || '/' || league;

-- Leagues, or all games, that are closed to bets. Their games have `barred` set.
create table game_suspensions (
  -- 'all', or the league as 'country/league'.
  scope text primary key,
  actor_id uuid not null,
  reason text not null,
  created_at timestamptz not null
);

-- The lock makes a new game and a suspension at the same moment see each other.
create function bar_new_game() returns trigger language plpgsql as $$
begin
  lock table game_suspensions in row share mode;
  new.barred := exists (select from game_suspensions where scope in ('all', league_scope(new.country, new.league)));
  return new;
end
$$;

create trigger games_barred before insert on games for each row execute function bar_new_game();
-- A game that becomes available again, or moves to another league, is treated like a new one.
create trigger games_barred_anew before update of status, league, country on games
  for each row
  when (
    new.status in ('upcoming', 'live')
    and (old.status not in ('upcoming', 'live') or (old.league, old.country) is distinct from (new.league, new.country))
  )
  execute function bar_new_game();

-- Cached facts of a match beside the score: statistics, line-ups, head to head, tables.
create table match_facts (
  kind text not null check (kind in ('statistics', 'lineups', 'meetings', 'standings')),
  -- The game's id, or the league of a table.
  subject text not null,
  -- Null: the feed has none.
  facts jsonb,
  told_at timestamptz,
  -- The feed is not queried again before.
  ask_at timestamptz not null,
  primary key (kind, subject)
);

-- Raw changes of feed matches, for disputes. Pruned by age.
create table feed_changes (
  id bigint generated always as identity primary key,
  game_id uuid not null,
  received_at timestamptz not null,
  raw jsonb not null
);
create index feed_changes_game on feed_changes (game_id, id);
create index feed_changes_by_age on feed_changes (received_at);

create trigger feed_changes_append_only before update or truncate on feed_changes
  for each statement execute function refuse_change();

-- When a feed was last received, in database time.
create table feed_states (
  name text primary key,
  heard_at timestamptz not null
);

-- A tournament's list of matches (DATA-29).
create table fixtures (
  id uuid primary key,
  tournament text not null,
  season text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index fixtures_newest on fixtures (created_at desc, id desc);

-- Matches of a list (DATA-30). A published match is linked to its game.
create table fixture_matches (
  id uuid primary key,
  fixture_id uuid not null references fixtures (id) on delete cascade,
  ordinal int not null,
  home_team text not null,
  away_team text not null,
  venue text not null default '',
  starts_at timestamptz not null,
  home_odds int check (home_odds > 100),
  draw_odds int check (draw_odds > 100),
  away_odds int check (away_odds > 100),
  game_id uuid unique
);
create index fixture_matches_of on fixture_matches (fixture_id, ordinal);

-- Number of games by day of creation in Kampala, in four slots so that inserts do not wait for each other.
create table game_count (
  day date not null,
  slot int not null,
  games bigint not null,
  primary key (day, slot)
);

-- Counts new games.
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

-- Counts deleted games.
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

revoke delete on game_count from mupiira_app;
revoke update, delete on game_results from mupiira_app;
