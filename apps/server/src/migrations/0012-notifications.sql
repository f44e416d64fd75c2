-- Notifications and web push.

-- Notifications. Those without a user are shown to everyone.
create table notifications (
  id uuid primary key,
  user_id uuid,
  message text not null default '',
  type text not null default 'system' check (type in ('default', 'success', 'error', 'warning', 'info', 'bet',
    'deposit', 'withdrawal', 'win', 'system', 'promotion')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  read boolean not null default false,
  action_url text,
  data jsonb not null default '{}',
  created_at timestamptz not null
);
create index notifications_of_user on notifications (user_id, id desc) where user_id is not null;
create index notifications_unread on notifications (user_id) where not read and user_id is not null;
create index notifications_of_all on notifications (id desc) where user_id is null;

-- Notices (notifications to all) that a user has read or deleted.
create table system_notification_marks (
  notification_id uuid not null references notifications (id) on delete cascade,
  user_id uuid not null,
  deleted boolean not null default false,
  primary key (notification_id, user_id)
);

-- Notices that were announced to a user, once each.
create table system_notification_shown (
  notification_id uuid not null references notifications (id) on delete cascade,
  user_id uuid not null,
  primary key (notification_id, user_id)
);

-- The daily welcome of a player.
create table daily_welcomes (
  user_id uuid primary key,
  -- The day in Kampala of the last welcome.
  day date not null,
  -- When the tip of the day is shown; null afterwards.
  tip_due_at timestamptz
);
create index tips_due on daily_welcomes (tip_due_at) where tip_due_at is not null;

-- Notifications of placed bets are derived from tickets. Those up to this ticket are read.
create table placed_bets_read (
  user_id uuid primary key,
  up_to uuid not null
);

-- Single notifications of placed bets that a player has read or deleted.
create table placed_bet_marks (
  ticket_id uuid primary key,
  user_id uuid not null,
  deleted boolean not null default false
);
create index placed_bet_marks_of_user on placed_bet_marks (user_id, ticket_id);

-- Browsers that receive web push. A device belongs to its session and ends with it.
create table push_devices (
  id uuid primary key,
  session_id uuid not null unique references sessions (id) on delete cascade,
  user_id uuid not null,
  -- Where the push service accepts messages. Anyone who knows the address can send.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  kinds text[] not null,
  created_at timestamptz not null
);
create index push_devices_of_user on push_devices (user_id);

-- Push messages that wait to be sent, one per notification and device.
create table push_deliveries (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references notifications (id) on delete cascade,
  device_id uuid not null references push_devices (id) on delete cascade,
  kind text not null,
  attempts int not null default 0,
  next_at timestamptz,
  expires_at timestamptz not null,
  unique (notification_id, device_id)
);
create index push_deliveries_due on push_deliveries (next_at) where next_at is not null;
create index push_deliveries_of_device on push_deliveries (device_id);
