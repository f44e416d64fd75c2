-- Events, stored responses and functions that several modules use.

-- The day in Kampala (UTC+3, no daylight saving time).
create function kampala_day(at timestamptz) returns date language sql immutable parallel safe
  return ((at at time zone 'UTC') + interval '3 hours')::date;

-- Whether a procedure that erases an account is running (0017-privacy.sql). Always false for the server's role.
create function is_erasing() returns boolean language sql stable
  return current_user <> 'mupiira_app' and coalesce(current_setting('mupiira.erasing', true), '') = 'on';

-- Refuses changes of append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'staff_notes' and tg_op = 'DELETE' and is_erasing() then
    return null;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Events, written in the transaction that causes them: one row holds all events of a command. The relay gives committed
-- rows their position. Unlike the id, which is taken before the commit, positions become visible in order.
create table outbox (
  id bigint generated always as identity primary key,
  events json not null,
  position bigint unique,
  created_at timestamptz not null default now()
);
create index outbox_unplaced on outbox (id) where "position" is null;
create index outbox_age on outbox using brin (created_at);
alter table outbox alter column events set storage external;

-- The position of each durable reader. It moves in the transaction of the reader's effects.
create table outbox_cursors (
  reader text primary key,
  position bigint not null
);

-- Figures for reports and dashboards, by the hour in which they changed (kernel/rollups.ts). A job stores each closed
-- hour; hours older than a week are merged into their day in Kampala. A source leaves the figures it does not use at 0.
create table rollups (
  source text not null,
  hour timestamptz not null,
  -- The day in Kampala that the figures belong to, for example the day on which a ticket was placed that settled later.
  day date not null,
  -- The values by which the source groups its figures, for example {won}.
  key text[] not null,
  entries bigint not null default 0,
  amount bigint not null default 0,
  payout bigint not null default 0,
  bonus bigint not null default 0,
  liability bigint not null default 0,
  failures bigint not null default 0,
  duration_ms bigint not null default 0,
  primary key (source, hour, day, key)
);

-- Hours before this time are stored. To store everything since a midnight in Kampala again, set this to it.
create table rollup_progress (
  source text primary key,
  filled_until timestamptz not null
);

-- First responses to money requests, stored for 24 hours in the transaction of their effect.
create table idempotency_records (
  user_id uuid not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  status int not null,
  body text not null,
  created_at timestamptz not null,
  primary key (user_id, route, key)
) with (toast_tuple_target = 8160);
create index idempotency_records_age on idempotency_records using brin (created_at);

-- The last nightly check of the ledger and of the audit log, for the console. The evidence is outside the database: log,
-- metrics and SEALS_DIR.
create table seal_checks (
  sealed_table text primary key check (sealed_table in ('postings', 'audit_log')),
  checked_at timestamptz not null,
  outcome text not null check (outcome in ('correct', 'not compared', 'seal lost', 'different')),
  differences int not null check (differences >= 0),
  blocks bigint not null,
  -- The published seal that the table was compared with.
  published_block bigint,
  published_hash text,
  check ((published_block is null) = (published_hash is null))
);
