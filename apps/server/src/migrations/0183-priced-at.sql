-- When the present base price began: a price of the step before, at another base, is granted to nobody (SLIP-52).
alter table games add column priced_at timestamptz;
