-- Courtsiding: bets on live games by players who know a goal before the feed reports it.

-- How goals and red cards within 30 s after acceptance moved the fair odds of a selection: in the player's favour (1),
-- against the player (-1), neither (0), or unknown (null). There are no foreign keys, as in delayed_bets.
create table in_play_moves (
  bet_id uuid not null,
  leg smallint not null,
  user_id uuid not null,
  market text not null,
  selection text not null,
  move smallint check (move in (-1, 0, 1)),
  accepted_at timestamptz not null,
  primary key (bet_id, leg)
);
create index in_play_moves_by_time on in_play_moves (accepted_at);
revoke update on in_play_moves from mupiira_app;

-- The bets whose moves are due.
create index delayed_bets_accepted on delayed_bets (decided_at) where state = 'accepted';

-- Restrictions by staff: seconds that are added to the delay of the player's live bets, and exclusion from live bets.
alter table player_counters
  add column in_play_delay smallint not null default 0 check (in_play_delay between 0 and 30),
  add column in_play_excluded boolean not null default false;
create index player_counters_in_play on player_counters (user_id) where in_play_delay > 0 or in_play_excluded;

-- The list of live bets in the console: newest first, by reason, and by game.
create index delayed_bets_by_time on delayed_bets (created_at, id);
create index delayed_bets_by_reason on delayed_bets (rejected_because, created_at, id) where rejected_because is not null;

-- The games of an acceptance record.
create function delayed_bet_games(record jsonb) returns text[] language sql immutable parallel safe
  return (select array_agg(game) from jsonb_object_keys(record -> 'games') game);
create index delayed_bets_by_game on delayed_bets using gin (delayed_bet_games(at_request));
