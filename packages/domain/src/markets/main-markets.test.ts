import { expect, it } from 'vitest'
import { selectionIdsOf } from './catalogue.ts'
import { MAIN_MARKETS, MAIN_SELECTIONS } from './main-markets.ts'
import { MARKET_IDS, type GameForMarkets } from './types.ts'

const game: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Vipers SC',
  awayTeam: 'KCCA FC',
  knockout: false,
  favourite: 'home',
  drawPossible: true,
}

it('every selection of a main market is in the market table, in the order of the table', () => {
  expect(MARKET_IDS.filter((id) => MAIN_MARKETS.some((main) => main === id))).toEqual(MAIN_MARKETS)
  for (const market of MAIN_MARKETS) {
    const listed: readonly string[] = MAIN_SELECTIONS[market]
    expect(
      selectionIdsOf(market, game).filter((id) => listed.includes(id)),
      market,
    ).toEqual(listed)
  }
})
