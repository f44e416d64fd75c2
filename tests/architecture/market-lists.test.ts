import { MARKETS, selectionIdsOf } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_GROUPS } from '@mupiira/domain/markets/types.ts'
import { expect, it } from 'vitest'
import { DECIDABLE_MARKETS, isWon } from '../journeys/match-oracle.ts'
import { repositorySources } from './sources.ts'

const game = {
  sport: 'soccer',
  homeTeam: 'Vipers',
  awayTeam: 'KCCA',
  knockout: false,
  favourite: 'home',
  drawPossible: true,
} as const
const goalless = { HomeTeam: 'Vipers', FTHG: '0', FTAG: '0', HTHG: '0', HTAG: '0' }

it('the independent settlement oracle of the tests covers every market that needs no line-ups and no qualifier', () => {
  const wanted = MARKETS.filter(({ needs }) => needs === undefined).map(({ id }) => id)
  expect(new Set(DECIDABLE_MARKETS)).toEqual(new Set(wanted))
  for (const market of wanted) {
    for (const selection of selectionIdsOf(market, game)) {
      expect(isWon(goalless, market, selection), `${market} ${selection}`).toBeTypeOf('boolean')
    }
  }
})

it('[MKT-20] docs/requirements.md has the number of markets and the size of each group', () => {
  const sizes = MARKET_GROUPS.map((group) => {
    const size = MARKETS.filter((market) => market.group === group).length
    return `${group.toUpperCase()} with ${size}`
  })
  const listed = new Intl.ListFormat('en-GB').format(sizes)
  const requirement = /^- MKT-20 .*$/m.exec(repositorySources().get('docs/requirements.md') ?? '')?.[0]
  expect(requirement).toContain(`the ${MARKETS.length} markets of D10 in the groups ${listed};`)
})
