import { describe, expect, it } from 'vitest'
import type { AdminGoal } from '@mupiira/contract/admin-games.ts'
import { halfTimeAfter, isHalfTimeMissing, type TypedScore } from './half-time.ts'

const goal = (team: AdminGoal['team'], minute: number): AdminGoal => ({ team, minute })
const LATE_AND_EARLY = [goal('home', 20), goal('away', 60)]
const STORED: TypedScore = ['1', '1']
const game = { sport: 'soccer', homeScore: 2, awayScore: 1, halfTimeHomeScore: 1, halfTimeAwayScore: 1 } as const

describe('the half-time score of a corrected result', () => {
  it.each<[string, readonly AdminGoal[], TypedScore, TypedScore, TypedScore]>([
    ['is removed when the score has changed', [], ['0', '1'], STORED, ['', '']],
    ['keeps what staff entered for the new score', [], ['0', '1'], ['0', '0'], ['0', '0']],
    ['follows from a complete list of goals', LATE_AND_EARLY, ['1', '1'], STORED, ['1', '0']],
    ['follows from a game without goals', [], ['0', '0'], STORED, ['0', '0']],
    ['is removed while the list of goals is incomplete', LATE_AND_EARLY, ['3', '1'], STORED, ['', '']],
    ['is removed while the score is incomplete', LATE_AND_EARLY, ['1', ''], STORED, ['', '']],
    ['stays with the stored score when the list is cleared', [], ['2', '1'], STORED, STORED],
    ['returns with the stored score', [], ['2', '1'], ['', ''], STORED],
  ])('[SETL-06] %s', (_, goals, score, half, expected) => {
    expect(halfTimeAfter(game, { goals, score }, half)).toEqual(expected)
  })

  it.each<[string, boolean, object, readonly AdminGoal[], TypedScore, TypedScore]>([
    ['a changed score', true, {}, [], ['0', '1'], ['', '']],
    ['a changed score with half of it', true, {}, [], ['0', '1'], ['0', '']],
    ['an unchanged score', false, {}, [], ['2', '1'], ['', '']],
    ['an entered half time', false, {}, [], ['0', '1'], ['0', '0']],
    ['a game without a stored half time', false, { halfTimeHomeScore: null }, [], ['0', '1'], ['', '']],
    ['a basketball game', false, { sport: 'basketball' }, [], ['90', '80'], ['', '']],
    ['a list of goals that contradicts the score', false, {}, LATE_AND_EARLY, ['0', '1'], ['', '']],
  ])('[SETL-06] for %s, asking for it is %s', (_, isMissing, change, goals, score, half) => {
    expect(isHalfTimeMissing({ ...game, ...change }, { goals, score }, half)).toBe(isMissing)
  })
})
