-- Codes of slips (CODE-20, D25). Each belongs to a player, or to the browser of a visitor by the hash of its cookie.
-- The last character comes from the half of the alphabet that codes of tickets never end with, so that the two never
-- meet (CODE-08).
create table booking_codes (
  code text not null primary key check (code ~ '^[A-HJ-NP-Z2-9]{7}[BDFHKMPRTVXZ3579]$'),
  user_id uuid,
  browser bytea check (length(browser) = 32),
  -- [{gameId, market, selection}]
  selections jsonb not null check (jsonb_typeof(selections) = 'array' and jsonb_array_length(selections) between 1 and 45),
  -- The ticket placed under it: the ticket's owner is then the code's.
  ticket_id uuid,
  created_at timestamptz not null,
  check ((user_id is null) <> (browser is null))
);
-- Codes that were never used are pruned in this order.
create index booking_codes_unused on booking_codes (created_at) where ticket_id is null;
