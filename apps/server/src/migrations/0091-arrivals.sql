-- What a player is told when he comes: the welcome of a day, the tip that follows it, notices for everyone.
create table daily_welcome (
  user_id uuid primary key,
  -- The day in Kampala of the last welcome (NOTE-32).
  day date not null,
  -- When the tip of that day is told; null once it has been (NOTE-33).
  tip_due_at timestamptz
);
create index tips_due on daily_welcome (tip_due_at) where tip_due_at is not null;

-- Each notice for everyone is announced to somebody once (NOTE-14), whether or not he has read it.
create table system_notification_shown (
  notification_id uuid not null references notifications (id) on delete cascade,
  user_id uuid not null,
  primary key (notification_id, user_id)
);
