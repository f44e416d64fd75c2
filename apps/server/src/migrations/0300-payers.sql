-- Deposits from numbers of other people (D51a).

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

alter table provider_exchanges drop constraint provider_exchanges_operation_check;
alter table provider_exchanges add constraint provider_exchanges_operation_check
  check (operation in ('send', 'status', 'list', 'balance', 'callback'));

alter table transactions drop constraint transactions_reason_check;
alter table transactions add constraint transactions_reason_check check (reason in
  ('untracked', 'refused', 'unavailable', 'never-sent', 'declined', 'insufficient-funds', 'unanswered', 'timed-out',
   'mismatch', 'contradicted', 'expired', 'decided'));
