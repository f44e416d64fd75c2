import type { TestApp } from '../../apps/server/src/testing/test-app.ts'
import type { State } from './in-play-state.ts'
import type { Person } from './in-play-tickets.ts'

type TicketRow = {
  readonly id: string
  readonly status: string
  readonly payout: string | null
  readonly cashedStake: string
  readonly cashedOut: string
}

/** Compares the database with the model: all money, all tickets, all waiting bets. Returns what differs. */
export async function differences(app: TestApp, state: State, people: readonly Person[]): Promise<string[]> {
  const { db } = app.kernel
  const found: string[] = []
  const balances = await app.modules.wallet.accounts.balances(people.map(({ account }) => account.id))
  for (const { account, balance, held } of people) {
    const stored = balances.get(account.id)
    if (stored?.balance !== balance || stored.held !== held)
      found.push(`player ${account.id} has ${stored?.balance} and ${stored?.held}, not ${balance} and ${held}`)
  }
  const rows = await db.query<TicketRow>(
    `select id, status, payout::text, cashed_stake::text as "cashedStake", cashed_out::text as "cashedOut" from tickets`,
  )
  if (rows.length !== state.tickets.size) found.push(`${rows.length} tickets, not ${state.tickets.size}`)
  for (const row of rows) {
    const ticket = state.tickets.get(row.id)
    const expected = ticket && [ticket.status, ticket.payout, ticket.cashedStake, ticket.cashedOut].join()
    const stored = [row.status, row.payout ?? 0, row.cashedStake, row.cashedOut].join()
    if (stored !== expected) found.push(`ticket ${row.id} is ${stored}, not ${expected}`)
  }
  const waiting = await db.query<{ id: string }>(`select id from delayed_bets where state = 'waiting'`)
  if (waiting.length !== state.waiting.size || waiting.some(({ id }) => !state.waiting.has(id)))
    found.push(`${waiting.length} waiting bets, not ${state.waiting.size}`)
  const wrong = await db.query<{ id: string }>(`
    select b.id from delayed_bets b
      left join postings hold on hold.reference = b.id and hold.kind = 'bet-hold'
      left join postings release on release.reference = b.id and release.kind = 'bet-release'
     group by b.id, b.state
    having count(distinct hold.id) <> 1 or count(distinct release.id) <> case b.state when 'waiting' then 0 else 1 end`)
  for (const { id } of wrong) found.push(`the stake of bet ${id} was not reserved and returned once`)
  const { differences: ofLedger } = await app.checkLedger()
  return [...found, ...ofLedger.map((each) => JSON.stringify(each))]
}
