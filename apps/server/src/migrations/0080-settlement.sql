-- One row for each result that a game was settled on: the trail from a leg's result_version to what it was decided by.
create table game_settlements (
  game_id uuid not null,
  result_version int not null,
  -- {"kind":"result","result":{…}} or {"kind":"void","reason":"…"}
  verdict jsonb not null,
  -- Legs taken after the actual first whistle are void (SETL-46).
  first_live_at timestamptz,
  settled_at timestamptz not null,
  -- A placement that was under way when the game was settled can commit after it: the game is looked at once more.
  sweep_at timestamptz,
  primary key (game_id, result_version)
);
create index game_settlements_sweep on game_settlements (sweep_at) where sweep_at is not null;

revoke delete, truncate on game_settlements from mupiira_app;
