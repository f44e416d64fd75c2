-- Each time a balance was worked out anew from the ledger's entries (D34): at most twice in a session.
create table balance_repair (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  session_id uuid not null,
  original_balance bigint not null,
  fixed_balance bigint not null,
  created_at timestamptz not null
);
create index balance_repair_of_session on balance_repair (session_id);
create trigger balance_repair_append_only before update or delete or truncate on balance_repair
  for each statement execute function refuse_change();

revoke update, delete, truncate on balance_repair from mupiira_app;
