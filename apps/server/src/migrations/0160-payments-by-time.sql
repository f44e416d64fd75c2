-- All payments in the order of time, with what staff filters them by: late pages are found in the index alone. A payment that
-- changes its status changes an index anyway.
drop index transactions_by_time;
create index transactions_by_time on transactions (created_at, id) include (type, status);
