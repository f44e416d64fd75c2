import type { placeBet } from '@mupiira/contract/bets.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'
import type { GamePrices, Pricing } from '../pricing/index.ts'
import { askLimits, type Protection } from '../protection/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import { type Balance, HOUSE, type LockedAccount, type Wallet } from '../wallet/index.ts'
import { accountUnread } from './account-unread.ts'
import { askedCodes, claimCodes, type ClaimedCode } from './claim-codes.ts'
import { lockCodes, useCodes } from './code-rows.ts'
import { evaluateBatch } from './evaluate-batch.ts'
import type { BetRequest, Market, PlayerState } from './evaluate-bet.ts'
import { type NewTicket, newTicket } from './new-ticket.ts'
import { presentTicket } from './present.ts'
import { type Counters, type Origin, readCounters, writeTickets } from './write-tickets.ts'

export type PlaceRequest = BetRequest &
  Origin & {
    readonly slot: IdempotencySlot
    /** The browser that it came from, by the hash of its cookie: codes of a visitor are its (D25). */
    readonly browser?: Buffer | null
  }
export type PlaceOutcome = Outcome<typeof placeBet>

export type PlaceDeps = {
  readonly catalogue: Catalogue
  readonly pricing: Pricing
  readonly protection: Pick<Protection, 'standings'>
  readonly settings: SettingsApi
  readonly wallet: Wallet
}

/**
 * Places bets together: one transaction, a fixed number of statements whatever the number of bets, each accepted or
 * refused on its own, the outcomes in the order of the requests. Locks are taken in the order accounts, counters, keys;
 * everything is read under the accounts' locks, so bets of one player never decide on the same balance twice.
 */
export async function placeBets(
  kernel: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
): Promise<PlaceOutcome[]> {
  const now = kernel.clock.now()
  const gameIds = gameIdsOf(batch)
  const known = await deps.pricing.snapshot(gameIds, now)
  return kernel.db.transaction(async (tx) => {
    const userIds = batch.map((request) => request.userId)
    // One packet: PostgreSQL takes them in this order, so the locks come first.
    const [accounts, recalled, counters, changed, codes, standings] = await Promise.all([
      deps.wallet.lockAccounts(tx, userIds),
      kernel.idempotency.recallMany(
        tx,
        batch.map((request) => request.slot),
      ),
      readCounters(tx, userIds, now),
      deps.catalogue.changed(
        tx,
        [...known.values()].map((prices) => prices.game),
      ),
      lockCodes(tx, askedCodes(batch)),
      deps.protection.standings(tx, userIds, now),
    ]).catch(accountUnread)
    const claim = claimCodes(codes)
    const read = await renewed(tx, deps, known, changed, now)
    // From here to the tickets one and the same settings count: those of this moment. The locks may have been waited for,
    // and a game may have begun meanwhile.
    const settings = deps.settings.current()
    const takenAt = kernel.clock.now()
    const games = ofMoment(read, settings.settlement_rulebook, deps.pricing, takenAt)
    const market: Market = { settings, games, pricing: deps.pricing, now: takenAt }
    const asked = batch.filter((_, at) => recalled[at] === null)
    const evaluated = evaluateBatch(asked, playersOf(accounts, counters), market, askLimits(standings, now))
    const answers = new Map<PlaceRequest, PlaceOutcome>()
    const placed: Placed[] = []
    for (const [at, request] of asked.entries()) {
      const verdict = evaluated[at]
      if (verdict === undefined) throw new Error('every request is judged')
      if (!verdict.ok) answers.set(request, verdict.error)
      else {
        const claimed = claim(request)
        const made = newTicket(request, verdict.value, market.settings, takenAt, claimed.code)
        placed.push({ request, claimed, balance: verdict.value.after.balance, ...made })
      }
    }
    // The database writes the tickets while their answers are encoded.
    const answer = async () => {
      for (const each of placed) answers.set(each.request, accepted(each, games))
      await Promise.all([
        kernel.idempotency.rememberAnswers(tx, answers),
        kernel.outbox.appendEvents(tx, eventsOf(deps.wallet, placed, accounts)),
      ])
    }
    await tx.commitWith(
      Promise.all([
        writeTickets(
          tx,
          placed.map((each) => ({ ...each, client: each.request.client, address: each.request.address })),
          takenAt,
        ),
        deps.wallet.postLocked(tx, placed.map(stakeTransfer), takenAt),
        useCodes(tx, placed.flatMap(codeUse)),
        answer(),
      ]),
    )
    return batch.map((request, at) => recalled[at] ?? outcomeOf(answers, request)) as PlaceOutcome[]
  })
}

type Placed = NewTicket & {
  readonly request: PlaceRequest
  readonly claimed: ClaimedCode
  readonly balance: Ugx
}

const codeUse = ({ ticket, claimed }: Placed) => (claimed.isOfSlip ? [{ code: claimed.code, ticketId: ticket.id }] : [])

function gameIdsOf(batch: readonly PlaceRequest[]): string[] {
  const ids = new Set<string>()
  for (const { slip } of batch) {
    for (const { gameId } of slip.selections) if (gameId !== undefined && isId(gameId)) ids.add(gameId.toLowerCase())
  }
  return [...ids]
}

/**
 * The prices with every game that has changed since they were worked out priced anew, and without those that were deleted:
 * a closed game takes no bet.
 */
async function renewed(
  tx: Tx,
  { catalogue, pricing }: PlaceDeps,
  known: ReadonlyMap<string, GamePrices>,
  changed: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, GamePrices>> {
  if (changed.length === 0) return known
  const rows = await catalogue.games(changed, tx)
  const standing = new Map(known)
  for (const id of changed) {
    const game = rows.get(id)
    if (game === undefined) standing.delete(id)
    else standing.set(id, pricing.pricesOf(game, now))
  }
  return standing
}

/**
 * The prices of this moment: what was worked out in the step before the locks were waited for, or under another rulebook
 * than the one that a ticket of now is settled by (D18), is priced anew.
 */
function ofMoment(
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
        openTickets: counted?.standing ?? 0,
        ticketsToday: counted?.today ?? 0,
        mostStake: counted?.mostStake ?? null,
      }
      return [userId, state]
    }),
  )
}

function accepted(
  { claimed: { warning }, ticket, legs, balance }: Placed,
  prices: ReadonlyMap<string, GamePrices>,
): PlaceOutcome {
  const games = new Map<string, GameRow>()
  for (const { gameId } of legs) {
    const game = prices.get(gameId)?.game
    if (game !== undefined) games.set(gameId, game)
  }
  return {
    status: 201,
    body: {
      success: true,
      ticket: presentTicket(ticket, legs, games),
      balance: ugxToNumber(balance),
      ...(warning === undefined ? {} : { warning }),
    },
  }
}

const stakeTransfer = ({ ticket }: Placed) => ({
  source: ticket.userId,
  destination: HOUSE.book,
  amount: ticket.totalStake,
  kind: 'bet',
  reference: ticket.id,
  description: `Bet ${ticket.bookingCode}`,
})

/** One outbox row for the batch: each player's last balance, and each ticket. */
function eventsOf(
  wallet: Wallet,
  placed: readonly Placed[],
  accounts: ReadonlyMap<string, LockedAccount>,
): readonly OutboxEvent[] {
  const balances = new Map<string, Balance>()
  for (const { ticket, balance } of placed) {
    const held = accounts.get(ticket.userId)?.held
    if (held !== undefined) balances.set(ticket.userId, { balance, held })
  }
  return [...wallet.balanceEvents(balances), ...placed.map(betPlaced)]
}

declare module '../../kernel/outbox/event.ts' {
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

function outcomeOf(answers: ReadonlyMap<PlaceRequest, PlaceOutcome>, request: PlaceRequest): PlaceOutcome {
  const outcome = answers.get(request)
  if (outcome === undefined) throw new Error('every request has an answer')
  return outcome
}
