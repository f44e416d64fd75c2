import type { TestApp } from '../../apps/server/src/testing/test-app.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { Rulebook } from '../support/market-rules.ts'
import { ruledOffer } from '../support/ticket-rules.ts'
import { faultsOfPayment, type StoredCashout } from './in-play-cashouts.ts'
import { faultsOfDecision, type StoredDecision, type StoredRecord } from './in-play-decisions.ts'
import type { History } from './in-play-history.ts'
import { endOf, type ModelTicket, type Person, type WaitingBet } from './in-play-tickets.ts'

/** The longest time from the end of a delay to the decision: TOO_LATE, a lease of a dead worker, and two ticks. */
const DECIDED_WITHIN_MS = 15_000 + 5_000 + 6_000

/**
 * The model: what every player has, and which bets wait. It learns of decisions by reading them, and checks each one
 * against the history of the feed.
 */
export function createState(app: TestApp, history: History) {
  const { db } = app.kernel
  const waiting = new Map<string, WaitingBet>()
  const tickets = new Map<string, ModelTicket>()
  const byGame = new Map<string, ModelTicket[]>()
  /** Tickets whose cashouts can change: with a rule, or with an acceptance under check. */
  const watched = new Set<string>()
  const seenCashouts = new Set<string>()
  const faults: string[] = []
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const fault = (of: string, texts: readonly string[]): void =>
    void faults.push(...texts.map((text) => `${of}: ${text}`))

  async function addTickets(owners: ReadonlyMap<string, Person>): Promise<void> {
    if (owners.size === 0) return
    const rows = await db.query<TicketRow>(SELECT_TICKETS, [[...owners.keys()]])
    for (const row of rows) {
      const person = owners.get(row.id)
      if (person === undefined || tickets.has(row.id)) continue
      const terms = {
        stake: BigInt(row.stake),
        bonusMinOdds: BigInt(row.bonusMinOdds),
        maxPayout: BigInt(row.maxPayout),
      }
      const legs = row.legs.map((leg) => ({ ...leg, odds: BigInt(leg.odds) }))
      const ticket: ModelTicket = {
        id: row.id,
        person,
        createdAt: row.createdAt.getTime(),
        legs,
        rulebook: row.rulebook,
        terms,
        cashedStake: 0n,
        cashedOut: 0n,
        status: 'pending',
        payout: 0n,
        rule: null,
        refusedAt: 0,
      }
      const offer = ruledOffer(
        legs.map(({ odds }) => odds),
        terms,
      )
      if (BigInt(row.potentialWin) !== offer.payout)
        fault(row.id, [`promises ${row.potentialWin}, not ${offer.payout}`])
      tickets.set(row.id, ticket)
      for (const { gameId } of legs) byGame.set(gameId, [...(byGame.get(gameId) ?? []), ticket])
      person.tickets.push(ticket)
    }
  }

  /** Reads the decisions of waiting bets and of cashouts, and checks them. */
  async function observe(now: number, isExact: boolean): Promise<void> {
    const decided = await db.query<DecisionRow>(SELECT_DECIDED, [[...waiting.keys()]])
    const accepted = decided.flatMap(({ id, ticketId }) => {
      const bet = waiting.get(id)
      return ticketId === null || bet === undefined ? [] : [[ticketId, bet.person] as const]
    })
    await addTickets(new Map(accepted))
    for (const row of decided) {
      const bet = waiting.get(row.id)
      if (bet === undefined) continue
      const ticket = row.ticketId === null ? null : (tickets.get(row.ticketId) ?? null)
      fault(`bet ${row.id}`, faultsOfDecision(history, bet, decisionOf(row), { ticket, seenAt: now, isExact }))
      count(row.rejectedBecause === null ? 'accepted' : `rejected ${row.rejectedBecause}`)
      waiting.delete(row.id)
      bet.person.waiting.delete(row.id)
      bet.person.held -= bet.stake
      if (ticket === null) bet.person.balance += bet.stake
    }
    const cashouts = await db.query<CashoutRow>(SELECT_CASHOUTS, [[...watched]])
    for (const row of cashouts)
      if (row.state !== 'checking' && !seenCashouts.has(row.id)) apply(cashoutOf(row), now, isExact)
    const checking = new Set(cashouts.filter(({ state }) => state === 'checking').map(({ ticketId }) => ticketId))
    for (const id of watched) if (!checking.has(id) && !hasOpenRule(tickets.get(id))) watched.delete(id)
  }

  function apply(cashout: StoredCashout, now: number, isExact: boolean): void {
    const ticket = tickets.get(cashout.ticketId)
    if (ticket === undefined) return
    const isAutomatic = cashout.least !== null
    seenCashouts.add(cashout.id)
    count(`${isAutomatic ? 'automatic' : 'manual'} cashout ${cashout.state}`)
    if (cashout.state === 'refused') {
      if (isAutomatic) ticket.refusedAt = cashout.decidedAt ?? now
      return
    }
    fault(`cashout ${cashout.id}`, faultsOfPayment(history, ticket, cashout, { seenAt: now, isExact }))
    const paid = cashout.paid ?? 0n
    ticket.person.balance += paid
    if (isAutomatic) ticket.rule = null
    if (cashout.stake === null) {
      ticket.status = 'cashout'
      ticket.payout = paid
    } else {
      ticket.cashedStake += cashout.stake
      ticket.cashedOut += paid
    }
  }

  return {
    waiting,
    tickets,
    watched,
    faults,
    counts,
    count,
    fault,
    addTickets,
    observe,

    /** Settles the tickets on a game by the rules, after its result was received or corrected. */
    settle(gameId: string, now: number): void {
      for (const ticket of byGame.get(gameId) ?? []) {
        if (ticket.status === 'cashout') continue
        const end = endOf(ticket, history, now)
        ticket.person.balance += end.payout - ticket.payout
        if (end.status !== ticket.status) count(`${ticket.status} to ${end.status}`)
        ticket.status = end.status
        ticket.payout = end.payout
        if (hasOpenRule(ticket)) watched.add(ticket.id)
      }
    },

    /** Finds bets that should have been decided by now. The bets on the given games have just been checked again. */
    checkOverdue(now: number, checkedGameIds: ReadonlySet<string>): void {
      for (const { id, legs, createdAt, decidesAt } of waiting.values()) {
        if (now - decidesAt > DECIDED_WITHIN_MS) fault(`bet ${id}`, ['was never decided'])
        const checked = legs.filter(({ gameId }) => checkedGameIds.has(gameId))
        const changes = checked.flatMap(({ gameId }) => history.between(gameId, createdAt, now))
        if (changes.length > 0) fault(`bet ${id}`, [`waits in spite of ${changes.join()}`])
      }
    },
  }
}

const hasOpenRule = (ticket: ModelTicket | undefined): boolean => ticket?.status === 'pending' && ticket.rule !== null

export type State = ReturnType<typeof createState>

type TicketRow = {
  readonly id: string
  readonly stake: string
  readonly potentialWin: string
  readonly maxPayout: string
  readonly bonusMinOdds: number
  readonly rulebook: Rulebook
  readonly createdAt: Date
  readonly legs: readonly { gameId: string; market: MarketId; selection: string; odds: number }[]
}

const SELECT_TICKETS = `
  select t.id, total_stake::text as stake, potential_win::text as "potentialWin", max_payout::text as "maxPayout",
         bonus_min_odds as "bonusMinOdds", rulebook, created_at as "createdAt",
         (select json_agg(json_build_object('gameId', game_id, 'market', market, 'selection', selection, 'odds', odds)
                          order by leg_no) from ticket_legs where ticket_id = t.id) as legs
    from tickets t where t.id = any($1::uuid[])`

type DecisionRow = {
  readonly id: string
  readonly ticketId: string | null
  readonly rejectedBecause: string | null
  readonly requestedOdds: string
  readonly acceptedOdds: string | null
  readonly decidedAt: Date
  readonly atRequest: StoredRecord
  readonly atDecision: StoredRecord
}

const SELECT_DECIDED = `
  select id, ticket_id as "ticketId", rejected_because as "rejectedBecause", requested_odds::text as "requestedOdds",
         accepted_odds::text as "acceptedOdds", decided_at as "decidedAt", at_request as "atRequest",
         at_decision as "atDecision"
    from delayed_bets where id = any($1::uuid[]) and state <> 'waiting' order by id`

/** `'2.50'` → 250n */
const hundredthsOf = (text: string): bigint => BigInt(text.replace('.', ''))

const decisionOf = (row: DecisionRow): StoredDecision => ({
  ...row,
  requestedOdds: hundredthsOf(row.requestedOdds),
  acceptedOdds: row.acceptedOdds === null ? null : hundredthsOf(row.acceptedOdds),
  decidedAt: row.decidedAt.getTime(),
})

type CashoutRow = {
  readonly id: string
  readonly ticketId: string
  readonly offer: string
  readonly paid: string | null
  readonly stake: string | null
  readonly least: string | null
  readonly state: StoredCashout['state']
  readonly createdAt: Date
  readonly decidesAt: Date
  readonly decidedAt: Date | null
}

const SELECT_CASHOUTS = `
  select id, ticket_id as "ticketId", offer::text, paid::text, stake::text, least::text, state,
         created_at as "createdAt", decides_at as "decidesAt", decided_at as "decidedAt"
    from cashouts where ticket_id = any($1::uuid[]) order by id`

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const cashoutOf = (row: CashoutRow): StoredCashout => ({
  ...row,
  offer: BigInt(row.offer),
  paid: amountOf(row.paid),
  stake: amountOf(row.stake),
  least: amountOf(row.least),
  createdAt: row.createdAt.getTime(),
  decidesAt: row.decidesAt.getTime(),
  decidedAt: row.decidedAt?.getTime() ?? null,
})
