-- The console's search of games ignores accents, like the players' search: "atletico" finds "Atlético Madrid".
drop index games_by_words;
create index games_by_words on games using gin (search_fold(name || ' ' || league) gin_trgm_ops);
