-- What of a ticket's payout is its win bonus, as it was paid: the promised one, or what was left of it after a void.
alter table tickets add column bonus_paid bigint not null default 0 check (bonus_paid >= 0);
update tickets set bonus_paid = bonus where status = 'won' and plain and payout = potential_win and bonus > 0;

-- Bonuses by the day (Kampala) on which they were paid or, with a corrected result, taken back; see ticket_tally.
create table bonus_tally (
  day date primary key,
  bonus bigint not null
);
create table bonus_tally_change (
  id bigint generated always as identity primary key,
  day date not null,
  bonus bigint not null
);

-- One statement changes tickets at one time.
create or replace function tally_moved_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally_change (day, status, tickets, stake, payout)
  select kampala_day(created_at), status, sum(tickets), sum(total_stake), sum(payout)
    from (select created_at, status, -1 as tickets, -total_stake as total_stake, -coalesce(payout, 0) as payout from before
          union all
          select created_at, status, 1, total_stake, coalesce(payout, 0) from after) moved
   group by 1, 2
  having sum(tickets) <> 0 or sum(total_stake) <> 0 or sum(payout) <> 0;
  insert into bonus_tally_change (day, bonus)
  select kampala_day(max(at)), sum(bonus)
    from (select null::timestamptz as at, -bonus_paid as bonus from before where bonus_paid <> 0
          union all
          select updated_at, bonus_paid from after) paid
  having sum(bonus) <> 0;
  return null;
end
$$;

insert into bonus_tally (day, bonus)
select kampala_day(settled_at), sum(bonus_paid) from tickets where bonus_paid > 0 group by 1;
revoke truncate on bonus_tally, bonus_tally_change from mupiira_app;
revoke delete on bonus_tally from mupiira_app;
