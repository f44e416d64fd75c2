import type { placeAviatorBet } from '@mupiira/contract/aviator.ts'
import { checkAviatorBet, closedHouse } from '@mupiira/domain/aviator/bet-rules.ts'
import type { RoundState } from '@mupiira/domain/aviator/states.ts'
import { type Ugx, ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { judgeStakes, type Protection } from '../protection/index.ts'
import type { SettingsDoor } from '../settings/index.ts'
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
export type PlaceDoors = {
  readonly protection: Pick<Protection, 'standings'>
  readonly settings: Pick<SettingsDoor, 'current'>
  readonly stakeLimits: StakeLimits
  readonly wallet: Wallet
  /** The rounds' clock. */
  readonly now: () => Date
}

/** Betting, a flight and a pause are heard of more often than this while somebody runs the rounds. */
const SILENT_MS = 12_000
/** The round may take off while we wait for it: then the next one is there. */
const LOOKS = 3

type OpenRound = {
  readonly no: bigint
  readonly state: RoundState
  readonly wins: bigint
  readonly heardAt: Date | null
}

/**
 * Places bets together on the round whose betting is open, else on the next one: one transaction, each accepted or
 * refused on its own. Locks are taken in the order accounts, round, keys; who closes betting waits for the round's.
 */
export async function placeBets(
  kernel: Kernel,
  doors: PlaceDoors,
  batch: readonly PlaceRequest[],
): Promise<PlaceOutcome[]> {
  const now = kernel.clock.now()
  return kernel.db.transaction(async (tx) => {
    const userIds = batch.map((request) => request.userId)
    const [accounts, recalled, locked] = await Promise.all([
      doors.wallet.lockAccounts(tx, userIds),
      kernel.idempotency.recallMany(
        tx,
        batch.map((request) => request.slot),
      ),
      lockOpenRound(tx),
    ])
    const round = locked ?? (await lockAgain(tx))
    const asked = batch.filter((_, at) => recalled[at] === null)
    const answers = new Map<PlaceRequest, PlaceOutcome>()
    const isHeard =
      round?.heardAt !== null && round !== null && doors.now().getTime() - round.heardAt.getTime() <= SILENT_MS
    const paused = { error: closedHouse(doors.settings.current())?.code ?? 'AVIATOR_PAUSED' } as const
    if (!isHeard) for (const request of asked) answers.set(request, paused)
    else await accept(tx, kernel, doors, { round, accounts, asked, answers, now })
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

async function accept(tx: Tx, kernel: Kernel, doors: PlaceDoors, work: Work): Promise<void> {
  const { round, accounts, asked, answers, now } = work
  const userIds = asked.map((request) => request.userId)
  const [counts, limits, standings] = await Promise.all([
    betsOfRound(tx, round.no, userIds),
    doors.stakeLimits(tx, userIds),
    doors.protection.standings(tx, userIds, now),
  ])
  const standing = { counts, limits, settings: doors.settings.current() }
  const judged = judgeStakes(
    standings,
    asked,
    { judge: (barred) => judgeAll(work, standing, barred), passes: (verdict) => !('error' in verdict) },
    now,
  )
  const placed: { readonly bet: NewBet; readonly balance: Ugx }[] = []
  let wins = 0n
  for (const [at, request] of asked.entries()) {
    const verdict = judged[at]
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
    doors.wallet.post(tx, placed.map(stakeTransfer), now, { events: 'caller' }),
    insertBets(
      tx,
      placed.map(({ bet }) => bet),
    ),
    tx.change('update aviator_round set wins = wins + $2 where no = $1', [round.no, wins], 'aviator-carry'),
    kernel.outbox.appendEvents(tx, [
      ...doors.wallet.balanceEvents(balances),
      ...placed.map(({ bet }) => betEvent(bet)),
    ]),
  ])
}

/** What holds for the players of a batch, read under the locks of their accounts. */
type Standing = {
  readonly counts: ReadonlyMap<string, number>
  readonly limits: ReadonlyMap<string, Ugx>
  readonly settings: Settings
}

type Verdict = PlaceRefusal | { readonly winUgx: Ugx; readonly balance: Ugx }

/** Judges in order, the bets of one player on what the ones before have left, and all on what the round still carries. */
function judgeAll(
  { round, accounts, asked }: Work,
  { counts, limits, settings }: Standing,
  barred: ReadonlyMap<PlaceRequest, PlaceRefusal>,
): Verdict[] {
  const balances = new Map<string, Ugx>()
  const bets = new Map(counts)
  let roundWinsUgx = ugx(round.wins)
  return asked.map((request): Verdict => {
    const refusal = barred.get(request)
    if (refusal !== undefined) return refusal
    const { userId, stakeUgx, target, isAutoBet } = request
    const account = accounts.get(userId)
    if (account === undefined) return { error: 'PROFILE_NOT_FOUND' }
    if (account.frozen) return { error: 'ACCOUNT_SUSPENDED' }
    const balanceUgx = balances.get(userId) ?? account.balance
    const betsOf = bets.get(userId) ?? 0
    const judged = checkAviatorBet(
      {
        stakeUgx,
        autoHundredths: target,
        isAutoBet,
        balanceUgx,
        mostStakeUgx: limits.get(userId) ?? null,
        betsOfRound: betsOf,
        roundWinsUgx,
      },
      settings,
    )
    if (!judged.ok) return betRefusal(judged.error)
    const balance = ugx(balanceUgx - stakeUgx)
    balances.set(userId, balance)
    bets.set(userId, betsOf + 1)
    roundWinsUgx = ugx(roundWinsUgx + judged.value)
    return { winUgx: judged.value, balance }
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
            coalesce(r.opens_at, (select greatest(p.opens_at, p.heartbeat_at, p.ended_at) from aviator_round p where p.no = r.no - 1))
              as "heardAt"
       from aviator_round r where r.settled_at is null and r.state in ('betting', 'scheduled') order by r.no limit 1 for update`,
    [],
    'aviator-lock-round',
  )
  return round ?? null
}

async function betsOfRound(tx: Tx, roundNo: bigint, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ userId: string; bets: bigint }>(
    `select user_id as "userId", count(*) as bets
       from unnest($2::uuid[]) as asked (id) cross join lateral (
         select user_id, round_no, state from aviator_bet where user_id = asked.id order by id desc limit $3) b
      where round_no = $1 and state <> 'refunded' group by user_id`,
    [roundNo, [...new Set(userIds)], MOST_ROWS_OF_ROUND],
    'aviator-bets-of-round',
  )
  return new Map(rows.map(({ userId, bets }) => [userId, Number(bets)]))
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
