-- Games, their results, feeds and fixtures.

create extension if not exists unaccent;

-- Comparable text: without accents and in lower case. The dictionary never changes, so the function is immutable.
create function search_fold(words text) returns text language sql immutable strict parallel safe cost 100
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, words)) $$;

-- Games from a feed and manual games. Parts that change at different times have their own tables. The row of `games` is
-- the lock for all of them.
create table games (
  id uuid primary key,
  short_id text not null unique,
  name text not null generated always as (home_team || ' vs ' || away_team) stored,
  home_team text not null,
  away_team text not null,
  league text not null,
  country text,
  sport text not null default 'soccer' check (sport in ('soccer', 'basketball', 'tennis')),
  start_time timestamptz not null,
  -- The first announced start. A game that is rescheduled by a day or more is void.
  first_scheduled_at timestamptz not null,
  -- Previous starts, each with the time until which it applied. A bet keeps the start that applied at its placement.
  -- Settlement is pending while settled_reschedules is lower than their number.
  earlier_starts jsonb not null default '[]',
  settled_reschedules int not null default 0,
  -- The actual kick-off.
  first_live_at timestamptz,
  status text not null default 'upcoming' check (status in ('upcoming', 'live', 'finished', 'completed', 'settled',
    'cancelled', 'postponed', 'abandoned')),
  source text not null check (source in ('feed', 'hand')),
  knock_out boolean not null default false,
  -- True if staff deleted the game while its feed still lists it.
  hidden boolean not null default false,
  viewers int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index games_by_start on games (start_time, id) where status in ('upcoming', 'live');
create index games_finished on games (start_time desc, id) where status not in ('upcoming', 'live');
create index games_of_league on games (league, start_time desc) where status in ('finished', 'completed', 'settled');
create index games_of_home_team on games (home_team, start_time desc) where status in ('finished', 'completed', 'settled');
create index games_of_away_team on games (away_team, start_time desc) where status in ('finished', 'completed', 'settled');
create index games_of_pair on games (home_team, away_team, start_time desc) where status in ('finished', 'completed', 'settled');
create index games_newest on games (created_at desc, id desc);
create index games_newest_by_status on games (status, created_at desc, id desc);
-- Search by any part of a team or league (console), and by misspelled names (players).
create index games_by_words on games using gin (search_fold(name || ' ' || league) gin_trgm_ops);
create index games_by_similar_names on games
  using gin (search_fold(home_team || ' ' || away_team) gin_trgm_ops) where status in ('upcoming', 'live');
create index games_rescheduled on games (id) where jsonb_array_length(earlier_starts) > settled_reschedules;

-- The inputs of a game's prices. Odds are hundredths.
create table game_offers (
  game_id uuid primary key references games (id) on delete cascade,
  -- Increases with every change of the game that affects bets.
  offer_version int not null default 1,
  home_odds int check (home_odds > 100),
  draw_odds int check (draw_odds > 100),
  away_odds int check (away_odds > 100),
  over25_odds int check (over25_odds > 100),
  under25_odds int check (under25_odds > 100),
  -- The score model fitted to the odds. price_version counts its changes, priced_at is the last one.
  model jsonb,
  price_version int not null default 0,
  priced_at timestamptz,
  -- When the feed quoted the odds, by the feed's clock. Quotes that are too old close the game to bets.
  quoted_at timestamptz,
  draw_possible boolean not null default true,
  players jsonb not null default '[]',
  -- When the line-ups were published. Goalscorer prices come from the feed's scorer odds, and older quotes do not count.
  line_ups_at timestamptz,
  -- Overrides of single markets: {"1x2":{"suspended":true},"btts":{"odds":{"yes":185}}}.
  controls jsonb not null default '{}',
  -- By how much the liability of a selection lowers its price, in hundredths of a percent: {"1x2":{"1":150}}. A change is
  -- a new price version.
  price_reaction jsonb not null default '{}',
  suspended boolean not null default false,
  -- True if the league or all games are suspended (game_suspensions).
  scope_suspended boolean not null default false,
  -- Closed to bets while a second member of staff decides on a start that has passed.
  start_approval_pending boolean not null default false,
  updated_at timestamptz not null
);

create table game_clocks (
  game_id uuid primary key references games (id) on delete cascade,
  minutes_passed int not null default 0,
  at_half_time boolean not null default false,
  period text,
  break_duration int not null default 10 check (break_duration >= 1),
  match_duration int not null default 100 check (match_duration >= 1),
  half_time_duration int not null default 45,
  -- Minutes between the clock of a manual game and the time since its start.
  clock_offset int not null default 0,
  updated_at timestamptz not null
);

-- The score, the values derived from it, and the decision.
create table game_results (
  game_id uuid primary key references games (id) on delete cascade,
  home_score int,
  away_score int,
  half_time_home_score int,
  half_time_away_score int,
  winner text check (winner in ('home', 'away', 'draw')),
  goal_events jsonb not null default '[]',
  goals_complete boolean not null default true,
  -- For cash-out: red cards, and when the last goal, and the last card, penalty or review was reported.
  red_cards jsonb not null default '{"away": 0, "home": 0}',
  last_goal_at timestamptz,
  last_incident_at timestamptz,
  -- Penalties and reviews so far. Null: the feed cannot report them, so there are no live cash-outs.
  incidents int,
  participants jsonb,
  qualifier text check (qualifier in ('home', 'away', 'nobody')),
  retired boolean not null default false,
  -- The feed's report is contradictory or undocumented. Settlement waits for staff.
  held boolean not null default false,
  result_confirmed boolean not null default false,
  -- A different result that the feed reported too late or too often to be applied. Staff decide.
  reported_result jsonb,
  finished_at timestamptz,
  -- The decision that settles bets: {"kind":"result","result":…} or {"kind":"void","reason":…}. Each change is a
  -- version. Settlement is pending while settled_version is lower than result_version.
  decision jsonb,
  result_version int not null default 0,
  settled_version int not null default 0,
  updated_at timestamptz not null,
  check (settled_version <= result_version)
);
create index game_results_to_settle on game_results (finished_at) where result_version > settled_version;
create index game_results_undecided on game_results (game_id) where result_version = 0;
create index game_results_disputed on game_results (game_id) where reported_result is not null;

-- The feed match behind a game.
create table feed_links (
  game_id uuid primary key references games (id) on delete cascade,
  feed_match_id text not null unique,
  -- The feed's ids of the teams, {"home":"…","away":"…"}. With an unchanged id, a new spelling is the same team. A new
  -- id with a new name is another team.
  feed_team_ids jsonb,
  -- The last report on a game that staff has taken over (source 'hand'). It is shown and not applied.
  feed_report jsonb,
  -- The feed no longer reports the game: its prices are suspended.
  stale boolean not null default false,
  -- When the feed last reported the live game.
  feed_reported_at timestamptz,
  -- When the newest answer with the live game was requested. Live cash-outs wait for a later one.
  feed_requested_at timestamptz,
  updated_at timestamptz not null
);

-- Every result that the bets of a game were settled on. A correction adds a version.
create table game_result_versions (
  game_id uuid not null,
  version int not null,
  decision jsonb not null,
  -- Legs accepted after the actual kick-off are void.
  first_live_at timestamptz,
  decided_by text not null check (decided_by in ('feed', 'clock', 'operator')),
  actor_id uuid,
  note text not null default '',
  decided_at timestamptz not null,
  primary key (game_id, version)
);

create trigger game_result_versions_append_only before update or delete or truncate on game_result_versions
  for each statement execute function refuse_change();

-- The scope of a league in game_suspensions.
create function league_scope(country text, league text) returns text language sql immutable parallel safe
  return coalesce(country, '') || '/' || league;

-- Leagues, or all games, that are closed to bets. Their games have `scope_suspended` set.
create table game_suspensions (
  -- 'all', or the league as 'country/league'.
  scope text primary key,
  actor_id uuid not null,
  reason text not null,
  created_at timestamptz not null
);

-- Cached facts of a match other than the score: statistics, line-ups, head to head, tables.
create table match_facts (
  kind text not null check (kind in ('statistics', 'lineups', 'meetings', 'standings')),
  -- The game's id, or the league of a table.
  subject text not null,
  -- Null: the feed has none.
  facts jsonb,
  reported_at timestamptz,
  -- The feed is not requested again before this time.
  next_request_at timestamptz not null,
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

-- When a feed last responded, in database time.
create table feed_states (
  name text primary key,
  received_at timestamptz not null
);

-- For how long after a pushed goal the polled responses still lacked it. Live cash-out waits for the 95th percentile of
-- the newest rows.
create table feed_lags (
  id bigint generated always as identity primary key,
  measured_at timestamptz not null,
  lag_ms int not null check (lag_ms >= 0)
);

-- Matches whose reports were skipped, for staff.
create table feed_skips (
  match_id text primary key,
  reason text not null check (reason in ('long text', 'long list', 'duplicate', 'not stored', 'existing game')),
  name text not null,
  league text not null,
  start_time timestamptz not null,
  reported_at timestamptz not null
);

-- A tournament's list of matches.
create table fixtures (
  id uuid primary key,
  tournament text not null,
  season text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index fixtures_newest on fixtures (created_at desc, id desc);

-- Matches of a list. A published match is linked to its game.
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
  game_id uuid unique references games (id) on delete set null
);
create index fixture_matches_of on fixture_matches (fixture_id, ordinal);

-- Games that staff deleted before any bet, so that the number of games stays exact.
create table deleted_games (
  id uuid primary key,
  created_at timestamptz not null,
  deleted_at timestamptz not null
);
create index deleted_games_by_time on deleted_games (deleted_at);
create index deleted_games_by_creation on deleted_games (created_at);

revoke update, delete on deleted_games from mupiira_app;
revoke update, delete on game_result_versions from mupiira_app;
