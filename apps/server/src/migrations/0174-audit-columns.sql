-- As of postings (0030): which transaction wrote a row of the log is the database's word, and so is its place in it. A row
-- with numbers of its own choice would lie in no block, and no seal would ever cover it.
revoke insert on audit_log from mupiira_app;
grant insert (actor, address, action, subject, before, after, reason, created_at) on audit_log to mupiira_app;
