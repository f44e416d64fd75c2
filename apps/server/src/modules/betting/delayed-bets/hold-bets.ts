import type { DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import { liveWaitMs } from '@mupiira/domain/in-play/live-wait.ts'
import { oddsPolicyOf } from '@mupiira/domain/odds/odds-policy.ts'
import { exactOdds } from '@mupiira/domain/odds/odds.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { databaseAhead } from '../../../kernel/clock-offset.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import type { HoldRequest, Wallet } from '../../wallet/index.ts'
import type { AcceptedBet, BetOrder, PlayerState } from '../placement/evaluate-bet.ts'
import { recordOf } from './acceptance-record.ts'
import { addDelayedBets, type NewDelayedBet } from './delayed-bets.repository.ts'
import { presentDelayedBet } from './present-delayed-bet.ts'

/** A bet that waits with its stake on hold, and its owner's state afterwards. */
export type HeldBet = {
  readonly row: NewDelayedBet
  readonly shown: DelayedBet
  readonly delaySeconds: number
  readonly after: PlayerState
}

/**
 * Creates the waiting bets of a batch (INP-05). The feed's requests are timed by the database's clock, so the end of
 * the wait is too (decisions 0032 and 0041).
 */
export async function betHolder(
  tx: Tx,
  { catalogue }: { readonly catalogue: Pick<Catalogue, 'feed'> },
  accepted: readonly AcceptedBet[],
  settings: Settings,
  now: Date,
): Promise<(request: BetOrder, bet: AcceptedBet) => HeldBet> {
  const hasWaiting = accepted.some(({ delaySeconds }) => delaySeconds > 0)
  const [{ lagMs }, { mostMs: aheadMs }] = hasWaiting
    ? await Promise.all([catalogue.feed.lag(tx), databaseAhead(tx)])
    : [{ lagMs: 0 }, { mostMs: 0 }]
  const feedMs = settings.feed_latency * 1000 + lagMs
  return (request, { games, totals, delaySeconds, after }) => {
    const row: NewDelayedBet = {
      id: newId(),
      userId: request.userId,
      stake: request.stakeUgx,
      oddsPolicy: oddsPolicyOf(request.slip),
      slip: request.slip,
      browser: request.browser ?? null,
      client: request.client,
      address: request.address,
      requestedOdds: exactOdds(totals.totalOddsHundredths),
      atRequest: recordOf(games, now),
      createdAt: now,
      decidesAt: new Date(now.getTime() + aheadMs + liveWaitMs(delaySeconds, feedMs)),
    }
    return { row, shown: presentDelayedBet(row, now), delaySeconds, after }
  }
}

export const holdOf = ({ row: { id, userId, stake } }: Pick<HeldBet, 'row'>): HoldRequest => ({
  account: userId,
  amount: stake,
  reference: id,
  kind: 'bet-hold',
  description: 'Stake reserved for a bet on a live game',
})

/** Writes the waiting bets of a batch and their holds. The caller posts the transfers (`transferOfHold`). */
export const writeHeldBets = (
  tx: Tx,
  wallet: Pick<Wallet, 'holds'>,
  held: readonly HeldBet[],
  now: Date,
): Promise<unknown> =>
  Promise.all([
    addDelayedBets(
      tx,
      held.map(({ row }) => row),
    ),
    wallet.holds.placeLocked(tx, held.map(holdOf), now),
  ])
