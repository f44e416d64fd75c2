-- A database that was restored knows less than players do: links that may have been flown since are skipped (decision 0481).

-- When whoever runs the rounds was last there, while none was flown: one row.
create table aviator_watch (
  id int primary key default 1 check (id = 1),
  heard_at timestamptz not null
);

-- Links that no round takes. Published with their chain.
create table aviator_skip (
  chain_id uuid not null references aviator_chain (id),
  from_link int not null check (from_link > 0),
  to_link int not null,
  why text not null check (why in ('silence', 'retired')),
  -- The last that the database knew of any round; null where that is not why.
  silent_since timestamptz,
  skipped_at timestamptz not null,
  primary key (chain_id, from_link),
  check (to_link >= from_link),
  check ((why = 'silence') = (silent_since is not null))
);
create trigger aviator_skip_append_only before update or delete or truncate on aviator_skip
  for each statement execute function refuse_change();

revoke delete, truncate on aviator_watch from mupiira_app;
revoke update, delete, truncate on aviator_skip from mupiira_app;
