-- The words of an entry beside it: whoever looks for a common one walks over many entries, and takes none apart again.
alter table audit_log add column words tsvector generated always as
  (to_tsvector('simple', reason || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))) stored;
drop index audit_log_words;
create index audit_log_words on audit_log using gin (words);
