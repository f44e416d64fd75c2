-- What a cash-out pays above its ticket's stake: with a match by hand under way all of that rests on the word of whoever runs it.
alter table cashouts add column gain bigint not null default 0;
create index cashouts_gains_by_game on cashouts using gin (games) where gain > 0;
