-- Suspensions that have ended.

-- When the game was last suspended (by staff, with its league, or because its reports contradicted each other), and when
-- each of its markets was: {"btts":"2026-11-30T16:00:00.000Z"}. A waiting bet or cash-out that an ended suspension
-- interrupted is refused (INP-06).
alter table game_offers
  add column suspended_at timestamptz,
  add column market_suspensions jsonb not null default '{}';
