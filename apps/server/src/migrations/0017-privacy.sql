-- Accounts whose players asked to close them and to erase personal data.
create table account_erasures (
  user_id uuid primary key references profiles (id),
  requested_at timestamptz not null default now(),
  -- Addresses of chat images that are still to be removed from the image store.
  images text[] not null default '{}',
  -- When the identification was erased, after the retention that the law requires.
  identity_erased_at timestamptz
);
create index account_erasures_due on account_erasures (requested_at) where identity_erased_at is null;
create index account_erasures_with_images on account_erasures (user_id) where images <> '{}';

-- request_erasure creates the requests, with the database's time.
revoke insert, update, delete on account_erasures from mupiira_app;
grant update (images) on account_erasures to mupiira_app;

-- Phone numbers for erased accounts. No number in Uganda starts with 0 after the country code.
create sequence erased_numbers maxvalue 99999999;

-- The error code if the account cannot be closed now, otherwise null. This is the only place that decides it.
create function erasure_refusal(player uuid) returns text language sql stable as $$
  select case
    when not exists (select from accounts where id = player and kind = 'player') then 'NOT_ALLOWED'
    when exists (select from tickets where user_id = player and status = 'pending')
      or exists (select from aviator_bets where user_id = player and state = 'placed') then 'ERASURE_OPEN_BETS'
    when exists (select from transactions where user_id = player and stage <> 'done') then 'ERASURE_OPEN_PAYMENTS'
    when exists (select from accounts where id = player and (balance <> 0 or held <> 0)) then 'ERASURE_BALANCE'
  end
$$;

create procedure request_erasure(player uuid) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refusal text := erasure_refusal(player);
begin
  if refusal is not null then
    raise exception 'account % cannot be closed: %', player, refusal;
  end if;
  insert into account_erasures (user_id) values (player)
    on conflict (user_id) do update set requested_at = excluded.requested_at;
end
$$;

-- The start of an identity's retention period: the latest request, change of status, payment or bet.
create function retention_began(player uuid) returns timestamptz language sql stable
  return greatest(
    (select requested_at from account_erasures where user_id = player),
    (select status_changed_at from profiles where id = player),
    (select max(created_at) from transactions where user_id = player),
    (select max(created_at) from tickets where user_id = player),
    (select max(placed_at) from aviator_bets where user_id = player));

-- Erases all data that no law requires to keep. Runs as the owner, because the server's role cannot delete messages.
-- Requires an inactive account in addition to the request, because staff can reactivate the account.
create procedure erase_personal_data(player uuid) language plpgsql security definer set search_path = public, pg_temp as $$
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
  delete from recovery_requests where user_id = player;
  delete from phone_codes where user_id = player;
  delete from payer_prompts where user_id = player;
  delete from idempotency_records where user_id = player;
  delete from booking_codes where user_id = player and ticket_id is null;
end
$$;

-- Replaces the identification ten years after the last activity. Ledger, tickets and payments remain without a person.
create procedure erase_identity(player uuid) language plpgsql security definer set search_path = public, pg_temp as $$
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
  update aviator_bets set client = '', address = '' where user_id = player;
  delete from phone_proofs where user_id = player;
  delete from staff_notes where user_id = player;
  update account_erasures set identity_erased_at = now() where user_id = player;
  perform set_config('mupiira.erasing', '', true);
end
$$;

revoke execute on procedure request_erasure, erase_personal_data, erase_identity from public;
grant execute on procedure request_erasure, erase_personal_data, erase_identity to mupiira_app;
