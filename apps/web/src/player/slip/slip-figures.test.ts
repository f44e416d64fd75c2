import { ugx } from '@mupiira/domain/money/ugx.ts'
import { describe, expect, it } from 'vitest'
import type { SlipItem } from '../../state/slip-rules.ts'
import { betBody, figuresOf, jointGames, oddsPerGame, slipLines, totalChange, type Quote } from './slip-figures.ts'

const item = (gameId: string, selection: string, oddsSeen: string, market = '1x2'): SlipItem => ({
  id: `${gameId}-${market}-${selection}`,
  gameId,
  market,
  marketCategory: market,
  selection,
  oddsSeen,
  isNew: false,
  names: {
    section: 'Moneyline',
    label: selection,
    homeTeam: 'URA FC',
    awayTeam: 'BUL FC',
    league: 'Premier League',
    sport: 'Soccer',
    gameTime: '2026-11-21T16:00:00.000Z',
    gameStatus: 'upcoming',
  },
})

type QuoteSelection = Quote['selections'][number]
const entered = (
  gameId: string,
  selection: string,
  odds: number | null,
  problem: QuoteSelection['problem'] = null,
  market = '1x2',
) => ({
  gameId,
  market,
  selection,
  odds,
  problem,
})
const quote = (selections: QuoteSelection[], jointOdds: Quote['jointOdds'] = []) =>
  ({ selections, jointOdds, atMs: NOW.getTime() }) as unknown as Quote

const NOW = new Date('2026-11-21T12:00:00.000Z')
const TERMS = { bonusMinOdds: 1.2, maxPayout: 500_000_000 }
const three = [item('g-ura', '1', '2.34'), item('g-ars', '1', '1.52'), item('g-ful', 'X', '3.30')]
const stake = ugx(2_500_000n)

describe('a live game in the slip', () => {
  const live = [item('g-ura', '1', '2.34')]
  const started = new Date('2026-11-21T16:30:00.000Z')

  it('[INP-09] a suspended selection keeps its place in the totals, and says why', () => {
    const [line] = slipLines(live, quote([entered('g-ura', '1', null, 'GAME_CLOSED')]), started, undefined, {
      'g-ura': 'Suspended: goal',
    })
    expect(line).toMatchObject({ problem: 'Suspended: goal', isSuspended: true, isLive: true, odds: 234 })
    expect(
      figuresOf(
        [line].flatMap((each) => each ?? []),
        stake,
        TERMS,
      )?.totalOddsHundredths,
    ).toBe(234n)
  })

  it('[INP-09] a selection whose game has reopened waits for a new quote, then is open', () => {
    const closed = quote([entered('g-ura', '1', null, 'GAME_CLOSED')])
    expect(slipLines(live, closed, started, undefined, { 'g-ura': null })[0]?.problem).toBe('Suspended')
    const open = quote([entered('g-ura', '1', 1.9)])
    expect(slipLines(live, open, started, undefined, { 'g-ura': null })[0]).toMatchObject({
      problem: null,
      odds: 190,
      isLive: true,
    })
  })

  it('[INP-09] a live game that takes no bets in play is closed', () => {
    const [line] = slipLines(live, undefined, started)
    expect(line).toMatchObject({ isSuspended: false, problem: 'This game has started or is closed for betting.' })
  })
})

describe('the totals of a slip', () => {
  it('[SLIP-24] [SLIP-28] [SLIP-29] [SLIP-71] the totals of a slip are computed from the shown total odds', () => {
    const figures = figuresOf(slipLines(three, undefined, NOW), stake, TERMS)
    expect(figures).toMatchObject({
      totalOddsHundredths: 1173n,
      bonusPercent: 3,
      potentialWinUgx: 29_325_000n,
      bonusUgx: 879_750n,
      payoutUgx: 30_204_750n,
    })
  })

  it.each([
    ['unchanged', 1.52, 'same', 1173n],
    ['better', 1.55, 'better', 1196n],
    ['worse', 1.5, 'worse', 1158n],
  ] as const)(
    '[SLIP-49] [SLIP-50] the totals of a slip whose odds are %s (now %d) use the current odds',
    (_title, now, change, total) => {
      const lines = slipLines(three, quote([entered('g-ars', '1', now)]), NOW)
      expect(lines[1]?.change).toBe(change)
      expect(figuresOf(lines, stake, TERMS)?.totalOddsHundredths).toBe(total)
    },
  )

  it('[SLIP-05] the totals of a slip use the joint odds of a game with several selections, and are absent until the joint odds are known', () => {
    const same = [item('g-ura', '1', '2.34'), item('g-ura', 'yes', '1.90', 'btts'), item('g-ars', '1', '1.52')]
    expect(figuresOf(slipLines(same, undefined, NOW), stake, TERMS)).toBeNull()
    const answer = quote(
      [entered('g-ura', '1', 2.34), entered('g-ura', 'yes', 1.9, null, 'btts')],
      [{ gameId: 'g-ura', odds: 4.1 }],
    )
    const lines = slipLines(same, answer, NOW)
    // A quote of an earlier slip does not apply to this one.
    const more = [...same, item('g-ura', 'odd', '1.95', 'odd_even')]
    expect(figuresOf(slipLines(more, answer, NOW), stake, TERMS)).toBeNull()
    expect(oddsPerGame(lines, 'odds')).toEqual([410, 152])
    expect(figuresOf(lines, stake, TERMS)?.totalOddsHundredths).toBe(623n)
  })

  it('[SLIP-70] the payout of a slip is capped at the maximum payout', () => {
    const figures = figuresOf(slipLines(three, undefined, NOW), stake, { ...TERMS, maxPayout: 300_000 })
    expect(figures).toMatchObject({ payoutUgx: 30_000_000n, isCapped: true })
  })

  it.each([
    ['GAME_CLOSED', 'This game has started or is closed for betting.'],
    ['GAME_MISSING', 'Game is missing a valid ID. Please refresh or contact support.'],
    ['MARKET_UNAVAILABLE', 'This selection is not available at the moment.'],
  ] as const)('[SLIP-09] a slip selection with the problem %s shows "%s"', (problem, text) => {
    const [line] = slipLines(three, quote([entered('g-ura', '1', null, problem)]), NOW)
    expect(line?.problem).toBe(text)
    expect(line?.odds).toBe(234)
  })
})

describe('while the slip is open', () => {
  const same = [item('g-ura', '1', '2.34'), item('g-ura', 'yes', '1.90', 'btts')]
  const joint = (odds: number): Quote =>
    quote([entered('g-ura', '1', 2.34), entered('g-ura', 'yes', 1.9, null, 'btts')], [{ gameId: 'g-ura', odds }])
  const [seen] = jointGames(slipLines(same, joint(4.1), NOW))
  const known = new Map([[seen?.content ?? '', 410 as never]])

  it.each([
    [4.1, 'same', 410n, 4.1],
    [4.3, 'better', 430n, 4.3],
    [3.9, 'worse', 390n, 4.1],
  ] as const)(
    '[SLIP-05] [SLIP-50] joint odds seen at 4.10 and now %s are shown as %s',
    (odds, change, now, requested) => {
      const lines = slipLines(same, joint(odds), NOW, known)
      expect(jointGames(lines)).toMatchObject([{ match: 'URA FC vs BUL FC', seen: 410, change }])
      expect(totalChange(lines)).toEqual({ seen: 410n, now, change })
      expect(betBody(lines, stake, 'better', 0).totalOdds).toBe(requested)
    },
  )

  it.each([
    ['open before its game starts', NOW, undefined, false],
    [
      'closed when its game has started and nothing was refetched since',
      new Date('2026-11-21T16:00:00.000Z'),
      NOW,
      true,
    ],
    [
      'open when the start of its game was moved and a later response offers it',
      new Date('2026-11-21T16:10:00.000Z'),
      new Date('2026-11-21T16:05:00.000Z'),
      false,
    ],
  ] as const)('[SLIP-22] a selection on the slip is %s', (_, now, askedAt, closed) => {
    const answer = askedAt && { ...quote([entered('g-ura', '1', 2.34)]), atMs: askedAt.getTime() }
    const [line] = slipLines(three, answer, now)
    expect(line?.problem).toBe(closed ? 'This game has started or is closed for betting.' : null)
  })
})

describe('[SLIP-43] the placement request', () => {
  it('[SLIP-50] the placement request contains the better odds that the slip shows, and the total odds used for the payout', () => {
    const lines = slipLines(three, quote([entered('g-ars', '1', 1.55)]), NOW)
    const body = betBody(lines, stake, 'better', 3)
    expect(body.totalOdds).toBe(11.96)
    expect(Number(figuresOf(lines, stake, TERMS)?.totalOddsHundredths)).toBe(1196)
    expect(body.selections.map(({ odds }) => odds)).toEqual([2.34, 1.55, 3.3])
  })

  it('the placement request contains the odds that the player saw or accepted, not later worse odds', () => {
    const lines = slipLines(three, quote([entered('g-ars', '1', 1.5)]), NOW)
    const body = betBody(lines, stake, 'better', 3)
    expect(body).toMatchObject({ stake: 25_000, totalOdds: 11.73, bonusPercentage: 3, acceptOddsChanges: false })
    expect(body.selections.map(({ odds }) => odds)).toEqual([2.34, 1.52, 3.3])
  })

  it('[SLIP-42] the placement request divides the stake between the selections, rounded down', () => {
    const body = betBody(slipLines(three, undefined, NOW), stake, 'any', 3)
    expect(body.selections.map(({ stake: each }) => each)).toEqual([8333.33, 8333.33, 8333.33])
  })
})
