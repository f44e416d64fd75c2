-- What other modules may join of a bet that was placed. In two parts, as the indexes of tickets are.
create view placed_bets as
  select id, user_id, booking_code, total_stake, potential_win, created_at from tickets where status = 'pending'
  union all
  select id, user_id, booking_code, total_stake, potential_win, created_at from tickets where status <> 'pending';

-- A placed bet is told by its ticket (NOTE-18, decision 0527): a notification of its own costs a placement more than its
-- legs do. What the player did with what he was told stands here: all up to a ticket read, and single ones.
create table placed_bets_read (
  user_id uuid primary key,
  up_to uuid not null
);
create table placed_bet_mark (
  ticket_id uuid primary key,
  user_id uuid not null,
  deleted boolean not null default false
);
create index placed_bet_mark_of_user on placed_bet_mark (user_id, ticket_id);

-- What was read or deleted of the notifications of bets that were placed before stays so. A bet of the last hour without one
-- may not have been told yet: it is told now.
create temporary table told_bet on commit drop as
  select b.id, b.user_id, told.id is null as deleted, told.read,
         bool_or(told.read is false) over (partition by b.user_id order by b.id) as follows_unread
    from placed_bets b
    left join notifications told on told.user_id = b.user_id and told.data ? 'potentialWin' and told.data->>'ticketId' = b.id::text
   where told.id is not null or b.created_at < now() - interval '1 hour';
insert into placed_bets_read (user_id, up_to)
  select distinct on (user_id) user_id, id from told_bet where follows_unread is not true order by user_id, id desc;
insert into placed_bet_mark (ticket_id, user_id, deleted)
  select t.id, t.user_id, t.deleted from told_bet t left join placed_bets_read r on r.user_id = t.user_id
   where t.deleted or (t.read and t.id <= r.up_to is not true);
delete from notifications where type = 'bet' and data ? 'potentialWin';
