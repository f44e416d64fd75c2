import type pg from 'pg'

const BOOK = '00000000-0000-7000-8000-000000000001'
const FLOAT = '00000000-0000-7000-8000-000000000002'
const HOLDS = '00000000-0000-7000-8000-000000000003'
const FEES = '00000000-0000-7000-8000-000000000004'
const OPERATOR = '00000000-0000-7000-8000-000000000005'
/** Average over all payments: a paid withdrawal has four transfers, a failed one two, a failed deposit none. */
const TRANSFERS_A_PAYMENT = 1.33

/** Inserts as many payments as are needed besides the entries of tickets, then all ledger entries and balances. */
export async function fillLedger(
  client: pg.Client,
  { users, entries }: { readonly users: number; readonly entries: number },
): Promise<void> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) + count(*) filter (where payout > 0) as count from tickets`,
  )
  const missing = entries / 2 - Number(rows[0]?.count ?? 0)
  const payments = users + Math.max(users, Math.ceil((missing - users) / TRANSFERS_A_PAYMENT))
  await client.query(WRITE_PAYMENTS, [payments])
  await client.query(WRITE_REST)
  await client.query(WRITE_POSTINGS)
  await client.query(WRITE_BALANCES)
}

/** The first payment of each player is large. Withdrawals of the last days may wait for staff. */
const WRITE_PAYMENTS = `
  with drawn as materialized (
    select n, greatest(1, n - p.users) as later,
           case when n <= p.users then n else 1 + fill.draw(n, 21) % greatest(1, (p.users * greatest(1, n - p.users) / greatest(1, $1 - p.users))::int) end as k
      from fill.plan p, generate_series(1, $1::bigint) n
  )
  insert into transactions (id, user_id, type, amount, fee, amount_sent, status, created_at, completed_at, phone_number, payment_method,
                            description, provider, reference, internal_reference, provider_status, stage, sent_at, updated_at)
  select key.id, w.id, type, amount, fee, case when type = 'withdrawal' then amount end, status, asked_at,
         case when status <> 'pending' then asked_at + interval '1 minute' end,
         '+256' || (700000000 + w.k), case when w.k % 3 = 0 then 'AIRTEL' else 'MTN' end,
         case type when 'deposit' then 'Deposit by mobile money' else 'Withdrawal to mobile money' end, 'relworx',
         upper(left(type, 3)) || '-' || replace(key.id::text, '-', ''), 'R' || n, status, case status when 'pending' then 'review' else 'done' end,
         asked_at, asked_at + interval '1 minute'
    from drawn join fill.person w on w.k = drawn.k cross join fill.plan p
   cross join lateral (select case when n <= p.users then (extract(epoch from w.at) * 1000)::bigint + 5000
                                   else p.start_ms + (p.now_ms - p.start_ms) * later / greatest(1, $1 - p.users) - 120000 end as ms) m
   cross join lateral (select fill.moment(ms) as asked_at, n > p.users and fill.draw(n, 22) % 7 = 0 as out) a
   cross join lateral (
     select case when out then 'withdrawal' else 'deposit' end as type,
            case when n <= p.users then p.opening when out then 10000 + fill.draw(n, 23) % 20 * 1000 else 5000 + fill.draw(n, 23) % 40 * 2500 end * 100 as amount,
            case when out then 100000 else 0 end as fee,
            case when n <= p.users then 'success' when out and ms > p.now_ms - 432000000 and fill.draw(n, 25) % 20 = 0 then 'pending'
                 when fill.draw(n, 24) % 100 < 8 then 'failed' else 'success' end as status) s
   cross join lateral (select fill.key(ms, n, 'payment') as id) key
   order by ms`

const WRITE_REST = `
  insert into provider_exchanges (transaction_id, provider, operation, request, http_status, response, duration_ms, created_at)
  select id, 'relworx', 'send', jsonb_build_object('reference', reference), 200, '{"success":true}', 320, created_at from transactions where type = 'withdrawal';
  insert into staff_adjustments (id, user_id, kind, amount, made_by, created_at)
  select fill.key(p.now_ms - 100000::bigint * w.k, w.k, 'adjustment'), w.id, 'top-up', 500000, s.id, greatest(w.at, fill.moment(p.now_ms - 100000::bigint * w.k))
    from fill.plan p, fill.person w, fill.person s where w.k > 0 and w.k % 100 = 1 and s.k = 0`

/** Every transfer in order of time, with the balance after it. */
const WRITE_POSTINGS = `
  with move as (
    select created_at as at, 1 as no, user_id as player, user_id as source, '${BOOK}'::uuid as destination, total_stake as amount, 'bet' as kind, id as reference,
           'Bet ' || booking_code as description from tickets
    union all
    select settled_at, 2, user_id, '${BOOK}', user_id, payout, case status when 'won' then 'win' when 'void' then 'void-refund' when 'cashout' then 'cashout' else 'refund' end,
           id, initcap(status) || ', bet ' || booking_code from tickets where payout > 0
    union all
    select completed_at, 0, user_id, '${FLOAT}', user_id, amount, 'deposit', id, description from transactions where type = 'deposit' and status = 'success'
    union all
    select created_at, 0, user_id, user_id, '${HOLDS}', amount + fee, 'withdrawal-hold', id, description || ': held' from transactions where type = 'withdrawal'
    union all
    select completed_at, 3, user_id, '${HOLDS}', user_id, amount + fee, 'withdrawal-release', id, description || ' was not paid' from transactions
     where type = 'withdrawal' and status = 'failed'
    union all
    select completed_at, 3, user_id, '${HOLDS}', user_id, amount + fee, 'hold-taken', id, description || ': no longer held' from transactions
     where type = 'withdrawal' and status = 'success'
    union all
    select completed_at, 4, user_id, user_id, '${FLOAT}', amount, 'withdrawal', id, description from transactions where type = 'withdrawal' and status = 'success'
    union all
    select completed_at, 5, user_id, user_id, '${FEES}', fee, 'withdrawal-fee', id, 'Withdrawal fee' from transactions where type = 'withdrawal' and status = 'success'
    union all
    select created_at, 0, user_id, '${OPERATOR}', user_id, amount, 'top-up', id, 'Admin balance top-up' from staff_adjustments
  )
  insert into postings (source, destination, amount, player, balance_after, kind, reference, description, created_at)
  select source, destination, amount, player,
         sum(case when player = destination then amount else -amount end) over (partition by player order by at, no, reference),
         kind, reference, description, at
    from move order by at, no, reference`

const WRITE_BALANCES = `
  insert into accounts (id, kind, balance, held, created_at)
  select w.id, 'player', coalesce(b.balance, 0), coalesce(h.held, 0), w.at
    from fill.person w
    left join (select player, sum(case when player = destination then amount else -amount end)::bigint as balance from postings group by player) b
      on b.player = w.id
    left join (select user_id, sum(amount + fee)::bigint as held from transactions where type = 'withdrawal' and status = 'pending' group by user_id) h on h.user_id = w.id;
  insert into holds (id, account, amount, state, reference, created_at, decided_at)
  select gen_random_uuid(), user_id, amount + fee, case status when 'pending' then 'pending' when 'success' then 'posted' else 'voided' end, id, created_at, completed_at
    from transactions where type = 'withdrawal'`
