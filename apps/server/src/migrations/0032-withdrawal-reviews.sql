-- Withdrawals that wait for a review by staff before they are sent to their provider.

-- held: waits for staff or the player's cancellation. released: staff approved it, not sent yet.
alter table transactions
  drop constraint transactions_stage_check,
  drop constraint transactions_reason_check,
  drop constraint transactions_check2,
  drop constraint transactions_check4,
  -- The time by which staff decide, as promised to the player. Only withdrawals that were held have it.
  add column review_due_at timestamptz,
  -- Why staff rejected the withdrawal, in words for the player.
  add column staff_message text check (length(staff_message) between 3 and 500),
  add constraint transactions_stage_check check (stage in ('held', 'released', 'requested', 'sent', 'polling', 'checking',
    'review', 'done')),
  add constraint transactions_reason_check check (reason in ('untracked', 'refused', 'unavailable', 'never-sent',
    'declined', 'insufficient-funds', 'unanswered', 'timed-out', 'mismatch', 'contradicted', 'expired', 'decided', 'denied',
    'cancelled')),
  add constraint transactions_pending check (stage not in ('held', 'released', 'requested', 'sent', 'polling')
    or status = 'pending'),
  add constraint transactions_scheduled check (stage in ('held', 'review', 'done') or next_at is not null),
  add constraint transactions_held check (stage not in ('held', 'released')
    or (type = 'withdrawal' and review_due_at is not null)),
  -- A held withdrawal is never due, so no queue takes it.
  add constraint transactions_not_due check (stage <> 'held' or (next_at is null and sent_at is null));
create index transactions_held on transactions (created_at, id) where stage = 'held';

-- Why a withdrawal was held, and the decision.
create table withdrawal_reviews (
  transaction_id uuid primary key references transactions (id),
  reasons text[] not null check (reasons <@ array['amount', 'first-withdrawal', 'fast-turnover', 'manual-game',
    'related-account'] and cardinality(reasons) > 0),
  created_at timestamptz not null,
  decision text check (decision in ('approved', 'rejected', 'cancelled')),
  -- The member of staff, or the player who cancelled.
  decided_by uuid,
  -- For staff only. The player reads transactions.staff_message.
  note text check (length(note) between 3 and 500),
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (decided_by is null)),
  check (decision is distinct from 'rejected' or note is not null)
);
revoke delete on withdrawal_reviews from mupiira_app;

create function guard_withdrawal_review() returns trigger language plpgsql as $$
begin
  if old.decision is not null
     or (new.transaction_id, new.reasons, new.created_at) is distinct from (old.transaction_id, old.reasons, old.created_at)
  then
    raise exception 'the review of withdrawal % is decided', old.transaction_id
      using errcode = 'check_violation', constraint = 'withdrawal_review_decided_once';
  end if;
  return new;
end
$$;

create trigger withdrawal_review_guarded before update on withdrawal_reviews
  for each row execute function guard_withdrawal_review();

-- A held withdrawal is sent only with an approval, and ends only with a rejection or a cancellation.
create function guard_held_withdrawal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from withdrawal_reviews r
     where r.transaction_id = old.id
       and case new.stage when 'released' then r.decision = 'approved'
                          when 'done' then r.decision in ('rejected', 'cancelled') and new.status = 'failed'
                          else false end
  ) then
    raise exception 'withdrawal % waits for a review', old.id
      using errcode = 'check_violation', constraint = 'withdrawal_needs_review';
  end if;
  return new;
end
$$;

create trigger held_withdrawal_guarded before update on transactions
  for each row when (old.stage = 'held' and new.stage <> 'held') execute function guard_held_withdrawal();

-- During a rolling update, nodes of the previous release do not know these stages (SETTLEMENT_RULES in
-- kernel/db/session.ts; 2: withdrawal reviews). Their queues skip such payments: the update of the lease returns no row,
-- because an exception would also fail the other payments of the statement. Every other change fails.
create function skip_reviewed_withdrawal() returns trigger language plpgsql as $$
begin
  if new.stage is distinct from old.stage then
    raise exception 'this release cannot change the reviewed withdrawal %', old.id
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return null;
end
$$;

create trigger reviewed_withdrawal_needs_newer_release before update on transactions
  for each row when (old.stage in ('held', 'released') and settlement_rules() < 2)
  execute function skip_reviewed_withdrawal();

-- Such a node also requests withdrawals without applying the rules. Those that a rule may hold fail, and the player
-- repeats the request, which a newer node answers.
create function may_need_review(amount bigint) returns boolean language sql stable
  return exists (
    select from admin_settings
     where case setting_key
             when 'withdrawal_review_amount' then amount >= setting_value::bigint * 100
             when 'withdrawal_review_turnover_hours' then setting_value <> '0'
             when 'withdrawal_review_first' then setting_value = 'true'
             when 'withdrawal_review_manual_games' then setting_value = 'true'
             when 'withdrawal_review_related' then setting_value = 'true'
             else false
           end
  );

create function refuse_unreviewed_withdrawal() returns trigger language plpgsql as $$
begin
  if may_need_review(new.amount) then
    raise exception 'this release cannot request withdrawal %', new.id
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return new;
end
$$;

create trigger withdrawal_needs_newer_release before insert on transactions
  for each row when (new.type = 'withdrawal' and new.stage = 'requested' and settlement_rules() < 2)
  execute function refuse_unreviewed_withdrawal();

-- As in 0019-delayed-bets.sql, with the message of staff.
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
  update account_erasures set identity_erased_at = now() where user_id = player;
  perform set_config('mupiira.erasing', '', true);
end
$$;
