-- Finished rows of the audit log are sealed as the ledger's are (0030): a hash over them and the previous seal.
create table audit_seal (
  block bigint primary key,
  from_tx bigint not null,
  to_tx bigint not null,
  after_id bigint not null,
  last_id bigint not null,
  rows bigint not null,
  hash bytea not null,
  previous_hash bytea not null,
  created_at timestamptz not null,
  check (from_tx < to_tx),
  check (after_id <= last_id)
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();
revoke update, delete, truncate on audit_seal from mupiira_app;
