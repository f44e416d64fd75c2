import { expect, it } from 'vitest'
import { type ListedGoal, readGoalList } from './goal-list.ts'

// `scenarios.test.ts` tests the goal lists of the vendors against the simulator.
const goal = (team: 'home' | 'away', minute: number, ownGoal = false): ListedGoal => ({
  team,
  minute,
  scorer: 'A. Player',
  playerId: '11',
  ownGoal,
  identity: `${team} ${minute}`,
})

it.each([
  [
    'reads goals of both sides in first-half stoppage time, listed at minute 47 and 48, as minute 45',
    [goal('home', 47), goal('away', 48), goal('home', 52)],
    { home: 2, away: 1 },
    { home: 1, away: 1 },
    'home 45, away 45, home 52',
  ],
  [
    'keeps an own goal that is listed under the side it counts for',
    [goal('home', 30, true)],
    { home: 1, away: 0 },
    { home: 1, away: 0 },
    'home 30',
  ],
  [
    'keeps a list that cannot be reconciled with the score',
    [goal('home', 20)],
    { home: 0, away: 0 },
    { home: 0, away: 0 },
    'home 20',
  ],
])('[SETL-06] the goal reader %s', (_does, listed, score, halfTime, goals) => {
  const read = readGoalList(listed, score, halfTime)
  expect(read.map(({ team, minute }) => `${team} ${minute}`).join(', ')).toBe(goals)
})
