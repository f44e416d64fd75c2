-- Aviator: committed chains of seeds, rounds and bets.

-- Hash chains of seeds. A chain is committed and published before its salt, a future Bitcoin block, exists.
create table aviator_chains (
  id uuid primary key,
  -- The last link: the root hashed `links` times.
  commitment bytea not null check (length(commitment) = 32),
  links int not null check (links > 0),
  -- The root of the chain, encrypted with a key that the database does not have.
  encrypted_root bytea not null,
  beacon text not null,
  height text not null,
  salt bytea,
  committed_at timestamptz not null,
  salted_at timestamptz,
  next_link int not null default 1,
  check (next_link between 1 and links + 1),
  check ((salt is null) = (salted_at is null)),
  check (salted_at >= committed_at),
  constraint aviator_chains_height check (height ~ '^[1-9][0-9]{0,14}$')
);

-- Refuses changes of a published chain: it is committed once and salted once, and its links are taken once.
create function refuse_other_chain() returns trigger language plpgsql as $$
begin
  raise exception 'chain % is published', old.id
    using errcode = 'check_violation', constraint = 'aviator_chains_published';
end
$$;

create trigger aviator_chains_published before update on aviator_chains
  for each row
  when (
    (new.id, new.commitment, new.links, new.encrypted_root, new.beacon, new.height, new.committed_at)
      is distinct from (old.id, old.commitment, old.links, old.encrypted_root, old.beacon, old.height, old.committed_at)
    or (old.salt is not null and (new.salt, new.salted_at) is distinct from (old.salt, old.salted_at))
    or new.next_link < old.next_link
  )
  execute function refuse_other_chain();

-- A block hash as an administrator read it. In production two administrators must agree.
create table aviator_salt_entries (
  chain_id uuid not null references aviator_chains (id),
  admin_id uuid not null,
  hash bytea not null,
  entered_at timestamptz not null,
  no bigint generated always as identity primary key,
  height text not null,
  header bytea not null check (length(header) = 80)
);
create index aviator_salt_entries_of_chain on aviator_salt_entries (chain_id);

-- Links that no round may take, published with their chain, because rounds may have used them before a restore.
create table aviator_skips (
  chain_id uuid not null references aviator_chains (id),
  from_link int not null check (from_link > 0),
  to_link int not null,
  reason text not null check (reason in ('silence', 'retired')),
  -- The last known activity of any round before the gap.
  silent_since timestamptz,
  skipped_at timestamptz not null,
  primary key (chain_id, from_link),
  check (to_link >= from_link),
  check ((reason = 'silence') = (silent_since is not null))
);

create trigger aviator_skips_append_only before update or delete or truncate on aviator_skips
  for each statement execute function refuse_change();

-- Rounds. Each takes the next link of a chain.
create table aviator_rounds (
  no bigint primary key,
  chain_id uuid not null references aviator_chains (id),
  link int not null,
  -- Hundredths of a percent, fixed before betting opens.
  rtp int not null check (rtp between 9000 and 9900),
  encrypted_seed bytea not null,
  state text not null default 'scheduled' check (state in ('scheduled', 'betting', 'flying', 'crashed', 'interrupted',
    'void')),
  opens_at timestamptz,
  closes_at timestamptz,
  flies_at timestamptz,
  heartbeat_at timestamptz,
  -- The crash point in hundredths, stored when the round ends.
  crash int check (crash between 110 and 1000),
  seed bytea,
  ended_at timestamptz,
  settled_at timestamptz,
  -- The sum of the highest possible wins of its bets.
  wins bigint not null default 0,
  unique (chain_id, link),
  check ((ended_at is not null) = (state in ('crashed', 'interrupted', 'void'))),
  check ((ended_at is null) = (seed is null) and (seed is null) = (crash is null)),
  check (settled_at is null or ended_at is not null)
) with (fillfactor = 50);
create index aviator_rounds_open on aviator_rounds (no) where settled_at is null;

-- The state of a round only moves forward.
create function refuse_round_change() returns trigger language plpgsql as $$
begin
  raise exception 'round % is % and cannot become %', old.no, old.state, new.state
    using errcode = 'check_violation', constraint = 'aviator_rounds_moves';
end
$$;

create trigger aviator_rounds_moves before update of state on aviator_rounds
  for each row
  when (
    old.state <> new.state and (old.state, new.state) not in (
      ('scheduled', 'betting'), ('scheduled', 'void'), ('betting', 'flying'), ('betting', 'void'),
      ('flying', 'crashed'), ('flying', 'interrupted')
    )
  )
  execute function refuse_round_change();

-- Bets. Multipliers and targets are hundredths.
create table aviator_bets (
  id uuid primary key,
  round_no bigint not null,
  user_id uuid not null,
  stake bigint not null check (stake > 0),
  target int check (target between 111 and 1000),
  auto boolean not null,
  state text not null default 'placed' check (state in ('placed', 'cashed-out', 'lost', 'refunded')),
  multiplier int check (multiplier between 111 and 1000),
  payout bigint not null default 0 check (payout >= 0),
  placed_at timestamptz not null,
  -- When the manual cash-out was received.
  received_at timestamptz,
  decided_at timestamptz,
  -- The day of a win in Kampala.
  won_on date,
  client text not null default '',
  address text not null default '',
  check ((state = 'placed') = (decided_at is null)),
  check ((state = 'cashed-out') = (multiplier is not null and won_on is not null)),
  check (state not in ('placed', 'lost') or payout = 0),
  check (state <> 'refunded' or payout = stake)
) with (fillfactor = 70);
create index aviator_bets_flying on aviator_bets (round_no, target) where state = 'placed';
create index aviator_bets_round on aviator_bets (round_no, stake desc);
create index aviator_bets_player on aviator_bets (user_id, id desc);
create index aviator_bets_day on aviator_bets (won_on, payout desc) where state = 'cashed-out';
create index aviator_bets_top on aviator_bets (payout desc) where state = 'cashed-out';

-- A bet is decided once. A lost bet may still become a cash-out that was received in time.
create function refuse_bet_change() returns trigger language plpgsql as $$
begin
  if is_erasing() and (new.state, new.payout, new.multiplier) is not distinct from (old.state, old.payout, old.multiplier) then
    return new;
  end if;
  raise exception 'bet % is %', old.id, old.state
    using errcode = 'check_violation', constraint = 'aviator_bets_decided_once';
end
$$;

create trigger aviator_bets_decided_once before update on aviator_bets
  for each row
  when (
    old.state in ('cashed-out', 'refunded')
    or (old.state = 'lost' and new.state <> 'cashed-out')
    or (new.round_no, new.user_id, new.stake, new.target) is distinct from (old.round_no, old.user_id, old.stake, old.target)
  )
  execute function refuse_bet_change();

-- When the process that runs rounds was last alive. One row.
create table aviator_watch (
  id int primary key default 1 check (id = 1),
  heartbeat_at timestamptz not null
);

revoke delete on aviator_chains, aviator_rounds, aviator_bets, aviator_watch from mupiira_app;
revoke update, delete on aviator_salt_entries, aviator_skips from mupiira_app;
