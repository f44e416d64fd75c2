import { dayAfter } from '../support/business-time.ts'
import type { Product } from '../support/product.ts'

type Opened = { readonly product: Product }

export const goodSlip = (gameId: string) => ({
  stake: 30_000,
  acceptOddsChanges: true,
  selections: [{ gameId, market: '1x2', selection: '1', odds: 1.01, match: 'a match' }],
})

/** A month ahead, so that the games are open whenever the test runs. */
const startDay = ({ product }: Opened): string => dayAfter(product.clock.now(), 30)
export const today = ({ product }: Opened): string => dayAfter(product.clock.now(), 0)

export const gameForm = (fixture: Opened) => ({
  homeTeam: 'Vipers SC',
  awayTeam: 'KCCA FC',
  league: 'Premier League',
  startTime: `${startDay(fixture)}T15:00:00Z`,
  homeOdds: 2.1,
  drawOdds: 3.2,
  awayOdds: 3.6,
})
export const fixtureForm = (fixture: Opened) => ({
  tournament: 'Uganda Cup',
  matches: [{ homeTeam: 'Vipers SC', awayTeam: 'KCCA FC', date: startDay(fixture), time: '16:00' }],
})
