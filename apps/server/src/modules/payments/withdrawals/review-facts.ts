import type { WithdrawalFacts } from '@mupiira/domain/payments/withdrawal-review.ts'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { lastPaidWithdrawal, recentDeposits } from './reviews.repository.ts'

/**
 * What other modules provide for the rules of withdrawal reviews. Betting is above payments, so it passes functions.
 */
export type ReviewEvidence = {
  /** The games of the tickets that paid the player since a given time; null: ever. */
  readonly wonGames: (sql: Sql, userId: string, since: Date | null) => Promise<readonly string[]>
  readonly hasRelatedAccounts: (sql: Sql, userId: string) => Promise<boolean>
  readonly gamesById: Catalogue['games']['byIds']
}

type Requested = { readonly userId: string; readonly amountUgx: Ugx; readonly now: Date; readonly settings: Settings }

/** Reads the facts of the rules that are on. The account is locked, so its stakes and payments do not change. */
export async function readReviewFacts(
  tx: Tx,
  deps: { readonly wallet: Wallet; readonly review: ReviewEvidence },
  { userId, amountUgx, now, settings }: Requested,
): Promise<WithdrawalFacts> {
  const { withdrawal_review_first: first, withdrawal_review_manual_games: manualGames } = settings
  const lastPaidAt = first || manualGames ? await lastPaidWithdrawal(tx, userId) : null
  return {
    amountUgx,
    hasWithdrawn: lastPaidAt !== null,
    ...(await turnoverOf(tx, deps.wallet, { userId, now, settings })),
    hasWonOnManualGame: manualGames && (await hasWonOnManualGame(tx, deps.review, userId, lastPaidAt)),
    hasRelatedAccounts: settings.withdrawal_review_related && (await deps.review.hasRelatedAccounts(tx, userId)),
  }
}

async function turnoverOf(
  tx: Tx,
  wallet: Wallet,
  { userId, now, settings }: Omit<Requested, 'amountUgx'>,
): Promise<Pick<WithdrawalFacts, 'depositedUgx' | 'stakedUgx'>> {
  const hours = settings.withdrawal_review_turnover_hours
  if (hours === 0) return { depositedUgx: ZERO, stakedUgx: ZERO }
  const { firstAt, amountUgx } = await recentDeposits(tx, userId, new Date(now.getTime() - hours * HOUR_MS))
  const stakedUgx = firstAt === null ? ZERO : await wallet.ledger.turnoverSince(tx, userId, firstAt)
  return { depositedUgx: amountUgx, stakedUgx }
}

async function hasWonOnManualGame(
  tx: Tx,
  { wonGames, gamesById }: ReviewEvidence,
  userId: string,
  since: Date | null,
): Promise<boolean> {
  const games = await gamesById(await wonGames(tx, userId, since), tx)
  return [...games.values()].some(({ source }) => source === 'hand')
}
