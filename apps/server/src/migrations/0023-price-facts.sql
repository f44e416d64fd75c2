-- What the cash-out offers of a game's tickets were computed from, written when it changes. The offer history of a
-- ticket is computed from these rows on demand. Only games with bets have rows.
create table game_price_facts (
  game_id uuid not null,
  at timestamptz not null,
  -- The fields of PriceFacts (modules/cashout/price-facts.ts).
  facts jsonb not null,
  primary key (game_id, at)
);
create index game_price_facts_by_time on game_price_facts (at);

revoke update on game_price_facts from mupiira_app;
