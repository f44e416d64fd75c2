import { liabilityLimits } from '@mupiira/domain/risk/liability.ts'
import { codeOf } from '../../../kernel/db/failures.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Catalogue, GameRow } from '../../catalogue/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { type Protection, stakeCheck } from '../../protection/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { playerLiabilities } from '../exposure/liability.repository.ts'
import { assignCodes, lockCodes, useCodes } from '../booking-codes/ticket-codes.ts'
import { createEvaluation, type PlayerState } from './evaluate-bet.ts'
import { highestOdds, namedGames } from './evaluate-slip.ts'
import { type LiabilityBook, liabilityCheck, playersNearLimit } from './liability.ts'
import {
  acceptedResponse,
  newTicket,
  type Placed,
  type PlaceOutcome,
  type PlaceRequest,
  placementEvents,
  stakeTransfer,
} from './new-ticket.ts'
import { NEVER_BET, readCounters, writeTickets } from './placement.repository.ts'

export type PlaceDeps = {
  readonly catalogue: Catalogue
  readonly liabilities: LiabilityBook
  readonly pricing: Pricing
  readonly protection: Pick<Protection, 'limitStatus'>
  readonly settings: SettingsApi
  readonly wallet: Wallet
}

/** Limits the advisory locks per transaction, which use PostgreSQL's shared memory. */
const MAX_OFFER_LOCKS = 500

/**
 * Places a batch of bets in one transaction with a fixed number of statements. Each bet is accepted or refused on its own;
 * the outcomes are in the order of the requests.
 *
 * Locks are taken in the order accounts, offers, booking codes. One moment, read after the locks, decides everything:
 * limits, counters, prices, kick-off and the record.
 */
export async function placeBets(
  kernel: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
): Promise<PlaceOutcome[]> {
  const gameIds = namedGames(batch.flatMap(({ slip }) => slip.selections))
  if (gameIds.length > MAX_OFFER_LOCKS && batch.length > 1) {
    const half = batch.length >> 1
    const first = await placeBets(kernel, deps, batch.slice(0, half))
    return [...first, ...(await placeBets(kernel, deps, batch.slice(half)))]
  }
  const [cached] = await Promise.all([deps.pricing.gameRows(gameIds), deps.liabilities.ready()])
  return kernel.db.transaction(async (tx) => {
    const state = await readState(tx, kernel, deps, batch, cached).catch(accountUnread)
    const { accounts, recalled, settings, games, now } = state
    const market = { settings, games, pricing: deps.pricing, now }
    const liability = liabilityCheck(deps.liabilities, liabilityLimits(settings), state.liabilities)
    const evaluate = createEvaluation(state.players, market, stakeCheck(state.limits, now), liability)
    const assignCode = assignCodes(state.codes)
    const answers = new Map<PlaceRequest, PlaceOutcome>()
    const placed: Placed[] = []
    for (const request of batch.filter((_, at) => recalled[at] === null)) {
      const decision = evaluate(request)
      if (!decision.ok) {
        answers.set(request, decision.error)
        continue
      }
      const code = assignCode(request)
      const ticket = newTicket(request, decision.value, settings, now, code.code)
      placed.push({ request, code, balance: decision.value.after.balance, ...ticket })
    }
    tx.afterCommit(() => deps.liabilities.add(liability.added))
    // Encode the responses while the database writes the tickets.
    const answer = async () => {
      const rows = new Map([...games].map(([id, { game }]) => [id, game]))
      for (const each of placed) answers.set(each.request, acceptedResponse(each, rows))
      await Promise.all([
        kernel.idempotency.rememberAnswers(tx, answers),
        kernel.outbox.appendEvents(tx, placementEvents(deps.wallet, placed, accounts)),
      ])
    }
    await tx.commitWith(
      Promise.all([
        writeTickets(tx, placed, now),
        deps.wallet.postLocked(tx, placed.map(stakeTransfer), now),
        useCodes(tx, placed),
        answer(),
      ]),
    )
    return batch.map((request, at) => {
      const outcome = recalled[at] ?? answers.get(request)
      if (outcome === undefined) throw new Error('a request has no answer')
      return outcome as PlaceOutcome
    })
  })
}

/** Locks what the bets touch, then reads everything that decides them at one moment. */
async function readState(
  tx: Tx,
  { clock, idempotency }: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
  cached: readonly GameRow[],
) {
  const userIds = batch.map(({ userId }) => userId)
  const gameIds = cached.map(({ id }) => id)
  const [accounts, , recalled, codes] = await Promise.all([
    deps.wallet.lockAccounts(tx, userIds),
    deps.catalogue.lockOffers(tx, gameIds, 'shared'),
    idempotency.recallMany(
      tx,
      batch.map(({ idempotencyRecord }) => idempotencyRecord),
    ),
    lockCodes(tx, batch),
  ])
  const now = clock.now()
  const pricesOf = (rows: readonly GameRow[]) =>
    new Map(rows.map((game) => [game.id, deps.pricing.pricesOf(game, now)]))
  const market = { games: pricesOf(cached), now }
  const bets = batch.map((request) => ({ ...request, highestOdds: highestOdds(request.slip, market) }))
  const near = playersNearLimit(deps.liabilities, bets, liabilityLimits(deps.settings.current()).playerUgx)
  const [counters, rows, limits, liabilities] = await Promise.all([
    readCounters(tx, userIds, now),
    deps.catalogue.currentGames(tx, cached),
    deps.protection.limitStatus(tx, userIds, now),
    playerLiabilities(tx, near, gameIds),
  ])
  // Taken after the last wait, so that the prices and the terms of a ticket follow the same settings.
  const settings = deps.settings.current()
  const games = pricesOf(rows)
  const players = new Map<string, PlayerState>()
  for (const [userId, { balance, frozen }] of accounts) {
    players.set(userId, { balance, frozen, ...(counters.get(userId) ?? NEVER_BET) })
  }
  return { accounts, recalled, codes, now, settings, players, games, limits, liabilities }
}

/** The player's account could not be read in time; nothing was written (SLIP-66). */
export class AccountUnread extends Error {}

// The codes lock_not_available and query_canceled.
const TIMEOUTS = new Set(['55P03', '57014'])

/** Turns timeouts into `AccountUnread`. All other database errors pass through unchanged. */
export function accountUnread(error: unknown): never {
  throw TIMEOUTS.has(codeOf(error)) ? new AccountUnread('the account could not be read', { cause: error }) : error
}
