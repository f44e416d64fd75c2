-- What lists are filtered by stands in their indexes: late pages are found there, without the rows that are passed over.
drop index audit_log_by_area;
create index audit_log_by_area on audit_log (split_part(action, '.', 1), id) include (action);
create index audit_log_in_order on audit_log (id) include (created_at);
drop index transactions_not_paid_by_time;
create index transactions_not_paid_by_time on transactions (status, created_at, id) include (type) where status <> 'success';
