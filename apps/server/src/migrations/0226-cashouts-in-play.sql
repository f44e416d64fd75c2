-- Whether a game of the ticket had begun: what is cashed out before is a stake given back, and counts with nothing after.
alter table cashouts add column in_play boolean not null default true;
