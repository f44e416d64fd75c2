-- Alerts of the console (domain/alerts/alerts.ts), and the messages about them.
create table alerts (
  id uuid primary key,
  -- The kind is a text without a check, because the kinds are one table of the domain.
  kind text not null check (length(kind) between 1 and 40),
  -- What the alert is about, for example a ticket's id or a provider; unique among the open alerts of a kind.
  subject text not null check (length(subject) between 1 and 300),
  -- The subject in words, and its screen in the console.
  name text not null check (length(name) between 1 and 300),
  link text not null check (link like '/admin/%' and length(link) <= 400),
  -- In hundredths of the unit of the kind: the last measured value, and the threshold when the alert opened.
  value bigint not null,
  threshold bigint not null,
  created_at timestamptz not null,
  -- When the condition was last found.
  seen_at timestamptz not null,
  acknowledged_by uuid references profiles (id),
  acknowledged_at timestamptz,
  note text check (length(note) between 3 and 500),
  closed_at timestamptz,
  check ((acknowledged_by is null) = (acknowledged_at is null)),
  check ((acknowledged_by is null) = (note is null))
);
create unique index alerts_open on alerts (kind, subject) where closed_at is null;
create index alerts_by_time on alerts (created_at, id);

-- One message about an alert to one target. The row is also the work queue: `next_at` is when to send it (again).
create table alert_deliveries (
  id uuid primary key,
  alert_id uuid not null references alerts (id),
  target text not null check (target in ('email', 'webhook')),
  -- The email address or the URL.
  address text not null check (length(address) between 1 and 500),
  attempts int not null default 0 check (attempts >= 0),
  next_at timestamptz,
  sent_at timestamptz,
  -- Why the last attempt failed: a code without addresses and secrets.
  failure text,
  check (sent_at is null or next_at is null),
  unique (alert_id, target, address)
);
create index alert_deliveries_due on alert_deliveries (next_at) where next_at is not null;

-- Background jobs whose last runs failed, by name. A successful run deletes the row.
create table failing_jobs (
  name text primary key,
  runs int not null check (runs > 0),
  failed_at timestamptz not null
);

revoke delete on alerts, alert_deliveries from mupiira_app;
