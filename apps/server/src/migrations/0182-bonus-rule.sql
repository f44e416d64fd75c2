-- As 0072: what must hold of a paid bonus is judged when its ticket moves. A ticket is placed with none.
alter table tickets drop constraint tickets_bonus_paid_check;
drop trigger ticket_moves on tickets;
create trigger ticket_moves before update on tickets for each row
  when (
    new.status not in ('pending', 'won', 'lost', 'cancelled', 'void', 'cashout')
    or (new.status = 'pending') <> (new.settled_at is null)
    or (new.status = 'pending') <> (new.payout is null)
    or (new.status in ('won', 'void') and new.open_legs <> 0)
    or (new.status = 'lost' and new.payout <> 0) or new.payout < 0 or new.bonus_paid < 0
    or new.open_legs < 0 or new.open_legs > new.legs
    or new.total_stake <> old.total_stake or new.potential_win <> old.potential_win or new.user_id <> old.user_id
  )
  execute function refuse_ticket_move();
