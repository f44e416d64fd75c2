-- OPS-04. What staff did, written in the transaction of what they did. `actor` is null where the house itself acted, by
-- a command on the server. `tx` is the number of the transaction that wrote the row: blocks of finished ones are sealed.
create table audit_log (
  id bigint generated always as identity primary key,
  tx bigint not null default pg_current_xact_id()::text::bigint,
  actor uuid,
  address text not null,
  action text not null check (action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),
  subject text not null,
  before jsonb,
  after jsonb,
  reason text not null default '',
  created_at timestamptz not null
);
create index audit_log_by_actor on audit_log (actor, id);
create index audit_log_by_subject on audit_log (subject, id);
create index audit_log_by_action on audit_log (action text_pattern_ops, id);
create index audit_log_by_time on audit_log (created_at);
create index audit_log_words on audit_log using gin
  (to_tsvector('simple', reason || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')));
create index audit_log_tx on audit_log (tx, id);

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
revoke update, delete, truncate on audit_log from mupiira_app;
