import { odds } from '@mupiira/domain/odds/odds.ts'
import { MOVEMENT_STEP_MS } from '@mupiira/domain/pricing/movement.ts'
import { describe, expect, it } from 'vitest'
import type { BetGame } from './bet-game.ts'
import { chooseOdds, type SlipContext } from './evaluate-slip.ts'

const STEP = 100
/** A moment within the grace period of the last step. */
const CONTEXT = { now: new Date(STEP * MOVEMENT_STEP_MS + 4_999) } as unknown as SlipContext

/** A game with a single leg: its current price, its price at the last completed step, and the price the player saw. */
const game = (id: string, now: number, previous: number | null, seen: number): BetGame =>
  ({
    gameId: id,
    legs: [
      {
        at: 0,
        game: { id, sport: id },
        step: STEP,
        prices: { price: () => ({ previousHundredths: previous }) },
        market: '1x2',
        selectionId: '1',
        oddsHundredths: odds(now),
        seenHundredths: seen,
      },
    ],
    oddsHundredths: odds(now),
  }) as unknown as BetGame

const chosen = (games: readonly BetGame[], totalOdds: number | undefined, acceptOddsChanges = false) => {
  const result = chooseOdds(games, { ...(totalOdds !== undefined && { totalOdds }), acceptOddsChanges }, CONTEXT)
  return result.ok ? result.value.map(({ oddsHundredths }) => Number(oddsHundredths)) : 'ODDS_CHANGED'
}

describe('the odds at which a ticket is accepted', () => {
  it.each<[string, readonly BetGame[], number | undefined, readonly number[] | string]>([
    ['an unchanged total', [game('a', 211, null, 211), game('b', 307, null, 307)], 6.47, [211, 307]],
    ['a better total with one worse leg', [game('a', 210, null, 211), game('b', 311, null, 307)], 6.47, [210, 311]],
    ['the total of the previous price step', [game('a', 205, 211, 211), game('b', 301, 307, 307)], 6.47, [211, 307]],
    ['a total of mixed price steps', [game('a', 205, 211, 211), game('b', 311, 307, 311)], 6.56, 'ODDS_CHANGED'],
    [
      'one game without a previous price step',
      [game('a', 205, 211, 211), game('b', 301, null, 307)],
      6.47,
      'ODDS_CHANGED',
    ],
    ['single odds as seen, without a total', [game('a', 211, null, 211)], undefined, [211]],
    [
      'a better product with one worse leg, without a total',
      [game('a', 210, null, 211), game('b', 311, null, 307)],
      undefined,
      [210, 311],
    ],
    [
      'a worse product with one better leg, without a total',
      [game('a', 205, null, 211), game('b', 308, null, 307)],
      undefined,
      'ODDS_CHANGED',
    ],
    [
      'the product of the previous price step, without a total',
      [game('a', 205, 211, 211), game('b', 301, 307, 307)],
      undefined,
      [211, 307],
    ],
    ['worse single odds, without a total', [game('a', 210, null, 211)], undefined, 'ODDS_CHANGED'],
  ])(
    '[SLIP-49] [SLIP-50] [SLIP-52] [D17] a slip with $0 is accepted at these odds or refused: $3',
    (_, games, totalOdds, expected) => {
      expect(chosen(games, totalOdds)).toEqual(expected)
    },
  )

  it('[SLIP-51] a slip of a player who accepts odds changes is accepted at the current odds', () => {
    expect(chosen([game('a', 205, 211, 217)], 2.17, true)).toEqual([205])
  })
})
