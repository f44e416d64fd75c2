-- Bets on live games, which wait for a few seconds before they become tickets (decision 0041).

-- A leg that was placed on a live game is not void because the game had started.
alter table ticket_legs add column in_play boolean not null default false;

-- One row per request. The stake is on hold (table holds, same id as reference) while the state is waiting. There are no
-- foreign keys, as in tickets: each would lock the referenced row for every bet.
create table delayed_bets (
  id uuid primary key,
  user_id uuid not null,
  stake bigint not null check (stake > 0),
  odds_policy text not null check (odds_policy in ('none', 'better', 'any')),
  -- The request as the player sent it.
  slip jsonb not null,
  -- The browser by the hash of its cookie, for the booking code; user agent and address, for the ticket.
  browser bytea check (length(browser) = 32),
  client text not null,
  address text not null,
  -- Two decimals and any number of digits, like tickets.total_odds.
  requested_odds numeric not null,
  accepted_odds numeric check ((state = 'accepted') = (accepted_odds is not null)),
  -- The acceptance record: what the server knew at the request and at the decision.
  -- {"games": {"<id>": {phase, fingerprint, score, …, priceVersion, odds}}, "legs": [{gameId, market, selection, odds}]}
  at_request jsonb not null,
  at_decision jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'rejected')),
  rejected_because text check ((state = 'rejected') = (rejected_because is not null)),
  ticket_id uuid unique check ((state = 'accepted') = (ticket_id is not null)),
  created_at timestamptz not null,
  -- When the delay ends, by the database's clock if a feed reports a live game of the bet.
  decides_at timestamptz not null,
  decided_at timestamptz check ((state = 'waiting') = (decided_at is null)),
  next_at timestamptz check (state = 'waiting' or next_at is null)
);
create index delayed_bets_of_user on delayed_bets (user_id, id);
create index delayed_bets_due on delayed_bets (next_at) where next_at is not null;

-- A decision is final, and the request never changes.
create function refuse_delayed_bet_change() returns trigger language plpgsql as $$
begin
  raise exception 'invalid change of delayed bet %', old.id
    using errcode = 'check_violation', constraint = tg_name;
end
$$;

create trigger delayed_bet_moves before update on delayed_bets
  for each row
  when (
    not is_erasing()
    and (old.state <> 'waiting'
      or new.user_id <> old.user_id
      or new.stake <> old.stake
      or new.slip <> old.slip
      or new.at_request <> old.at_request
      or new.requested_odds <> old.requested_odds
      or new.decides_at <> old.decides_at)
  )
  execute function refuse_delayed_bet_change();

revoke delete on delayed_bets from mupiira_app;

-- Players read their own rows only, as in 0018-player-role.sql.
alter table delayed_bets enable row level security;
create policy server on delayed_bets to mupiira_app using (true) with check (true);
create policy own on delayed_bets for select to mupiira_player using (user_id = own_player());
grant select on delayed_bets to mupiira_player;

-- An account with a waiting bet cannot be closed.
create or replace function erasure_refusal(player uuid) returns text language sql stable as $$
  select case
    when not exists (select from accounts where id = player and kind = 'player') then 'NOT_ALLOWED'
    when exists (select from tickets where user_id = player and status = 'pending')
      or exists (select from delayed_bets where user_id = player and state = 'waiting')
      or exists (select from aviator_bets where user_id = player and state = 'placed') then 'ERASURE_OPEN_BETS'
    when exists (select from transactions where user_id = player and stage <> 'done') then 'ERASURE_OPEN_PAYMENTS'
    when exists (select from accounts where id = player and (balance <> 0 or held <> 0)) then 'ERASURE_BALANCE'
  end
$$;

-- As in 0017-privacy.sql, with the origin of delayed bets.
create or replace procedure erase_identity(player uuid) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pseudonym text;
begin
  if not exists (
    select from account_erasures e join profiles p on p.id = e.user_id
     where e.user_id = player and e.identity_erased_at is null and p.account_status <> 'active'
       and retention_began(player) < now() - interval '10 years'
  ) then
    raise exception 'the identity of account % must be kept', player;
  end if;
  perform set_config('mupiira.erasing', 'on', true);
  pseudonym := '+2560' || lpad(nextval('erased_numbers')::text, 8, '0');
  update profiles
     set phone_number = pseudonym, username = pseudonym, email = substr(pseudonym, 2) || '@phone.invalid', first_name = 'Erased',
         last_name = 'player', location = '', nationality = '', nin = null
   where id = player;
  update credentials set password_hash = '$argon2id$erased' where user_id = player;
  update transactions set phone_number = pseudonym, provider_message = null, relworx_response = null where user_id = player;
  update tickets set client = '', address = '' where user_id = player;
  update delayed_bets set client = '', address = '', browser = null where user_id = player;
  update aviator_bets set client = '', address = '' where user_id = player;
  delete from phone_proofs where user_id = player;
  delete from staff_notes where user_id = player;
  update account_erasures set identity_erased_at = now() where user_id = player;
  perform set_config('mupiira.erasing', '', true);
end
$$;
