-- Our money at the direct providers, each an account of the house as the one at Relworx.
insert into account (id, kind, name, created_at) values
  ('00000000-0000-7000-8000-000000000007', 'house', 'float-mtn', now()),
  ('00000000-0000-7000-8000-000000000008', 'house', 'float-airtel', now());

-- Requests for one number are counted before a provider is asked (0084).
create index transactions_of_number on transactions (phone_number, created_at);
