-- What an operator decided about a payment that the product could not decide (WDR-23): who, how, why.
create table payment_decision (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  ending text not null check (ending in ('success', 'failed')),
  decided_by uuid not null,
  note text not null check (length(note) between 3 and 500),
  created_at timestamptz not null
);
create index payment_decision_of on payment_decision (transaction_id);
create trigger payment_decision_append_only before update or delete or truncate on payment_decision
  for each statement execute function refuse_change();

alter table transactions drop constraint transactions_reason_check;
alter table transactions add constraint transactions_reason_check check (reason in
  ('untracked', 'refused', 'unavailable', 'never-sent', 'declined', 'timed-out', 'mismatch', 'contradicted', 'expired',
   'decided'));

-- A day's payments, and what ended since the last comparison, are found by ranges of blocks: no cost when one is written.
create index transactions_made on transactions using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index transactions_ended on transactions using brin (completed_at) with (pages_per_range = 16, autosummarize = on);

-- Each comparison of a provider with us: its orders of a day, and its wallets. `expected` is what the wallets should
-- hold by the ledger's float account since the first comparison, up to `until`; a difference stays one until it is explained.
create table reconciliation_run (
  id uuid primary key,
  provider text not null,
  day date not null,
  compared int not null,
  -- Payments that the provider did not answer for: such a day is compared again.
  unanswered int not null,
  differences int not null,
  until timestamptz not null,
  expected bigint,
  found bigint,
  created_at timestamptz not null
);
create index reconciliation_run_of on reconciliation_run (provider, day, created_at desc);
create index reconciliation_run_wallet on reconciliation_run (provider, created_at desc) where expected is not null;

-- A difference, from when it was first found until it is gone or somebody has explained it. `amount` is what the provider has
-- more than we say; `booked` is what of it was posted between its float and the operator.
create table reconciliation_case (
  id uuid primary key,
  provider text not null,
  kind text not null check (kind in
    ('unknown-here', 'unknown-there', 'failed-there', 'pending-there', 'paid-though-failed', 'other-amount',
     'waits-for-operator', 'ledger', 'wallet')),
  -- The order's reference, or `wallet`.
  subject text not null,
  transaction_id uuid,
  day date not null,
  amount bigint not null,
  detail text not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  closed_at timestamptz,
  -- null: it was gone when it was looked for again.
  closed_by uuid,
  note text check (length(note) between 3 and 500),
  booked bigint not null default 0,
  check (closed_at is not null or (closed_by is null and note is null and booked = 0)),
  check (closed_by is null or note is not null)
);
create unique index reconciliation_case_open on reconciliation_case (provider, kind, subject) where closed_at is null;
create index reconciliation_case_explained on reconciliation_case (provider, kind, subject) where closed_by is not null;
create index reconciliation_case_by_age on reconciliation_case (found_at) where closed_at is null;

revoke update, delete, truncate on payment_decision, reconciliation_run from mupiira_app;
revoke delete, truncate on reconciliation_case from mupiira_app;
