import type { cashOutAviatorBet } from '@mupiira/contract/aviator.ts'
import { cashOutAt } from '@mupiira/domain/aviator/outcome.ts'
import { formatAmount, type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { LockedAccount } from '../wallet/index.ts'
import { BET_COLUMNS, type BetRow, endedBet, type Ending } from './bet-row.ts'
import { type EndDeps, type Ends, planEnds, writeEnds } from './end-bets.ts'
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

type Status = BetRow & {
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
  deps: EndDeps & { readonly crashPoints: CrashPoints },
  batch: readonly CashOutRequest[],
): Promise<CashOutOutcome[]> {
  const now = kernel.clock.now()
  return kernel.db.transaction(async (tx) => {
    const userIds = batch.map((request) => request.userId)
    const [accounts, recalled, found] = await Promise.all([
      deps.wallet.lockAccounts(tx, userIds),
      kernel.idempotency.recallMany(
        tx,
        batch.map((request) => request.slot),
      ),
      openBets(
        tx,
        batch.map((request) => request.betId),
      ),
    ])
    const bets = new Map(found.map((bet) => [bet.id, bet]))
    const points = await deps.crashPoints.of(tx, [...new Set(found.map((bet) => bet.roundNo))])
    const endings: Ending[] = []
    const evaluated = batch.map((request, at): { request: CashOutRequest; verdict: Decision } => {
      const first = recalled[at] ?? null
      if (first !== null) return { request, verdict: { kind: 'answered-before', outcome: first } }
      const bet = bets.get(request.betId)
      const verdict = evaluate(request, bet, points.get(bet?.roundNo ?? 0n))
      if (verdict.kind !== 'to-pay') return { request, verdict }
      const end = { kind: 'paid', hundredths: verdict.hundredths } as const
      const ending: Ending = { bet: verdict.bet, end, receivedAt: request.receivedAt }
      const paid = { ...verdict.bet, ...endedBet(ending, now) }
      endings.push(ending)
      // A second key for the same bet, in this very batch, finds it cashed out.
      bets.set(paid.id, paid)
      return { request, verdict: { kind: 'cashed-out', bet: paid } }
    })
    const ends = planEnds(accounts, endings, now)
    const answers = evaluated.map(({ request, verdict }) => ({
      request,
      isNew: verdict.kind !== 'answered-before',
      outcome:
        verdict.kind === 'cashed-out'
          ? answerOf(verdict.bet, balanceAfter(ends, accounts, request.userId))
          : verdict.outcome,
    }))
    const toKeep = new Map(answers.filter(({ isNew }) => isNew).map(({ request, outcome }) => [request, outcome]))
    await Promise.all([writeEnds(tx, deps, kernel.outbox, ends, now), kernel.idempotency.rememberAnswers(tx, toKeep)])
    return answers.map(({ outcome }) => outcome)
  })
}

/** What a request comes to. A bet that is cashed out already is answered as one that is cashed out now: it was asked for. */
type Decision =
  | { readonly kind: 'answered-before' | 'refused'; readonly outcome: CashOutOutcome }
  | { readonly kind: 'cashed-out'; readonly bet: BetRow }

type ToPay = { readonly kind: 'to-pay'; readonly bet: Status; readonly hundredths: number }

function evaluate(
  { userId, receivedAt }: CashOutRequest,
  bet: Status | undefined,
  crash: number | undefined,
): Decision | ToPay {
  if (bet === undefined || bet.userId !== userId) return refused({ error: 'AVIATOR_BET_NOT_FOUND' })
  if (bet.state === 'cashed-out') return { kind: 'cashed-out', bet }
  const isBrokenOff = bet.roundState === 'interrupted' || bet.roundState === 'void'
  if (bet.state === 'refunded' && !isBrokenOff) return refused({ error: 'AVIATOR_TAKEN_BACK' })
  if (isBrokenOff) return refused({ error: 'AVIATOR_REFUNDED', details: { stake: formatAmount(bet.stake) } })
  if (bet.fliesAt === null || crash === undefined) return refused({ error: 'AVIATOR_NOT_FLYING' })
  const silentMs = receivedAt.getTime() - (bet.heartbeatAt?.getTime() ?? 0)
  if (bet.roundState === 'flying' && silentMs > SILENT_MS) return refused({ error: 'AVIATOR_PAUSED' })
  const multiplier = cashOutAt(receivedAt.getTime() - bet.fliesAt.getTime(), bet.target, crash)
  return multiplier.ok
    ? { kind: 'to-pay', bet, hundredths: multiplier.value }
    : refused(cashOutRefusal(multiplier.error, crash))
}

const refused = (outcome: CashOutAnswerRefusal): Decision => ({ kind: 'refused', outcome })

const openBets = (tx: Tx, ids: readonly string[]): Promise<Status[]> =>
  tx.query<Status>(
    `select ${BET_COLUMNS}, r.state as "roundState", r.flies_at as "fliesAt", r.heartbeat_at as "heartbeatAt"
       from aviator_bets b join aviator_rounds r on r.no = b.round_no where b.id = any($1::uuid[])`,
    [ids],
    'aviator-standing-bets',
  )

const answerOf = (bet: BetRow, balance: Ugx): CashOutOutcome => ({
  status: 200,
  body: { success: true, bet: presentBet(bet), balance: ugxToNumber(balance) },
})

function balanceAfter({ balances }: Ends, accounts: ReadonlyMap<string, LockedAccount>, userId: string): Ugx {
  const account = balances.get(userId) ?? accounts.get(userId)
  if (account === undefined) throw new Error('who has a bet has an account')
  return account.balance
}
