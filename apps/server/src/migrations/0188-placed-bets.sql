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

-- The notifications of bets that were placed before: what was read or deleted of them stays so.
insert into placed_bet_mark (ticket_id, user_id, deleted)
  select b.id, b.user_id, told.id is null
    from placed_bets b
    left join notifications told on told.user_id = b.user_id and told.data ? 'potentialWin' and told.data->>'ticketId' = b.id::text
   where told.id is null or told.read;
delete from notifications where type = 'bet' and data ? 'potentialWin';
