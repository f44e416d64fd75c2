import { expect, it } from 'vitest'
import { popularGames } from './popular.ts'

const gamesOf = (ids: string) => [...ids].map((id) => ({ id }))

it.each([
  ['no bets', 'abcdefg', '', 'abcde'],
  ['no bets and fewer than five games', 'abc', '', 'abc'],
  ['no games', '', 'ab', ''],
  ['fewer than five games with bets', 'abcdefg', 'fb', 'bf'],
  ['more than five games with bets', 'abcdefg', 'gfedcb', 'cdefg'],
  ['bets on games of other lists, which do not count', 'abcdefg', 'zyxwvgf', 'fg'],
  ['bets on games of other lists only', 'abcdefg', 'zyx', 'abcde'],
])('[HOME-12] popular games with %s: of %j with bets on %j the list shows %j', (_case, games, mostBetOn, popular) => {
  expect(
    popularGames(gamesOf(games), [...mostBetOn])
      .map(({ id }) => id)
      .join(''),
  ).toBe(popular)
})
