-- How much later than a pushed goal a request was still answered without it. Live cash-out waits that long; the newest rows count.
create table feed_lags (
  id bigint generated always as identity primary key,
  measured_at timestamptz not null,
  lag_ms int not null check (lag_ms >= 0)
);
