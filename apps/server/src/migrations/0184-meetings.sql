-- Finished games of two teams against each other, latest first: those of one team alone are many years of games.
create index games_of_pair on games (home_team, away_team, start_time desc) where result_version > 0;
