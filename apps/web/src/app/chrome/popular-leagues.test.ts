import { expect, it } from 'vitest'
import { popularLeagues } from './popular-leagues.ts'

const leagues = (counts: readonly number[], country: string) =>
  counts.map((count) => ({ name: `League of ${count}`, country, count }))

it('[HOME-04] the popular leagues are the ten leagues with the most games, in any sport', () => {
  const sports = [
    { name: 'soccer', count: 0, leagues: leagues([2, 31, 7, 23, 3, 11, 13], 'Uganda') },
    { name: 'basketball', count: 0, leagues: leagues([29, 5, 17, 19, 1], 'Kenya') },
  ]
  const found = popularLeagues(sports)
  expect(found.map(({ count }) => count)).toEqual([31, 29, 23, 19, 17, 13, 11, 7, 5, 3])
  expect(found[1]).toEqual({ name: 'League of 29', country: 'Kenya', count: 29, sport: 'basketball' })
  expect(popularLeagues([])).toEqual([])
})
