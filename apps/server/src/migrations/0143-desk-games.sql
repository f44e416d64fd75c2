-- What staff does with games. The list of all games is paged in the order of their creation (ADMG-02), and searched by
-- any part of a team or a league.
create extension if not exists pg_trgm;
create index games_newest on games (created_at desc, id desc);
create index games_newest_by_status on games (status, created_at desc, id desc);
create index games_by_words on games using gin ((name || ' ' || league) gin_trgm_ops);

alter table games
  -- A match run by hand: how far its clock stands before or behind the time since its start, in minutes.
  add column clock_offset int not null default 0,
  -- What staff has set of single markets: {"1x2":{"suspended":true},"btts":{"odds":{"yes":185}}}; hundredths.
  add column controls jsonb not null default '{}',
  -- Suspended with its league, or with everything (see game_suspension); its own suspension is apart from that.
  add column barred boolean not null default false;

-- Leagues that nobody can bet on, and `all`: everything. Games that come meanwhile are barred as well.
create table game_suspension (
  -- 'all', or the league as 'country/league'.
  scope text primary key,
  actor_id uuid not null,
  reason text not null,
  created_at timestamptz not null
);
create function league_scope(country text, league text) returns text language sql immutable parallel safe
  return coalesce(country, '') || '/' || league;

create function bar_new_game() returns trigger language plpgsql as $$
begin
  new.barred := exists (select from game_suspension where scope in ('all', league_scope(new.country, new.league)));
  return new;
end
$$;
create trigger games_barred before insert on games for each row execute function bar_new_game();

-- DATA-29, DATA-30. A published match is linked to the one game that it became.
create table fixtures (
  id uuid primary key,
  tournament text not null,
  season text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index fixtures_newest on fixtures (created_at desc, id desc);
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
