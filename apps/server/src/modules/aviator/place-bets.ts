import type { placeAviatorBet } from '@mupiira/contract/aviator.ts'
import { checkAviatorBet, sharesOfRound } from '@mupiira/domain/aviator/bet-rules.ts'
import { HIGHEST_CRASH } from '@mupiira/domain/aviator/growth.ts'
import { greatestWin } from '@mupiira/domain/aviator/outcome.ts'
import type { RoundState } from '@mupiira/domain/aviator/states.ts'
import { closedHouse } from '@mupiira/domain/limits/stake-rules.ts'
import { type Ugx, ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type CheckStake, type Protection, stakeCheck } from '../protection/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import { type Balance, HOUSE, type LockedAccount, type Wallet } from '../wallet/index.ts'
import { insertBets, MOST_ROWS_OF_ROUND, type NewBet } from './bet-row.ts'
import { betEvent } from './end-bets.ts'
import type { StakeLimits } from './ports.ts'
import { presentBet } from './present.ts'
import { betRefusal, type PlaceRefusal } from './refusals.ts'

export type PlaceRequest = {
  readonly userId: string
  readonly stakeUgx: Ugx
  readonly target: number | null
  readonly isAutoBet: boolean
  readonly client: string
  readonly address: string
  readonly slot: IdempotencySlot
}
export type PlaceOutcome = Outcome<typeof placeAviatorBet>
export type PlaceDeps = {
  readonly protection: Pick<Protection, 'limitStatus'>
  readonly settings: Pick<SettingsApi, 'current'>
  readonly stakeLimits: StakeLimits
  readonly wallet: Wallet
  /** The rounds' clock. */
  readonly now: () => Date
}

/** Betting, a flight and a pause are heard of more often than this while somebody runs the rounds. */
const SILENT_MS = 12_000
/** The greatest win of a bet, as the domain's `greatestWin`. */
const WIN = `stake * coalesce(target, ${HIGHEST_CRASH}) / 100`
/** The round may take off while we wait for it: then the next one is there. */
const LOOKS = 3

type OpenRound = {
  readonly no: bigint
  readonly state: RoundState
  readonly wins: bigint
  readonly receivedAt: Date | null
}

/**
 * Places bets together on the round whose betting is open, else on the next one: one transaction, each accepted or
 * refused on its own. Locks are taken in the order accounts, round, keys; who closes betting waits for the round's.
 */
export async function placeBets(
  kernel: Kernel,
  deps: PlaceDeps,
  batch: readonly PlaceRequest[],
): Promise<PlaceOutcome[]> {
  const now = kernel.clock.now()
  return kernel.db.transaction(async (tx) => {
    const userIds = batch.map((request) => request.userId)
    const [accounts, recalled, locked] = await Promise.all([
      deps.wallet.lockAccounts(tx, userIds),
      kernel.idempotency.recallMany(
        tx,
        batch.map((request) => request.slot),
      ),
      lockOpenRound(tx),
    ])
    const round = locked ?? (await lockAgain(tx))
    const asked = batch.filter((_, at) => recalled[at] === null)
    const answers = new Map<PlaceRequest, PlaceOutcome>()
    const isReceived =
      round !== null && round.receivedAt !== null && deps.now().getTime() - round.receivedAt.getTime() <= SILENT_MS
    const paused = { error: closedHouse(deps.settings.current())?.code ?? 'AVIATOR_PAUSED' } as const
    if (!isReceived) for (const request of asked) answers.set(request, paused)
    else await accept(tx, kernel, deps, { round, accounts, asked, answers, now })
    await kernel.idempotency.rememberAnswers(tx, answers)
    return batch.map((request, at) => recalled[at] ?? answers.get(request)) as PlaceOutcome[]
  })
}

type Work = {
  readonly round: OpenRound
  readonly accounts: ReadonlyMap<string, LockedAccount>
  readonly asked: readonly PlaceRequest[]
  readonly answers: Map<PlaceRequest, PlaceOutcome>
  readonly now: Date
}

async function accept(tx: Tx, kernel: Kernel, deps: PlaceDeps, work: Work): Promise<void> {
  const { round, accounts, asked, answers, now } = work
  const userIds = asked.map((request) => request.userId)
  const settings = deps.settings.current()
  const [bets, limits, limitStatus, networks] = await Promise.all([
    betsOfRound(tx, round.no, userIds),
    deps.stakeLimits(tx, userIds),
    deps.protection.limitStatus(tx, userIds, now),
    winsByNetwork(tx, round, asked, settings),
  ])
  const evaluated = evaluateAll(work, { bets, limits, networks, settings }, stakeCheck(limitStatus, now))
  const placed: { readonly bet: NewBet; readonly balance: Ugx }[] = []
  let wins = 0n
  for (const [at, request] of asked.entries()) {
    const verdict = evaluated[at]
    if (verdict === undefined) throw new Error('every request is judged')
    if ('error' in verdict) {
      answers.set(request, verdict)
      continue
    }
    const bet = newBet(request, round.no, now)
    wins += verdict.winUgx
    placed.push({ bet, balance: verdict.balance })
    const waits = round.state === 'scheduled'
    answers.set(request, {
      status: 201,
      body: { success: true, bet: presentBet(bet), waits, balance: ugxToNumber(verdict.balance) },
    })
  }
  if (placed.length === 0) return
  const balances = new Map<string, Balance>()
  for (const { bet, balance } of placed) {
    balances.set(bet.userId, { balance, held: accounts.get(bet.userId)?.held ?? ZERO })
  }
  await Promise.all([
    deps.wallet.post(tx, placed.map(stakeTransfer), now, { events: 'caller' }),
    insertBets(
      tx,
      placed.map(({ bet }) => bet),
    ),
    tx.change('update aviator_rounds set wins = wins + $2 where no = $1', [round.no, wins], 'aviator-carry'),
    kernel.outbox.appendEvents(tx, [...deps.wallet.balanceEvents(balances), ...placed.map(({ bet }) => betEvent(bet))]),
  ])
}

/** What holds for the players of a batch, read under the locks of their accounts. */
type Status = {
  readonly bets: ReadonlyMap<string, BetsOfRound>
  readonly networks: ReadonlyMap<string, Ugx>
  readonly limits: ReadonlyMap<string, Ugx>
  readonly settings: Settings
}

type Decision = PlaceRefusal | { readonly winUgx: Ugx; readonly balance: Ugx }

/**
 * Judges in order, the bets of one player on what the ones before have left, and all on what the round still carries. The
 * players' own limits are asked last.
 */
function evaluateAll(
  { round, accounts, asked }: Work,
  { bets, limits, networks, settings }: Status,
  ownLimits: CheckStake,
): Decision[] {
  const balances = new Map<string, Ugx>()
  const ofPlayers = new Map(bets)
  const ofNetworks = new Map(networks)
  let roundWinsUgx = ugx(round.wins)
  return asked.map((request): Decision => {
    const { userId, stakeUgx, target, isAutoBet } = request
    const account = accounts.get(userId)
    if (account === undefined) return { error: 'PROFILE_NOT_FOUND' }
    if (account.frozen) return { error: 'ACCOUNT_SUSPENDED' }
    const balanceUgx = balances.get(userId) ?? account.balance
    const { count, winsUgx } = ofPlayers.get(userId) ?? NO_BETS
    const network = networkOf(request.address)
    const networkWinsUgx = ofNetworks.get(network) ?? ZERO
    const evaluated = checkAviatorBet(
      {
        stakeUgx,
        autoHundredths: target,
        isAutoBet,
        balanceUgx,
        mostStakeUgx: limits.get(userId) ?? null,
        betsOfRound: count,
        roundWinsUgx,
        playerWinsUgx: winsUgx,
        networkWinsUgx,
      },
      settings,
    )
    if (!evaluated.ok) return betRefusal(evaluated.error)
    const barred = ownLimits(request)
    if (barred !== null) return barred
    const balance = ugx(balanceUgx - stakeUgx)
    balances.set(userId, balance)
    ofPlayers.set(userId, { count: count + 1, winsUgx: ugx(winsUgx + evaluated.value) })
    ofNetworks.set(network, ugx(networkWinsUgx + evaluated.value))
    roundWinsUgx = ugx(roundWinsUgx + evaluated.value)
    return { winUgx: evaluated.value, balance }
  })
}

async function lockAgain(tx: Tx): Promise<OpenRound | null> {
  for (let look = 1; look < LOOKS; look++) {
    const round = await lockOpenRound(tx)
    if (round !== null) return round
  }
  return null
}

/** The round that takes bets now, and when whoever runs the rounds was last heard of. */
async function lockOpenRound(tx: Tx): Promise<OpenRound | null> {
  const [round] = await tx.query<OpenRound>(
    `select r.no, r.state, r.wins,
            coalesce(r.opens_at, (select greatest(p.opens_at, p.heartbeat_at, p.ended_at) from aviator_rounds p where p.no = r.no - 1))
              as "receivedAt"
       from aviator_rounds r where r.settled_at is null and r.state in ('betting', 'scheduled') order by r.no limit 1 for update`,
    [],
    'aviator-lock-round',
  )
  return round ?? null
}

/** A player's bets of a round that stand, and the greatest wins of them. */
type BetsOfRound = { readonly count: number; readonly winsUgx: Ugx }
const NO_BETS: BetsOfRound = { count: 0, winsUgx: ZERO }

async function betsOfRound(tx: Tx, roundNo: bigint, userIds: readonly string[]): Promise<Map<string, BetsOfRound>> {
  const rows = await tx.query<{ userId: string; bets: bigint; wins: bigint }>(
    `select user_id as "userId", count(*) as bets, sum(${WIN})::bigint as wins
       from unnest($2::uuid[]) as asked (id) cross join lateral (
         select user_id, round_no, state, stake, target from aviator_bets where user_id = asked.id order by id desc limit $3) b
      where round_no = $1 and state <> 'refunded' group by user_id`,
    [roundNo, [...new Set(userIds)], MOST_ROWS_OF_ROUND],
    'aviator-bets-of-round',
  )
  return new Map(rows.map(({ userId, bets, wins }) => [userId, { count: Number(bets), winsUgx: ugx(wins) }]))
}

/**
 * The greatest wins of a round by the networks that its bets came from. While all together take less than a network may,
 * nobody needs to know: then it is empty.
 */
async function winsByNetwork(
  tx: Tx,
  round: OpenRound,
  asked: readonly PlaceRequest[],
  settings: Settings,
): Promise<Map<string, Ugx>> {
  const wins = new Map<string, Ugx>()
  const askedUgx = asked.reduce((sum, { stakeUgx, target }) => sum + greatestWin(stakeUgx, target), 0n)
  if (round.wins + askedUgx <= sharesOfRound(settings).networkUgx) return wins
  const rows = await tx.query<{ address: string; wins: bigint }>(
    `select address, sum(${WIN})::bigint as wins from aviator_bets
      where round_no = $1 and state <> 'refunded' group by address`,
    [round.no],
    'aviator-wins-by-address',
  )
  for (const row of rows) {
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

const stakeTransfer = ({ bet }: { readonly bet: NewBet }) => ({
  source: bet.userId,
  destination: HOUSE.aviator,
  amount: bet.stake,
  kind: 'bet',
  reference: bet.id,
  description: `Aviator round ${bet.roundNo}`,
})
