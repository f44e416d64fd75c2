-- D55. What a session of staff has shown: the second factor, and when he last proved that it is he who sits there.
alter table session add column second_factor_at timestamptz, add column confirmed_at timestamptz;

-- The secret of an authenticator app, encrypted under the configuration's key. `last_step` is the newest period whose
-- code was taken: each is taken once. `enabled_at` is null until a first code has shown that the app has it.
create table second_factor (
  user_id uuid primary key references profiles (id),
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  enabled_at timestamptz
);

-- For whoever has lost the app: each is good once.
create table recovery_code (
  user_id uuid not null references second_factor (user_id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);
