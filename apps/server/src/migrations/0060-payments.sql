-- Deposits and withdrawals (DATA-23). The row is the queue of itself: `next_at` says when the provider is asked again.
create table transactions (
  id uuid primary key,
  user_id uuid not null references profiles (id),
  type text not null check (type in ('deposit', 'withdrawal')),
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0),
  -- What the provider was told to send (WDR-14).
  amount_sent bigint check (amount_sent > 0),
  status text not null default 'pending' check (status in ('pending', 'success', 'failed')),
  created_at timestamptz not null,
  completed_at timestamptz,
  -- The provider's reference, or FAILED where it refused the request (DEP-12, DEP-27).
  provider_ref text,
  -- The provider's last answer, phone numbers masked.
  relworx_response jsonb,
  phone_number text not null check (phone_number ~ '^\+256[0-9]{9}$'),
  payment_method text not null check (payment_method in ('MTN', 'AIRTEL')),
  description text not null,

  provider text not null,
  -- Ours, given to the provider (DEP-16).
  reference text not null unique check (length(reference) between 8 and 36),
  -- The provider's, by which its status is asked; null while unknown.
  internal_reference text,
  -- The status in the provider's own word, and its charge.
  provider_status text,
  provider_charge bigint,
  provider_message text,

  -- requested: committed, the provider was not asked yet · sent: it is being asked, or was when a process died ·
  -- polling: asked about every 5 s · checking: the answer is unknown, asked about at growing intervals ·
  -- review: an operator decides · done
  stage text not null check (stage in ('requested', 'sent', 'polling', 'checking', 'review', 'done')),
  reason text check (reason in
    ('untracked', 'refused', 'unavailable', 'never-sent', 'declined', 'timed-out', 'mismatch', 'contradicted', 'expired')),
  polls int not null default 0 check (polls >= 0),
  sent_at timestamptz,
  unknown_since timestamptz,
  next_at timestamptz,
  updated_at timestamptz not null,

  check ((status = 'pending') = (completed_at is null)),
  check (type = 'withdrawal' or (fee = 0 and amount_sent is null)),
  check (stage not in ('requested', 'sent', 'polling') or status = 'pending'),
  check (stage <> 'done' or status <> 'pending'),
  -- Nothing that is undecided is ever forgotten.
  check (stage in ('review', 'done') or next_at is not null)
);
create index transactions_of_user on transactions (user_id, id desc);
create index transactions_due on transactions (next_at) where next_at is not null;
create index transactions_to_review on transactions (updated_at) where stage = 'review';
create index transactions_deposited on transactions (user_id) where type = 'deposit' and status = 'success';

-- What was asked for never changes, and a final status stays, whatever the code says. A deposit that failed is
-- credited still when the provider confirms it later (DEP-25).
create function guard_transaction() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.type, new.amount, new.fee, new.reference, new.phone_number, new.created_at)
     is distinct from (old.id, old.user_id, old.type, old.amount, old.fee, old.reference, old.phone_number, old.created_at)
  then
    raise exception 'transaction % is not asked for anew', old.id using errcode = 'check_violation', constraint = 'transaction_as_asked';
  end if;
  if new.status <> old.status and old.status <> 'pending'
     and not (old.type = 'deposit' and old.status = 'failed' and new.status = 'success')
  then
    raise exception 'transaction % is % already', old.id, old.status using errcode = 'check_violation', constraint = 'transaction_decided_once';
  end if;
  return new;
end
$$;
create trigger transaction_guarded before update on transactions for each row execute function guard_transaction();

-- What we asked the provider and what it told us, kept for disputes: keys never, phone numbers masked. A poll that
-- told nothing new is not written down again. `digest` is that of a callback: the same one is taken once.
create table provider_exchange (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  provider text not null,
  operation text not null check (operation in ('send', 'status', 'list', 'callback')),
  request jsonb,
  http_status int,
  response text,
  -- Why there was no answer that could be used.
  failure text,
  duration_ms int,
  digest bytea,
  created_at timestamptz not null
);
create index provider_exchange_of on provider_exchange (transaction_id, id);
create unique index provider_exchange_callback_once on provider_exchange (digest) where digest is not null;
create trigger provider_exchange_append_only before update or delete or truncate on provider_exchange
  for each statement execute function refuse_change();

revoke update, delete, truncate on provider_exchange from mupiira_app;
revoke delete, truncate on transactions from mupiira_app;
