import type { DelayedBetRejection } from './delayed-bet.ts'

/** The reasons of rejected live bets for staff, on screen and in exports. */
const REASONS: { readonly [reason in DelayedBetRejection]: string } = {
  TOO_LATE: 'checked too late',
  GOAL: 'goal',
  RED_CARD: 'red card',
  PENALTY_OR_REVIEW: 'penalty or review',
  SUSPENDED: 'suspended',
  GAME_CLOSED: 'game closed',
  ODDS_CHANGED: 'odds changed',
  BETTING_STOPPED: 'betting stopped',
  ACCOUNT_CLOSED: 'account closed',
  IN_PLAY_EXCLUDED: 'excluded from live bets',
  EXCLUDED: 'self-excluded',
  LIMIT_REACHED: 'limit reached',
  BALANCE: 'balance too low',
}

export const rejectionText = (reason: DelayedBetRejection): string => REASONS[reason]
