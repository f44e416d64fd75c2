-- How many wrong passwords of strangers an address may cause before they count against all strange addresses together
-- (AUTH-27, decision 0385). It earns them by people who sign in from it.
create table login_standing (
  network text primary key,
  credit int not null check (credit >= 0),
  seen_at timestamptz not null
);
create index login_standing_age on login_standing (seen_at);
