-- A second barrier for the rows of players. Their own reads run as mupiira_player, which sees only the rows of the
-- player in mupiira.player, whatever the query is, and cannot write (kernel/db: asPlayer).

-- The player of the transaction. Every read fails without one.
create function own_player() returns uuid language sql stable parallel safe
  return current_setting('mupiira.player')::uuid;

-- The planner removes `using (true)`, so the server's other queries keep their plans. The owner has no policies, for
-- migrations and dumps.
do $$
declare
  rule record;
begin
  for rule in
    select * from (values
      ('accounts', 'id = own_player()'),
      ('holds', 'account = own_player()'),
      ('postings', 'player = own_player()'),
      ('tickets', 'user_id = own_player()'),
      ('ticket_legs', 'exists (select from tickets t where t.id = ticket_id)'),
      ('ticket_corrections', 'exists (select from tickets t where t.id = ticket_id)'),
      ('player_counters', 'user_id = own_player()'),
      ('cashouts', 'user_id = own_player()'),
      ('aviator_bets', 'user_id = own_player()'),
      ('transactions', 'user_id = own_player()'),
      ('phone_proofs', 'user_id = own_player()'),
      ('customer_care_chat', 'user_id = own_player()'),
      ('chat_conversations', 'user_id = own_player()'),
      ('notifications', 'user_id = own_player() or user_id is null'),
      ('placed_bets_read', 'user_id = own_player()'),
      ('placed_bet_marks', 'user_id = own_player()'),
      ('system_notification_marks', 'user_id = own_player()'),
      ('player_protection', 'user_id = own_player()'),
      ('limit_raises', 'user_id = own_player()'),
      ('protection_sums', 'user_id = own_player()')
    ) rules (of_table, condition)
  loop
    execute format('alter table %I enable row level security', rule.of_table);
    execute format('create policy server on %I to mupiira_app using (true) with check (true)', rule.of_table);
    execute format('create policy own on %I for select to mupiira_player using (%s)', rule.of_table, rule.condition);
    execute format('grant select on %I to mupiira_player', rule.of_table);
  end loop;
end
$$;

grant select on placed_bets to mupiira_player;
