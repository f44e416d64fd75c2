-- Automatic cash-out.

-- "Cash out when the offer reaches this target": one rule per ticket. It ends when it was executed or the ticket ends.
create table cashout_rules (
  ticket_id uuid primary key,
  user_id uuid not null,
  -- The lowest offer for all of the stake left.
  target bigint not null check (target > 0),
  -- The percentage of the stake left to cash out.
  percent smallint not null check (percent between 1 and 100),
  -- The games of the ticket, so that a change of a game finds its rules.
  games uuid[] not null,
  created_at timestamptz not null
);
create index cashout_rules_by_game on cashout_rules using gin (games);

-- Who set and removed rules, and what they paid.
create table cashout_rule_changes (
  id uuid primary key,
  ticket_id uuid not null,
  user_id uuid not null,
  action text not null check (action in ('set', 'removed', 'executed', 'ended')),
  target bigint not null,
  percent smallint not null,
  paid bigint,
  created_at timestamptz not null,
  constraint cashout_rule_changes_paid check ((action = 'executed') = (paid is not null))
);
create index cashout_rule_changes_of_ticket on cashout_rule_changes (ticket_id, id);

create trigger cashout_rule_changes_append_only before update or delete or truncate on cashout_rule_changes
  for each statement execute function refuse_change();
revoke update, delete on cashout_rule_changes from mupiira_app;

-- The least that an automatic acceptance pays; null for an acceptance by the player.
alter table cashouts add column least bigint check (least > 0);

-- Players read their own rows (0018-player-role.sql).
do $$
declare
  of_table text;
begin
  foreach of_table in array array['cashout_rules', 'cashout_rule_changes'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format('create policy server on %I to mupiira_app using (true) with check (true)', of_table);
    execute format('create policy own on %I for select to mupiira_player using (user_id = own_player())', of_table);
    execute format('grant select on %I to mupiira_player', of_table);
  end loop;
end
$$;
