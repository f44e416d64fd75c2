-- The answers of a batch are kept together, compressed: alone each of them, some 2 kB, was the largest row that a placed
-- bet wrote (decision 0528). An answer that is given alone stays in its key's row.
create table kept_answers (
  id uuid primary key,
  -- Texts with a line end between any two, by zstd.
  bodies bytea not null,
  created_at timestamptz not null
);
alter table kept_answers alter column bodies set storage external;
alter table kept_answers set (toast_tuple_target = 8160);
create index kept_answers_age on kept_answers using brin (created_at);

alter table idempotency
  alter column body drop not null,
  add column answers_id uuid,
  -- The how many-th of them, from 0.
  add column answers_at smallint,
  add constraint idempotency_one_body check ((body is null) = (answers_id is not null and answers_at is not null));
