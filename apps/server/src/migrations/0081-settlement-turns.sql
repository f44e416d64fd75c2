-- The results themselves are kept by the catalogue (game_results); here is only when each was settled.
alter table game_settlements drop column verdict, drop column first_live_at;
