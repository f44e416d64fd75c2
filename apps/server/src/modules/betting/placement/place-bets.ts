import { liabilityLimits } from '@mupiira/domain/limits/stake-rules.ts'
import { ugxFromShillings, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { exactOdds } from '@mupiira/domain/odds/odds.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { bonusRule } from '@mupiira/domain/ticket/totals.ts'
import { isTimeout } from '../../../kernel/db/failures.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { IdempotencyRecord, Recalled, StoreAnswers } from '../../../kernel/idempotency/idempotency.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import type { Catalogue, GameRow } from '../../catalogue/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { type Protection, stakeCheck } from '../../protection/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import { HOUSE, type Transfer, type Wallet } from '../../wallet/index.ts'
import { type AssignedCode, assignCodes } from '../booking-codes/ticket-codes.ts'
import { playerLiabilities } from '../exposure/liability.repository.ts'
import type { TicketRow } from '../tickets/tickets.repository.ts'
import {
  type AcceptedBet,
  type BetRefusal,
  type BetRequest,
  createEvaluation,
  type PlayerState,
} from './evaluate-bet.ts'
import { highestOdds, gameIdsOf } from './evaluate-slip.ts'
import { type LiabilityBook, liabilityCheck, playersNearLimit } from './liability.ts'
import { lockCodes, NO_EARLIER_BETS, readCounters, writeTickets } from './placement.repository.ts'

export type PlaceRequest = BetRequest & {
  readonly idempotencyRecord: IdempotencyRecord
  /** Hash of the browser's cookie. Codes of a visitor belong to the browser (D25). */
  readonly browser?: Buffer | null
  /** The user agent and the address of the request, stored with the ticket. */
  readonly client: string
  readonly address: string
}

export type PlaceDeps = {
  readonly catalogue: Catalogue
  readonly liabilities: LiabilityBook
  readonly pricing: Pricing
  readonly protection: Pick<Protection['commands'], 'limitStatus'>
  readonly settings: SettingsApi['reads']
  readonly storePlaced: StoreAnswers<PlaceRequest, PlaceResult>
  readonly wallet: Wallet
}

type Placed = ReturnType<typeof newTicket>
/** A ticket, and the games of its batch. */
export type PlacedBet = Placed & { readonly games: ReadonlyMap<string, GameRow> }
export type PlaceRefusal = BetRefusal | { readonly code: 'PROFILE_ERROR' }
export type PlaceResult = Result<PlacedBet, PlaceRefusal>
type PlaceOutcome = PlaceResult | NonNullable<Recalled>

/** Limits the advisory locks per transaction, which use PostgreSQL's shared memory. */
const MAX_OFFER_LOCKS = 500

/**
 * Places a batch of bets in one transaction with a fixed number of statements. Each bet is accepted or refused on its
 * own; the outcomes are in the order of the requests. If an account cannot be read in time, a batch throws, and a
 * single bet is refused (SLIP-66). Locks are taken in the order accounts, offers, booking codes. One time, read after
 * taking the locks, applies to everything: limits, counters, prices, kick-off and the stored tickets.
 */
export async function placeBets(
  kernel: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
): Promise<PlaceOutcome[]> {
  const gameIds = gameIdsOf(batch.flatMap(({ slip }) => slip.selections))
  if (gameIds.length > MAX_OFFER_LOCKS && batch.length > 1) {
    const half = batch.length >> 1
    const first = await placeBets(kernel, deps, batch.slice(0, half))
    return [...first, ...(await placeBets(kernel, deps, batch.slice(half)))]
  }
  const [cached] = await Promise.all([deps.pricing.prices.gameRows(gameIds), deps.liabilities.ready(gameIds)])
  let isRead = false
  const place = async (tx: Tx): Promise<PlaceOutcome[]> => {
    isRead = false
    const state = await readState(tx, kernel, deps, batch, cached)
    isRead = true
    return evaluateAndWrite(tx, kernel, deps, batch, state)
  }
  return kernel.db.transaction(place).catch((error: unknown): PlaceOutcome[] => {
    if (isRead || batch.length > 1 || !isTimeout(error)) throw error
    kernel.log.warn({ err: error }, 'the account for a bet could not be read')
    return [err({ code: 'PROFILE_ERROR' })]
  })
}

/** Evaluates the bets in order, each after the accepted bets before it, and writes all accepted bets together. */
async function evaluateAndWrite(
  tx: Tx,
  kernel: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
  state: Awaited<ReturnType<typeof readState>>,
): Promise<PlaceOutcome[]> {
  const { recalled, settings, games, now } = state
  const context = { settings, games, pricing: deps.pricing, now }
  const liability = liabilityCheck(deps.liabilities, liabilityLimits(settings), state.liabilities)
  const evaluate = createEvaluation(state.players, context, stakeCheck(state.limits, now), liability)
  const assignCode = assignCodes(state.codes)
  const rows = new Map([...games].map(([id, { game }]) => [id, game]))
  const results = new Map<PlaceRequest, PlaceResult>()
  const placed: Placed[] = []
  for (const request of batch.filter((_, at) => recalled[at] === null)) {
    const decision = evaluate(request)
    if (!decision.ok) {
      results.set(request, decision)
      continue
    }
    const ticket = newTicket(request, decision.value, assignCode(request), settings, now)
    placed.push(ticket)
    results.set(request, ok({ ...ticket, games: rows }))
  }
  tx.afterCommit(() => deps.liabilities.add(liability.added))
  await tx.commitWith(
    Promise.all([
      writeTickets(tx, placed, now),
      deps.wallet.transfers.postLocked(tx, placed.map(stakeTransfer), now),
      // The answers are encoded while the database writes the tickets.
      deps.storePlaced(tx, results),
      kernel.outbox.appendEvents(tx, placementEvents(deps.wallet, placed)),
    ]),
  )
  return batch.map((request, at) => {
    const outcome = recalled[at] ?? results.get(request)
    if (outcome === undefined) throw new Error('a request has no result')
    return outcome
  })
}

/** Locks accounts, offers and codes, then reads everything that decides the bets. */
async function readState(
  tx: Tx,
  { clock, idempotency }: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
  cached: readonly GameRow[],
) {
  const userIds = batch.map(({ userId }) => userId)
  const gameIds = cached.map(({ id }) => id)
  const records = batch.map(({ idempotencyRecord }) => idempotencyRecord)
  const [accounts, , recalled, codes] = await Promise.all([
    deps.wallet.accounts.lock(tx, userIds),
    deps.catalogue.games.lockOffers(tx, gameIds, 'shared'),
    idempotency.recallMany(tx, records),
    lockCodes(tx, batch),
  ])
  const now = clock.now()
  const pricesOf = (rows: readonly GameRow[]) =>
    new Map(rows.map((game) => [game.id, deps.pricing.prices.of(game, now)]))
  const context = { games: pricesOf(cached), now }
  const bets = batch.map((request) => ({ ...request, highestOdds: highestOdds(request.slip, context) }))
  const near = playersNearLimit(deps.liabilities, bets, liabilityLimits(deps.settings.current()).playerUgx)
  const [counters, rows, limits, liabilities] = await Promise.all([
    readCounters(tx, userIds, now),
    deps.catalogue.games.current(tx, cached),
    deps.protection.limitStatus(tx, userIds, now),
    playerLiabilities(tx, near, gameIds),
  ])
  // Read the settings after the last wait, so that the prices and the terms of a ticket follow the same settings.
  const settings = deps.settings.current()
  const games = pricesOf(rows)
  const players = new Map<string, PlayerState>()
  for (const [id, account] of accounts) players.set(id, { ...account, ...(counters.get(id) ?? NO_EARLIER_BETS) })
  return { recalled, codes, now, settings, players, games, limits, liabilities }
}

/** The ticket of an accepted bet, with its legs in the order of the request. */
function newTicket(request: PlaceRequest, bet: AcceptedBet, code: AssignedCode, settings: Settings, now: Date) {
  const id = newId()
  const ticket: TicketRow = {
    id,
    userId: request.userId,
    bookingCode: code.code,
    totalStake: request.stakeUgx,
    cashedStake: ZERO,
    cashedOut: ZERO,
    totalOdds: exactOdds(bet.totals.totalOddsHundredths),
    bonusPercentage: bet.totals.bonusPercent,
    potentialWin: bet.totals.payoutUgx,
    bonus: bet.totals.bonusUgx,
    bonusPaid: ZERO,
    maxPayout: ugxFromShillings(settings.max_payout),
    bonusMinOdds: bonusRule(settings.bonus_min_odds).minOddsHundredths,
    rulebook: settings.settlement_rulebook,
    status: 'pending',
    payout: null,
    createdAt: now,
    updatedAt: now,
    settledAt: null,
  }
  // Each leg stores everything needed to recompute its price.
  const legs = bet.games.flatMap((game) =>
    game.legs.map((leg) => ({
      ticketId: id,
      legNo: leg.at + 1,
      gameId: leg.game.id,
      market: leg.market,
      selection: leg.selectionId,
      odds: leg.oddsHundredths,
      baseOdds: leg.baseHundredths,
      overroundPercent: leg.prices.overround[leg.market],
      priceVersion: leg.prices.priceVersion,
      priceStep: BigInt(leg.step),
      sameGame: game.sameGame,
      outcome: null,
    })),
  )
  return { request, code, after: bet.after, ticket, legs: legs.sort((a, b) => a.legNo - b.legNo) }
}

const stakeTransfer = ({ ticket }: Placed): Transfer => ({
  source: ticket.userId,
  destination: HOUSE.book,
  amount: ticket.totalStake,
  kind: 'bet',
  reference: ticket.id,
  description: `Bet ${ticket.bookingCode}`,
})

/** The events of a batch, as one outbox row: the final balance of each player, and each ticket. */
function placementEvents(wallet: Wallet, placed: readonly Placed[]): readonly OutboxEvent[] {
  const balances = new Map(placed.map(({ ticket, after }) => [ticket.userId, after]))
  return [...wallet.transfers.balanceEvents(balances), ...placed.map(betPlaced)]
}

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'bet-placed': {
      readonly ticketId: string
      readonly bookingCode: string
      readonly stake: number
      readonly potentialWin: number
    }
  }
}

const betPlaced = ({ ticket }: Placed): OutboxEvent => ({
  type: 'bet-placed',
  userId: ticket.userId,
  data: {
    ticketId: ticket.id,
    bookingCode: ticket.bookingCode,
    stake: ugxToNumber(ticket.totalStake),
    potentialWin: ugxToNumber(ticket.potentialWin),
  },
})
