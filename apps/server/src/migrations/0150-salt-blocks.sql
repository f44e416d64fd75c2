-- A reading says of which block it is and shows the block's header, from which its hash and its work follow.
alter table aviator_salt_entry
  add column height text not null,
  add column header bytea not null check (length(header) = 80);

-- One way to write a height, so that it is compared as it was published.
alter table aviator_chain add constraint aviator_chain_height check (height ~ '^[1-9][0-9]{0,14}$');
