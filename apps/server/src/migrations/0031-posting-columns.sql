-- Which transaction wrote a posting is the database's word: a row with a number of its own choice would lie in no
-- block, and no seal would ever cover it.
revoke insert on posting from mupiira_app;
grant insert (source, destination, amount, player, balance_after, kind, reference, ordinal, description, created_at)
  on posting to mupiira_app;
