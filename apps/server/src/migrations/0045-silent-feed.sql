-- When the football feed was last heard, by the database's own time: it tells of the outside world, not of matches.
create table feed_state (
  name text primary key,
  heard_at timestamptz not null
);
-- Nobody tells of the game any more: its prices are suspended, and what is shown of it is late.
alter table games add column silent boolean not null default false;
