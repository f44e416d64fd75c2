import { describe, expect, it } from 'vitest'
import { priceSelection } from '@mupiira/domain/pricing/price-game.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import type { GameRow } from '../games/game-row.ts'
import type { FeedGame } from '../ports.ts'
import { at, feedMatch, ODDS } from '../testing/feed-fixture.ts'
import { applyReport, newFeedGame } from './apply-report.ts'

const STAR = { id: '9', name: 'B. Saka', side: 'home' } as const
const SUBSTITUTE = { id: '14', name: 'E. Nketiah', side: 'home' } as const
const scorers = [
  { name: 'Bukayo Saka', odds: 1.7 },
  { name: 'E. Nketiah', odds: 3 },
]
const quoted = (minutes: number) => ({ ...ODDS, quotedAt: at(minutes), scorers })
const withLineUp = (...players: FeedGame['players']) => feedMatch('1', { players })

/** The price of the player as a decimal; null while it is not on offer. */
const priceOf = ({ model, sport, homeTeam, awayTeam, players }: GameRow, id: string): number | null => {
  const { overround } = DEFAULT_SETTINGS
  const options = { rulebook: 'house', overround } as const
  const game = { sport, homeTeam, awayTeam, players, knockout: false, favourite: 'home', drawPossible: true } as const
  const price = model && priceSelection(model, game, 'anytime_scorer', id, options)
  return price === null || price.oddsHundredths === null ? null : price.oddsHundredths / 100
}

/** A new game with line-ups an hour before the start, and scorer odds that were quoted five minutes later. */
function pricedGame(): GameRow {
  const listed = newFeedGame(withLineUp(STAR), at(-60))
  return applyReport(listed, withLineUp(STAR), quoted(-55), at(-54))
}

describe('[SETL-30] goalscorers are priced by the odds of the feed', () => {
  it('only line-up players with feed odds get a Goalscorer price, at most the feed’s odds', () => {
    const game = pricedGame()
    expect(priceOf(game, STAR.id)).toBeLessThanOrEqual(1.7)
    expect(priceOf(game, STAR.id)).toBeGreaterThan(1.4)
    expect(priceOf(game, SUBSTITUTE.id)).toBeNull()
  })

  const closed: readonly (readonly [string, () => GameRow])[] = [
    [
      'the quote is older than the line-ups',
      () => applyReport(newFeedGame(withLineUp(STAR), at(-60)), withLineUp(STAR), quoted(-61), at(-59)),
    ],
    [
      'the time of the quote is unknown',
      () =>
        applyReport(
          newFeedGame(withLineUp(STAR), at(-60)),
          withLineUp(STAR),
          { ...quoted(0), quotedAt: null },
          at(-59),
        ),
    ],
    [
      'the next quote has no scorer odds',
      () => applyReport(pricedGame(), withLineUp(STAR), { ...ODDS, quotedAt: at(-50) }, at(-49)),
    ],
    ['the player moves to the bench', () => applyReport(pricedGame(), withLineUp(SUBSTITUTE), undefined, at(-49))],
  ]
  it.each(closed)('no Goalscorer selection is offered when %s', (_, game) => {
    expect(priceOf(game(), STAR.id)).toBeNull()
  })

  it('a changed line-up changes the price version of a game', () => {
    const before = pricedGame()
    const benched = applyReport(before, withLineUp(SUBSTITUTE), undefined, at(-49))
    expect(benched.priceVersion).toBeGreaterThan(before.priceVersion)
    const requoted = applyReport(benched, withLineUp(SUBSTITUTE), quoted(-45), at(-44))
    expect(requoted.priceVersion).toBeGreaterThan(benched.priceVersion)
    expect(priceOf(requoted, SUBSTITUTE.id)).toBeLessThanOrEqual(3)
  })

  it('a repeated report of line-ups and scorer odds changes nothing', () => {
    const game = pricedGame()
    expect(applyReport(game, withLineUp(STAR), quoted(-55), at(-50))).toBe(game)
  })
})
