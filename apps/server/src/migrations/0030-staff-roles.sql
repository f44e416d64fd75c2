-- What each member of staff may do. profiles.role only says whether an account is one of staff.
create table staff_roles (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id),
  -- A role of the console, or `own` for a named set of capabilities.
  role text not null check (
    role in ('care', 'trader', 'finance', 'risk', 'marketing', 'manager', 'auditor', 'own')),
  title text,
  capabilities text[],
  -- Null: a command on the server, or the migration.
  given_by uuid references profiles (id),
  given_at timestamptz not null,
  reason text not null default '',
  -- When another role replaced this one, or the person left.
  ended_at timestamptz,
  ended_by uuid references profiles (id),
  check ((role = 'own') = (title is not null and capabilities is not null)),
  check (ended_at is null or ended_at >= given_at)
);
create unique index staff_roles_current on staff_roles (user_id) where ended_at is null;
create index staff_roles_by_user on staff_roles (user_id, id);

revoke update, delete on staff_roles from mupiira_app;
grant update (ended_at, ended_by) on staff_roles to mupiira_app;

-- Every account that was staff could do everything.
insert into staff_roles (user_id, role, given_at, reason)
  select id, 'manager', now(), 'staff before roles' from profiles where role = 'admin';
