import { describe, expect, it } from 'vitest'
import type { MatchResult } from '../markets/types.ts'
import { sameResult } from './decision.ts'
import { type GoalEvent, matchesScore } from './goals.ts'

const result: MatchResult = {
  sport: 'soccer',
  home: 2,
  away: 1,
  halfTime: { home: 1, away: 0 },
  firstToScore: 'home',
  scorers: ['okello', 'kato'],
  participants: ['okello', 'kato', 'ssali'],
  qualifier: 'home',
}

const without = (name: keyof MatchResult): MatchResult => {
  const { [name]: _, ...rest } = result
  return rest as MatchResult
}

describe('two results', () => {
  it.each<[string, MatchResult]>([
    ['another home score', { ...result, home: 3 }],
    ['another away score', { ...result, away: 0 }],
    ['another half-time score of the home team', { ...result, halfTime: { home: 0, away: 0 } }],
    ['another half-time score of the away team', { ...result, halfTime: { home: 1, away: 1 } }],
    ['no half-time score', without('halfTime')],
    ['another first goal', { ...result, firstToScore: 'away' }],
    ['no first goal', without('firstToScore')],
    ['another scorer', { ...result, scorers: ['okello', 'ssali'] }],
    ['no scorers', { ...result, scorers: [] }],
    ['unknown scorers', without('scorers')],
    ['another player', { ...result, participants: ['okello', 'kato'] }],
    ['unknown players', without('participants')],
    ['another qualifier', { ...result, qualifier: 'nobody' }],
    ['an unknown qualifier', without('qualifier')],
    ['a retirement', { ...result, retired: true }],
    ['another sport', { ...result, sport: 'tennis' }],
  ])('[SETL-44] a corrected result with %s settles bets again', (_, other) => {
    expect([sameResult(result, other), sameResult(other, result)]).toEqual([false, false])
    expect(sameResult(other, { ...other })).toBe(true)
  })

  it.each<[string, MatchResult]>([
    ['the same facts', { ...result }],
    ['the scorers in another order', { ...result, scorers: ['kato', 'okello'] }],
    ['a scorer listed twice', { ...result, scorers: ['okello', 'kato', 'okello'] }],
    ['the players in another order', { ...result, participants: ['ssali', 'kato', 'okello'] }],
    ['a player listed twice', { ...result, participants: ['okello', 'kato', 'ssali', 'kato'] }],
    ['no retirement', { ...result, retired: false }],
  ])('[SETL-44] a result repeated with %s settles no bet again', (_, other) => {
    expect(sameResult(result, other)).toBe(true)
  })
})

describe('a complete list of goals', () => {
  const goals: readonly GoalEvent[] = [
    { team: 'home', minute: 45 },
    { team: 'away', minute: 46 },
  ]
  it.each([
    [{ home: 1, away: 1 }, null, true],
    [{ home: 1, away: 1 }, { home: 1, away: 0 }, true],
    [{ home: 1, away: 1 }, { home: 1, away: 1 }, false],
    [{ home: 1, away: 1 }, { home: 0, away: 0 }, false],
    [{ home: 2, away: 1 }, null, false],
    [{ home: 1, away: 0 }, { home: 1, away: 0 }, false],
  ])('[SETL-06] [SETL-36] matches the score %j with the half-time score %j: %s', (score, halfTime, isMatch) => {
    expect(matchesScore(goals, score, halfTime)).toBe(isMatch)
  })
})
