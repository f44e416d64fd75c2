import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import type { GamePrices, Pricing } from '../../pricing/index.ts'
import { type Protection, stakeCheck } from '../../protection/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import type { LockedAccount, Wallet } from '../../wallet/index.ts'
import { accountUnread } from './refusals.ts'
import { assignCodes, requestedCodes } from '../booking-codes/codes.ts'
import { lockCodes, useCodes } from '../booking-codes/codes.repository.ts'
import { evaluateBatch } from './evaluate-bet.ts'
import type { Market, PlayerState } from './evaluate-bet.ts'
import {
  acceptedResponse,
  codeUse,
  newTicket,
  type Placed,
  type PlaceOutcome,
  type PlaceRequest,
  placementEvents,
  stakeTransfer,
} from './new-ticket.ts'
import { type Counters, readCounters, writeTickets } from './placement.repository.ts'

export type PlaceDeps = {
  readonly catalogue: Catalogue
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
  const gameIds = gameIdsOf(batch)
  if (gameIds.length > MAX_OFFER_LOCKS && batch.length > 1) {
    const half = batch.length >> 1
    return [
      ...(await placeBets(kernel, deps, batch.slice(0, half))),
      ...(await placeBets(kernel, deps, batch.slice(half))),
    ]
  }
  const cached = await deps.pricing.snapshot(gameIds, kernel.clock.now())
  return kernel.db.transaction(async (tx) => {
    const userIds = batch.map((request) => request.userId)
    const [accounts, , recalled, codes] = await Promise.all([
      deps.wallet.lockAccounts(tx, userIds),
      deps.catalogue.lockOffers(tx, gameIds, 'shared'),
      kernel.idempotency.recallMany(
        tx,
        batch.map((request) => request.idempotencyRecord),
      ),
      lockCodes(tx, requestedCodes(batch)),
    ]).catch(accountUnread)
    const now = kernel.clock.now()
    const settings = deps.settings.current()
    const [counters, changed, limits] = await Promise.all([
      readCounters(tx, userIds, now),
      deps.catalogue.changed(
        tx,
        [...cached.values()].map((prices) => prices.game),
      ),
      deps.protection.limitStatus(tx, userIds, now),
    ]).catch(accountUnread)
    const assignCode = assignCodes(codes)
    const current = await withChanges(tx, deps, cached, changed, now)
    const games = pricedAt(current, settings.settlement_rulebook, deps.pricing, now)
    const market: Market = { settings, games, pricing: deps.pricing, now }
    const fresh = batch.filter((_, at) => recalled[at] === null)
    const evaluated = evaluateBatch(fresh, playersOf(accounts, counters), market, stakeCheck(limits, now))
    const answers = new Map<PlaceRequest, PlaceOutcome>()
    const placed: Placed[] = []
    for (const [at, request] of fresh.entries()) {
      const decision = evaluated[at]
      if (decision === undefined) throw new Error('every request has a decision')
      if (!decision.ok) answers.set(request, decision.error)
      else {
        const code = assignCode(request)
        const made = newTicket(request, decision.value, settings, now, code.code)
        placed.push({ request, code, balance: decision.value.after.balance, ...made })
      }
    }
    // Encode the responses while the database writes the tickets.
    const answer = async () => {
      for (const each of placed) answers.set(each.request, acceptedResponse(each, games))
      await Promise.all([
        kernel.idempotency.rememberAnswers(tx, answers),
        kernel.outbox.appendEvents(tx, placementEvents(deps.wallet, placed, accounts)),
      ])
    }
    await tx.commitWith(
      Promise.all([
        writeTickets(
          tx,
          placed.map((each) => ({ ...each, client: each.request.client, address: each.request.address })),
          now,
        ),
        deps.wallet.postLocked(tx, placed.map(stakeTransfer), now),
        useCodes(tx, placed.flatMap(codeUse)),
        answer(),
      ]),
    )
    return batch.map((request, at) => recalled[at] ?? outcomeOf(answers, request)) as PlaceOutcome[]
  })
}

function gameIdsOf(batch: readonly PlaceRequest[]): string[] {
  const ids = new Set<string>()
  for (const { slip } of batch) {
    for (const { gameId } of slip.selections) if (gameId !== undefined && isId(gameId)) ids.add(gameId.toLowerCase())
  }
  return [...ids]
}

/** The cached prices with changed games priced again and deleted games removed. */
async function withChanges(
  tx: Tx,
  { catalogue, pricing }: PlaceDeps,
  cached: ReadonlyMap<string, GamePrices>,
  changed: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, GamePrices>> {
  if (changed.length === 0) return cached
  const rows = await catalogue.games(changed, tx)
  const current = new Map(cached)
  for (const id of changed) {
    const game = rows.get(id)
    if (game === undefined) current.delete(id)
    else current.set(id, pricing.pricesOf(game, now))
  }
  return current
}

/** Recomputes prices of an earlier step, or of another rulebook than the ticket's (D18). */
function pricedAt(
  games: ReadonlyMap<string, GamePrices>,
  rulebook: GamePrices['rulebook'],
  pricing: Pick<Pricing, 'pricesOf'>,
  now: Date,
): ReadonlyMap<string, GamePrices> {
  const step = stepNumber(now)
  if ([...games.values()].every((prices) => prices.rulebook === rulebook && prices.step === step)) return games
  return new Map([...games].map(([id, { game }]) => [id, pricing.pricesOf(game, now)]))
}

function playersOf(
  accounts: ReadonlyMap<string, LockedAccount>,
  counters: ReadonlyMap<string, Counters>,
): Map<string, PlayerState> {
  return new Map(
    [...accounts].map(([userId, { balance, frozen }]) => {
      const counted = counters.get(userId)
      const state = {
        balance,
        frozen,
        validTickets: counted?.validTickets ?? 0,
        ticketsToday: counted?.today ?? 0,
        mostStake: counted?.mostStake ?? null,
      }
      return [userId, state]
    }),
  )
}

function outcomeOf(answers: ReadonlyMap<PlaceRequest, PlaceOutcome>, request: PlaceRequest): PlaceOutcome {
  const outcome = answers.get(request)
  if (outcome === undefined) throw new Error('every request has an answer')
  return outcome
}
