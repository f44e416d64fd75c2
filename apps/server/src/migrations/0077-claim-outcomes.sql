-- The outcome of each claim on a result, judged once by the rules and applied to all its legs (SETL-01). Null: the claim
-- waits for what the result does not tell. Kept while bets may still meet it.
create table claim_outcomes (
  game_id uuid not null,
  version int not null,
  market text collate "C" not null,
  selection text collate "C" not null,
  house text,
  industry text,
  primary key (game_id, version, market, selection)
);
