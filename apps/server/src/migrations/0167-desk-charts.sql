-- What the console draws, where no table tells it of the past by itself.

-- Open tickets once an hour: how many, their stakes, and what they pay if all of them win.
create table open_liability (
  at timestamptz primary key,
  tickets bigint not null,
  stake bigint not null,
  payout bigint not null
);
revoke update, delete, truncate on open_liability from mupiira_app;

-- How many players have bet on a day in Kampala that is over: nobody bets on it any more.
create table day_players (
  day date primary key,
  players int not null
);
revoke update, delete, truncate on day_players from mupiira_app;

-- Exchanges with providers by hour: how many, how many brought no answer that could be used, how long they took.
-- Appended by whoever keeps an exchange and folded by a job; see ticket_tally.
create table provider_tally (
  hour timestamptz not null,
  provider text not null,
  exchanges bigint not null,
  failures bigint not null,
  duration_ms bigint not null,
  primary key (hour, provider)
);
create table provider_tally_change (
  id bigint generated always as identity primary key,
  hour timestamptz not null,
  provider text not null,
  exchanges bigint not null,
  failures bigint not null,
  duration_ms bigint not null
);
create function tally_exchanges() returns trigger language plpgsql as $$
begin
  insert into provider_tally_change (hour, provider, exchanges, failures, duration_ms)
  select date_trunc('hour', created_at), provider, count(*),
         count(*) filter (where failure is not null or http_status >= 500), coalesce(sum(duration_ms), 0)
    from kept where operation <> 'callback' group by 1, 2;
  return null;
end
$$;
create trigger provider_exchange_tallied after insert on provider_exchange referencing new table as kept
  for each statement execute function tally_exchanges();
revoke truncate on provider_tally, provider_tally_change from mupiira_app;
revoke delete on provider_tally from mupiira_app;
insert into provider_tally (hour, provider, exchanges, failures, duration_ms)
select date_trunc('hour', created_at), provider, count(*),
       count(*) filter (where failure is not null or http_status >= 500), coalesce(sum(duration_ms), 0)
  from provider_exchange where operation <> 'callback' group by 1, 2;
