-- DATA-01. The balance of a profile is its wallet account's, which has the same id.
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
  nin text,
  created_at timestamptz not null
);

-- Apart from the profile, so that whoever reads people never reads a hash.
create table credential (
  user_id uuid primary key references profiles (id),
  password_hash text not null check (password_hash like '$argon2id$%'),
  changed_at timestamptz not null
);

-- A session is found by the SHA-256 of its token; the token is only in the player's cookie. One that was ended by a
-- suspension stays until it expires, so that its browser can be told why (AUTH-73).
create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  user_id uuid not null references profiles (id),
  keep_logged_in boolean not null,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_by_user on session (user_id);
create index session_expiry on session (expires_at);

-- Browsers that have signed in to an account: strangers' guesses do not slow them (AUTH-28).
create table known_device (
  user_id uuid not null references profiles (id),
  device_hash bytea not null check (length(device_hash) = 32),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_device_age on known_device using brin (seen_at);

-- Wrong passwords by subject (a phone asked by strangers, an address, a known device) and when each may try again.
create table login_slowing (
  subject text primary key,
  failures int not null,
  last_failure_at timestamptz not null,
  free_at timestamptz not null
);
create index login_slowing_age on login_slowing (last_failure_at);

revoke delete, truncate on profiles, credential from mupiira_app;
