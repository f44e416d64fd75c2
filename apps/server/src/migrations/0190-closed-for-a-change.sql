-- Changes of its teams, and its deletion, that keep a game closed to bets for as long as they last: apart from what staff has
-- suspended, which none of them brings back or undoes.
alter table games add column closed_for jsonb not null default '[]';
