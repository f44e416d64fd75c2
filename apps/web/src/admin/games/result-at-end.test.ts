import { expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { resultAtEnd } from './result-at-end.ts'

const goal = (team: 'home' | 'away', minute: number) => ({ team, minute, scorer: null, playerId: null, ownGoal: false })
const goals = [goal('home', 22), goal('away', 80)]
/** The clock shows minute 40. */
const game: Pick<AdminGame, 'goals' | 'homeScore' | 'awayScore'> = { homeScore: 1, awayScore: 0, goals }

it('[ADMT-30] [ADMG-14] finishing a match keeps all its goals, including goals after the current clock minute', () => {
  expect(resultAtEnd('finish', game)).toEqual({
    kind: 'result',
    home: 1,
    away: 1,
    halfTimeHome: 1,
    halfTimeAway: 0,
    goals,
  })
  expect(resultAtEnd('cancel', game)).toEqual({ kind: 'void' })
})
