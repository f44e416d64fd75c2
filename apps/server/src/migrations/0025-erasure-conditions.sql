-- Why an account cannot be closed now, as the code of the refusal; null if it can. The only place that decides it.
create function erasure_refusal(player uuid) returns text language sql stable as $$
  select case
    when not exists (select from accounts where id = player and kind = 'player') then 'NOT_ALLOWED'
    when exists (select from tickets where user_id = player and status = 'pending')
      or exists (select from aviator_bets where user_id = player and state = 'placed') then 'ERASURE_OPEN_BETS'
    when exists (select from transactions where user_id = player and stage <> 'done') then 'ERASURE_OPEN_PAYMENTS'
    when exists (select from accounts where id = player and (balance <> 0 or held <> 0)) then 'ERASURE_BALANCE'
  end
$$;

create or replace procedure request_erasure(player uuid) language plpgsql security definer set search_path = public, pg_temp as $$
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

-- At once: what no law requires. As the owner, because the server's role deletes no messages. A request alone is not
-- enough, because staff can reactivate the account.
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
  delete from recovery_requests where user_id = player;
  delete from phone_codes where user_id = player;
  delete from payer_prompts where user_id = player;
  delete from idempotency_records where user_id = player;
  delete from booking_codes where user_id = player and ticket_id is null;
end
$$;
