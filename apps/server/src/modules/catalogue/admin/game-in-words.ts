import type { GoalEvent } from '@mupiira/domain/match/goals.ts'
import type { GameRow } from '../games/game-row.ts'

/** The text of goals for staff: "12' home Okello", "80' away own goal". */
export const describeGoals = (goals: readonly GoalEvent[]): string[] =>
  goals.map(({ minute, team, scorer, ownGoal }) =>
    [`${minute}' ${team}`, ownGoal === true ? 'own goal' : (scorer ?? '')].filter((part) => part !== '').join(' '),
  )

/** The fields of a game's form, for the audit log. */
export const describeForm = (game: GameRow) => ({
  name: game.name,
  league: game.league,
  country: game.country,
  sport: game.sport,
  startTime: game.startTime.toISOString(),
  status: game.status,
  odds: decimals(game.homeOdds, game.drawOdds, game.awayOdds),
  overUnder: decimals(game.over25Odds, game.under25Odds),
  knockOut: game.knockOut,
  breakDuration: game.breakDuration,
  matchDuration: game.matchDuration,
  halfTimeDuration: game.halfTimeDuration,
  goals: describeGoals(game.goalEvents),
})

const decimals = (...odds: readonly (number | null)[]) => odds.map((odd) => (odd === null ? null : odd / 100))

/** Status, minute and goals, for the audit log. */
export const describePlay = ({ status, minutesPassed, homeScore, awayScore, goalEvents }: GameRow) => ({
  status,
  minutesPassed,
  score: `${homeScore ?? 0}:${awayScore ?? 0}`,
  goals: describeGoals(goalEvents),
})
