-- A start that one member of staff has moved by himself is of no result (version 0), and there may be several of one game.
alter table staff_result drop constraint staff_result_pkey;
create index staff_result_by_game on staff_result (game_id, version);
