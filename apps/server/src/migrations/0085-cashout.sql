-- What cash-out must know of a live game beside its score (D22): red cards, and when the last of them, a penalty or a
-- review was told of.
alter table games
  add column red_cards jsonb not null default '{"home": 0, "away": 0}',
  add column last_incident_at timestamptz;

-- Every accepted cash-out offer: paid at once, or checked first while a game of the ticket is live.
create table cashouts (
  id uuid primary key,
  ticket_id uuid not null,
  user_id uuid not null,
  -- The offer that the player saw: what is paid.
  offer bigint not null check (offer > 0),
  state text not null check (state in ('checking', 'paid', 'refused')),
  refused_because text check (refused_because in ('OFFER_CHANGED', 'CASHOUT_UNAVAILABLE')),
  -- Goals, cards and suspensions of its live games when it was accepted: any other ones refuse it.
  games jsonb not null,
  created_at timestamptz not null,
  decides_at timestamptz not null,
  decided_at timestamptz,
  next_at timestamptz,
  check ((state = 'checking') = (decided_at is null)),
  check ((state = 'refused') = (refused_because is not null)),
  check (state = 'checking' or next_at is null)
);
-- A ticket is cashed out once, and one acceptance is checked at a time.
create unique index cashouts_once on cashouts (ticket_id) where state in ('checking', 'paid');
create index cashouts_of_ticket on cashouts (ticket_id, id);
create index cashouts_due on cashouts (next_at) where next_at is not null;

revoke delete, truncate on cashouts from mupiira_app;
