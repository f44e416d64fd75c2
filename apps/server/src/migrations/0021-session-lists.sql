-- What a player is shown of his sessions (PLAY-08): the browser, and when somebody had signed in before.
alter table session
  add column client text not null default '' check (length(client) <= 200),
  add column last_login_at timestamptz;

alter table credential add column last_login_at timestamptz;
