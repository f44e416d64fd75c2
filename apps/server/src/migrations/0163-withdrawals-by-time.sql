-- Few payments are withdrawals: their late pages are not looked for among all the others.
create index transactions_withdrawn_by_time on transactions (created_at, id) include (status) where type = 'withdrawal';
