-- Events, written in the transaction that causes them. A row holds every event of its command, so that a batch
-- of a hundred bets costs one row. The relay gives committed rows their position: ids of a sequence become
-- visible out of order, positions do not.
create table outbox (
  id bigint generated always as identity primary key,
  events jsonb not null,
  position bigint unique,
  created_at timestamptz not null default now()
);
create index outbox_unplaced on outbox (id) where position is null;
create index outbox_age on outbox using brin (created_at);

-- How far a durable reader of the outbox has come; moved in the transaction of its effects.
create table outbox_cursor (
  sink text primary key,
  position bigint not null
);

-- First answers of money-moving requests, kept for 24 hours, written in the transaction of their effect.
create table idempotency (
  user_id uuid not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  status int not null,
  body text not null,
  created_at timestamptz not null,
  primary key (user_id, route, key)
);
create index idempotency_age on idempotency using brin (created_at);

-- A login that owns nothing may see that there is nothing to migrate.
grant select on schema_migration to mupiira_app;
