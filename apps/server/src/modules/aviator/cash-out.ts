import type { cashOutAviatorBet } from '@mupiira/contract/aviator.ts'
import { cashOutAt } from '@mupiira/domain/aviator/outcome.ts'
import { formatAmount, type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { LockedAccount } from '../wallet/index.ts'
import { BET_COLUMNS, type BetRow, endedBet, type Ending } from './bet-row.ts'
import { type EndDoors, planEnds, writeEnds } from './end-bets.ts'
import { presentBet } from './present.ts'
import { type CashOutAnswerRefusal, cashOutRefusal } from './refusals.ts'
import type { CrashPoints } from './crash-points.ts'

export type CashOutRequest = {
  readonly betId: string
  readonly userId: string
  /** By the rounds' clock (D38). */
  readonly receivedAt: Date
  readonly slot: IdempotencySlot
}
export type CashOutOutcome = Outcome<typeof cashOutAviatorBet>

/** A flight whose server has not been heard of for so long pays nothing by hand: it will be closed as of its last heartbeat. */
const SILENT_MS = 2_000

type Standing = BetRow & {
  readonly roundState: string
  readonly fliesAt: Date | null
  readonly heartbeatAt: Date | null
  readonly roundNo: bigint
}

/**
 * Cashes bets out together: one transaction, each judged by the moment at which it was received, answered after the
 * commit. Accounts are locked first, so that a bet is paid once, by whoever comes first.
 */
export async function cashOutBets(
  kernel: Kernel,
  doors: EndDoors & { readonly crashPoints: CrashPoints },
  batch: readonly CashOutRequest[],
): Promise<CashOutOutcome[]> {
  const now = kernel.clock.now()
  return kernel.db.transaction(async (tx) => {
    const userIds = batch.map((request) => request.userId)
    const [accounts, recalled, found] = await Promise.all([
      doors.wallet.lockAccounts(tx, userIds),
      kernel.idempotency.recallMany(
        tx,
        batch.map((request) => request.slot),
      ),
      standingBets(
        tx,
        batch.map((request) => request.betId),
      ),
    ])
    const bets = new Map(found.map((bet) => [bet.id, bet]))
    const points = await doors.crashPoints.of(tx, [...new Set(found.map((bet) => bet.roundNo))])
    const endings = new Map<CashOutRequest, Ending>()
    const answers = new Map<CashOutRequest, CashOutOutcome>()
    const again = new Map<CashOutRequest, BetRow>()
    for (const [at, request] of batch.entries()) {
      if (recalled[at] !== null) continue
      const bet = bets.get(request.betId)
      const judged = judge(request, bet, points.get(bet?.roundNo ?? 0n))
      if (judged === null) again.set(request, bet as BetRow)
      else if (typeof judged !== 'number') answers.set(request, judged)
      if (typeof judged !== 'number') continue
      const ending: Ending = {
        bet: bet as BetRow,
        end: { kind: 'paid', hundredths: judged },
        receivedAt: request.receivedAt,
      }
      endings.set(request, ending)
      // A second key for the same bet, in this very batch, finds it cashed out.
      bets.set(request.betId, { ...(bet as Standing), ...endedBet(ending, now) })
    }
    const ends = planEnds(accounts, [...endings.values()], now)
    for (const [at, request] of [...endings.keys()].entries()) {
      const each = ends.ended[at]
      if (each === undefined) throw new Error('every ending has its bet')
      answers.set(request, answerOf(each.bet, each.balance))
    }
    for (const [request, bet] of again) {
      const paid = ends.balances.get(request.userId)
      answers.set(request, answerOf(bet, paid?.balance ?? balanceOf(accounts, request.userId)))
    }
    await Promise.all([writeEnds(tx, doors, kernel.outbox, ends, now), kernel.idempotency.rememberAnswers(tx, answers)])
    return batch.map((request, at) => recalled[at] ?? answers.get(request)) as CashOutOutcome[]
  })
}

/** Hundredths at which it is paid; null: it is cashed out already, which is what was asked for; else why not. */
function judge(
  { userId, receivedAt }: CashOutRequest,
  bet: Standing | undefined,
  crash: number | undefined,
): number | null | CashOutAnswerRefusal {
  if (bet === undefined || bet.userId !== userId) return { error: 'AVIATOR_BET_NOT_FOUND' }
  if (bet.state === 'cashed-out') return null
  const isBrokenOff = bet.roundState === 'interrupted' || bet.roundState === 'void'
  if (bet.state === 'refunded' && !isBrokenOff) return { error: 'AVIATOR_TAKEN_BACK' }
  if (isBrokenOff) return { error: 'AVIATOR_REFUNDED', details: { stake: formatAmount(bet.stake) } }
  if (bet.fliesAt === null || crash === undefined) return { error: 'AVIATOR_NOT_FLYING' }
  const silentMs = receivedAt.getTime() - (bet.heartbeatAt?.getTime() ?? 0)
  if (bet.roundState === 'flying' && silentMs > SILENT_MS) return { error: 'AVIATOR_PAUSED' }
  const judged = cashOutAt(receivedAt.getTime() - bet.fliesAt.getTime(), bet.target, crash)
  return judged.ok ? judged.value : cashOutRefusal(judged.error, crash)
}

const standingBets = (tx: Tx, ids: readonly string[]): Promise<Standing[]> =>
  tx.query<Standing>(
    `select ${BET_COLUMNS}, r.state as "roundState", r.flies_at as "fliesAt", r.heartbeat_at as "heartbeatAt"
       from aviator_bet b join aviator_round r on r.no = b.round_no where b.id = any($1::uuid[])`,
    [ids],
    'aviator-standing-bets',
  )

const answerOf = (bet: BetRow, balance: Ugx): CashOutOutcome => ({
  status: 200,
  body: { success: true, bet: presentBet(bet), balance: ugxToNumber(balance) },
})

function balanceOf(accounts: ReadonlyMap<string, LockedAccount>, userId: string): Ugx {
  const account = accounts.get(userId)
  if (account === undefined) throw new Error('who has a bet has an account')
  return account.balance
}
