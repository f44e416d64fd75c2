-- What cash-outs have paid a player on matches that one member of staff runs.
create index cashouts_of_user on cashouts (user_id) where state <> 'refused';
