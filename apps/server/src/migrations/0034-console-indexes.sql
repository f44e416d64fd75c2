-- Indexes of the console: for work that waits for staff, and for the search.

-- Work that waits for staff is counted with small indexes.
create index transactions_unknown on transactions (unknown_since) where stage = 'checking';
create index game_results_contradictory on game_results (game_id) where score_disputed;
create index games_run_by_staff on games (id) where source = 'hand' and status in ('upcoming', 'live');
-- Players who are or were in debt. An index on the balance of accounts would make each change of a balance write to all
-- indexes of the table.
create index postings_in_debt on postings (player, id) where balance_after < 0;

-- The search finds names by the start of a word. A name of one word is found in order, with the exact name first. Numbers
-- and addresses are not among the words, because nearly all of them start alike.
create index profiles_by_first_name on profiles (fold_text(first_name) text_pattern_ops);
create index profiles_by_last_name on profiles (fold_text(last_name) text_pattern_ops);
create index profiles_by_username on profiles (fold_text(username) text_pattern_ops);
create index profiles_by_name_words on profiles
  using gin (to_tsvector('simple', fold_text(first_name || ' ' || last_name || ' ' || username)));
create index transactions_by_internal_reference on transactions (internal_reference)
  where internal_reference is not null;
