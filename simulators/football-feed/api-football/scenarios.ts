import type { MatchState } from '../feed.ts'
import { REVIEW_MINUTES } from '../play/alerts.ts'
import { type Player, squadOf } from '../play/squad.ts'
import { listIn, type Scenarios } from '../scenario.ts'
import type { Side } from '../season/match.ts'
import type { WireRow } from '../wire-row.ts'
import { eventRow, goalEvent, timeOf } from './events.ts'

// API-Football's statuses and texts for simulated events, and its known deviations.

/** Returned with HTTP 200 as the fault `error-object`. */
export const LIMIT_REACHED = { requests: 'You have reached the request limit for the day.' }

/**
 * apifootball's statuses of interrupted matches with API-Football's short and long status. Unknown statuses are
 * unchanged.
 */
const STOPPED: Readonly<Record<string, readonly [string, string]>> = {
  Postponed: ['PST', 'Match Postponed'],
  Cancelled: ['CANC', 'Match Cancelled'],
  Abandoned: ['ABD', 'Match Abandoned'],
  Suspended: ['SUSP', 'Match Suspended'],
  Interrupted: ['INT', 'Match Interrupted'],
  Awarded: ['AWD', 'Technical loss'],
}
export const stoppedStatus = (status: string): readonly [string, string] => STOPPED[status] ?? [status, status]

/** Decided reviews. The feed lists neither a review before its decision nor a penalty before the kick. */
export const reviewEvents = ({ match, play, overrides }: MatchState): WireRow[] => {
  const event = (side: Side, time: WireRow, detail: string, player?: Player): WireRow =>
    eventRow(match, { side, time, player, type: 'Var', detail })
  const isDecided = (decidedElapsed: number): boolean => decidedElapsed <= play.elapsed
  const added = (overrides.incidents ?? []).filter(
    ({ kind, elapsed }) => kind === 'review' && isDecided(elapsed + REVIEW_MINUTES),
  )
  return [
    ...play.reviews
      .filter(({ decidedElapsed }) => isDecided(decidedElapsed))
      .map(({ side, moment, player, decision }) => event(side, timeOf(moment), DECISIONS[decision], player)),
    ...added.map(({ side }) => event(side, { elapsed: null, extra: null }, DECISIONS.confirmed)),
  ]
}

const DECISIONS = { confirmed: 'Goal confirmed', cancelled: 'Goal Disallowed - offside' } as const

export const missedPenalties = ({ match, play }: MatchState): WireRow[] =>
  play.penalties
    .filter(({ isScored, taken }) => !isScored && taken.elapsed <= play.elapsed)
    .map(({ side, taken, player }) =>
      eventRow(match, { side, time: timeOf(taken.moment), player, type: 'Goal', detail: 'Missed Penalty' }),
    )

/** Rows of a day's list have no events. */
const changeEvents =
  (change: (events: readonly WireRow[], seen: MatchState) => readonly WireRow[]) =>
  (row: WireRow, seen: MatchState): WireRow =>
    row['events'] === undefined ? row : { ...row, events: change(listIn(row, 'events'), seen) }

/** Changes the line-ups and the statistics of both teams. Applies only to rows with line-ups. */
const changeTeams =
  (change: (teams: readonly WireRow[]) => readonly WireRow[]) =>
  (row: WireRow): WireRow =>
    row['lineups'] === undefined
      ? row
      : { ...row, lineups: change(listIn(row, 'lineups')), statistics: change(listIn(row, 'statistics')) }

const withLastGoal = (
  events: readonly WireRow[],
  change: (goal: WireRow) => readonly WireRow[],
): readonly WireRow[] => {
  const last = events.findLastIndex(({ type }) => type === 'Goal')
  return events.flatMap((event, at) => (at === last ? change(event) : [event]))
}

function ownGoal(goal: WireRow, { match }: MatchState): WireRow {
  const team = goal['team'] as WireRow
  const scorerSide: Side = team['id'] === Number(match.home.id) ? 'away' : 'home'
  const player = squadOf(match[scorerSide]).starting.find(({ role }) => role === 'defender')
  const time = goal['time'] as WireRow
  return eventRow(match, { side: scorerSide, time, player, type: 'Goal', detail: 'Own Goal' })
}

/** An event of the type `Goal` that is not a goal. */
const noGoal = ({ match }: MatchState, side: Side, detail: string, comments: string | null = null): WireRow =>
  eventRow(match, {
    side,
    time: { elapsed: 90, extra: null },
    player: squadOf(match[side]).starting.at(-1),
    type: 'Goal',
    detail,
    comments,
  })

const kicks = (seen: MatchState): WireRow[] => {
  const scored = seen.play.overtime?.penalties ?? { home: 0, away: 0 }
  return (['home', 'away'] as const).flatMap((side) =>
    Array.from({ length: scored[side] }, () => noGoal(seen, side, 'Penalty', 'Penalty Shootout')),
  )
}

/** The decision of a video review, a minute after the goal. */
const cancellations = ({ match, play }: MatchState, detail: string): WireRow[] =>
  play.withdrawn.map(({ side, moment, player }) => {
    const time = { elapsed: timeOf(moment).elapsed + 1, extra: null }
    return eventRow(match, { side, time, player, type: 'Var', detail })
  })

export const API_FOOTBALL_SCENARIOS = {
  'own-goal-under-scorer': {
    effect: 'the last goal is an own goal, listed under the team of its scorer',
    change: changeEvents((events, seen) => withLastGoal(events, (goal) => [ownGoal(goal, seen)])),
  },
  'goal-listed-twice': {
    effect: 'the last goal is listed twice',
    change: changeEvents((events) => withLastGoal(events, (goal) => [goal, goal])),
  },
  'missed-penalty': {
    effect: 'the events have a goal "Missed Penalty"',
    change: changeEvents((events, seen) => [...events, noGoal(seen, 'home', 'Missed Penalty')]),
  },
  'cancelled-goal': {
    effect: 'goals that are taken back stay in the events, followed by a video review "Goal Disallowed - offside"',
    change: changeEvents((events, seen) => [
      ...events,
      ...seen.play.withdrawn.map((goal) => goalEvent(seen.match, goal)),
      ...cancellations(seen, 'Goal Disallowed - offside'),
    ]),
  },
  'review-without-goal': {
    effect: 'of goals that are taken back, only the video review "Goal cancelled" is listed',
    change: changeEvents((events, seen) => [...events, ...cancellations(seen, 'Goal cancelled')]),
  },
  'shoot-out-kicks': {
    effect: 'the kicks of a shoot-out are goals of minute 90 with the comment "Penalty Shootout"',
    change: changeEvents((events, seen) => [...events, ...kicks(seen)]),
  },
  'stoppage-in-second-half': {
    effect: 'goals of first-half stoppage time are listed as minute 47 and later',
    change: changeEvents((events) =>
      events.map((event) => {
        const { elapsed, extra } = event['time'] as { elapsed: number | null; extra: number | null }
        if (event['type'] !== 'Goal' || elapsed !== 45 || extra === null) return event
        return { ...event, time: { elapsed: 46 + extra, extra: null } }
      }),
    ),
  },
  'second-yellow': {
    effect: 'red cards are listed twice, first as "Second Yellow card"',
    change: changeEvents((events) =>
      events.flatMap((event) =>
        event['detail'] === 'Red Card' ? [{ ...event, detail: 'Second Yellow card' }, event] : [event],
      ),
    ),
  },
  'minute-before-start': {
    effect: 'a match in play has the status "NS" with a minute',
    change: (row) => {
      const fixture = row['fixture'] as WireRow
      return { ...row, fixture: { ...fixture, status: { long: 'Not Started', short: 'NS', elapsed: 30, extra: null } } }
    },
  },
  'away-team-first': {
    effect: 'line-ups and statistics list the away team first',
    change: changeTeams((teams) => teams.toReversed()),
  },
  'away-team-only': {
    effect: 'line-ups and statistics of the home team are missing',
    change: changeTeams((teams) => teams.slice(1)),
  },
} as const satisfies Scenarios
