-- A kept answer of a placed bet is about 2 kB: it stays in its row as it is. Squeezing it below the usual 2 kB costs a
-- placement more than writing the bytes, and it lives for a day only.
alter table idempotency set (toast_tuple_target = 8160);

-- The same for the events of a batch: they are read within milliseconds and pruned within days.
alter table outbox alter column events set storage external;
