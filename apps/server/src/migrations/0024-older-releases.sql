-- Refuse settlements by a node of a release that would pay too much.

-- During a rolling update, nodes of the previous release settle tickets too. A release before partial cash-out pays a
-- ticket with a cashed part in full, and a release before betting on live games voids every leg in play. The statements
-- of such a node fail, and a newer node settles the ticket.
-- Each connection of the server names the rules that its release settles by (SETTLEMENT_RULES in kernel/db/session.ts).
-- Older releases name none. 1: legs in play, and payouts of the stake left.
create function settlement_rules() returns int language sql stable
  return coalesce(nullif(current_setting('mupiira.settlement_rules', true), ''), '0')::int;

create function refuse_older_release() returns trigger language plpgsql as $$
begin
  raise exception 'this release cannot settle % %', tg_table_name, new
    using errcode = 'check_violation', constraint = tg_name;
end
$$;

-- The payout of a ticket with a cashed part, also by a correction.
create trigger part_needs_newer_release before update on tickets
  for each row
  when (new.cashed_stake > 0 and new.payout is distinct from old.payout and settlement_rules() < 1)
  execute function refuse_older_release();

create trigger leg_in_play_needs_newer_release before update on ticket_legs
  for each row
  when (new.in_play and new.outcome is distinct from old.outcome and settlement_rules() < 1)
  execute function refuse_older_release();
