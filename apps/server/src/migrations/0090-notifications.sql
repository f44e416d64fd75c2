-- Notifications (DATA-06). Those without a user are shown to everyone; what one user did with them is kept apart.
create table notifications (
  id uuid primary key,
  user_id uuid,
  message text not null default '',
  type text not null default 'system' check (type in
    ('default', 'success', 'error', 'warning', 'info', 'bet', 'deposit', 'withdrawal', 'win', 'system', 'promotion')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  read boolean not null default false,
  action_url text,
  data jsonb not null default '{}',
  created_at timestamptz not null
);
create index notifications_of_user on notifications (user_id, id desc) where user_id is not null;
create index notifications_unread on notifications (user_id) where not read and user_id is not null;
create index notifications_of_all on notifications (id desc) where user_id is null;

create table system_notification_mark (
  notification_id uuid not null references notifications (id) on delete cascade,
  user_id uuid not null,
  deleted boolean not null default false,
  primary key (notification_id, user_id)
);
