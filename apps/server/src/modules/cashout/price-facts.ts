import { type GameRow, isSuspended } from '../catalogue/index.ts'

/** The changing fields of a game that its cash-out offers depend on. */
const FIELDS = [
  'status',
  'model',
  'priceVersion',
  'over25Odds',
  'under25Odds',
  'startTime',
  'firstLiveAt',
  'minutesPassed',
  'minuteAt',
  'atHalfTime',
  'breakDuration',
  'clockOffset',
  'homeScore',
  'awayScore',
  'halfTimeHomeScore',
  'halfTimeAwayScore',
  'goalEvents',
  'goalsComplete',
  'redCards',
  'lastGoalAt',
  'lastIncidentAt',
  'incidents',
  'lastAlertAt',
  'playStopped',
  'scoreDisputed',
  'held',
  'stale',
] as const satisfies readonly (keyof GameRow)[]

const TIMES = ['startTime', 'firstLiveAt', 'minuteAt', 'lastGoalAt', 'lastIncidentAt', 'lastAlertAt'] as const

export type PriceFacts = Pick<GameRow, (typeof FIELDS)[number] | 'controls' | 'suspended'>

/** The facts of a game as JSON. Equal texts are equal facts. */
export function factsOf(game: GameRow): string {
  const controls = Object.fromEntries(
    Object.entries(game.controls).map(([market, { suspended = false, odds }]) => [market, { suspended, odds }]),
  )
  const facts = Object.fromEntries(FIELDS.map((name) => [name, game[name]]))
  return JSON.stringify({ ...facts, controls, suspended: isSuspended(game) })
}

/** Facts as read from the database, where times are texts. */
export type StoredFacts = Record<string, unknown>

function revived(stored: StoredFacts): PriceFacts {
  const times = TIMES.map((name) => {
    const at = stored[name]
    return [name, typeof at === 'string' ? new Date(at) : null] as const
  })
  return { ...stored, ...Object.fromEntries(times) } as PriceFacts
}

/**
 * The game as it was with these facts at `at`: undecided, and with a feed that had just reported. Its result is part of
 * the ticket's legs, which were decided or open at that time.
 */
export const gameAt = (game: GameRow, stored: StoredFacts, at: Date): GameRow => ({
  ...game,
  ...revived(stored),
  scopeSuspended: false,
  startApprovalPending: false,
  quotedAt: at,
  feedReportedAt: at,
  feedReport: null,
  reportedResult: null,
  resultVersion: 0,
  settledVersion: 0,
  updatedAt: at,
})
