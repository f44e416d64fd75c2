-- Filters of the console's lists that staff save under a name. `place` limits their number per list.
create table saved_filters (
  id uuid primary key,
  staff_id uuid not null references profiles (id),
  list text not null check (length(list) between 1 and 40),
  name text not null check (length(name) between 1 and 40),
  -- The query of the list's address, without a path.
  query text not null check (length(query) <= 500),
  place smallint not null check (place between 1 and 20),
  created_at timestamptz not null,
  unique (staff_id, list, name),
  unique (staff_id, list, place)
);
