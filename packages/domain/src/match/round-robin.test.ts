import { expect, it } from 'vitest'
import { roundRobinPair } from './round-robin.ts'

it.each([2, 6, 20])(
  'a round robin of %d teams has each team once in a round, and each pair once at home in two series',
  (teams) => {
    const met = new Set<string>()
    for (let round = -teams; round < teams - 2; round += 1) {
      const pairs = Array.from({ length: teams / 2 }, (_, table) => roundRobinPair(teams, round, table))
      expect(new Set(pairs.flat()).size).toBe(teams)
      for (const [home, away] of pairs) met.add(`${home}-${away}`)
    }
    expect(met.size).toBe(teams * (teams - 1))
  },
)
