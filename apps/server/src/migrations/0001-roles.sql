-- The server works as mupiira_app, which owns nothing: what a table does not grant it cannot do,
-- whatever the code says. Migrations run as the owner.
do $$
begin
  if not exists (select from pg_roles where rolname = 'mupiira_app') then
    create role mupiira_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another database of this cluster was migrated at the same moment
end
$$;

-- An owner who serves with his own login steps down to the application's role on every connection.
do $$
begin
  if not pg_has_role(current_user, 'mupiira_app', 'member') then
    execute format('grant mupiira_app to %I', current_user);
  end if;
end
$$;

grant usage on schema public to mupiira_app;
alter default privileges in schema public grant select, insert, update, delete on tables to mupiira_app;
alter default privileges in schema public grant usage on sequences to mupiira_app;
