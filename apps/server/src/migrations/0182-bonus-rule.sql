-- As 0072: what must hold of a paid bonus is judged when its ticket moves. A ticket is placed with none.
alter table tickets drop constraint tickets_bonus_paid_check;
create trigger bonus_moves before update on tickets for each row
  when (new.bonus_paid < 0) execute function refuse_ticket_move();
