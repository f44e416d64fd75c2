import { type AviatorBetRefusal, checkAviatorBet, sharesOfRound } from '@mupiira/domain/aviator/bet-rules.ts'
import { maxWin } from '@mupiira/domain/aviator/outcome.ts'
import { platformClosedRefusal } from '@mupiira/domain/limits/stake-rules.ts'
import { type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/access/network.ts'
import type { IdempotencyRecord, Recalled, StoreAnswers } from '../../../kernel/idempotency/idempotency.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type CheckStake, type Protection, type ProtectionRefusal, stakeCheck } from '../../protection/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import { type Balance, HOUSE, type LockedAccount, type Transfer, type Wallet } from '../../wallet/index.ts'
import type { StakeLimits } from '../ports.ts'
import { addRoundWins, lockOpenRound, type OpenRound } from '../rounds/rounds.repository.ts'
import { type Bet, betEvent } from './bet.ts'
import { runLocked } from './locked-batch.ts'
import { betsOfRound, type BetsOfRound, insertBets, type NewBet, winsByAddress } from './bets.repository.ts'

export type PlaceRequest = {
  readonly userId: string
  readonly stakeUgx: Ugx
  readonly target: number | null
  readonly isAutoBet: boolean
  readonly client: string
  readonly address: string
  readonly idempotencyRecord: IdempotencyRecord
}

export type PlacedBet = {
  readonly bet: Bet
  /** Whether the bet waits for the next round. */
  readonly waits: boolean
  readonly balance: Ugx
}

export type PlaceRefusal =
  | AviatorBetRefusal
  | ProtectionRefusal
  | { readonly code: 'AVIATOR_PAUSED' | 'PROFILE_NOT_FOUND' | 'ACCOUNT_SUSPENDED' }

export type PlaceResult = Result<PlacedBet, PlaceRefusal>

export type PlaceDeps = {
  readonly limitStatus: Protection['commands']['limitStatus']
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  readonly stakeLimits: StakeLimits
  readonly wallet: Wallet
  /** The current time by the rounds' clock. */
  readonly now: () => Date
  readonly storePlaced: StoreAnswers<PlaceRequest, PlaceResult>
}

/** The node that runs the rounds stores a heartbeat more often than this, in every state of a round. */
const SILENT_MS = 12_000
/** If the round starts while we wait for its lock, another attempt finds the next round. */
const LOCK_ATTEMPTS = 3

/**
 * Places bets in one transaction, on the round whose betting is open, otherwise on the next one. Each bet is accepted
 * or refused separately. Locks are taken in the order accounts, round. Closing the betting also takes the round's lock.
 */
export async function placeBets(
  kernel: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
): Promise<(PlaceResult | NonNullable<Recalled>)[]> {
  return runLocked(
    kernel,
    deps.wallet.accounts.lock,
    batch,
    lockRound,
    async (tx, { accounts, requests, read: round, now }) => {
      const isRunning =
        round !== null &&
        round.leaderHeartbeatAt !== null &&
        deps.now().getTime() - round.leaderHeartbeatAt.getTime() <= SILENT_MS
      const results = isRunning
        ? await placeAll(tx, kernel, deps, { round, accounts, requests, now })
        : new Map(requests.map((request) => [request, err(refusalWhilePaused(deps.settings.current()))] as const))
      await deps.storePlaced(tx, results)
      return results
    },
  )
}

/** The refusal while no rounds run. If the whole platform is closed, its own refusal is returned. */
export const refusalWhilePaused = (settings: Settings): PlaceRefusal =>
  platformClosedRefusal(settings) ?? { code: 'AVIATOR_PAUSED' }

async function lockRound(tx: Tx): Promise<OpenRound | null> {
  for (let attempt = 1; attempt <= LOCK_ATTEMPTS; attempt++) {
    const round = await lockOpenRound(tx)
    if (round !== null) return round
  }
  return null
}

type Batch = {
  readonly round: OpenRound
  readonly accounts: ReadonlyMap<string, LockedAccount>
  readonly requests: readonly PlaceRequest[]
  readonly now: Date
}

async function placeAll(
  tx: Tx,
  kernel: Kernel,
  deps: PlaceDeps,
  batch: Batch,
): Promise<ReadonlyMap<PlaceRequest, PlaceResult>> {
  const { round, accounts, requests, now } = batch
  const userIds = requests.map(({ userId }) => userId)
  const settings = deps.settings.current()
  const [bets, limits, limitStatus, networks] = await Promise.all([
    betsOfRound(tx, round.no, userIds),
    deps.stakeLimits(tx, userIds),
    deps.limitStatus(tx, userIds, now),
    winsByNetwork(tx, round, requests, settings),
  ])
  const evaluated = evaluateAll(batch, { bets, limits, networks, settings }, stakeCheck(limitStatus, now))
  const placed: (PlacedBet & { readonly bet: NewBet })[] = []
  let wins = 0n
  const results = new Map<PlaceRequest, PlaceResult>()
  for (const [request, result] of evaluated) {
    if (!result.ok) {
      results.set(request, result)
      continue
    }
    const { winUgx, balance } = result.value
    wins += winUgx
    const placedBet = { bet: newBet(request, round.no, now), waits: round.state === 'scheduled', balance }
    placed.push(placedBet)
    results.set(request, ok(placedBet))
  }
  if (placed.length === 0) return results
  const balances = new Map<string, Balance>(
    placed.map(({ bet, balance }) => [bet.userId, { balance, held: accounts.get(bet.userId)?.held ?? ZERO }]),
  )
  await Promise.all([
    deps.wallet.transfers.postLocked(tx, placed.map(stakeTransfer), now),
    insertBets(
      tx,
      placed.map(({ bet }) => bet),
    ),
    addRoundWins(tx, round.no, wins),
    kernel.outbox.appendEvents(tx, [
      ...deps.wallet.transfers.balanceEvents(balances),
      ...placed.map(({ bet }) => betEvent(bet)),
    ]),
  ])
  return results
}

/** Read under the locks of the players' accounts. */
type Status = {
  readonly bets: ReadonlyMap<string, BetsOfRound>
  readonly networks: ReadonlyMap<string, Ugx>
  readonly limits: ReadonlyMap<string, Ugx>
  readonly settings: Settings
}

type Accepted = { readonly winUgx: Ugx; readonly balance: Ugx }

const NO_BETS: BetsOfRound = { count: 0, winsUgx: ZERO }

/**
 * Evaluates the requests in order. An accepted bet counts towards the limits of the requests after it. The players' own
 * limits are checked last.
 */
function evaluateAll(
  { round, accounts, requests }: Batch,
  { bets, limits, networks, settings }: Status,
  checkOwnLimits: CheckStake,
): Map<PlaceRequest, Result<Accepted, PlaceRefusal>> {
  const balances = new Map<string, Ugx>()
  const ofPlayers = new Map(bets)
  const ofNetworks = new Map(networks)
  let roundWinsUgx = ugx(round.wins)

  function evaluate(request: PlaceRequest): Result<Accepted, PlaceRefusal> {
    const { userId, stakeUgx, target, isAutoBet } = request
    const account = accounts.get(userId)
    if (account === undefined) return err({ code: 'PROFILE_NOT_FOUND' })
    if (account.frozen) return err({ code: 'ACCOUNT_SUSPENDED' })
    const balanceUgx = balances.get(userId) ?? account.balance
    const { count, winsUgx } = ofPlayers.get(userId) ?? NO_BETS
    const network = networkOf(request.address)
    const networkWinsUgx = ofNetworks.get(network) ?? ZERO
    const win = checkAviatorBet(
      {
        stakeUgx,
        autoHundredths: target,
        isAutoBet,
        balanceUgx,
        maxStakeUgx: limits.get(userId) ?? null,
        betsOfRound: count,
        roundWinsUgx,
        playerWinsUgx: winsUgx,
        networkWinsUgx,
      },
      settings,
    )
    if (!win.ok) return win
    const limit = checkOwnLimits(request)
    if (limit !== null) return err(limit)
    const balance = ugx(balanceUgx - stakeUgx)
    balances.set(userId, balance)
    ofPlayers.set(userId, { count: count + 1, winsUgx: ugx(winsUgx + win.value) })
    ofNetworks.set(network, ugx(networkWinsUgx + win.value))
    roundWinsUgx = ugx(roundWinsUgx + win.value)
    return ok({ winUgx: win.value, balance })
  }

  return new Map(requests.map((request) => [request, evaluate(request)]))
}

/**
 * The greatest wins of the round by network. Empty if the wins of all bets together are below the limit of a network.
 */
async function winsByNetwork(
  tx: Tx,
  round: OpenRound,
  requests: readonly PlaceRequest[],
  settings: Settings,
): Promise<Map<string, Ugx>> {
  const wins = new Map<string, Ugx>()
  const requestedUgx = requests.reduce((sum, { stakeUgx, target }) => sum + maxWin(stakeUgx, target), 0n)
  if (round.wins + requestedUgx <= sharesOfRound(settings).networkUgx) return wins
  for (const row of await winsByAddress(tx, round.no)) {
    const network = networkOf(row.address)
    wins.set(network, ugx((wins.get(network) ?? 0n) + row.wins))
  }
  return wins
}

const newBet = (request: PlaceRequest, roundNo: bigint, now: Date): NewBet => ({
  id: newId(),
  roundNo,
  userId: request.userId,
  stake: request.stakeUgx,
  target: request.target,
  auto: request.isAutoBet,
  state: 'placed',
  multiplier: null,
  payout: ZERO,
  placedAt: now,
  decidedAt: null,
  client: request.client,
  address: request.address,
})

const stakeTransfer = ({ bet }: PlacedBet): Transfer => ({
  source: bet.userId,
  destination: HOUSE.aviator,
  amount: bet.stake,
  kind: 'bet',
  reference: bet.id,
  description: `Aviator round ${bet.roundNo}`,
})
