-- Accounts of people, their logins and sessions.

create extension if not exists pg_trgm;

-- Normalises text for searches: lower case, without accents.
create function fold_text(value text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(value, NFD), U&'[\0300-\036F]', '', 'g'));

-- Accounts of players and staff. The balance is in the wallet account with the same id.
create table profiles (
  id uuid primary key,
  username text not null,
  email text not null,
  phone_number text not null constraint profiles_phone_once unique check (phone_number ~ '^\+256[0-9]{9}$'),
  role text not null default 'user' check (role in ('user', 'admin')),
  account_status text not null default 'active' check (account_status in ('active', 'suspended', 'banned')),
  first_name text not null,
  last_name text not null,
  location text not null,
  nationality text not null,
  -- The National ID number, encrypted with a key from the configuration.
  nin bytea,
  -- The player's choices for the settings in packages/domain/src/identity/player-settings.ts. A missing key has its
  -- initial value.
  settings jsonb not null default '{}',
  created_at timestamptz not null,
  -- When the account was last suspended, banned or activated.
  status_changed_at timestamptz
);
create index profiles_by_email on profiles (lower(email));
create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_newest_by_status on profiles (account_status, created_at desc, id desc);
-- Search by any part of a number, name or address.
create index profiles_by_words on profiles using gin (
  fold_text(phone_number || ' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops
);

-- Password hashes, separate from profiles so that queries for profiles never read them.
create table credentials (
  user_id uuid primary key references profiles (id),
  password_hash text not null check (password_hash like '$argon2id$%'),
  changed_at timestamptz not null,
  last_login_at timestamptz
);

-- Sessions, found by the SHA-256 of the cookie's token. A session ended by a suspension stays until it expires, so that
-- its browser can show the reason.
create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  user_id uuid not null references profiles (id),
  keep_logged_in boolean not null,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The browser, and the previous login, as shown to the player.
  client text not null default '' check (length(client) <= 200),
  last_login_at timestamptz,
  -- When staff passed the second factor, and when they last confirmed their identity.
  second_factor_at timestamptz,
  confirmed_at timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Browsers that have logged in to an account. Failed logins from other browsers do not slow them down.
create table known_devices (
  user_id uuid not null references profiles (id),
  device_hash bytea not null check (length(device_hash) = 32),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- When a member of staff last passed the second factor on this device.
  second_factor_at timestamptz,
  primary key (user_id, device_hash)
);
create index known_devices_age on known_devices using brin (seen_at);
create index known_devices_of_device on known_devices (device_hash);

-- Failed logins by subject (a phone number, a network or a known device), and when the subject may try again.
create table login_delays (
  subject text primary key,
  failures int not null,
  last_failure_at timestamptz not null,
  retry_at timestamptz not null
);
create index login_delays_age on login_delays (last_failure_at);

-- The number of failed logins that a network may still cause before it is delayed like an unknown network. Successful
-- logins add credit.
create table login_credits (
  network text primary key,
  credit int not null check (credit >= 0),
  seen_at timestamptz not null
);
create index login_credits_age on login_credits (seen_at);

-- The secret of an authenticator app, encrypted with a key from the configuration.
create table second_factors (
  user_id uuid primary key references profiles (id),
  encrypted_secret bytea not null,
  -- The newest time step whose code was accepted, so that a code works only once.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  -- Null until a first code has proved that the app has the secret.
  enabled_at timestamptz
);

-- Single-use codes for staff who have lost their authenticator app.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- Password resets, login codes for unknown devices and confirmations of e-mail addresses. A reset is stored in the same
-- way whether or not the recipient has an account. Only the sending job looks up the account.
create table recovery_requests (
  id uuid primary key,
  kind text not null check (kind in ('sms', 'email', 'login', 'address', 'changed', 'recovered')),
  recipient text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  code_hash bytea check (length(code_hash) = 32),
  -- The code or the link's token in plain text, until it has been sent.
  unsent text,
  user_id uuid references profiles (id),
  -- The network that requested a recovery code. Each network has its own limit.
  network text,
  send_attempts int not null default 0,
  next_at timestamptz,
  attempts int not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  used_at timestamptz,
  check ((kind in ('sms', 'login')) = (code_hash is not null)),
  constraint recovery_requests_account_check check (kind in ('sms', 'email', 'login') or user_id is not null)
);
create index recovery_requests_due on recovery_requests (next_at) where next_at is not null;
create index recovery_requests_by_recipient on recovery_requests (recipient, created_at);
create index recovery_requests_by_user on recovery_requests (user_id) where used_at is null;

-- mupiira_app cannot set the role of an account, and cannot change its number or day of registration.
revoke insert, update, delete on profiles from mupiira_app;
grant insert (id, username, email, phone_number, account_status, first_name, last_name, location, nationality, nin,
  created_at, status_changed_at) on profiles to mupiira_app;
grant update (email, account_status, status_changed_at, settings) on profiles to mupiira_app;
revoke delete on credentials from mupiira_app;
