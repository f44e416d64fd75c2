-- How many whole answers of its feed in a row told no odds of a game that has some, up to those after which they do not stand
-- any more; 0 with the first that does.
alter table games add column odds_missed smallint not null default 0;

-- How its feed numbers the two teams, {"home":"…","away":"…"}: a name may be spelt anew, another number with another name is
-- another team.
alter table games add column feed_team_ids jsonb;
