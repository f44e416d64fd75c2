-- The ledger added up by hour and by day (Kampala), by kind and by the two sides of a transfer; every player's account
-- stands as the nil id. A job adds each sealed block once: placements and settlements write nothing more, and whoever
-- reads adds what is not in it yet.
create table ledger_hour (
  hour timestamptz not null,
  kind text not null,
  source uuid not null,
  destination uuid not null,
  postings bigint not null,
  amount bigint not null,
  primary key (hour, kind, source, destination)
);
create table ledger_day (
  day date not null,
  kind text not null,
  source uuid not null,
  destination uuid not null,
  postings bigint not null,
  amount bigint not null,
  primary key (day, kind, source, destination)
);
-- The last block of `ledger_seal` that is in them; none: block 0.
create table ledger_summed (
  singleton boolean primary key default true check (singleton),
  block bigint not null,
  to_tx bigint not null,
  after_id bigint not null,
  last_id bigint not null
);
insert into ledger_summed (block, to_tx, after_id, last_id) values (0, 0, 0, 0);
revoke delete, truncate on ledger_hour, ledger_day, ledger_summed from mupiira_app;
revoke insert on ledger_summed from mupiira_app;
