-- The games of every source: a feed's matches and the games that the operator runs by hand.
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
  -- The first start that was announced: a game moved by a day or more is void (D20).
  first_scheduled_at timestamptz not null,
  status text not null default 'upcoming' check (status in
    ('upcoming', 'live', 'finished', 'completed', 'settled', 'cancelled', 'postponed', 'abandoned')),
  source text not null check (source in ('feed', 'hand')),
  feed_match_id text,
  -- A status that the feed does not document: nothing settles until an operator decides.
  held boolean not null default false,

  -- Odds of the feed or the operator in hundredths; null where there are none (D14).
  home_odds int check (home_odds > 100),
  draw_odds int check (draw_odds > 100),
  away_odds int check (away_odds > 100),
  over25_odds int check (over25_odds > 100),
  under25_odds int check (under25_odds > 100),
  -- The score model fitted to them; price_version counts the changes of this base (D16, D17).
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

  -- What the bets are settled on: {"kind":"result","result":…} or {"kind":"void","reason":…}. Each change of it is a
  -- version; settlement works while settled_version lags behind.
  verdict jsonb,
  result_version int not null default 0,
  settled_version int not null default 0,
  -- When the clock of a game run by hand, or the verdict of a late one, is looked at again.
  next_at timestamptz,

  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (source, feed_match_id),
  check ((source = 'feed') = (feed_match_id is not null)),
  check (settled_version <= result_version)
);
create index games_by_start on games (start_time, id) where status in ('upcoming', 'live');
create index games_finished on games (start_time desc, id) where status not in ('upcoming', 'live');
create index games_to_settle on games (finished_at) where result_version > settled_version;
create index games_due on games (next_at) where next_at is not null;

-- Every raw change of a feed's match, for disputes.
create table feed_change (
  id bigint generated always as identity primary key,
  game_id uuid not null,
  received_at timestamptz not null,
  raw jsonb not null
);
create index feed_change_game on feed_change (game_id, id);
create trigger feed_change_append_only before update or truncate on feed_change
  for each statement execute function refuse_change();
