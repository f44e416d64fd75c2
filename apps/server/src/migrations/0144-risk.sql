-- The highest stake that staff allows a player, in hundredths; null: the house's own limit alone. It is read with the
-- player's counters, under the lock of his account.
alter table player_betting add column most_stake bigint check (most_stake >= 0);
