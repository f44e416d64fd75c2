-- Responsible gambling.

-- Limits and self-exclusion of a player, in hundredths of a shilling; null means no limit. Changed under the lock of
-- the wallet account, like every debit.
create table player_protection (
  user_id uuid primary key,
  deposit_day bigint check (deposit_day >= 0),
  deposit_week bigint check (deposit_week >= 0),
  deposit_month bigint check (deposit_month >= 0),
  stake_day bigint check (stake_day >= 0),
  stake_week bigint check (stake_week >= 0),
  stake_month bigint check (stake_month >= 0),
  loss_day bigint check (loss_day >= 0),
  loss_week bigint check (loss_week >= 0),
  loss_month bigint check (loss_month >= 0),
  exclusion text check (exclusion in ('time-out', 'exclusion')),
  excluded_from timestamptz,
  excluded_until timestamptz,
  check_minutes smallint not null default 60 check (check_minutes between 15 and 60),
  updated_at timestamptz not null,
  check ((exclusion is null) = (excluded_until is null) and (exclusion is null) = (excluded_from is null))
);

-- An exclusion is never shortened.
create function refuse_shorter_exclusion() returns trigger language plpgsql as $$
begin
  raise exception 'player % is excluded until %', old.user_id, old.excluded_until
    using errcode = 'check_violation', constraint = 'exclusion_not_undone';
end
$$;

create trigger exclusion_not_undone before update on player_protection
  for each row
  when (
    old.excluded_until is not null and (new.excluded_until is null or new.excluded_until < old.excluded_until)
  )
  execute function refuse_shorter_exclusion();

-- A higher limit that waits for its cooling-off period and a confirmation. No amount means no limit.
create table limit_raises (
  user_id uuid not null,
  kind text not null check (kind in ('deposit', 'stake', 'loss')),
  period text not null check (period in ('day', 'week', 'month')),
  amount bigint check (amount >= 0),
  requested_at timestamptz not null,
  primary key (user_id, kind, period)
);

-- Stakes and losses of a player with limits, summed up to posting `through`. A cache of the ledger.
create table protection_sums (
  user_id uuid primary key,
  day date not null,
  through bigint not null,
  stake_day bigint not null,
  stake_week bigint not null,
  stake_month bigint not null,
  loss_day bigint not null,
  loss_week bigint not null,
  loss_month bigint not null
) with (fillfactor = 60);

-- History of limits and exclusions, for disputes.
create table protection_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  kind text not null check (kind in ('limit', 'raise-requested', 'raise-confirmed', 'exclusion', 'reality-check')),
  details jsonb not null,
  created_at timestamptz not null
);
create index protection_changes_of on protection_changes (user_id, id);

create trigger protection_changes_append_only before update or delete or truncate on protection_changes
  for each statement execute function refuse_change();

revoke delete on player_protection from mupiira_app;
revoke update, delete on protection_changes from mupiira_app;
