-- What a result moved that one member of staff has said without a second one: within a day it counts together (ADMT-30).
create table staff_result (
  game_id uuid not null,
  version int not null,
  said_by uuid not null,
  -- In hundredths: paid out and taken back, as it was worked out when it was said.
  moved bigint not null check (moved >= 0),
  created_at timestamptz not null,
  primary key (game_id, version)
);
create index staff_result_of on staff_result (said_by, created_at);
create trigger staff_result_append_only before update or delete or truncate on staff_result
  for each statement execute function refuse_change();
revoke update, delete, truncate on staff_result from mupiira_app;
