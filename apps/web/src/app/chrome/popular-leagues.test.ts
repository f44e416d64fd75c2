import { expect, it } from 'vitest'
import { popularLeagues } from './popular-leagues.ts'

const leagues = (counts: readonly number[], country: string) =>
  counts.map((count) => ({ name: `League of ${count}`, country, count }))

it('[HOME-04] the popular leagues are the first ten leagues in the order of the server, football first', () => {
  const sports = [
    { name: 'soccer', count: 0, leagues: leagues([2, 31, 7, 23, 3, 11, 13], 'Uganda') },
    { name: 'basketball', count: 0, leagues: leagues([29, 5, 17, 19], 'Kenya') },
  ]
  const found = popularLeagues(sports)
  expect(found.map(({ count }) => count)).toEqual([2, 31, 7, 23, 3, 11, 13, 29, 5, 17])
  expect(found[7]).toEqual({ name: 'League of 29', country: 'Kenya', count: 29, sport: 'basketball' })
  expect(popularLeagues([])).toEqual([])
})
