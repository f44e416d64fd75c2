-- Games that time may decide are found without reading the whole table. `next_at` was never used.
alter table games drop column next_at;
create index games_undecided on games (start_time) where result_version = 0;
