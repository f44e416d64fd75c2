-- Another result than the one that bets are settled on, which a feed tells too late to be believed (decision 0485).
alter table games add told_result jsonb;
create index games_told_result on games (start_time) where told_result is not null;
