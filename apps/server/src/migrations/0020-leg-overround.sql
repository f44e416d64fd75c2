-- The margin of the leg's market at placement, in percent: cash-out measures price moves with it (D22). Null on earlier bets.
alter table ticket_legs add column overround_percent float8;
