import { describe, expect, it } from 'vitest'
import type { GameSelection } from '../betting/index.ts'
import type { DecidedGame } from '../catalogue/index.ts'
import { evaluateSelections } from './evaluate-selections.ts'

const selection = (market: GameSelection['market'], selection: string): GameSelection => ({
  gameId: 'g',
  market,
  selection,
})
const game = (decision: DecidedGame['decision']): ReadonlyMap<string, DecidedGame> =>
  new Map([['g', { gameId: 'g', resultVersion: 3, firstLiveAt: null, affectedBets: '{}', decision }]])
const drawn = game({ kind: 'result', result: { sport: 'soccer', home: 2, away: 2 } })
const cancelled = game({ kind: 'void', reason: 'CANCELLED' })

describe('evaluating a selection on a result', () => {
  it.each([
    ['[SETL-14]', selection('1x2', 'X'), drawn, 'won', 'won'],
    ['[SETL-19] [SETL-34]', selection('draw_no_bet', '1'), drawn, 'won', 'void'],
    ['[SETL-35] [SETL-36] without a half-time score:', selection('half_time_result', '1'), drawn, null, null],
    ['[SETL-40]', selection('half_time_result', '1'), cancelled, 'void', 'void'],
  ] as const)(
    '%s the selection %j with the result %j has the house and industry outcomes %j and %j',
    (_, leg, games, house, industry) => {
      expect(evaluateSelections([leg], games)).toEqual({
        evaluated: [{ ...leg, version: 3, house, industry }],
        unreadable: [],
      })
    },
  )

  it('[SETL-01] a selection that cannot be evaluated does not block other selections', () => {
    const odd = selection('1x2', 'no such selection')
    const { evaluated, unreadable } = evaluateSelections([odd, selection('1x2', '1')], drawn)
    expect(evaluated).toHaveLength(1)
    expect(unreadable).toMatchObject([{ selection: odd }])
  })
})
