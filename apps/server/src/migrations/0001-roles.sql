-- The server works as mupiira_app, which owns no objects and has only the granted rights. Migrations run as the owner.
do $$
begin
  if not exists (select from pg_roles where rolname = 'mupiira_app') then
    create role mupiira_app nologin;
  end if;
exception
  -- Another database of the same cluster was migrated at the same time.
  when duplicate_object or unique_violation then null;
end
$$;

-- A server that logs in as the owner switches to mupiira_app on every connection.
do $$
begin
  if not pg_has_role(current_user, 'mupiira_app', 'member') then
    execute format('grant mupiira_app to %I', current_user);
  end if;
end
$$;

-- Temporary objects could hide tables and functions of the schema.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

-- Reads of a player's own rows run as mupiira_player, which sees only the rows of this player (0018-player-role.sql).
do $$
begin
  if not exists (select from pg_roles where rolname = 'mupiira_player') then
    create role mupiira_player nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'the role mupiira_player is missing'
      using hint = 'As a superuser: CREATE ROLE mupiira_player NOLOGIN; GRANT mupiira_player TO mupiira_app;';
end
$$;

do $$
begin
  if not pg_has_role('mupiira_app', 'mupiira_player', 'member') then
    grant mupiira_player to mupiira_app;
  end if;
end
$$;

grant usage on schema public to mupiira_app, mupiira_player;
alter default privileges in schema public grant select, insert, update, delete on tables to mupiira_app;
alter default privileges in schema public grant usage on sequences to mupiira_app;

-- A server that does not log in as the owner can check that no migration is missing.
grant select on schema_migrations to mupiira_app;
