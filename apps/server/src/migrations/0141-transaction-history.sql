-- What staff asks of all payments: pages in the order of time, and those that did not simply succeed.
create index transactions_by_time on transactions (created_at, id);
create index transactions_not_paid_by_time on transactions (status, created_at, id) where status <> 'success';

-- Payments by day (Kampala), type and status; see ticket_tally.
create table transaction_tally (
  day date not null,
  type text not null,
  status text not null,
  transactions bigint not null,
  amount bigint not null,
  primary key (day, type, status)
);
create table transaction_tally_change (
  id bigint generated always as identity primary key,
  day date not null,
  type text not null,
  status text not null,
  transactions bigint not null,
  amount bigint not null
);

create function tally_made_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_tally_change (day, type, status, transactions, amount)
  select kampala_day(created_at), type, status, count(*), sum(amount) from made group by 1, 2, 3;
  return null;
end
$$;
create trigger transactions_tallied_when_made after insert on transactions referencing new table as made
  for each statement execute function tally_made_transactions();

create function tally_moved_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_tally_change (day, type, status, transactions, amount)
  select kampala_day(created_at), type, status, sum(transactions), sum(amount)
    from (select created_at, type, status, -1 as transactions, -amount as amount from before
          union all
          select created_at, type, status, 1, amount from after) moved
   group by 1, 2, 3
  having sum(transactions) <> 0 or sum(amount) <> 0;
  return null;
end
$$;
create trigger transactions_tallied_when_moved after update on transactions referencing old table as before new table as after
  for each statement execute function tally_moved_transactions();

insert into transaction_tally (day, type, status, transactions, amount)
select kampala_day(created_at), type, status, count(*), sum(amount) from transactions group by 1, 2, 3;
revoke truncate on transaction_tally, transaction_tally_change from mupiira_app;
revoke delete on transaction_tally from mupiira_app;
