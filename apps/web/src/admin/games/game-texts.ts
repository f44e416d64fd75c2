import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import type { Offer } from '@mupiira/contract/admin-offer.ts'
import { ApiError, fieldName, NetworkError } from '../../shared/api/errors.ts'
import { fieldErrors } from '../../shared/api/field-errors.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import type { BadgeTone } from '../../shared/ui/surfaces.tsx'

export const STATUS_CHOICES = [
  ['', 'Any status'],
  ['upcoming', 'Upcoming'],
  ['live', 'Live'],
  ['finished', 'Finished'],
  ['settled', 'Settled'],
  ['cancelled', 'Cancelled'],
  ['postponed', 'Postponed'],
  ['abandoned', 'Abandoned'],
] as const

export const FORM_STATUSES = ['upcoming', 'live', 'finished', 'cancelled'] as const

export const STATUS_TONES: { readonly [S in AdminGame['status']]: BadgeTone } = {
  upcoming: 'muted',
  live: 'live',
  finished: 'up',
  completed: 'up',
  settled: 'up',
  cancelled: 'down',
  postponed: 'down',
  abandoned: 'down',
}

const OVER: ReadonlySet<AdminGame['status']> = new Set(['finished', 'completed', 'settled', 'cancelled'])

/** Returns whether betting on the game is over. Its markets then cannot be suspended or priced. */
export const isOver = ({ status, result }: Pick<AdminGame, 'status' | 'result'>): boolean =>
  result !== null || OVER.has(status)

const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.detail !== ''
    ? error.detail
    : error instanceof Error
      ? error.message
      : String(error)

// Errors whose message already says what to correct in the form.
const FORM_ERRORS: ReadonlySet<string> = new Set([
  'GAME_TEAMS_MISSING',
  'GAME_START_MISSING',
  'GAME_OF_FEED',
  'GAME_HAS_BETS',
  'GAME_DECIDED',
  'START_HAS_PASSED',
  'STEP_IMPOSSIBLE',
  'FINISH_WAITS',
  'GAME_EDIT_SETTLES',
  'START_WAITS',
  'ODDS_WAIT',
  'CHANGE_MOVES_BETS',
  'GAME_CHANGED',
  'NO_SUCH_GOAL',
  'MINUTE_IMPOSSIBLE',
  'NOT_AUTHENTICATED',
])

/**
 * The message after a failed save (ADMG-06, ADMG-16 to ADMG-19). Empty if staff closed the confirmation of their
 * identity.
 */
export function saveFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return `Unexpected error: ${messageOf(error)}`
  if (error.code === 'CONFIRMATION_NEEDED') return ''
  if (FORM_ERRORS.has(error.code)) return error.detail
  if (error.status === 403) {
    return '❌ Permission Denied: this account may not manage games. Please check its permissions on the server.'
  }
  if (error.code === 'INVALID_FIELDS') {
    const fields = Object.entries(fieldErrors(error)).map(([field, text]) => `${fieldName(field)} ${text}`)
    const message = fields.length === 0 ? error.detail : fields.join(', ')
    return `❌ Validation Error: ${message}. Please check that all required fields are filled correctly.`
  }
  return `❌ Database Error: ${messageOf(error)}`
}

/** The notice about a result of the feed that arrived too late to be applied. */
export function differingResultText({ home, away, halfTime }: NonNullable<AdminGame['toldResult']>): string {
  const half = halfTime === null ? '' : `, half time ${halfTime.home} – ${halfTime.away}`
  return `The feed now reports another result: ${home} – ${away}${half}. Correct the result below, or enter the current result again to keep it.`
}

const VOID_REASONS: { readonly [reason: string]: string } = {
  CANCELLED: 'the game was cancelled',
  NO_RESULT_IN_TIME: 'there was no final result within 24 hours',
  MOVED: 'the game was rescheduled by 24 hours or more',
  RETIRED: 'a player or team retired or did not appear',
}

/** `voidReasonText('CANCELLED')` → "the game was cancelled" */
export const voidReasonText = (reason: string | undefined): string =>
  VOID_REASONS[reason ?? ''] ?? 'no reason is stored'

export function fetchFailure(error: unknown): string {
  if (error instanceof NetworkError) {
    return 'Network error. Please check your internet connection and server configuration.'
  }
  return `Failed to fetch games: ${messageOf(error)}. Please check your server connection.`
}

export const refreshFailure = (error: unknown): string => `Refresh failed: ${messageOf(error)}`

export function syncFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 404) {
    return '❌ Score Sync Failed: this server cannot synchronise scores yet. Please update it.'
  }
  return `❌ Score Sync Failed: ${messageOf(error)}`
}

export const SYNC_SUCCESS_TEXT = '✅ Scores synchronized successfully from goal events!'
export const LIST_REFRESH_FAILED_TEXT = 'Game saved but failed to refresh list. Please refresh manually.'

const KAMPALA = '+03:00'
const KAMPALA_MS = 3 * 3_600_000

/** Converts local time in Kampala to an instant: "2026-11-21T18:00". An empty string stays empty. */
export const instantOf = (local: string): string => (local === '' ? '' : `${local}:00${KAMPALA}`)

/** Converts an instant to local time in Kampala for a form. */
export const localOf = (instant: string): string =>
  new Date(Date.parse(instant) + KAMPALA_MS).toISOString().slice(0, 16)

/** The start from a form. An unchanged start keeps its seconds, so that an edit does not reschedule the game. */
export const startOf = (local: string, game: Pick<AdminGame, 'startTime'> | null): string =>
  game !== null && local === localOf(game.startTime) ? game.startTime : instantOf(local)

/** Odds in one line. Null means locked or missing. */
export const oddsLine = (odds: readonly (number | null)[]): string =>
  odds.map((odd) => (odd === null ? '–' : oddsText(odd))).join(' · ')

/** The offer for the odds of a form: "players are offered 2.01 · 3.24 · 3.43; over and under 2.5 1.98 · 1.78." */
export function offerText(offered: Offer | null): string {
  if (offered === null) return 'betting stays closed.'
  const { home, draw, away, over25, under25 } = offered
  const totals = over25 === null && under25 === null ? '' : `; over and under 2.5 ${oddsLine([over25, under25])}`
  return `players are offered ${oddsLine([home, draw, away])}${totals}.`
}

/** Manual games are stored as 0–0 before the start (ADMG-12), but the console shows no score then. */
export const scoreOf = ({
  homeScore,
  awayScore,
  status,
}: Pick<AdminGame, 'homeScore' | 'awayScore' | 'status'>): string =>
  homeScore === null || awayScore === null || status === 'upcoming' ? '–' : `${homeScore} – ${awayScore}`

/** Why a game is closed for betting without a suspension by staff; null otherwise. */
export function statusText({ held, silent, source, result }: Pick<AdminGame, 'held' | 'silent' | 'source' | 'result'>) {
  if (result !== null) return null
  if (held)
    return source === 'hand'
      ? 'The clock has ended the game. The payouts of its result are above the four-eyes threshold, or the feed does not confirm the result. Please enter the result.'
      : 'The feed reports an unknown or impossible status, swapped teams or another team. The game stays closed and gets no result until the feed corrects its report. You can take it over, cancel it to return the stakes, or enter its result.'
  if (silent) return 'The feed sends no reports or no odds for this game. Betting stays closed until it reports again.'
  return null
}
