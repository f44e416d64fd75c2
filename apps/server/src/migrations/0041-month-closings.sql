-- Months that finance has closed, with their figures at that moment. Postings into a closed month are not refused; the
-- console shows them as a difference.
create table month_closings (
  -- The first day of the month in Kampala.
  month date primary key check (extract(day from month) = 1),
  -- The figures of domain/money/profit-and-loss.ts in hundredths of a shilling, as texts, because they may exceed the
  -- exact numbers of JSON.
  figures jsonb not null,
  -- The last posting that the figures contain.
  last_posting bigint not null,
  reason text not null check (length(reason) between 3 and 500),
  closed_by uuid not null references profiles (id),
  -- The second person; null if there was none.
  approved_by uuid references profiles (id),
  closed_at timestamptz not null,
  check (approved_by is distinct from closed_by)
);
create trigger month_closings_append_only before update or delete or truncate on month_closings
  for each statement execute function refuse_change();
revoke update, delete on month_closings from mupiira_app;
