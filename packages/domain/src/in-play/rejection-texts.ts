import type { DelayedBetRejection } from './delayed-bet.ts'

const TEXTS: { readonly [reason in DelayedBetRejection]: string } = {
  TOO_LATE: 'We could not check the game in time.',
  GOAL: 'There was a goal.',
  RED_CARD: 'There was a red card.',
  PENALTY_OR_REVIEW: 'There was a penalty or a video review.',
  SUSPENDED: 'A selection was suspended.',
  GAME_CLOSED: 'A game started or ended.',
  ODDS_CHANGED: 'The odds changed.',
  BETTING_STOPPED: 'Betting is stopped at the moment.',
  ACCOUNT_CLOSED: 'Your account cannot place bets.',
  IN_PLAY_EXCLUDED: 'Your account cannot bet on live games.',
  EXCLUDED: 'You have excluded yourself from betting.',
  LIMIT_REACHED: 'The bet is above a limit.',
  BALANCE: 'Your balance is too low.',
}

/** Why a bet with a live game was not accepted, on screens and in notifications. */
export const rejectionText = (reason: DelayedBetRejection): string => TEXTS[reason]
