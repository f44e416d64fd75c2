-- The audit log, approvals and the data of the console’s charts.

-- Actions of staff, written in the transaction of the action.
create table audit_log (
  id bigint generated always as identity primary key,
  tx bigint not null default pg_current_xact_id()::text::bigint,
  -- Null: a command on the server.
  actor uuid,
  address text not null,
  action text not null check (action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),
  subject text not null,
  before jsonb,
  after jsonb,
  reason text not null default '',
  created_at timestamptz not null,
  -- The database's own time, which the server cannot choose.
  recorded_at timestamptz not null default clock_timestamp(),
  words tsvector generated always as
    (to_tsvector('simple', reason || ' ' || coalesce(before::text,
    '') || ' ' || coalesce(after::text, ''))) stored
);
create index audit_log_by_actor on audit_log (actor, id);
create index audit_log_by_subject on audit_log (subject, id);
create index audit_log_by_action on audit_log (action text_pattern_ops, id);
create index audit_log_by_time on audit_log (created_at);
create index audit_log_tx on audit_log (tx, id);
-- Actions above the threshold that one member of staff did alone.
create index audit_log_done_alone on audit_log (id) where after ? 'flag';
create index audit_log_words on audit_log using gin (words);
create index audit_log_by_area on audit_log (split_part(action, '.', 1), id) include (action);
create index audit_log_in_order on audit_log (id) include (created_at);

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- A hash chain over finished rows of the audit log, like ledger_seals.
create table audit_seals (
  block bigint primary key,
  from_tx bigint not null,
  to_tx bigint not null,
  after_id bigint not null,
  last_id bigint not null,
  rows bigint not null,
  hash bytea not null,
  previous_hash bytea not null,
  created_at timestamptz not null,
  check (from_tx < to_tx),
  check (after_id <= last_id)
);

create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

-- Actions above a threshold that wait for a second member of staff.
create table approvals (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z-]*$'),
  -- The subject in the form of the audit log: `user:…`.
  subject text not null,
  -- The amount of money that the action moves, in hundredths of a shilling.
  amount bigint not null check (amount >= 0),
  -- The action that runs after approval.
  request jsonb not null,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  note text,
  check ((state = 'waiting') = (decided_by is null)),
  check ((state = 'waiting') = (decided_at is null)),
  -- The requester may withdraw the request but not approve it.
  check (state <> 'approved' or decided_by <> requested_by)
);
create index approvals_waiting on approvals (id) where state = 'waiting';
create index approvals_of on approvals (subject, id);

-- Top-ups and deductions by staff.
create table staff_adjustments (
  id uuid primary key,
  user_id uuid not null,
  kind text not null check (kind in ('top-up', 'deduction')),
  -- The signed change of the player's balance.
  amount bigint not null,
  made_by uuid not null,
  approved_by uuid,
  created_at timestamptz not null,
  check ((amount > 0) = (kind = 'top-up') and amount <> 0)
);
create index staff_adjustments_of on staff_adjustments (made_by, created_at);

create trigger staff_adjustments_append_only before update or delete or truncate on staff_adjustments
  for each statement execute function refuse_change();

-- Notes of staff about an account.
create table staff_notes (
  id uuid primary key,
  user_id uuid not null,
  written_by uuid not null,
  note text not null check (length(note) between 1 and 2000),
  created_at timestamptz not null
);
create index staff_notes_of on staff_notes (user_id, id);

create trigger staff_notes_append_only before update or delete or truncate on staff_notes
  for each statement execute function refuse_change();

-- Money that a result or a rescheduled start moved when one member of staff decided alone. Limited per day.
create table staff_results (
  game_id uuid not null,
  version int not null,
  entered_by uuid not null,
  -- The sum paid out and taken back, in hundredths of a shilling, as calculated for the decision.
  exposure bigint not null check (exposure >= 0),
  created_at timestamptz not null
);
create index staff_results_of on staff_results (entered_by, created_at);
create index staff_results_by_game on staff_results (game_id, version);

create trigger staff_results_append_only before update or delete or truncate on staff_results
  for each statement execute function refuse_change();

revoke delete on approvals from mupiira_app;
revoke update, delete on audit_seals, staff_adjustments, staff_notes, staff_results from mupiira_app;
revoke insert, update, delete on audit_log from mupiira_app;
grant insert (actor, address, action, subject, before, after, reason, created_at) on audit_log to mupiira_app;
