import { liabilityLimits } from '@mupiira/domain/limits/stake-rules.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { isTimeout } from '../../../kernel/db/failures.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { IdempotencyRecord, Recalled, StoreAnswers } from '../../../kernel/idempotency/idempotency.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Catalogue, GameRow } from '../../catalogue/index.ts'
import { restrictions } from '../../identity/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { type Protection, stakeCheck } from '../../protection/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import { type Transfer, transferOfHold, type Wallet } from '../../wallet/index.ts'
import { assignCodes } from '../booking-codes/ticket-codes.ts'
import { betHolder, type HeldBet, holdOf, writeHeldBets } from '../delayed-bets/hold-bets.ts'
import { delayedBetChanged } from '../delayed-bets/present-delayed-bet.ts'
import { playerLiabilities } from '../exposure/liability.repository.ts'
import { type AcceptedBet, type BetOrder, type BetRefusal, createEvaluation, type PlayerState } from './evaluate-bet.ts'
import { highestOdds, gameIdsOf } from './evaluate-slip.ts'
import { type LiabilityBook, liabilityCheck, playersNearLimit } from './liability.ts'
import { betPlaced, newTicket, stakeTransfer } from './new-ticket.ts'
import { lockCodes, NO_EARLIER_BETS, readCounters, writeTickets } from './placement.repository.ts'

export type PlaceRequest = BetOrder & { readonly idempotencyRecord: IdempotencyRecord }

export type PlaceDeps = {
  readonly catalogue: Catalogue
  readonly liabilities: LiabilityBook
  readonly pricing: Pricing
  readonly protection: Pick<Protection['commands'], 'limitStatus'>
  readonly settings: SettingsApi['reads']
  readonly storePlaced: StoreAnswers<PlaceRequest, PlaceResult>
  readonly wallet: Wallet
}

type Placed = ReturnType<typeof newTicket<PlaceRequest>>
/** A ticket, and the games of its batch. */
export type PlacedBet = Placed & { readonly games: ReadonlyMap<string, GameRow> }
export type PlaceRefusal = BetRefusal | { readonly code: 'PROFILE_ERROR' }
/** A ticket, or a bet with a live game that waits. */
export type PlaceResult = Result<PlacedBet | HeldBet, PlaceRefusal>
type PlaceOutcome = PlaceResult | NonNullable<Recalled>

/** Limits the advisory locks per transaction, which use PostgreSQL's shared memory. */
export const MAX_OFFER_LOCKS = 500

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
  const records = batch.map(({ idempotencyRecord }) => idempotencyRecord)
  let isRead = false
  const place = async (tx: Tx): Promise<PlaceOutcome[]> => {
    isRead = false
    const recall = () => kernel.idempotency.recallMany(tx, records)
    const [state, recalled] = await readState(tx, kernel, deps, batch, cached, recall)
    isRead = true
    return evaluateAndWrite(tx, kernel, deps, batch, state, recalled)
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
  state: BetState,
  recalled: readonly Recalled[],
): Promise<PlaceOutcome[]> {
  const { settings, now } = state
  const { evaluate, liability } = evaluationOf(deps, state)
  const results = new Map<PlaceRequest, PlaceResult>()
  const accepted: (readonly [PlaceRequest, AcceptedBet])[] = []
  for (const request of batch.filter((_, at) => recalled[at] === null)) {
    const decision = evaluate(request)
    if (decision.ok) accepted.push([request, decision.value])
    else results.set(request, decision)
  }
  const assignCode = assignCodes(state.codes)
  const hold = await betHolder(
    tx,
    deps,
    accepted.map(([, bet]) => bet),
    settings,
    now,
  )
  const rows = new Map([...state.games].map(([id, { game }]) => [id, game]))
  const placed: Placed[] = []
  const held: HeldBet[] = []
  const transfers: Transfer[] = []
  for (const [request, bet] of accepted) {
    if (bet.delaySeconds > 0) {
      const waiting = hold(request, bet)
      held.push(waiting)
      transfers.push(transferOfHold(holdOf(waiting)))
      results.set(request, ok(waiting))
    } else {
      const ticket = newTicket(request, bet, assignCode(request), settings, now)
      placed.push(ticket)
      transfers.push(stakeTransfer(ticket))
      results.set(request, ok({ ...ticket, games: rows }))
    }
  }
  const balances = new Map(accepted.map(([{ userId }, { after }]) => [userId, after]))
  tx.afterCommit(() => deps.liabilities.add(liability.added))
  await tx.commitWith(
    Promise.all([
      writeTickets(tx, placed, now),
      writeHeldBets(tx, deps.wallet, held, now),
      deps.wallet.transfers.postLocked(tx, transfers, now),
      // The answers are encoded while the database writes the tickets.
      deps.storePlaced(tx, results),
      kernel.outbox.appendEvents(tx, [
        ...deps.wallet.transfers.balanceEvents(balances),
        ...placed.map(betPlaced),
        ...held.map(({ row, shown }) => delayedBetChanged(row.userId, shown)),
      ]),
    ]),
  )
  return batch.map((request, at) => {
    const outcome = recalled[at] ?? results.get(request)
    if (outcome === undefined) throw new Error('a request has no result')
    return outcome
  })
}

/** The evaluation of bets by a state, and the liability that they add. */
export function evaluationOf(deps: Pick<PlaceDeps, 'liabilities' | 'pricing'>, state: BetState) {
  const { settings, games, now } = state
  const liability = liabilityCheck(deps.liabilities, liabilityLimits(settings), state.liabilities)
  const context = { settings, games, pricing: deps.pricing, now }
  return {
    liability,
    evaluate: createEvaluation(state.players, context, stakeCheck(state.limits, now), liability),
  }
}

export type BetState = Awaited<ReturnType<typeof readState>>[0]

/**
 * Locks accounts, offers and codes, then reads everything that decides the bets. `readLocked` sends further statements
 * right after the locks.
 */
export async function readState<T>(
  tx: Tx,
  { clock }: Pick<Kernel, 'clock'>,
  deps: Omit<PlaceDeps, 'storePlaced'>,
  batch: readonly BetOrder[],
  cached: readonly GameRow[],
  readLocked: () => Promise<T>,
) {
  const userIds = batch.map(({ userId }) => userId)
  const gameIds = cached.map(({ id }) => id)
  const [accounts, , codes, locked] = await Promise.all([
    deps.wallet.accounts.lock(tx, userIds),
    deps.catalogue.games.lockOffers(tx, gameIds, 'shared'),
    lockCodes(tx, batch),
    readLocked(),
  ])
  const now = clock.now()
  const pricesOf = (rows: readonly GameRow[]) =>
    new Map(rows.map((game) => [game.id, deps.pricing.prices.of(game, now)]))
  const context = { games: pricesOf(cached), now }
  const bets = batch.map((request) => ({ ...request, highestOdds: highestOdds(request.slip, context) }))
  const near = playersNearLimit(deps.liabilities, bets, liabilityLimits(deps.settings.current()).playerUgx)
  const [counters, restrictionsOf, rows, limits, liabilities] = await Promise.all([
    readCounters(tx, userIds, now),
    restrictions.of(tx, userIds, now),
    deps.catalogue.games.current(tx, cached),
    deps.protection.limitStatus(tx, userIds, now),
    playerLiabilities(tx, near, gameIds),
  ])
  // Read the settings after the last wait, so that the prices and the terms of a ticket follow the same settings.
  const settings = deps.settings.current()
  const games = pricesOf(rows)
  const players = new Map<string, PlayerState>()
  for (const [id, account] of accounts)
    players.set(id, { ...account, ...(counters.get(id) ?? NO_EARLIER_BETS), ...restrictionsOf(id) })
  return [{ codes, now, settings, players, games, limits, liabilities }, locked] as const
}
