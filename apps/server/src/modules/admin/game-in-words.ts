import type { GameRow } from '../catalogue/index.ts'
import { goalsInWords } from './goals-in-words.ts'

/** For the audit log: all that its form says. */
export const formInWords = (game: GameRow) => ({
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
  goals: goalsInWords(game.goalEvents),
})

const decimals = (...odds: readonly (number | null)[]) => odds.map((each) => (each === null ? null : each / 100))

/** For the audit log: how far it has come. */
export const playInWords = ({ status, minutesPassed, homeScore, awayScore, goalEvents }: GameRow) => ({
  status,
  minutesPassed,
  score: `${homeScore ?? 0}:${awayScore ?? 0}`,
  goals: goalsInWords(goalEvents),
})
