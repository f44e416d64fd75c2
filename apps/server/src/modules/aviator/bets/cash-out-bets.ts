import { cashOutAt, type CashOutRefusal as RuleRefusal } from '@mupiira/domain/aviator/outcome.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { IdempotencyRecord, Recalled, StoreAnswers } from '../../../kernel/idempotency/idempotency.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { CrashPoints } from '../rounds/crash-points.ts'
import { isSilent } from '../rounds/elapsed-time.ts'
import { type Bet, endedBet, type BetClosing } from './bet.ts'
import { type BetInRound, betsInRounds } from './bets.repository.ts'
import { runLocked } from './locked-batch.ts'
import { balancesAfter, type EndDeps, type ClosedBet, closeBets } from './end-bets.ts'

export type CashOutRequest = {
  readonly betId: string
  readonly userId: string
  /** The time of receipt by the rounds' clock (D38). */
  readonly receivedAt: Date
  readonly idempotencyRecord: IdempotencyRecord
}

export type CashOutRefusal =
  | Exclude<RuleRefusal, { code: 'TOO_LATE' }>
  | { readonly code: 'TOO_LATE'; readonly lateMs: number; readonly crashHundredths: number }
  | { readonly code: 'BET_NOT_FOUND' | 'BET_CANCELLED' | 'ROUND_PAUSED' }
  | { readonly code: 'ROUND_INTERRUPTED'; readonly stakeUgx: Ugx }

export type CashOutResult = Result<ClosedBet, CashOutRefusal>

export type CashOutDeps = EndDeps & {
  readonly crashPoints: CrashPoints
  readonly storeCashedOut: StoreAnswers<CashOutRequest, CashOutResult>
}

/**
 * Cashes out bets in one transaction. Each cash-out is decided by its time of receipt, even if it waited in the queue.
 * Answers are sent after the commit. The accounts are locked first, so that each bet is paid once.
 */
export async function cashOutBets(
  kernel: Kernel,
  deps: CashOutDeps,
  batch: readonly CashOutRequest[],
): Promise<(CashOutResult | NonNullable<Recalled>)[]> {
  const betIds = batch.map(({ betId }) => betId)
  const readBets = async (tx: Tx) => {
    const found = await betsInRounds(tx, betIds)
    return { found, crashes: await deps.crashPoints.of(tx, [...new Set(found.map(({ roundNo }) => roundNo))]) }
  }
  return runLocked(
    kernel,
    deps.wallet.accounts.lock,
    batch,
    readBets,
    async (tx, { accounts, requests, read, now }) => {
      const { found, crashes } = read
      const bets = new Map(found.map((bet) => [bet.id, bet]))
      const endings: BetClosing[] = []
      const decisions = new Map<CashOutRequest, Result<Bet, CashOutRefusal>>()
      for (const request of requests) {
        const bet = bets.get(request.betId)
        const decision = evaluate(request, bet, crashes.get(bet?.roundNo ?? 0n))
        if (!decision.ok || bet === undefined) {
          decisions.set(request, decision.ok ? err({ code: 'BET_NOT_FOUND' }) : decision)
          continue
        }
        let cashedOut: BetInRound = bet
        if (decision.value !== 'cashed-out-before') {
          const ending: BetClosing = {
            bet,
            end: { kind: 'paid', hundredths: decision.value },
            receivedAt: request.receivedAt,
          }
          endings.push(ending)
          cashedOut = { ...bet, ...endedBet(ending, now) }
          // A second request for the same bet in this batch must find the bet cashed out.
          bets.set(bet.id, cashedOut)
        }
        decisions.set(request, ok(cashedOut))
      }
      const balances = balancesAfter(accounts, endings)
      const results = new Map(
        [...decisions].map(([request, decision]): [CashOutRequest, CashOutResult] => {
          const account = balances.get(request.userId) ?? accounts.get(request.userId)
          if (!decision.ok) return [request, decision]
          if (account === undefined) throw new Error('a player with a bet has no account')
          return [request, ok({ bet: decision.value, balance: account.balance })]
        }),
      )
      await tx.commitWith(
        Promise.all([closeBets(tx, kernel, deps, { accounts, endings }, now), deps.storeCashedOut(tx, results)]),
      )
      return results
    },
    { genericPlans: true },
  )
}

/** The multiplier to pay in hundredths. A bet that was already cashed out gets the same answer as a new cash-out. */
function evaluate(
  { userId, receivedAt }: CashOutRequest,
  bet: BetInRound | undefined,
  crash: number | undefined,
): Result<number | 'cashed-out-before', CashOutRefusal> {
  if (bet === undefined || bet.userId !== userId) return err({ code: 'BET_NOT_FOUND' })
  if (bet.state === 'cashed-out') return ok('cashed-out-before')
  const isInterrupted = bet.roundState === 'interrupted' || bet.roundState === 'void'
  if (isInterrupted) return err({ code: 'ROUND_INTERRUPTED', stakeUgx: bet.stake })
  if (bet.state === 'refunded') return err({ code: 'BET_CANCELLED' })
  if (bet.fliesAt === null || crash === undefined) return err({ code: 'NOT_FLYING' })
  if (bet.roundState === 'flying' && isSilent(bet.heartbeatAt, receivedAt)) return err({ code: 'ROUND_PAUSED' })
  const multiplier = cashOutAt(receivedAt.getTime() - bet.fliesAt.getTime(), bet.target, crash)
  if (multiplier.ok) return multiplier
  return err(multiplier.error.code === 'TOO_LATE' ? { ...multiplier.error, crashHundredths: crash } : multiplier.error)
}
