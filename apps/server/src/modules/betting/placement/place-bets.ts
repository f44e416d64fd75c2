import { placeBet } from '@mupiira/contract/bets.ts'
import { liabilityLimits } from '@mupiira/domain/limits/stake-rules.ts'
import { ugxFromNumber, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Batcher } from '../../../kernel/batcher.ts'
import { isTimeout } from '../../../kernel/db/failures.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { may } from '../../../kernel/http/actor.ts'
import { type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Catalogue, GameRow } from '../../catalogue/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { type Protection, stakeCheck } from '../../protection/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { browserOf } from '../booking-codes/slip-codes.ts'
import { assignCodes } from '../booking-codes/ticket-codes.ts'
import { playerLiabilities } from '../exposure/liability.repository.ts'
import { presentTicket } from '../tickets/present-ticket.ts'
import { createEvaluation, type PlayerState } from './evaluate-bet.ts'
import { highestOdds, gameIdsOf } from './evaluate-slip.ts'
import { type LiabilityBook, liabilityCheck, playersNearLimit } from './liability.ts'
import { newTicket, type Placed, type PlaceRequest, placementEvents, stakeTransfer } from './new-ticket.ts'
import { lockCodes, NEVER_BET, readCounters, writeTickets } from './placement.repository.ts'

export type PlaceDeps = {
  readonly catalogue: Catalogue
  readonly liabilities: LiabilityBook
  readonly pricing: Pricing
  readonly protection: Pick<Protection, 'limitStatus'>
  readonly settings: SettingsApi
  readonly wallet: Wallet
}

/** Maximum length of a stored user agent. */
const CLIENT_CHARACTERS = 200
/** Limits the advisory locks per transaction, which use PostgreSQL's shared memory. */
const MAX_OFFER_LOCKS = 500

/** The HTTP answer. `placeBets` makes it, because it is stored in the bet's transaction (decision 0008). */
export type PlaceAnswer = Outcome<typeof placeBet>

export const placeBetRoute = (batcher: Batcher<PlaceRequest, PlaceAnswer>): Route =>
  route(
    placeBet,
    async ({ actor, address, body, cookies, headers, idempotencyRecord }) => {
      if (!may(actor, 'bet:place')) return { error: 'STAFF_CANNOT_BET' }
      const stake = ugxFromNumber(body.stake)
      if (!stake.ok) return { error: 'AMOUNT_TOO_PRECISE' }
      const client = (headers['user-agent'] ?? '').slice(0, CLIENT_CHARACTERS)
      const from = { userId: actor.userId, browser: browserOf(cookies), client, address }
      return batcher.submit({ ...from, slip: body, stakeUgx: stake.value, idempotencyRecord })
    },
    { recall: 'by-handler' },
  )

/**
 * Places a batch of bets in one transaction with a fixed number of statements. Each bet is accepted or refused on its own;
 * the outcomes are in the order of the requests. If an account cannot be read in time, a batch throws, and a single bet is
 * refused (SLIP-66).
 * Locks are taken in the order accounts, offers, booking codes. One moment, read after the locks, decides everything:
 * limits, counters, prices, kick-off and the record.
 */
export async function placeBets(
  kernel: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
): Promise<PlaceAnswer[]> {
  const gameIds = gameIdsOf(batch.flatMap(({ slip }) => slip.selections))
  if (gameIds.length > MAX_OFFER_LOCKS && batch.length > 1) {
    const half = batch.length >> 1
    const first = await placeBets(kernel, deps, batch.slice(0, half))
    return [...first, ...(await placeBets(kernel, deps, batch.slice(half)))]
  }
  const [cached] = await Promise.all([deps.pricing.prices.gameRows(gameIds), deps.liabilities.ready(gameIds)])
  let isRead = false
  const place = async (tx: Tx): Promise<PlaceAnswer[]> => {
    isRead = false
    const state = await readState(tx, kernel, deps, batch, cached)
    isRead = true
    return evaluateAndWrite(tx, kernel, deps, batch, state)
  }
  return kernel.db.transaction(place).catch((error: unknown): PlaceAnswer[] => {
    if (isRead || batch.length > 1 || !isTimeout(error)) throw error
    kernel.log.warn({ err: error }, 'the account for a bet could not be read')
    return [{ error: 'PROFILE_ERROR' }]
  })
}

/** Evaluates the bets in order, each with the accepted bets before it, and writes all accepted bets together. */
async function evaluateAndWrite(
  tx: Tx,
  kernel: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
  state: Awaited<ReturnType<typeof readState>>,
): Promise<PlaceAnswer[]> {
  const { recalled, settings, games, now } = state
  const context = { settings, games, pricing: deps.pricing, now }
  const liability = liabilityCheck(deps.liabilities, liabilityLimits(settings), state.liabilities)
  const evaluate = createEvaluation(state.players, context, stakeCheck(state.limits, now), liability)
  const assignCode = assignCodes(state.codes)
  const answers = new Map<PlaceRequest, PlaceAnswer>()
  const placed: Placed[] = []
  for (const request of batch.filter((_, at) => recalled[at] === null)) {
    const decision = evaluate(request)
    if (decision.ok) placed.push(newTicket(request, decision.value, assignCode(request), settings, now))
    else answers.set(request, decision.error)
  }
  tx.afterCommit(() => deps.liabilities.add(liability.added))
  // Encode the answers while the database writes the tickets.
  const storeAnswers = async () => {
    const rows = new Map([...games].map(([id, { game }]) => [id, game]))
    for (const each of placed) answers.set(each.request, acceptedAnswer(each, rows))
    await Promise.all([
      kernel.idempotency.rememberAnswers(tx, answers),
      kernel.outbox.appendEvents(tx, placementEvents(deps.wallet, placed)),
    ])
  }
  await tx.commitWith(
    Promise.all([
      writeTickets(tx, placed, now),
      deps.wallet.transfers.postLocked(tx, placed.map(stakeTransfer), now),
      storeAnswers(),
    ]),
  )
  return batch.map((request, at) => {
    const outcome = recalled[at] ?? answers.get(request)
    if (outcome === undefined) throw new Error('a request has no answer')
    return outcome as PlaceAnswer
  })
}

function acceptedAnswer({ code, ticket, legs, after }: Placed, games: ReadonlyMap<string, GameRow>): PlaceAnswer {
  const shown = presentTicket(ticket, legs, games)
  const body = { success: true, ticket: shown, balance: ugxToNumber(after.balance) } as const
  return { status: 201, body: { ...body, ...(code.warning !== undefined && { warning: code.warning }) } }
}

/** Locks accounts, offers and codes, then reads everything that decides the bets at one moment. */
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
  // Taken after the last wait, so that the prices and the terms of a ticket follow the same settings.
  const settings = deps.settings.current()
  const games = pricesOf(rows)
  const players = new Map<string, PlayerState>()
  for (const [id, account] of accounts) players.set(id, { ...account, ...(counters.get(id) ?? NEVER_BET) })
  return { recalled, codes, now, settings, players, games, limits, liabilities }
}
