-- Readings are never changed: an admin who mistyped one enters another, and his last one counts.
alter table aviator_salt_entry
  drop constraint aviator_salt_entry_pkey,
  add column no bigint generated always as identity primary key;
create index aviator_salt_entry_of_chain on aviator_salt_entry (chain_id);
