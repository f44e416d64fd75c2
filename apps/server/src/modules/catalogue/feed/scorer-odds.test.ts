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

  const kickOffIn = (hours: number) => feedMatch('1', { startsAt: at(hours * 60) })

  it('[D20] a game rescheduled by a day or more has no line-ups until the feed publishes them for the new start', () => {
    const before = pricedGame()
    const later = applyReport(before, kickOffIn(72), undefined, at(-49))
    expect(later).toMatchObject({ players: [], lineUpsAt: null })
    expect(later.priceVersion).toBeGreaterThan(before.priceVersion)
    const published = at(71 * 60)
    const again = { ...withLineUp(SUBSTITUTE), startsAt: at(72 * 60) }
    expect(applyReport(later, again, undefined, published)).toMatchObject({
      players: [{ id: SUBSTITUTE.id }],
      lineUpsAt: published,
    })
    const together = applyReport(before, again, undefined, at(-49))
    expect(together).toMatchObject({ players: [{ id: SUBSTITUTE.id }], lineUpsAt: at(-49) })
  })

  it('[D20] a game rescheduled by less than a day keeps its line-ups until its start is a day later in total', () => {
    const evening = applyReport(pricedGame(), kickOffIn(23), undefined, at(-49))
    expect(evening).toMatchObject({ players: [{ id: STAR.id }], lineUpsAt: at(-60) })
    expect(applyReport(evening, kickOffIn(24), undefined, at(-48)).players).toEqual([])
  })

  it('a repeated report of line-ups and scorer odds changes nothing', () => {
    const game = pricedGame()
    expect(applyReport(game, withLineUp(STAR), quoted(-55), at(-50))).toBe(game)
  })
})

describe('[SETL-30] without odds of the feed goalscorers are priced by their records', () => {
  const starters = (['home', 'away'] as const).flatMap((side) =>
    Array.from({ length: 11 }, (_, number) => ({ id: `${side}${number}`, name: `${side} Player ${number}`, side })),
  )
  const record = (playerId: string, matches: number, goals: number) =>
    ({ playerId, position: 'forward', matches, goals }) as const
  const records = { home: [record('home9', 20, 12), record('home10', 4, 4)], away: null }
  const withRecordsOf = (change: Partial<FeedGame> = {}) => feedMatch('1', { players: starters, records, ...change })
  const recorded = (): GameRow => applyReport(newFeedGame(withRecordsOf(), at(-60)), withRecordsOf(), ODDS, at(-60))

  it('without feed odds, Goalscorer prices appear with the line-ups, except for players whose scoring record is too short', () => {
    const game = recorded()
    expect(priceOf(game, 'home9')).toBeGreaterThan(1.2)
    expect(priceOf(game, 'home9')).toBeLessThan(4)
    expect(['home10', 'home8', 'away9'].map((id) => priceOf(game, id))).toEqual([null, null, null])
  })

  it('a live score report keeps Goalscorer prices, and a repeated match list changes nothing', () => {
    const game = recorded()
    const { records: _records, ...pushed } = withRecordsOf()
    expect(applyReport(game, pushed, undefined, at(-59))).toBe(game)
    expect(applyReport(game, withRecordsOf(), ODDS, at(-59))).toBe(game)
  })

  it('new match odds and a new goal in the scoring record each change a Goalscorer price', () => {
    const game = recorded()
    const weaker = applyReport(game, withRecordsOf(), { ...ODDS, home: 5, away: 1.6, quotedAt: at(-50) }, at(-50))
    expect(priceOf(weaker, 'home9')).toBeGreaterThan(priceOf(game, 'home9') ?? 0)
    const more = { ...records, home: [record('home9', 21, 14)] }
    const scored = applyReport(game, withRecordsOf({ records: more }), ODDS, at(-50))
    expect(priceOf(scored, 'home9')).toBeLessThan(priceOf(game, 'home9') ?? 0)
    expect(scored.priceVersion).toBeGreaterThan(game.priceVersion)
  })

  it('feed odds take precedence over scoring records, and without either a player has no Goalscorer price', () => {
    const game = recorded()
    const quotes = [{ name: 'home Player 9', odds: 9 }]
    const other = applyReport(game, withRecordsOf(), { ...ODDS, quotedAt: at(-50), scorers: quotes }, at(-49))
    expect(priceOf(other, 'home9')).toBeGreaterThan(5)
    const none = applyReport(game, withRecordsOf({ records: { home: null, away: null } }), ODDS, at(-49))
    expect(priceOf(none, 'home9')).toBeNull()
  })
})
