import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { cashOutAviatorBet, placeAviatorBet, cancelAviatorBet } from '@mupiira/contract/aviator.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { type Ugx, ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import type { Outcome } from '../../../kernel/http/route.ts'
import type { IdempotencyRecord } from '../../../kernel/idempotency/idempotency.ts'
import { newId } from '../../../kernel/ids.ts'
import { createEncryption } from '../../../kernel/encryption.ts'
import { testClock } from '../../../kernel/test-kernel.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { Protection } from '../../protection/index.ts'
import type { Bet } from '../bets/bet.ts'
import { cancelBet } from '../bets/cancel-bet.ts'
import { cashOutBets, type CashOutRequest } from '../bets/cash-out-bets.ts'
import { placeBets, type PlaceRequest } from '../bets/place-bets.ts'
import { cancelRefused, cashOutAnswer, endedAnswer, placeAnswer } from '../bets/routes.ts'
import { storeSalt } from '../chains/chains.repository.ts'
import { crashPointOf } from '../chains/seeds.ts'
import { commitChain, createChainSupply, type UsableChain } from '../chains/chain-supply.ts'
import { storeAnswersWith } from '../../../kernel/idempotency/idempotency.ts'
import { createCrashPoints } from '../rounds/crash-points.ts'
import { closeRound, crashRound, type RunningRound, changeStateAndPublish, settleRound } from '../rounds/play-round.ts'
import { type Round, roundByNo, scheduledRound, storeHeartbeat } from '../rounds/rounds.repository.ts'
import { closeAll, scheduleRound } from '../rounds/run-rounds.ts'

export type PlaceOutcome = Outcome<typeof placeAviatorBet>
export type CashOutOutcome = Outcome<typeof cashOutAviatorBet>
export type CancelOutcome = Outcome<typeof cancelAviatorBet>

export const cashOutOutcome = (result: Awaited<ReturnType<typeof cashOutBets>>[number]): CashOutOutcome =>
  'ok' in result ? cashOutAnswer(result) : result

export const TEST_KEY = 'the key of the tests'
const NOON = new Date('2026-11-21T12:00:00.000Z')
const LINKS = 5_000

type RoundTime = 'opensAt' | 'fliesAt' | 'endedAt' | 'settledAt'

/** The application, with Aviator rounds whose states the test changes. */
export async function roundFixture(options: { readonly limitStatus?: Protection['commands']['limitStatus'] } = {}) {
  const app = await createTestApp({ clock: testClock(NOON) })
  const { kernel, clock } = app
  const { wallet, settings, protection } = app.modules
  const encryption = createEncryption(TEST_KEY, 'aviator seeds')
  const crashPoints = createCrashPoints(encryption)
  const stakeLimits = new Map<string, Ugx>()
  let aheadMs = 0
  const deps = {
    wallet,
    settings: settings.reads,
    limitStatus: options.limitStatus ?? protection.commands.limitStatus,
    stakeLimits: async () => stakeLimits,
    // `aheadMs` simulates a wrong clock of this machine.
    now: () => new Date(clock.now().getTime() - aheadMs),
    storePlaced: storeAnswersWith(kernel.idempotency, placeAnswer),
    storeCashedOut: storeAnswersWith(kernel.idempotency, cashOutAnswer),
  }
  const roundDeps = { ...deps, encryption, crashPoints }
  const chains = createChainSupply(kernel.workerDb, encryption, null)
  const committed = await commitChain(kernel.db, encryption, async () => ({ beacon: 'test', height: '1' }), {
    now: () => clock.now(),
    links: LINKS,
  })
  await storeSalt(kernel.db, committed.id, createHash('sha256').update('a block').digest(), clock.now())
  const chain = (await chains.usable(() => clock.now())) as UsableChain

  const crashAt = (link: number, rtp = 9_700): number => crashPointOf(chain.seeds.at(link), chain.salt, rtp)

  async function schedule(): Promise<void> {
    await kernel.db.transaction((tx) => scheduleRound(tx, chain, 9_700, encryption))
  }

  /** Opens the next round's betting. With `wanted`, links are skipped until the crash point fits. */
  async function openRound(wanted: (crash: number) => boolean = () => true): Promise<Round> {
    const waiting = await scheduledRound(kernel.db)
    if (waiting !== null && wanted(crashAt(waiting.link))) return betting(waiting)
    if (waiting !== null) await closeRound(kernel, roundDeps, waiting, async ({ link }) => crashAt(link))
    const [row] = await kernel.db.query<{ next: number }>(
      'select next_link as next from aviator_chains where id = $1',
      [chain.row.id],
    )
    let link = row?.next ?? 1
    while (!wanted(crashAt(link))) link++
    await kernel.db.change('update aviator_chains set next_link = $2 where id = $1', [chain.row.id, link])
    await schedule()
    return betting((await scheduledRound(kernel.db)) as Round)
  }

  function betting({ no }: Round): Promise<Round> {
    const opensAt = clock.now()
    const closesAt = new Date(opensAt.getTime() + 5_000)
    return changeStateAndPublish(kernel, no, 'scheduled', { state: 'betting', opensAt, closesAt })
  }

  /** Starts a round now and schedules the next one. */
  async function startRound(no: bigint): Promise<RunningRound> {
    const fliesAt = clock.now()
    const change = { state: 'flying', fliesAt, heartbeatAt: fliesAt } as const
    const row = await changeStateAndPublish(kernel, no, 'betting', change, (tx) =>
      scheduleRound(tx, chain, 9_700, encryption),
    )
    return { ...row, fliesAt }
  }

  const beat = (no: bigint): Promise<boolean> => storeHeartbeat(kernel.db, no, clock.now())

  async function crash(round: RunningRound): Promise<Round> {
    const at = crashAt(round.link, round.rtp)
    clock.set(new Date(round.fliesAt.getTime() + reachedAfterMs(at)))
    return crashRound(kernel, roundDeps, round, at)
  }

  const player = async (balanceUgx = 1_000_000): Promise<string> => (await app.player({ balanceUgx })).id

  function request(userId: string, stake = 10_000, target: number | null = null, key: string = newId()): PlaceRequest {
    const stakeUgx = ugxFromNumber(stake)
    if (!stakeUgx.ok) throw new Error(stakeUgx.error)
    return {
      userId,
      stakeUgx: stakeUgx.value,
      target,
      isAutoBet: false,
      client: 'test',
      address: '127.0.0.1',
      idempotencyRecord: recordOf(userId, key, 'POST /api/aviator/bets', { stake, target }),
    }
  }

  const placeTogether = async (batch: readonly PlaceRequest[]): Promise<PlaceOutcome[]> =>
    (await placeBets(kernel, deps, batch)).map((result) => ('ok' in result ? placeAnswer(result) : result))

  async function place(userId: string, stake?: number, target?: number | null): Promise<string> {
    const [outcome] = await placeTogether([request(userId, stake, target ?? null)])
    if (outcome === undefined || !('body' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.body.bet.id
  }

  /** A cash-out with its time of receipt. */
  const cashOutRequest = (betId: string, userId: string, receivedAt: Date, key: string = newId()) => ({
    betId,
    userId,
    receivedAt,
    idempotencyRecord: recordOf(userId, key, 'POST /api/aviator/bets/{id}/cashout', { betId }),
  })
  const cashOutTogether = async (batch: readonly CashOutRequest[]): Promise<CashOutOutcome[]> =>
    (await cashOutBets(kernel, { ...deps, crashPoints }, batch)).map(cashOutOutcome)

  async function cashOut(betId: string, userId: string, receivedAt = clock.now(), key?: string) {
    const [outcome] = await cashOutTogether([cashOutRequest(betId, userId, receivedAt, key)])
    return outcome as CashOutOutcome
  }

  async function cancel(betId: string, userId: string, key: string = newId()): Promise<CancelOutcome> {
    const idempotencyRecord = recordOf(userId, key, 'POST /api/aviator/bets/{id}/cancel', {})
    const cancelled = await cancelBet(kernel, deps, { betId, userId }, (tx, ended) =>
      kernel.idempotency.remember(tx, idempotencyRecord, endedAnswer(ended)),
    )
    return cancelled.ok ? endedAnswer(cancelled.value) : cancelRefused(cancelled.error)
  }

  async function bet(id: string): Promise<Bet> {
    const [row] = await kernel.db.query<Bet>(
      `select id, round_no as "roundNo", user_id as "userId", stake, target, auto, state, multiplier, payout,
              placed_at as "placedAt", decided_at as "decidedAt" from aviator_bets where id = $1`,
      [id],
    )
    return row as Bet
  }

  return {
    ...app,
    roundDeps,
    chain,
    chains,
    encryption,
    crashAt,
    openRound,
    startRound,
    beat,
    crash,
    settleRound: (round: Round) => settleRound(kernel, roundDeps, round),
    /** Closes abandoned rounds, which a new leader does first. */
    takeOver: () => closeAll(kernel, roundDeps),
    round: (no: bigint) => roundByNo(kernel.db, no),
    /** Waits until a round has begun or passed the phase that sets this time. Short phases may be over by then. */
    async passed(no: bigint, time: RoundTime): Promise<void> {
      await expect
        .poll(async () => (await roundByNo(kernel.db, no))?.[time] ?? null, {
          message: `round ${no} has its ${time}`,
          timeout: 120_000,
          interval: 20,
        })
        .not.toBeNull()
    },
    player,
    /** Sets this machine's clock ahead of the database's. */
    setAhead(ms: number) {
      clock.forward(ms - aheadMs)
      aheadMs = ms
    },
    /** The highest stake that staff allows a player. */
    stakeLimits,
    request,
    place,
    placeTogether,
    cashOut,
    cashOutRequest,
    cashOutTogether,
    cancel,
    bet,
  }
}

export type RoundFixture = Awaited<ReturnType<typeof roundFixture>>

function recordOf(userId: string, key: string, route: string, body: object): IdempotencyRecord {
  return {
    userId,
    key,
    route,
    requestHash: createHash('sha256').update(JSON.stringify(body)).digest(),
    encode: (outcome) => ({ status: statusOf(outcome), body: JSON.stringify(outcome) }),
    answer: null,
  }
}

function statusOf(outcome: Outcome): number {
  if ('error' in outcome) return ERRORS[outcome.error].status
  return 'status' in outcome ? outcome.status : 200
}

/** The code of a refusal, or the bet's state. */
export function codeOf(outcome: PlaceOutcome | CashOutOutcome | CancelOutcome | undefined): string {
  if (outcome === undefined) return 'nothing'
  if ('error' in outcome) return outcome.error
  if ('again' in outcome) return `again ${outcome.again.status}`
  if (!('body' in outcome)) return 'ready'
  const { bet } = outcome.body
  return bet.state === 'cashed-out' ? `paid ${bet.multiplier}` : bet.state
}

/** Ends the running round. */
export async function endRunningRound(app: RoundFixture): Promise<void> {
  await app.takeOver()
  const rows = await app.kernel.db.query<{ no: bigint }>(`select no from aviator_rounds where state = 'scheduled'`)
  expect(rows.length).toBeLessThanOrEqual(1)
}

/** A running round that crashes between two multipliers, with bets placed by `before`. */
export async function runningRound(
  app: RoundFixture,
  from: number,
  to: number,
  before: (no: bigint) => Promise<void> = async () => {},
) {
  await endRunningRound(app)
  const open = await app.openRound((crash) => crash >= from && crash <= to)
  await before(open.no)
  const flying = await app.startRound(open.no)
  const after = (ms: number): Date => new Date(flying.fliesAt.getTime() + ms)
  return { flying, crash: app.crashAt(flying.link), after }
}
