-- What corrected results changed on tickets (D21): one row for each ticket and corrected result, with what stood before.
create table ticket_corrections (
  ticket_id uuid not null,
  -- Counts the corrections of a ticket from 1.
  ordinal smallint not null,
  game_id uuid not null,
  result_version int not null,
  -- [{"legNo":1,"before":"won","version":1,"decidedAt":"…","outcome":"lost"}]; the outcome is null where it waits again.
  legs jsonb not null,
  status_before text not null,
  payout_before bigint,
  settled_before timestamptz,
  status text not null,
  payout bigint,
  created_at timestamptz not null,
  primary key (ticket_id, ordinal)
);
create trigger ticket_corrections_append_only before update or delete or truncate on ticket_corrections
  for each statement execute function refuse_change();
revoke update, delete, truncate on ticket_corrections from mupiira_app;

-- How many there were: the ordinal of a payout that follows them.
alter table tickets add column corrections smallint not null default 0;
