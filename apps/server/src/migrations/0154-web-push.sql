-- Web push. A device belongs to the session of its browser: where nobody is logged in any more nobody is told.
create table push_device (
  id uuid primary key,
  session_id uuid not null unique references session (id) on delete cascade,
  user_id uuid not null,
  -- Where the browser's push service takes messages for it: whoever knows the address may send there.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  kinds text[] not null,
  created_at timestamptz not null
);
create index push_device_of_user on push_device (user_id);

-- What waits to be sent: a row for each notification and device, gone when it was taken or nobody wants it any more.
create table push_delivery (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references notifications (id) on delete cascade,
  device_id uuid not null references push_device (id) on delete cascade,
  kind text not null,
  attempts int not null default 0,
  next_at timestamptz,
  expires_at timestamptz not null,
  unique (notification_id, device_id)
);
create index push_delivery_due on push_delivery (next_at) where next_at is not null;
create index push_delivery_of_device on push_delivery (device_id);
