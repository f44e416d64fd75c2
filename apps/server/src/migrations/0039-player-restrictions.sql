-- Restrictions that staff set for players, with their reasons and ends. They replace in_play_delay and in_play_excluded of
-- player_counters, which the previous release still reads.
create table player_restrictions (
  id uuid primary key,
  user_id uuid not null references profiles (id),
  kind text not null check (kind in ('stake-factor', 'in-play-delay', 'no-live-bets', 'no-promotions')),
  -- stake-factor: percent of the general maximum stake. in-play-delay: seconds that are added to the delay.
  value smallint,
  reason text not null check (length(reason) between 1 and 500),
  -- Null: the migration.
  set_by uuid references profiles (id),
  set_at timestamptz not null,
  -- The restriction ends by itself at this time. Null: only staff end it.
  ends_at timestamptz check (ends_at > set_at),
  lifted_at timestamptz,
  lifted_by uuid references profiles (id),
  lift_reason text check (length(lift_reason) between 1 and 500),
  check (case kind when 'stake-factor' then value between 1 and 99
                   when 'in-play-delay' then value between 1 and 30
                   else value is null end),
  check ((kind in ('stake-factor', 'in-play-delay')) = (value is not null)),
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create unique index player_restrictions_current on player_restrictions (user_id, kind) where lifted_at is null;
create index player_restrictions_of on player_restrictions (user_id, set_at);

-- Only its end can be added to a restriction.
revoke update, delete on player_restrictions from mupiira_app;
grant update (lifted_at, lifted_by, lift_reason) on player_restrictions to mupiira_app;

insert into player_restrictions (id, user_id, kind, value, reason, set_at)
  select gen_random_uuid(), user_id, 'in-play-delay', in_play_delay, 'set before restrictions had a reason here', now()
    from player_counters join profiles on id = user_id where in_play_delay > 0
  union all
  select gen_random_uuid(), user_id, 'no-live-bets', null, 'set before restrictions had a reason here', now()
    from player_counters join profiles on id = user_id where in_play_excluded;

-- Tags of staff that group players in the console.
create table player_tags (
  user_id uuid not null references profiles (id),
  tag text not null check (tag ~ '^[a-z0-9][a-z0-9 -]{0,29}$'),
  added_by uuid not null references profiles (id),
  added_at timestamptz not null,
  primary key (user_id, tag)
);
create index player_tags_by_tag on player_tags (tag, user_id);
revoke update on player_tags from mupiira_app;

-- Networks that have logged in to an account, as `networkOf` names them.
create table player_networks (
  user_id uuid not null references profiles (id),
  network text not null,
  seen_at timestamptz not null,
  primary key (user_id, network)
);
create index player_networks_of_network on player_networks (network, seen_at desc);
create index player_networks_age on player_networks using brin (seen_at);

-- As in 0017-privacy.sql, with the networks.
create or replace procedure erase_personal_data(player uuid) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from account_erasures e join profiles p on p.id = e.user_id
     where e.user_id = player and p.account_status <> 'active'
  ) then
    raise exception 'account % is not to be erased', player;
  end if;
  update account_erasures
     set images = array(select image_url from customer_care_chat where user_id = player and image_url is not null)
   where user_id = player;
  delete from customer_care_chat where user_id = player;
  delete from chat_conversations where user_id = player;
  delete from notifications where user_id = player;
  delete from system_notification_marks where user_id = player;
  delete from system_notification_shown where user_id = player;
  delete from placed_bet_marks where user_id = player;
  delete from placed_bets_read where user_id = player;
  delete from daily_welcomes where user_id = player;
  delete from push_devices where user_id = player;
  delete from known_devices where user_id = player;
  delete from player_networks where user_id = player;
  delete from recovery_requests where user_id = player;
  delete from phone_codes where user_id = player;
  delete from payer_prompts where user_id = player;
  delete from idempotency_records where user_id = player;
  delete from booking_codes where user_id = player and ticket_id is null;
end
$$;

-- As in 0032-withdrawal-reviews.sql, with restrictions and tags.
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
  update transactions
     set phone_number = pseudonym, provider_message = null, relworx_response = null, staff_message = null
   where user_id = player;
  update tickets set client = '', address = '' where user_id = player;
  update delayed_bets set client = '', address = '', browser = null where user_id = player;
  update aviator_bets set client = '', address = '' where user_id = player;
  delete from phone_proofs where user_id = player;
  delete from staff_notes where user_id = player;
  delete from player_restrictions where user_id = player;
  delete from player_tags where user_id = player;
  update account_erasures set identity_erased_at = now() where user_id = player;
  perform set_config('mupiira.erasing', '', true);
end
$$;
