-- Refusals of changed tickets name the ticket instead of the whole row, because errors are logged and the row contains
-- the player and the stake.

create or replace function refuse_ticket_change() returns trigger language plpgsql as $$
begin
  raise exception 'invalid change of % of ticket %', tg_table_name, coalesce(to_jsonb(new) ->> 'ticket_id', to_jsonb(new) ->> 'id')
    using errcode = 'check_violation', constraint = tg_name;
end
$$;

create or replace function refuse_older_release() returns trigger language plpgsql as $$
begin
  raise exception 'this release cannot settle % of ticket %', tg_table_name, coalesce(to_jsonb(new) ->> 'ticket_id', to_jsonb(new) ->> 'id')
    using errcode = 'check_violation', constraint = tg_name;
end
$$;
