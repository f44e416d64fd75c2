-- Settlement.

-- When each result of a game was settled.
create table game_settlements (
  game_id uuid not null,
  result_version int not null,
  settled_at timestamptz not null,
  -- A placement in progress during settlement can commit after it: the game is settled once more at this time.
  sweep_at timestamptz,
  primary key (game_id, result_version)
);
create index game_settlements_sweep on game_settlements (sweep_at) where sweep_at is not null;

revoke delete on game_settlements from mupiira_app;
