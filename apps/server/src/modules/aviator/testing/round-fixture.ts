import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { type Ugx, ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import type { Outcome } from '../../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../../kernel/idempotency.ts'
import { newId } from '../../../kernel/ids.ts'
import { testClock } from '../../../kernel/test-kernel.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { Protection } from '../../protection/index.ts'
import type { BetRow } from '../bet-row.ts'
import { BET_COLUMNS } from '../bet-row.ts'
import { cashOutBets, type CashOutOutcome } from '../cash-out.ts'
import { createCrashPoints } from '../crash-points.ts'
import { announceMove, closeRound, crashRound, settleRound } from '../fly-round.ts'
import { closeAll } from '../run-rounds.ts'
import { commitChain, createChainKeeper, type UsableChain } from '../keep-chains.ts'
import { placeBets, type PlaceOutcome, type PlaceRequest } from '../place-bets.ts'
import { roundByNo, type RoundRow, scheduledRound, scheduleRound } from '../round-row.ts'
import { takeBack, type TakeBackOutcome } from '../take-back.ts'
import { createSealing } from '../../../kernel/sealing.ts'
import { crashOf } from '../seeds.ts'

export const TEST_KEY = 'the key of the tests'
const NOON = new Date('2026-11-21T12:00:00.000Z')
const LINKS = 5_000

/** The application with Aviator's rounds moved by the test. */
export async function roundFixture(options: { readonly protection?: Pick<Protection, 'limitStatus'> } = {}) {
  const app = await createTestApp({ clock: testClock(NOON) })
  const { kernel, clock } = app
  const { wallet, settings, protection } = app.modules
  const sealing = createSealing(TEST_KEY, 'aviator seeds')
  const crashPoints = createCrashPoints(sealing)
  const stakeLimits = new Map<string, Ugx>()
  let aheadMs = 0
  const deps = {
    wallet,
    settings,
    protection: options.protection ?? protection,
    stakeLimits: async () => stakeLimits,
    // This machine's own clock may be wrong.
    now: () => new Date(clock.now().getTime() - aheadMs),
  }
  const roundDeps = { ...deps, sealing, crashPoints }
  const keeper = createChainKeeper(kernel.workerDb, sealing, null)
  const committed = await commitChain(
    kernel.db,
    sealing,
    async () => ({ beacon: 'test', height: '1' }),
    () => clock.now(),
    LINKS,
  )
  await kernel.db.change(`update aviator_chains set salt = $2, salted_at = $3 where id = $1`, [
    committed.id,
    createHash('sha256').update('a block').digest(),
    clock.now(),
  ])
  const chain = (await keeper.usable(() => clock.now())) as UsableChain

  const crashAt = (link: number, rtp = 9_700): number => crashOf(chain.seeds.at(link), chain.salt, rtp)

  async function schedule(): Promise<void> {
    await kernel.db.transaction((tx) => scheduleRound(tx, chain, 9_700, sealing))
  }

  /** Opens the next round's betting; with `wanted`, one whose crash point fits: links before it are passed over. */
  async function openRound(wanted: (crash: number) => boolean = () => true): Promise<RoundRow> {
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
    return betting((await scheduledRound(kernel.db)) as RoundRow)
  }

  function betting({ no }: RoundRow): Promise<RoundRow> {
    const opensAt = clock.now()
    const closesAt = new Date(opensAt.getTime() + 5_000)
    return announceMove(kernel, no, 'scheduled', { state: 'betting', opensAt, closesAt })
  }

  /** Takes a round off now, with the next one scheduled behind it. */
  async function takeOff(no: bigint): Promise<RoundRow & { fliesAt: Date }> {
    const fliesAt = clock.now()
    const change = { state: 'flying', fliesAt, heartbeatAt: fliesAt } as const
    const row = await announceMove(kernel, no, 'betting', change, (tx) => scheduleRound(tx, chain, 9_700, sealing))
    return { ...row, fliesAt }
  }

  const beat = (no: bigint): Promise<number> =>
    kernel.db.change(`update aviator_rounds set heartbeat_at = $2 where no = $1`, [no, clock.now()])

  async function crash(round: RoundRow & { fliesAt: Date }): Promise<RoundRow> {
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
      slot: slotOf(userId, key, 'POST /api/aviator/bets', { stake, target }),
    }
  }

  const placeTogether = (batch: readonly PlaceRequest[]) => placeBets(kernel, deps, batch)

  async function place(userId: string, stake?: number, target?: number | null): Promise<string> {
    const [outcome] = await placeTogether([request(userId, stake, target ?? null)])
    if (outcome === undefined || !('body' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.body.bet.id
  }

  /** Asks for a cash-out that was received so long after the start of the roundDeps. */
  const cashOutRequest = (betId: string, userId: string, receivedAt: Date, key: string = newId()) => ({
    betId,
    userId,
    receivedAt,
    slot: slotOf(userId, key, 'POST /api/aviator/bets/{id}/cashout', { betId }),
  })
  const cashOutTogether = (batch: Parameters<typeof cashOutBets>[2]) =>
    cashOutBets(kernel, { ...deps, crashPoints }, batch)

  async function cashOut(betId: string, userId: string, receivedAt = clock.now(), key?: string) {
    const [outcome] = await cashOutTogether([cashOutRequest(betId, userId, receivedAt, key)])
    return outcome as CashOutOutcome
  }

  const takeBackBet = (betId: string, userId: string, key: string = newId()): Promise<TakeBackOutcome> =>
    takeBack(kernel, deps, { betId, userId, slot: slotOf(userId, key, 'POST /api/aviator/bets/{id}/cancel', {}) })

  async function bet(id: string): Promise<BetRow> {
    const [row] = await kernel.db.query<BetRow>(`select ${BET_COLUMNS} from aviator_bets b where id = $1`, [id])
    return row as BetRow
  }

  return {
    ...app,
    roundDeps,
    chain,
    keeper,
    sealing,
    crashAt,
    openRound,
    takeOff,
    beat,
    crash,
    settleRound: (round: RoundRow) => settleRound(kernel, roundDeps, round),
    /** What a node does first when it becomes the leader. */
    takeOver: () => closeAll(kernel, roundDeps),
    round: (no: bigint) => roundByNo(kernel.db, no),
    player,
    /** From now on the clock of this machine is ahead of the database's. */
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
    takeBack: takeBackBet,
    bet,
  }
}

export type RoundFixture = Awaited<ReturnType<typeof roundFixture>>

function slotOf(userId: string, key: string, route: string, body: object): IdempotencySlot {
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

/** The code of a refusal, or what became of the bet. */
export function codeOf(outcome: PlaceOutcome | CashOutOutcome | TakeBackOutcome | undefined): string {
  if (outcome === undefined) return 'nothing'
  if ('error' in outcome) return outcome.error
  if ('again' in outcome) return `again ${outcome.again.status}`
  if (!('body' in outcome)) return 'ready'
  const { bet } = outcome.body
  return bet.state === 'cashed-out' ? `paid ${bet.multiplier}` : bet.state
}

/** Ends the round under way. */
export async function clear(app: RoundFixture): Promise<void> {
  await app.takeOver()
  const rows = await app.kernel.db.query<{ no: bigint }>(`select no from aviator_rounds where state = 'scheduled'`)
  expect(rows.length).toBeLessThanOrEqual(1)
}

/** A round in flight that crashes between two multipliers, with bets placed by `before`. */
export async function roundInFlight(
  app: RoundFixture,
  from: number,
  to: number,
  before: (no: bigint) => Promise<void> = async () => {},
) {
  await clear(app)
  const open = await app.openRound((crash) => crash >= from && crash <= to)
  await before(open.no)
  const flying = await app.takeOff(open.no)
  const after = (ms: number): Date => new Date(flying.fliesAt.getTime() + ms)
  return { flying, crash: app.crashAt(flying.link), after }
}
