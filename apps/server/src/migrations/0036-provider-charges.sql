-- Charges of payment providers are postings from the house account `charges` to the provider's float. Payments that ended
-- before this migration have no posting of their charge: the ledger is append only, and their days are closed.

insert into accounts (id, kind, name, created_at) values
  ('00000000-0000-7000-8000-000000000009', 'house', 'charges', now());

-- The charge of a payment that is posted. It explains the posting in the ledger check.
create table provider_charges (
  transaction_id uuid primary key references transactions (id),
  provider text not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);

create trigger provider_charges_append_only before update or delete or truncate on provider_charges
  for each statement execute function refuse_change();
revoke update, delete on provider_charges from mupiira_app;
