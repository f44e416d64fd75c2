import { MAX_CANCELLED_BETS } from '@mupiira/domain/aviator/bet-rules.ts'
import { maxWin } from '@mupiira/domain/aviator/outcome.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { addRoundWins, lockRoundOfBet } from '../rounds/rounds.repository.ts'
import { endedBet, type BetClosing } from './bet.ts'
import { betOfPlayer, countCancelled } from './bets.repository.ts'
import { balancesAfter, type EndDeps, type ClosedBet, closeBets } from './end-bets.ts'

export type CancelCommand = { readonly betId: string; readonly userId: string }
export type CancelRefusal = 'BET_NOT_FOUND' | 'ROUND_STARTED' | 'CANCELLED_TOO_OFTEN'
export type CancelResult = Result<ClosedBet, CancelRefusal>

/**
 * Refunds a bet whose round has not started. Locks the account and then the round, in the same order as placing. The
 * start of the round takes the same lock, so one of the two waits for the other.
 */
export const cancelBet = (
  kernel: Kernel,
  deps: EndDeps,
  command: CancelCommand,
  storeAnswer: (tx: Tx, cancelled: ClosedBet) => Promise<void>,
): Promise<CancelResult> =>
  kernel.db.transaction(async (tx) => {
    const result = await cancel(tx, kernel, deps, command)
    if (result.ok) await storeAnswer(tx, result.value)
    return result
  })

async function cancel(tx: Tx, kernel: Kernel, deps: EndDeps, { betId, userId }: CancelCommand): Promise<CancelResult> {
  const accounts = await deps.wallet.accounts.lock(tx, [userId])
  const roundState = await lockRoundOfBet(tx, betId)
  // Read after the locks, so that the timestamp and its calendar day agree.
  const now = kernel.clock.now()
  const bet = await betOfPlayer(tx, betId, userId)
  const account = accounts.get(userId)
  if (bet === null || account === undefined) return err('BET_NOT_FOUND')
  if (bet.state === 'refunded') return ok({ bet, balance: account.balance })
  if (bet.state !== 'placed' || (roundState !== 'scheduled' && roundState !== 'betting')) return err('ROUND_STARTED')
  if ((await countCancelled(tx, bet)) >= MAX_CANCELLED_BETS) return err('CANCELLED_TOO_OFTEN')
  const ending: BetClosing = { bet, end: { kind: 'cancelled' }, receivedAt: null }
  const endings = [ending]
  await Promise.all([
    closeBets(tx, kernel, deps, { accounts, endings }, now),
    addRoundWins(tx, bet.roundNo, -maxWin(bet.stake, bet.target)),
  ])
  const balance = balancesAfter(accounts, endings).get(userId)?.balance ?? account.balance
  return ok({ bet: endedBet(ending, now), balance })
}
