import { expect, it } from 'vitest'
import { oddsFaultsIn } from './typed-odds.ts'

it('[ADMG-09] a blank field means no odds; unreadable text is refused', () => {
  const odds = { homeOdds: '0,0', drawOdds: 'abc', awayOdds: '4,2', over25Odds: ' ', under25Odds: '1e999' }
  expect(oddsFaultsIn({ homeTeam: 'KCCA', knockOut: false, ...odds })).toEqual({
    homeOdds: 'must be above 1',
    drawOdds: 'is not a number',
    under25Odds: 'is not a number',
  })
})

it('[ADMF-04] names the odds of a fixture match like the server', () => {
  expect(oddsFaultsIn({ key: '7', drawOdds: 'x' }, 'matches.1.')).toEqual({ 'matches.1.drawOdds': 'is not a number' })
})
