-- The console's list of accounts: newest first, by status, found by any part of phone number, e-mail or username
-- (ADMU-04 to ADMU-08), and counted without being read (ADMU-01).
create extension if not exists pg_trgm;

create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_newest_by_status on profiles (account_status, created_at desc, id desc);
create index profiles_by_words on profiles using gin ((phone_number || ' ' || username || ' ' || email) gin_trgm_ops);

-- Several rows a status, so that registrations do not wait for each other; the sum is exact at any moment.
create table profile_count (
  account_status text not null,
  slot int not null,
  profiles bigint not null,
  primary key (account_status, slot)
);
insert into profile_count select account_status, 0, count(*) from profiles group by account_status;

create function count_profiles() returns trigger language plpgsql as $$
begin
  insert into profile_count as c (account_status, slot, profiles)
  select account_status, pg_backend_pid() % 16, sum(step) from (
    select account_status, 1 as step from profiles_after
    union all select account_status, -1 from profiles_before
  ) steps group by account_status having sum(step) <> 0 order by account_status
  on conflict (account_status, slot) do update set profiles = c.profiles + excluded.profiles;
  return null;
end
$$;
create function count_new_profiles() returns trigger language plpgsql as $$
begin
  insert into profile_count as c (account_status, slot, profiles)
  select account_status, pg_backend_pid() % 16, count(*) from profiles_after group by account_status order by account_status
  on conflict (account_status, slot) do update set profiles = c.profiles + excluded.profiles;
  return null;
end
$$;
create trigger profiles_counted_new after insert on profiles
  referencing new table as profiles_after for each statement execute function count_new_profiles();
create trigger profiles_counted_changed after update on profiles
  referencing new table as profiles_after old table as profiles_before for each statement execute function count_profiles();
revoke delete, truncate on profile_count from mupiira_app;
