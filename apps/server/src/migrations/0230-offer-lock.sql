-- The version of what a bet depends on: it grows with every change of the game that a bet may notice.
alter table games add column offer_version int not null default 1;

-- Closed to bets while a second member of staff decides on a start that has passed.
alter table games add column held_for_start boolean not null default false;
alter table games drop column closed_for;

-- The offer lock orders bets and results, so settled games need no second look.
alter table game_settlements drop column sweep_at;
