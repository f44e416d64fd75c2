-- Liability: the price reaction of games, and accounts that count together.

-- By how much the liability of a selection lowers its price, in hundredths of a percent: {"1x2":{"1":150}}. A change is a
-- new price version.
alter table game_offers add column price_reaction jsonb not null default '{}';

create index known_devices_of_device on known_devices (device_hash);

-- Accounts that have logged in on the same browser, or were funded from the same phone number.
create view related_accounts as
  select own.user_id, other.user_id as related_id
    from known_devices own join known_devices other using (device_hash)
   where other.user_id <> own.user_id
  union
  select own.user_id, other.user_id
    from (select distinct user_id, phone_number from transactions where type = 'deposit' and status = 'success') own
    join transactions other using (phone_number)
   where other.type = 'deposit' and other.status = 'success' and other.user_id <> own.user_id;
