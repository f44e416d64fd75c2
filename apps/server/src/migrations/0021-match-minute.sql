-- When the minute of a game was first reported, so that prices in play follow the time between two reports.
alter table game_clocks add column minute_at timestamptz;
