-- What staff asks of all tickets: pages in the order of time, by status and day, by the beginning of a booking code.
create index tickets_by_time on tickets (created_at, id);
-- Open tickets are the newest: they are found by time. A placement pays nothing for the others.
create index tickets_ended_by_time on tickets (status, created_at, id) where status <> 'pending';
-- The same index, by which beginnings are found as well.
drop index tickets_booking_code;
create unique index tickets_booking_code on tickets (booking_code text_pattern_ops);

-- Tickets, stakes and payouts by day of placement (Kampala) and status. Whatever writes tickets appends what it changed,
-- so that no row is fought for; a job folds the changes. Both together are exact at any moment.
create table ticket_tally (
  day date not null,
  status text not null,
  tickets bigint not null,
  stake bigint not null,
  payout bigint not null,
  primary key (day, status)
);
create table ticket_tally_change (
  id bigint generated always as identity primary key,
  day date not null,
  status text not null,
  tickets bigint not null,
  stake bigint not null,
  payout bigint not null
);

create function kampala_day(at timestamptz) returns date language sql immutable parallel safe
  return ((at at time zone 'UTC') + interval '3 hours')::date;

create function tally_placed_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally_change (day, status, tickets, stake, payout)
  select kampala_day(created_at), status, count(*), sum(total_stake), coalesce(sum(payout), 0) from placed group by 1, 2;
  return null;
end
$$;
create trigger tickets_tallied_when_placed after insert on tickets referencing new table as placed
  for each statement execute function tally_placed_tickets();

create function tally_moved_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally_change (day, status, tickets, stake, payout)
  select kampala_day(created_at), status, sum(tickets), sum(total_stake), sum(payout)
    from (select created_at, status, -1 as tickets, -total_stake as total_stake, -coalesce(payout, 0) as payout from before
          union all
          select created_at, status, 1, total_stake, coalesce(payout, 0) from after) moved
   group by 1, 2
  having sum(tickets) <> 0 or sum(total_stake) <> 0 or sum(payout) <> 0;
  return null;
end
$$;
create trigger tickets_tallied_when_moved after update on tickets referencing old table as before new table as after
  for each statement execute function tally_moved_tickets();

insert into ticket_tally (day, status, tickets, stake, payout)
select kampala_day(created_at), status, count(*), sum(total_stake), coalesce(sum(payout), 0) from tickets group by 1, 2;
revoke truncate on ticket_tally, ticket_tally_change from mupiira_app;
revoke delete on ticket_tally from mupiira_app;

-- Tickets that staff has cancelled: who, why, and what went back to the player (ADMT-05 to ADMT-09).
create table ticket_cancellations (
  ticket_id uuid primary key,
  actor_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  refund bigint not null check (refund > 0),
  created_at timestamptz not null
);
create trigger ticket_cancellations_append_only before update or delete or truncate on ticket_cancellations
  for each statement execute function refuse_change();
revoke update, delete, truncate on ticket_cancellations from mupiira_app;
