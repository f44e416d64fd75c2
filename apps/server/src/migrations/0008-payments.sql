-- Mobile money: payments, providers and reconciliation.

-- Deposits and withdrawals. The row is also the work queue: `next_at` is when to query the provider again.
create table transactions (
  id uuid primary key,
  user_id uuid not null references profiles (id),
  type text not null check (type in ('deposit', 'withdrawal')),
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0),
  -- The amount that the provider was asked to pay out.
  amount_sent bigint check (amount_sent > 0),
  status text not null default 'pending' check (status in ('pending', 'success', 'failed')),
  created_at timestamptz not null,
  completed_at timestamptz,
  -- The time at which a deposit failed that the provider confirmed later.
  failed_at timestamptz,
  -- The provider's reference, or FAILED if it refused the request.
  provider_ref text,
  -- The provider's last response, with masked phone numbers.
  relworx_response jsonb,
  phone_number text not null check (phone_number ~ '^\+256[0-9]{9}$'),
  payment_method text not null check (payment_method in ('MTN', 'AIRTEL')),
  description text not null,
  provider text not null,
  -- Our reference, given to the provider.
  reference text not null unique check (length(reference) between 8 and 36),
  -- The reference that people can read out, for example D7KQ2MXP.
  short_reference text not null unique check (short_reference ~ '^[DW][A-HJ-NP-Z2-9]{7}$'),
  -- The provider's reference for status queries; null while unknown.
  internal_reference text,
  -- The status in the provider's own words.
  provider_status text,
  provider_charge bigint,
  provider_message text,
  -- requested: committed, not sent yet. sent: in flight, or the process died then. polling: queried every 5 s.
  -- checking: outcome unknown, queried at growing intervals. review: staff decide. done.
  stage text not null check (stage in ('requested', 'sent', 'polling', 'checking', 'review', 'done')),
  reason text check (reason in ('untracked', 'refused', 'unavailable', 'never-sent', 'declined', 'insufficient-funds',
    'unanswered', 'timed-out', 'mismatch', 'contradicted', 'expired', 'decided')),
  polls int not null default 0 check (polls >= 0),
  sent_at timestamptz,
  unknown_since timestamptz,
  next_at timestamptz,
  updated_at timestamptz not null,
  check ((status = 'pending') = (completed_at is null)),
  check (type = 'withdrawal' or (fee = 0 and amount_sent is null)),
  check (stage not in ('requested', 'sent', 'polling') or status = 'pending'),
  check (stage <> 'done' or status <> 'pending'),
  check (stage in ('review', 'done') or next_at is not null)
);
create index transactions_of_user on transactions (user_id, id desc);
create index transactions_due on transactions (next_at) where next_at is not null;
create index transactions_to_review on transactions (updated_at) where stage = 'review';
create index transactions_deposited on transactions (user_id) where type = 'deposit' and status = 'success';
create index transactions_of_number on transactions (phone_number, created_at);
-- A BRIN index costs almost nothing on insert.
create index transactions_made on transactions using brin (created_at) with (pages_per_range = 16,
  autosummarize = on);
create index transactions_ended on transactions using brin (completed_at) with (pages_per_range = 16,
  autosummarize = on);
create index transactions_failed on transactions (failed_at) where failed_at is not null;
create index transactions_deposits_at on transactions (user_id, created_at) where type = 'deposit';
-- An index-only scan finds late pages of the list.
create index transactions_by_time on transactions (created_at, id) include (type, status);
create index transactions_withdrawn_by_time on transactions (created_at,
  id) include (status) where type = 'withdrawal';
create index transactions_unpaid_withdrawals on transactions (status, created_at, id)
  where type = 'withdrawal' and status <> 'success';
create index transactions_not_paid_by_time on transactions (status, created_at,
  id) include (type) where status <> 'success';

-- The request's columns never change, and a final status stays final. Exception: a failed deposit is credited if the
-- provider confirms it later.
create function guard_transaction() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.type, new.amount, new.fee, new.reference, new.short_reference, new.created_at)
     is distinct from
     (old.id, old.user_id, old.type, old.amount, old.fee, old.reference, old.short_reference, old.created_at)
     or (new.phone_number <> old.phone_number and not is_erasing())
  then
    raise exception 'the request of transaction % cannot change', old.id
      using errcode = 'check_violation', constraint = 'transaction_request_unchanged';
  end if;
  if new.status <> old.status and old.status <> 'pending'
     and not (old.type = 'deposit' and old.status = 'failed' and new.status = 'success')
  then
    raise exception 'transaction % is % already', old.id, old.status
      using errcode = 'check_violation', constraint = 'transaction_decided_once';
  end if;
  return new;
end
$$;

create trigger transaction_guarded before update on transactions for each row execute function guard_transaction();

-- Fills a short reference that an insert leaves out. The alphabet is that of booking codes.
create function assign_short_reference() returns trigger language plpgsql as $$
begin
  loop
    select case new.type when 'deposit' then 'D' else 'W' end
           || string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + floor(random() * 32)::int, 1), '')
      into new.short_reference from generate_series(1, 7);
    exit when not exists (select from transactions where short_reference = new.short_reference);
  end loop;
  return new;
end
$$;

create trigger transaction_referenced before insert on transactions for each row
  when (new.short_reference is null) execute function assign_short_reference();

-- Requests to a provider, its responses and its callbacks, for disputes. Without keys, with masked phone numbers.
create table provider_exchanges (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  provider text not null,
  operation text not null check (operation in ('send', 'status', 'list', 'balance', 'callback')),
  request jsonb,
  http_status int,
  response text,
  -- Why there was no usable response.
  failure text,
  duration_ms int,
  -- The hash of a callback, so that each callback is accepted once.
  digest bytea,
  created_at timestamptz not null
);
create index provider_exchanges_by_time on provider_exchanges using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
create index provider_exchanges_of on provider_exchanges (transaction_id, id);
create unique index provider_exchanges_callback_once on provider_exchanges (digest) where digest is not null;

create trigger provider_exchanges_append_only before update or delete or truncate on provider_exchanges
  for each statement execute function refuse_change();

-- Manual decisions about payments whose outcome the provider did not report.
create table payment_decisions (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  ending text not null check (ending in ('success', 'failed')),
  decided_by uuid not null,
  note text not null check (length(note) between 3 and 500),
  created_at timestamptz not null
);
create index payment_decisions_of on payment_decisions (transaction_id);

create trigger payment_decisions_append_only before update or delete or truncate on payment_decisions
  for each statement execute function refuse_change();

-- Comparisons of a provider's orders of one day, and of its wallet, with the ledger.
create table reconciliation_runs (
  id uuid primary key,
  provider text not null,
  day date not null,
  compared int not null,
  -- The number of payments for which the provider did not answer. If there are any, the day is compared again.
  unanswered int not null,
  differences int not null,
  until timestamptz not null,
  -- The amount that the wallet should hold at `until`, by the float account since the first comparison, and the amount
  -- that it holds.
  expected bigint,
  found bigint,
  created_at timestamptz not null
);
create index reconciliation_runs_of on reconciliation_runs (provider, day, created_at desc);
create index reconciliation_runs_wallet on reconciliation_runs (provider, created_at desc) where expected is not null;

-- A difference found by reconciliation, open until it disappears or staff explain it.
create table reconciliation_cases (
  id uuid primary key,
  provider text not null,
  kind text not null check (kind in ('unknown-here', 'unknown-there', 'failed-there', 'pending-there',
    'paid-though-failed', 'other-amount', 'waits-for-operator', 'ledger', 'wallet')),
  -- The order's reference, or `wallet`.
  subject text not null,
  transaction_id uuid,
  day date not null,
  -- The provider's amount minus the ledger's amount.
  amount bigint not null,
  detail text not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  closed_at timestamptz,
  -- Null if the difference disappeared by itself.
  closed_by uuid,
  note text check (length(note) between 3 and 500),
  -- The part that was posted between the float account and the operator account.
  booked bigint not null default 0,
  check (closed_at is not null or (closed_by is null and note is null and booked = 0)),
  check (closed_by is null or note is not null)
);
create unique index reconciliation_cases_open on reconciliation_cases (provider, kind, subject) where closed_at is null;
create index reconciliation_cases_explained on reconciliation_cases (provider, kind,
  subject) where closed_by is not null;
create index reconciliation_cases_by_age on reconciliation_cases (found_at) where closed_at is null;

revoke delete on transactions, reconciliation_cases from mupiira_app;
revoke update, delete on provider_exchanges, payment_decisions, reconciliation_runs from mupiira_app;

-- Deposits from numbers of other people.

-- An account's own number that was confirmed by an SMS code. A new number needs a new proof.
create table phone_proofs (
  user_id uuid not null references profiles (id),
  phone_number text not null check (phone_number ~ '^\+256[0-9]{9}$'),
  proved_at timestamptz not null,
  primary key (user_id, phone_number)
);

-- Codes that prove a number. `user_id` is null where no account is involved.
create table phone_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('own-number', 'opt-out')),
  phone_number text not null check (phone_number ~ '^\+256[0-9]{9}$'),
  user_id uuid references profiles (id),
  network text not null,
  code_hash bytea not null,
  attempts int not null default 0,
  used_at timestamptz,
  created_at timestamptz not null
);
create index phone_codes_of_number on phone_codes (phone_number, created_at);
create index phone_codes_of_network on phone_codes (network, created_at);

-- Numbers whose owners accept no payment requests from other accounts.
create table payer_opt_outs (
  phone_number text primary key check (phone_number ~ '^\+256[0-9]{9}$'),
  created_at timestamptz not null
);

-- Payment requests to numbers that do not belong to the requesting account.
create table payer_prompts (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id),
  network text not null,
  phone_number text not null,
  created_at timestamptz not null
);
create index payer_prompts_of_user on payer_prompts (user_id, created_at);
create index payer_prompts_of_network on payer_prompts (network, created_at);
