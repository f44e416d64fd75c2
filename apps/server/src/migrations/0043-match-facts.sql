-- What a feed told about matches beside their scores (statistics, line-ups, head to head, tables), kept with its age:
-- it is asked only when somebody looks, and seldom.
create table match_facts (
  kind text not null check (kind in ('statistics', 'lineups', 'meetings', 'standings')),
  -- The game's id; of a table the league.
  subject text not null,
  -- null: the feed has none.
  facts jsonb,
  told_at timestamptz,
  -- The feed is not asked again before.
  ask_at timestamptz not null,
  primary key (kind, subject)
);
-- Finished games of a league, and of two teams, latest first.
create index games_of_league on games (league, start_time desc) where result_version > 0;
create index games_of_home_team on games (home_team, start_time desc) where result_version > 0;
create index games_of_away_team on games (away_team, start_time desc) where result_version > 0;
