import type { MatchState } from '../feed.ts'
import { minuteText } from '../play/match-clock.ts'
import type { Play } from '../play/play.ts'
import { squadOf } from '../play/squad.ts'
import { listIn, type Scenarios } from '../scenario.ts'
import type { Side } from '../season/match.ts'
import type { WireRow } from '../wire-row.ts'
import { goalRow, scorerColumns } from './events.ts'

// apifootball's texts for simulated events, and its known deviations.

/** Returned with HTTP 200: also for a plan that does not include the match, and as the fault `error-object`. */
export const NO_EVENT = 'No event found (please check your plan)!'

/** The simulator uses this feed's names for stopped matches. */
export const statusOf = ({ phase, overtime, stoppedAs }: Play): string => {
  if (stoppedAs !== undefined) return stoppedAs
  switch (phase.name) {
    case 'before':
      return ''
    case 'play':
      return minuteText(phase.moment)
    case 'half-time':
      return 'Half Time'
    case 'finished':
      if (overtime === undefined) return 'Finished'
      return overtime.penalties === undefined ? 'After ET' : 'After Pen.'
  }
}

/** Video reviews. The feed lists them without a result, and counts awarded penalties in the statistics. */
export const reviewRows = ({ play, overrides }: MatchState): WireRow => {
  const added = (overrides.incidents ?? []).filter(({ kind, elapsed }) => kind === 'review' && elapsed <= play.elapsed)
  const of = (side: Side): WireRow[] =>
    [...play.reviews, ...added].filter((each) => each.side === side).map(() => ({ type: 'VAR review' }))
  return { home_team: of('home'), away_team: of('away') }
}

const ofGoals =
  (change: (goals: readonly WireRow[], seen: MatchState) => readonly WireRow[]) =>
  (row: WireRow, seen: MatchState): WireRow => ({ ...row, goalscorer: change(listIn(row, 'goalscorer'), seen) })

/** Time and period of the last goal. */
const lastMoment = (goals: readonly WireRow[]): WireRow => ({
  time: goals.at(-1)?.['time'] ?? '1',
  score_info_time: goals.at(-1)?.['score_info_time'] ?? '1st Half',
})

/** A row of the goal list that is not a goal. */
const extraRow = ({ match }: MatchState, side: Side, moment: WireRow, info: string): WireRow => {
  const { starting } = squadOf(match[side])
  const player = starting.at(-1)
  return player === undefined ? {} : { ...moment, ...scorerColumns(side, player, undefined), score: '', info }
}

const ownGoal = (goal: WireRow, { match }: MatchState): WireRow => {
  const scorerSide: Side = goal['home_scorer'] === '' ? 'home' : 'away'
  const defender = squadOf(match[scorerSide]).starting.find(({ role }) => role === 'defender')
  return defender === undefined
    ? goal
    : { ...goal, ...scorerColumns(scorerSide, defender, undefined), info: 'Own Goal' }
}

const kicks = (seen: MatchState): WireRow[] => {
  const scored = seen.play.overtime?.penalties ?? { home: 0, away: 0 }
  const moment = { time: '90', score_info_time: 'Penalty' }
  return (['home', 'away'] as const).flatMap((side) =>
    Array.from({ length: scored[side] }, () => extraRow(seen, side, moment, 'Penalty')),
  )
}

const stoppageAs = (period: string) =>
  ofGoals((goals) =>
    goals.map((goal) => {
      const stoppage = /^45\+(\d+)$/.exec(String(goal['time']))
      return stoppage === null ? goal : { ...goal, time: String(46 + Number(stoppage[1])), score_info_time: period }
    }),
  )

const quoted = (row: WireRow, field: string): WireRow =>
  typeof row[field] === 'string' && /^\d/.test(row[field]) ? { ...row, [field]: `${row[field]}'` } : row

export const APIFOOTBALL_SCENARIOS = {
  'own-goal-under-scorer': {
    effect: 'the last goal is an own goal, listed under the side of its scorer',
    change: ofGoals((goals, seen) => goals.map((goal, at) => (at === goals.length - 1 ? ownGoal(goal, seen) : goal))),
  },
  'goal-listed-twice': {
    effect: 'the last goal is listed twice',
    change: ofGoals((goals) => [...goals, ...goals.slice(-1)]),
  },
  'missed-penalty': {
    effect: 'the list of goals has a row "Missed Penalty"',
    change: ofGoals((goals, seen) => [...goals, extraRow(seen, 'home', lastMoment(goals), 'Missed Penalty')]),
  },
  'cancelled-goal': {
    effect: 'goals that are taken back stay in the list as "Goal cancelled"',
    change: ofGoals((goals, { play }) => [
      ...goals,
      ...play.withdrawn.map((goal) => ({
        ...goalRow(goal, play.score ?? { home: 0, away: 0 }),
        info: 'Goal cancelled',
      })),
    ]),
  },
  'shoot-out-kicks': {
    effect: 'the list of goals has the kicks of the shoot-out, at minute 90 of the period "Penalty"',
    change: ofGoals((goals, seen) => [...goals, ...kicks(seen)]),
  },
  'stoppage-in-first-half': {
    effect: 'goals of first-half stoppage time are listed as minute 47 and later of the first half',
    change: stoppageAs('1st Half'),
  },
  'stoppage-in-second-half': {
    effect: 'goals of first-half stoppage time are listed as minute 47 and later of the second half',
    change: stoppageAs('2nd Half'),
  },
  'second-yellow': {
    effect: 'red cards are listed as "yellow red card"',
    change: (row) => ({
      ...row,
      cards: listIn(row, 'cards').map((card) =>
        card['card'] === 'red card' ? { ...card, card: 'yellow red card' } : card,
      ),
    }),
  },
  'quoted-minutes': {
    effect: "minutes have a quotation mark, as in the documentation: 13'",
    change: (row) => ({
      ...quoted(row, 'match_status'),
      goalscorer: listIn(row, 'goalscorer').map((goal) => quoted(goal, 'time')),
    }),
  },
  'no-statistics': {
    effect: 'rows have neither statistics nor video reviews, as in some plans',
    change: (row) => ({ ...row, statistics: [], statistics_1half: [], vars: {} }),
  },
} as const satisfies Scenarios
