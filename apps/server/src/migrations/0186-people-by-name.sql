-- Staff knows a player by his name as well: it stands among the words that accounts are found by (ADMU-07, decision 0522). The
-- two ends are the beginnings that short words are looked for at. Built before the other goes: readers wait for no more than that.
create index profiles_by_names on profiles using gin (
  (phone_number || ' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops
);
drop index profiles_by_words;
alter index profiles_by_names rename to profiles_by_words;
