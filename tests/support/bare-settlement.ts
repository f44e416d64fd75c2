import type pg from 'pg'

/** The product's outcomes, as input for the bare statements. */
export type KnownOutcome = {
  readonly game_id: string
  readonly market: string
  readonly selection: string
  readonly outcome: string
}

const BOOK = '00000000-0000-7000-8000-000000000001'

/** Stores the outcomes in a table for the bare statements. Not part of the timing. */
export async function insertKnownOutcomes(client: pg.Client, outcomes: readonly KnownOutcome[]): Promise<void> {
  await client.query('create table bare_claims (game_id uuid, market text, selection text, outcome text)')
  await client.query('insert into bare_claims select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])', [
    outcomes.map((outcome) => outcome.game_id),
    outcomes.map((outcome) => outcome.market),
    outcomes.map((outcome) => outcome.selection),
    outcomes.map((outcome) => outcome.outcome),
  ])
  await client.query('analyze bare_claims')
  await client.query('checkpoint').catch(() => {})
}

/**
 * Updates and inserts the same rows as the product by one bare statement in one transaction: no rules, no chunks, no
 * crash safety. Returns the seconds.
 */
export async function settleBare(client: pg.Client): Promise<number> {
  const began = performance.now()
  await client.query('begin')
  await client.query(
    `update game_results set result_version = 1, settled_version = 1, finished_at = now(), updated_at = now();
     update games set status = 'settled', updated_at = now()`,
  )
  await client.query(SETTLE)
  await client.query(`update outbox set position = 1000000 + id where position is null`)
  await client.query('commit')
  return (performance.now() - began) / 1000
}

const EVENT = `jsonb_build_object('type', 'ticket-settled', 'userId', user_id, 'data', jsonb_build_object('ticketId', id,
  'bookingCode', booking_code, 'status', status, 'payout', payout / 100, 'stake', total_stake / 100))`

const SETTLE = `
  with decided as (
    update ticket_legs l set outcome = c.outcome, decided_at = now(), result_version = 1
      from bare_claims c
     where l.game_id = c.game_id and l.market = c.market and l.selection = c.selection and l.outcome is null
    returning l.ticket_id, l.outcome
  ), ended as (
    select ticket_id, bool_or(outcome = 'lost') as lost from decided group by ticket_id
  ), moved as (
    update tickets t
       set open_legs = 0, status = case when lost then 'lost' else 'won' end, payout = case when lost then 0 else potential_win end,
           settled_at = now(), updated_at = now()
      from ended e where t.id = e.ticket_id
    returning t.id, t.user_id, t.booking_code, t.total_stake, t.status, t.payout
  ), paid as (
    select * from moved where payout > 0
  ), credited as (
    update accounts a set balance = balance + total from (select user_id, sum(payout)::bigint as total from paid group by user_id) p
     where a.id = p.user_id returning a.id, a.balance, a.held, a.balance - p.total as opening
  ), posted as (
    insert into postings (source, destination, amount, player, balance_after, kind, reference, description, created_at)
    select '${BOOK}', p.user_id, p.payout, p.user_id, c.opening + sum(p.payout) over (partition by p.user_id order by p.id),
           'win', p.id, 'Win, bet ' || p.booking_code, now()
      from paid p join credited c on c.id = p.user_id
  ), numbered as (
    insert into notifications (id, user_id, message, type, priority, data, created_at)
    select gen_random_uuid(), user_id,
           case when payout > 0 then 'Congratulations! Your bet ' || booking_code || ' has won UGX ' || payout / 100 || '.'
                else 'Your bet ' || booking_code || ' has lost.' end,
           case when payout > 0 then 'win' else 'bet' end, case when payout > 0 then 'high' else 'low' end,
           jsonb_build_object('ticketId', id, 'bookingCode', booking_code, 'stake', total_stake / 100, 'amount', payout / 100), now()
      from moved
    returning id, user_id
  ), announced as (
    insert into outbox (events) select jsonb_agg(${EVENT}) from (select *, row_number() over () / 2000 as piece from moved) m group by piece
  ), balances as (
    insert into outbox (events)
    select jsonb_agg(jsonb_build_object('type', 'balance-changed', 'userId', id, 'data', jsonb_build_object('balance', balance / 100, 'held', held / 100)))
      from (select *, row_number() over () / 2000 as piece from credited) c group by piece
  )
  insert into outbox (events)
  select jsonb_agg(jsonb_build_object('type', 'notification-created', 'userId', user_id, 'data', jsonb_build_object('notificationId', id)))
    from (select *, row_number() over () / 2000 as piece from numbered) t group by piece`

/**
 * A loop over tickets with one transaction each, as such jobs are often written. Returns the seconds for `count`
 * tickets.
 */
export async function settleRowByRow(client: pg.Client, count: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select id from tickets where status = 'pending' order by id limit $1`,
    [count],
  )
  const run = (name: string, text: string, values: unknown[]) =>
    client.query<Record<string, string>>({ name, text, values })
  const began = performance.now()
  for (const { id } of rows) {
    await client.query('begin')
    const legs = await run('legs', LEGS, [id])
    for (const { leg_no, outcome } of legs.rows) await run('leg', LEG, [id, leg_no, outcome])
    const isLost = legs.rows.some(({ outcome }) => outcome === 'lost')
    const ticket = (await run('ticket', TICKET, [id, isLost ? 'lost' : 'won'])).rows[0]
    if (ticket === undefined) throw new Error('a ticket is gone')
    if (!isLost) {
      const account = (
        await run('account', `update accounts set balance = balance + $2 where id = $1 returning balance`, [
          ticket['user_id'],
          ticket['payout'],
        ])
      ).rows[0]
      await run('posting', POSTING, [
        ticket['user_id'],
        ticket['payout'],
        account?.['balance'],
        id,
        ticket['booking_code'],
      ])
    }
    await run('notification', NOTIFICATION, [
      ticket['user_id'],
      `Your bet ${ticket['booking_code']} has ${isLost ? 'lost' : 'won'}.`,
      { ticketId: id },
    ])
    await run('outbox', 'insert into outbox (events) values ($1)', [
      JSON.stringify([{ type: 'ticket-settled', userId: ticket['user_id'], data: ticket }]),
    ])
    await client.query('commit')
  }
  return (performance.now() - began) / 1000
}

const LEGS = `select l.leg_no, c.outcome from ticket_legs l join bare_claims c using (game_id, market, selection) where l.ticket_id = $1`
const LEG = `update ticket_legs set outcome = $3, decided_at = now(), result_version = 1 where ticket_id = $1 and leg_no = $2`
const TICKET = `
  update tickets set status = $2, payout = case when $2 = 'won' then potential_win else 0 end, open_legs = 0, settled_at = now(), updated_at = now()
   where id = $1 returning id, user_id, booking_code, total_stake, status, payout`
const POSTING = `
  insert into postings (source, destination, amount, player, balance_after, kind, reference, description, created_at)
  values ('${BOOK}', $1, $2, $1, $3, 'win', $4, 'Win, bet ' || $5::text, now())`
const NOTIFICATION = `
  insert into notifications (id, user_id, message, type, priority, data, created_at)
  values (gen_random_uuid(), $1, $2, 'bet', 'low', $3, now())`
