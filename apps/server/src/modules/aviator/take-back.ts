import type { takeBackAviatorBet } from '@mupiira/contract/aviator.ts'
import { MOST_TAKEN_BACK } from '@mupiira/domain/aviator/bet-rules.ts'
import { greatestWin } from '@mupiira/domain/aviator/outcome.ts'
import type { RoundState } from '@mupiira/domain/aviator/states.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { BET_COLUMNS, type BetRow, MOST_ROWS_OF_ROUND } from './bet-row.ts'
import { type EndDeps, planEnds, writeEnds } from './end-bets.ts'
import { presentBet } from './present.ts'

export type TakeBackRequest = { readonly betId: string; readonly userId: string; readonly slot: IdempotencySlot }
export type TakeBackOutcome = Outcome<typeof takeBackAviatorBet>

/**
 * Gives the stake of a bet back whose round has not taken off. Locks are taken in the order accounts, round, as by who
 * places: a round that takes off at this moment waits for the one or the other.
 */
export function takeBack(kernel: Kernel, deps: EndDeps, request: TakeBackRequest): Promise<TakeBackOutcome> {
  const now = kernel.clock.now()
  return kernel.db.transaction(async (tx) => {
    const outcome = await evaluate(tx, kernel, deps, request, now)
    if ('status' in outcome) await kernel.idempotency.remember(tx, request.slot, outcome)
    return outcome
  })
}

async function evaluate(
  tx: Tx,
  kernel: Kernel,
  deps: EndDeps,
  { betId, userId }: TakeBackRequest,
  now: Date,
): Promise<TakeBackOutcome> {
  const accounts = await deps.wallet.lockAccounts(tx, [userId])
  const state = await lockRoundOf(tx, betId)
  const bet = await ownBet(tx, betId, userId)
  const account = accounts.get(userId)
  if (bet === null || account === undefined) return { error: 'AVIATOR_BET_NOT_FOUND' }
  // What was asked for, whoever was quicker.
  if (bet.state === 'refunded') return answerOf(bet, account.balance)
  if (bet.state !== 'placed' || (state !== 'scheduled' && state !== 'betting')) return { error: 'AVIATOR_TAKEN_OFF' }
  if ((await takenBack(tx, bet)) >= MOST_TAKEN_BACK)
    return { error: 'AVIATOR_TAKEN_BACK_OFTEN', details: { maximum: MOST_TAKEN_BACK } }
  const ends = planEnds(accounts, [{ bet, end: { kind: 'taken-back' }, receivedAt: null }], now)
  await Promise.all([
    writeEnds(tx, deps, kernel.outbox, ends, now),
    tx.change(
      'update aviator_rounds set wins = wins - $2 where no = $1',
      [bet.roundNo, greatestWin(bet.stake, bet.target)],
      'aviator-carry-less',
    ),
  ])
  const [ended] = ends.ended
  if (ended === undefined) throw new Error('a bet that is taken back has ended')
  return answerOf(ended.bet, ended.balance)
}

const answerOf = (bet: BetRow, balance: Parameters<typeof ugxToNumber>[0]): TakeBackOutcome => ({
  status: 200,
  body: { success: true, bet: presentBet(bet), balance: ugxToNumber(balance) },
})

async function lockRoundOf(tx: Tx, betId: string): Promise<RoundState | null> {
  const [round] = await tx.query<{ state: RoundState }>(
    'select state from aviator_rounds where no = (select round_no from aviator_bets where id = $1) for update',
    [betId],
    'aviator-lock-round-of',
  )
  return round?.state ?? null
}

/** Read after both locks: nobody ends it meanwhile. */
async function ownBet(tx: Tx, betId: string, userId: string): Promise<BetRow | null> {
  const [bet] = await tx.query<BetRow>(
    `select ${BET_COLUMNS} from aviator_bets b where id = $1 and user_id = $2`,
    [betId, userId],
    'aviator-own-bet',
  )
  return bet ?? null
}

async function takenBack(tx: Tx, { userId, roundNo }: BetRow): Promise<number> {
  const [row] = await tx.query<{ bets: bigint }>(
    `select count(*) as bets from (
       select round_no, state from aviator_bets where user_id = $1 order by id desc limit $3) b
      where round_no = $2 and state = 'refunded'`,
    [userId, roundNo, 2 * MOST_ROWS_OF_ROUND],
    'aviator-taken-back',
  )
  return Number(row?.bets ?? 0n)
}
