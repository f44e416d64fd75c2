
-- When each result of a game was settled.
create table game_settlements (
  game_id uuid not null,
  result_version int not null,
  settled_at timestamptz not null,
  primary key (game_id, result_version)
);

revoke delete on game_settlements from mupiira_app;
