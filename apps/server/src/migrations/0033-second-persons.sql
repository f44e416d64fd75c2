-- Requests that expire, base odds that one member of staff changed, and staff accounts made by the server's role.

-- A request that waited too long is expired by a job, so no person has decided it.
alter table approvals
  drop constraint approvals_state_check,
  drop constraint approvals_check,
  add constraint approvals_state_check check (state in ('waiting', 'approved', 'declined', 'expired')),
  add constraint approvals_decided_by_check check ((state in ('waiting', 'expired')) = (decided_by is null));

-- The base odds that a game had before a member of staff changed them in its form, in hundredths. New odds are compared
-- with the oldest of a day, so that many small changes count as one. An approved change starts again.
create table base_odds_changes (
  id bigint generated always as identity primary key,
  game_id uuid not null,
  home_odds int,
  draw_odds int,
  away_odds int,
  over25_odds int,
  under25_odds int,
  -- Approved by a second member of staff, or confirmed by typing where there is none.
  is_approved boolean not null,
  changed_by uuid not null,
  created_at timestamptz not null
);
create index base_odds_changes_of on base_odds_changes (game_id, id);

create trigger base_odds_changes_append_only before update or delete or truncate on base_odds_changes
  for each statement execute function refuse_change();
revoke update, delete on base_odds_changes from mupiira_app;

-- The server's role cannot set the role of an account. This function makes a member of staff of an account that the same
-- transaction has created, in the name of an active manager of staff, and writes the audit entry itself.
create function make_staff_account(account uuid, invited_by uuid, from_address text, why text, at timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from staff_roles r join profiles p on p.id = r.user_id
     where r.user_id = invited_by and r.ended_at is null and p.role = 'admin' and p.account_status = 'active'
       and (r.role = 'manager' or (r.role = 'own' and 'admin:staff:edit' = any (r.capabilities)))
  ) then
    raise exception 'account % cannot invite staff', invited_by using errcode = 'insufficient_privilege';
  end if;
  update profiles set role = 'admin'
   where id = account and role = 'user' and xmin = pg_current_xact_id()::xid;
  if not found then
    raise exception 'account % is not new', account using errcode = 'insufficient_privilege';
  end if;
  insert into audit_log (actor, address, action, subject, after, reason, created_at)
    select invited_by, from_address, 'staff.create', 'user:' || account,
           jsonb_build_object('phoneNumber', phone_number), why, at
      from profiles where id = account;
end
$$;
revoke execute on function make_staff_account from public;
grant execute on function make_staff_account to mupiira_app;

-- The number also says which releases know withdrawal reviews. Connections of older nodes name it by the old setting.
create or replace function settlement_rules() returns int language sql stable
  return coalesce(nullif(current_setting('mupiira.release_rules', true), ''),
                  nullif(current_setting('mupiira.settlement_rules', true), ''), '0')::int;
-- Triggers refer to the function itself, so they keep working under its new name.
alter function settlement_rules() rename to release_rules;
