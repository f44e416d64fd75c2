-- When an account was last suspended, banned or let in again; null: never. A member of staff whom a colleague has locked out
-- lately still counts as one who could look at what the other does (ADMT-30, decision 0415).
alter table profiles add column status_changed_at timestamptz;
