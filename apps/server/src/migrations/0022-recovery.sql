-- A wish for a new password (AUTH-35 to AUTH-39). It is written alike whether or not anybody has the number or the
-- address: only the job that sends looks. The browser's token and the code are kept as hashes; the code itself, or the
-- link's token, stands here in plain only until it was sent.
create table recovery_request (
  id uuid primary key,
  kind text not null check (kind in ('sms', 'email')),
  recipient text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  code_hash bytea check (length(code_hash) = 32),
  unsent text,
  user_id uuid references profiles (id),
  sendings int not null default 0,
  next_at timestamptz,
  tries int not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  used_at timestamptz,
  check ((kind = 'sms') = (code_hash is not null))
);
create index recovery_request_due on recovery_request (next_at) where next_at is not null;
create index recovery_request_by_recipient on recovery_request (recipient, created_at);
create index recovery_request_by_user on recovery_request (user_id) where used_at is null;
create index profiles_by_email on profiles (lower(email));
