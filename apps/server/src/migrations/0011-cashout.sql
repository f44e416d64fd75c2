-- Cash-out.

-- Accepted cash-out offers. With a live game an offer is checked for a few seconds before it is paid.
create table cashouts (
  id uuid primary key,
  ticket_id uuid not null,
  user_id uuid not null,
  -- The offer that the player accepted.
  offer bigint not null check (offer > 0),
  -- The lower of the accepted offer and the offer at the time of the decision.
  paid bigint check (paid > 0 and paid <= offer),
  state text not null check (state in ('checking', 'paid', 'refused')),
  refused_because text check (refused_because in ('OFFER_CHANGED', 'CASHOUT_UNAVAILABLE')),
  -- Goals, cards and suspensions of the live games at acceptance. If they change, the cash-out is refused.
  games jsonb not null,
  created_at timestamptz not null,
  decides_at timestamptz not null,
  decided_at timestamptz,
  next_at timestamptz,
  -- The amount paid above the stake.
  gain bigint not null default 0,
  -- Whether a game of the ticket had started.
  in_play boolean not null default true,
  check ((state = 'checking') = (decided_at is null)),
  check ((state = 'paid') = (paid is not null)),
  check ((state = 'refused') = (refused_because is not null)),
  check (state = 'checking' or next_at is null)
);
-- A ticket is cashed out once, and one acceptance is checked at a time.
create unique index cashouts_once on cashouts (ticket_id) where state in ('checking', 'paid');
create index cashouts_of_ticket on cashouts (ticket_id, id);
create index cashouts_due on cashouts (next_at) where next_at is not null;
create index cashouts_gains_by_game on cashouts using gin (games) where gain > 0;
create index cashouts_of_user on cashouts (user_id) where state <> 'refused';

revoke delete on cashouts from mupiira_app;
