-- Every result that the bets on a game were ever settled on, version by version: a corrected result is a row more (D21).
create table game_results (
  game_id uuid not null,
  version int not null,
  -- {"kind":"result","result":{…}} or {"kind":"void","reason":"…"}
  verdict jsonb not null,
  -- Legs taken after the actual first whistle are void (SETL-46).
  first_live_at timestamptz,
  decided_by text not null check (decided_by in ('feed', 'clock', 'operator')),
  -- The operator and his reason, where it was one.
  actor_id uuid,
  note text not null default '',
  decided_at timestamptz not null,
  primary key (game_id, version)
);
insert into game_results (game_id, version, verdict, first_live_at, decided_by, decided_at)
select id, result_version, verdict, first_live_at, case source when 'feed' then 'feed' else 'operator' end, finished_at
  from games where result_version > 0;

create trigger game_results_append_only before update or delete or truncate on game_results
  for each statement execute function refuse_change();
revoke update, delete, truncate on game_results from mupiira_app;
