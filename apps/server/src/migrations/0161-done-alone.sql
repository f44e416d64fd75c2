-- What was done above the four-eyes threshold while nobody else could look at it (ADMT-30).
create index audit_log_done_alone on audit_log (id) where after ? 'flag';
