-- What must hold of a ticket is judged when it moves, not when it is placed: PostgreSQL reads every check of a table
-- anew for each statement that inserts into it, which took a tenth of a placement. A placed ticket is written by one
-- statement, from figures that the domain has just judged, in the transaction that posts its stake (which is above zero,
-- or the ledger refuses it).
alter table tickets
  drop constraint tickets_total_stake_check,
  drop constraint tickets_total_odds_check,
  drop constraint tickets_bonus_percentage_check,
  drop constraint tickets_potential_win_check,
  drop constraint tickets_bonus_check,
  drop constraint tickets_rulebook_check,
  drop constraint tickets_status_check,
  drop constraint tickets_payout_check,
  drop constraint tickets_legs_check,
  drop constraint tickets_check,
  drop constraint tickets_check1,
  drop constraint tickets_check2,
  drop constraint tickets_check3,
  drop constraint tickets_check4;

alter table ticket_legs
  drop constraint ticket_legs_leg_no_check,
  drop constraint ticket_legs_odds_check,
  drop constraint ticket_legs_base_odds_check,
  drop constraint ticket_legs_outcome_check,
  drop constraint ticket_legs_check,
  drop constraint ticket_legs_check1;

alter table player_betting
  drop constraint player_betting_placed_check,
  drop constraint player_betting_placed_on_day_check,
  drop constraint player_betting_check;

create function refuse_ticket_move() returns trigger language plpgsql as $$
begin
  raise exception '% % cannot become what it shall be', tg_table_name, new
    using errcode = 'check_violation', constraint = tg_name;
end
$$;

-- Pending, or ended with a payout; what has ended keeps its stake and its promise. Only a correction opens it again.
create trigger ticket_moves before update on tickets for each row
  when (
    new.status not in ('pending', 'won', 'lost', 'cancelled', 'void', 'cashout')
    or (new.status = 'pending') <> (new.settled_at is null)
    or (new.status = 'pending') <> (new.payout is null)
    or (new.status in ('won', 'void') and new.open_legs <> 0)
    or (new.status = 'lost' and new.payout <> 0) or new.payout < 0
    or new.open_legs < 0 or new.open_legs > new.legs
    or new.total_stake <> old.total_stake or new.potential_win <> old.potential_win or new.user_id <> old.user_id
  )
  execute function refuse_ticket_move();

create trigger leg_moves before update on ticket_legs for each row
  when (
    new.outcome not in ('won', 'lost', 'void', 'half-won', 'half-lost')
    or (new.outcome is null) <> (new.decided_at is null)
    or (new.outcome is null) <> (new.result_version is null)
    or new.odds <> old.odds or new.game_id <> old.game_id
  )
  execute function refuse_ticket_move();
