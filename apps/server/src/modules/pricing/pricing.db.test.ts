import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Game, listGames } from '@mupiira/contract/games.ts'
import type { Call, Route } from '../../kernel/http/route.ts'
import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import { newId } from '../../kernel/ids.ts'
import { testClock, testKernel } from '../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { BaseOdds, Catalogue, GameRow } from '../catalogue/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import { createPricing, type Pricing } from './index.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const clock = testClock(NOW)
const inMinutes = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)
const ODDS = { homeOdds: 234, drawOdds: 305, awayOdds: 310, over25Odds: null, under25Odds: null }

let app: TestApp
let catalogue: Catalogue
let pricing: Pricing
let settings: SettingsApi
beforeAll(async () => {
  app = await createTestApp({ clock, config: { PRICE_KEY: 'the key of this test' } })
  ;({ catalogue, pricing, settings } = app.modules)
  await app.start()
})
afterAll(() => app?.close())

/**
 * Until the event of a new game is handled, a reader may see the newer game from the database first and the
 * older one afterwards.
 */
async function onBoard(name: string): Promise<void> {
  await expect.poll(async () => (await pricing.games.list({ q: name }, clock.now())).items.length).toBe(1)
}
const game = (homeTeam: string, change: Partial<GameRow> = {}, odds: BaseOdds | null = ODDS): Promise<GameRow> =>
  app.kernel.db.transaction((tx) =>
    catalogue.manualGames.create(
      tx,
      {
        homeTeam,
        awayTeam: 'BUL FC',
        league: 'Premier League',
        country: 'Uganda',
        sport: 'soccer',
        startTime: inMinutes(60),
        ...change,
      },
      odds,
      clock.now(),
    ),
  )
/** Sets the game live after this many minutes, including the break. */
const play = (id: string, minutesPassed: number) =>
  app.kernel.db.transaction((tx) =>
    catalogue.manualGames.change(tx, id, { status: 'live', minutesPassed }, clock.now()),
  )
const listed = async (query: Parameters<Pricing['games']['list']>[0] = {}): Promise<string[]> =>
  (await pricing.games.list(query, clock.now())).items.map((item) => item.homeTeam)

it('[MKT-33] the goal prices of listed football games equal the prices on their market screens, and other sports have none', async () => {
  const total = { ...ODDS, over25Odds: 190, under25Odds: 195 }
  const football = await game('Goal Prices FC', {}, total)
  const tennis = await game('A. Player', { sport: 'tennis', league: 'Kampala Open' }, { ...ODDS, drawOdds: null })
  await onBoard('Goal Prices FC')
  await onBoard('A. Player')
  const [shown, ...others] = pricing.games.goalPrices([football.id, tennis.id, newId()], clock.now())
  expect(others).toEqual([])
  const markets = (await pricing.games.markets(football.id, clock.now()))?.items ?? []
  const oddsIn = (market: string, selection: string) =>
    markets.find(({ id }) => id === market)?.selections.find(({ id }) => id === selection)?.odds
  expect(shown).toEqual({
    gameId: football.id,
    over: oddsIn('over_under', 'over_2.5'),
    under: oddsIn('over_under', 'under_2.5'),
    yes: oddsIn('btts', 'yes'),
    no: oddsIn('btts', 'no'),
  })
  expect(shown?.over).toBeGreaterThan(1)
  await app.kernel.db.transaction(async (tx) => {
    for (const { id } of [football, tennis]) await catalogue.manualGames.change(tx, id, { hidden: true }, clock.now())
  })
  await expect.poll(() => pricing.games.goalPrices([football.id], clock.now())).toEqual([])
})

describe('the list of games', () => {
  beforeAll(async () => {
    await game('URA FC')
    await game('Vipers SC', { startTime: inMinutes(30), league: 'Uganda Cup' })
    await game('Arsenal', { startTime: inMinutes(90), country: 'England' })
    await game('City Oilers', { startTime: inMinutes(120), sport: 'basketball', league: 'NBL' })
    await pricing.start()
  })

  it('[HOME-14] the list of games is ordered by rank of the league, with football first', async () => {
    expect(await listed()).toEqual(['Arsenal', 'URA FC', 'Vipers SC', 'City Oilers'])
  })

  it.each([
    ['HOME-02', { sport: 'basketball' }, ['City Oilers']],
    ['HOME-03', { league: 'Premier League' }, ['Arsenal', 'URA FC']],
    ['APP-51', { country: 'England' }, ['Arsenal']],
    ['HOME-08', { q: 'vIpErS' }, ['Vipers SC']],
    ['HOME-08', { q: 'premier' }, ['Arsenal', 'URA FC']],
    ['HOME-08', { q: 'ÚRA' }, ['URA FC']],
    ['HOME-08', { q: 'cup vipers' }, ['Vipers SC']],
    ['HOME-08', { q: 'zzyzx' }, []],
    ['HOME-28', { when: '3h', league: 'Premier League' }, ['Arsenal', 'URA FC']],
    ['HOME-28', { when: '2026-11-21' }, ['Arsenal', 'URA FC', 'Vipers SC', 'City Oilers']],
    ['HOME-28', { when: '2026-11-22' }, []],
    ['HOME-10', { q: '  ' }, ['Arsenal', 'URA FC', 'Vipers SC', 'City Oilers']],
    ['HOME-23', { q: 'nobody' }, []],
  ])('[%s] the list of games is filtered by %j', async (_id, query, names) => {
    expect(await listed(query)).toEqual(names)
  })

  it('the list of games returns all games page by page', async () => {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await pricing.games.list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) }, clock.now())
      names.push(...page.items.map((item) => item.homeTeam))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(names).toEqual(await listed())
  })

  it('the list of games continues after a cursor whose game was deleted', async () => {
    const [first] = (await pricing.games.list({ limit: 1 }, clock.now())).items
    const deleted = '01a1fe5c-a957-72d2-9917-c6a0246b4f30'
    const cursor = `${Date.parse(first?.startTime ?? '').toString(36)}.${deleted}`
    const { items } = await pricing.games.list({ cursor }, clock.now())
    expect(items.map(({ homeTeam }) => homeTeam)).toEqual(expect.arrayContaining((await listed()).slice(1)))
  })

  it.each(['zzzzzzzzzzzz.01a1fe5c-a957-72d2-9917-c6a0246b4f30', `abc.${'-'.repeat(36)}`, 'nonsense'])(
    '[OPS-01] the list of games refuses the invalid cursor %s',
    async (cursor) => {
      const list = pricing.routes.find((route): route is Route & { kind: 'answer' } => route.endpoint === listGames)
      for (const status of ['finished', 'upcoming']) {
        const call = { query: { status, cursor }, now: clock.now() } as unknown as Call
        expect(await list?.handler(call)).toMatchObject({ error: 'INVALID_FIELDS' })
      }
    },
  )

  it('[HOME-28] the list of games counts the games of each kick-off range, independent of the chosen range', async () => {
    const { items, counts } = await pricing.games.list({ country: 'Uganda', when: '2026-11-22' }, clock.now())
    expect(items).toEqual([])
    expect(counts).toMatchObject({
      upcoming: 0,
      starts: [
        { when: '3h', games: 3 },
        { when: '2026-11-21', games: 3 },
      ],
    })
  })

  it('[HOME-06] [HOME-11] [HOME-12] [HOME-13] the list of games returns counts by sport and filter', async () => {
    expect((await pricing.games.list({ country: 'Uganda' }, clock.now())).counts).toMatchObject({
      total: 3,
      live: 0,
      popular: 3,
      upcoming: 3,
    })
  })

  it('[HOME-12] the list of games counts only games with bets as popular', async () => {
    const popular = async (query: Parameters<Pricing['games']['list']>[0] = {}) =>
      (await pricing.games.list(query, clock.now())).counts.popular
    const [first] = (await pricing.games.list({ country: 'England' }, clock.now())).items
    const before = pricing.changes.version()
    const bet = { selections: [await app.pick(first?.id ?? '')] }
    const ticket = await app.placeBet(await app.player({ balanceUgx: 30_011 }), bet)
    await pricing.start()
    expect(await popular()).toBe(1)
    // A new step may also change the version.
    expect(pricing.changes.version(), 'lists made before are stale').toBeGreaterThan(before)
    expect(await popular({ country: 'England' })).toBe(1)
    expect(await popular({ country: 'Uganda' }), 'no game of this list has bets').toBe(3)
    const cancellation = { ticketId: ticket.id, actorId: newId(), reason: 'for the test' }
    await app.kernel.db.transaction((tx) => app.modules.betting.tickets.cancel(tx, cancellation))
    await pricing.start()
    expect(await popular()).toBe(4)
  })

  it('[APP-47] the list of sports contains their leagues', () => {
    expect(pricing.games.sports().map(({ name, count }) => [name, count])).toEqual([
      ['soccer', 3],
      ['basketball', 1],
    ])
  })
})

describe('prices', () => {
  it('[MKT-36] prices are equal for the same game and time, and differ with another PRICE_KEY', async () => {
    const { id } = await game('Same')
    const odds = async (from: Pricing): Promise<unknown> =>
      (await from.prices.snapshot([id], clock.now())).get(id)?.markets
    const other = createPricing(
      testKernel(app.database.url, { clock, variables: { PRICE_KEY: 'another key of a test' } }).kernel,
      { catalogue, settings: settings.reads },
      { mostBetGames: async () => [], openLiabilities: async () => [] },
    )
    expect(await odds(pricing)).toEqual(await odds(pricing))
    expect(await odds(other)).not.toEqual(await odds(pricing))
  })

  it('[MKT-32] a changed setting changes prices at once, even in cached lists', async () => {
    const { id } = await game('Margin')
    await pricing.start()
    const price = async () => {
      const list = pricing.routes.find((route): route is Route & { kind: 'answer' } => route.endpoint === listGames)
      const outcome = await list?.handler({ query: { q: 'Margin' }, now: clock.now() } as unknown as Call)
      if (outcome === undefined || !('cached' in outcome)) throw new Error('no list')
      return (
        (JSON.parse(outcome.cached.bytes.toString()) as { items: Game[] }).items.find((item) => item.id === id)?.prices[
          '1'
        ] ?? 0
      )
    }
    const before = await price()
    const wide = { ...settings.reads.current().overround, '1x2': 30 }
    await app.kernel.db.transaction(
      async (tx) => void (await settings.commands.changeAll(tx, [{ key: 'overround', value: wide }], id, clock.now())),
    )
    await expect.poll(price).toBeLessThan(before)
    const first = { ...wide, '1x2': 5 }
    await app.kernel.db.transaction(
      async (tx) => void (await settings.commands.changeAll(tx, [{ key: 'overround', value: first }], id, clock.now())),
    )
    await expect.poll(price).toBe(before)
  })

  it('[MKT-35] [MKT-08] prices move every 30 s within three percent of their base', async () => {
    const { id } = await game('Moving')
    const seen = new Set<number>()
    for (let step = 0; step < 20; step++) {
      const price = (await pricing.prices.snapshot([id], new Date(NOW.getTime() + step * 30_000)))
        .get(id)
        ?.price('1x2', '1')
      const [now, base] = [price?.oddsHundredths ?? 0, price?.baseHundredths ?? 0]
      expect(Math.abs(now / base - 1)).toBeLessThanOrEqual(0.03)
      seen.add(now)
    }
    expect(seen.size).toBeGreaterThan(3)
  })

  it('[MKT-40] [MKT-41] prices of a game without odds are locked', async () => {
    const { id } = await game('Bare', {}, null)
    expect(await pricing.games.detail(id, clock.now())).toMatchObject({
      priced: false,
      open: false,
      prices: { '1': null, X: null, '2': null },
    })
    // Lists and details contain no default odds: the response has no figures for this game.
    await expect
      .poll(async () => (await pricing.games.list({ q: 'Bare' }, clock.now())).items)
      .toMatchObject([{ id, priced: false, open: false, prices: { '1': null, X: null, '2': null } }])
    const markets = (await pricing.games.markets(id, clock.now()))?.items ?? []
    expect(markets).toHaveLength(MARKETS.length)
    expect(markets.flatMap(({ selections }) => selections).filter(({ odds }) => odds !== null)).toEqual([])
  })

  it('[MKT-42] [HOME-20] prices are locked once the game has started, and a change is shown at once', async () => {
    const { id } = await game('Starting')
    await onBoard('Starting')
    const before = await pricing.games.detail(id, new Date(clock.now().getTime() - 1))
    expect(before?.prices['1']).toBeGreaterThan(1)
    expect(before).not.toHaveProperty('closing')
    const change = { status: 'live', minutesPassed: 3 } as const
    await app.kernel.db.transaction((tx) => catalogue.manualGames.change(tx, id, change, clock.now()))
    await expect
      .poll(() => pricing.games.detail(id, clock.now()))
      .toMatchObject({ open: false, prices: { '1': null }, clock: { label: "Live 3'" } })
    // Closing odds stay the same across steps.
    for (const minutes of [0, 1, 90])
      expect((await pricing.games.detail(id, inMinutes(minutes)))?.closing).toEqual(before?.prices)
  })

  it('[DATA-40] cached games have prices before and after the start, and unknown games are absent', async () => {
    const [early, playing] = [await game('Early'), await game('Playing')]
    await play(playing.id, 3)
    const present = () => pricing.games.present([early.id, playing.id], clock.now())
    await expect.poll(present).toMatchObject([{ status: 'upcoming' }, { status: 'live' }])
    const cached = () => pricing.games.cached([early.id, newId(), playing.id], clock.now())
    await expect.poll(() => cached().length).toBe(2)
    expect(cached()).toEqual(await present())
  })

  it('[MKT-42] [LIVE-08] prices are suspended while the game’s feed is silent, and the game is marked as delayed', async () => {
    const { id } = await game('Silent')
    expect(await pricing.games.detail(id, clock.now())).toMatchObject({ open: true, delayed: false })
    const silent = (is: boolean) =>
      app.kernel.db.transaction(async (tx) => {
        await tx.change(
          `insert into feed_links (game_id, feed_match_id, stale, updated_at) values ($1, $1::uuid::text, $2, now())
           on conflict (game_id) do update set stale = $2`,
          [id, is],
        )
        await tx.change(`update games set source = 'feed' where id = $1`, [id])
        await tx.change('update game_offers set quoted_at = $2 where game_id = $1', [id, clock.now()])
        await app.kernel.outbox.appendEvents(tx, [{ type: 'games-changed', data: { gameIds: [id] } }])
      })
    await silent(true)
    await expect
      .poll(() => pricing.games.detail(id, clock.now()))
      .toMatchObject({ open: false, delayed: true, prices: { '1': null, X: null, '2': null } })
    await silent(false)
    await expect.poll(() => pricing.games.detail(id, clock.now())).toMatchObject({ open: true, delayed: false })
  })

  it('[MKT-20] [MKT-45] football has prices in all markets, and tennis only in the Moneyline, without a draw', async () => {
    const football = await game('Complete')
    const tennis = await game('Player A', { sport: 'tennis' }, { ...ODDS, drawOdds: null as unknown as number })
    const markets = async (id: string) => (await pricing.games.markets(id, clock.now()))?.items ?? []
    expect(await markets(football.id)).toHaveLength(MARKETS.length)
    const offered = (await markets(tennis.id)).filter((market) => market.available)
    expect(offered.map(({ id }) => id)).toEqual(['1x2'])
    expect(offered[0]?.selections.find(({ id }) => id === 'X')?.odds ?? null).toBeNull()
  })

  it('[DATA-14] prices are returned as markets with a name and choices of label and odds', async () => {
    const { id } = await game('Options')
    const items = (await pricing.games.markets(id, clock.now()))?.items ?? []
    const double = items.find((market) => market.id === 'double_chance')
    expect(double).toMatchObject({ name: 'Double Chance' })
    expect(double?.selections.map(({ odds }) => typeof odds)).toEqual(['number', 'number', 'number'])
    for (const { name, selections } of items.filter(({ available }) => available)) {
      expect([name, selections.length > 0, selections.every(({ label }) => label !== '')]).toEqual([name, true, true])
    }
  })

  it('[MKT-09] prices show for each option whether its odds rose, fell or stayed the same since the previous step', async () => {
    const { id } = await game('Trends')
    const shown = async (step: number) => {
      const items = (await pricing.games.markets(id, new Date(NOW.getTime() + step * 30_000)))?.items ?? []
      return items.flatMap(({ selections }) => selections)
    }
    const seen = new Set<string>()
    for (let step = 1, before = await shown(0); step <= 6; step++) {
      const now = await shown(step)
      for (const [at, { odds, trend }] of now.entries()) {
        const was = before[at]?.odds ?? null
        if (odds === null || was === null) continue
        seen.add(trend)
        expect([step, at, trend]).toEqual([step, at, odds > was ? 'up' : odds < was ? 'down' : 'stable'])
      }
      before = now
    }
    expect([...seen].toSorted()).toEqual(['down', 'stable', 'up'])
  })

  it('[MKT-09] after a change of the base odds, trends compare with the odds shown before until the price step ends', async () => {
    const { id } = await game('Drifting')
    await onBoard('Drifting')
    const at = async (seconds: number) =>
      (await pricing.games.detail(id, new Date(NOW.getTime() + seconds * 1000))) ??
      expect.fail('the game was not found')
    const rebase = (homeOdds: number) =>
      app.kernel.db.transaction((tx) => catalogue.manualGames.change(tx, id, { homeOdds }, clock.now()))
    for (const [seconds, homeOdds, trend] of [
      [0, 190, 'down'],
      [30, 234, 'up'],
      [60, 190, 'down'],
    ] as const) {
      const before = await at(seconds)
      await rebase(homeOdds)
      await expect.poll(async () => (await at(seconds)).prices['1']).not.toBe(before.prices['1'])
      for (const later of [seconds, seconds + 20]) expect((await at(later)).trends['1']).toBe(trend)
    }
    const [last, next] = [await at(60), await at(90)]
    const moved = (next.prices['1'] ?? 0) - (last.prices['1'] ?? 0)
    expect(next.trends['1']).toBe(moved > 0 ? 'up' : moved < 0 ? 'down' : 'stable')
  })

  it('[DATA-13] a priced game lists its goals by half; first-half stoppage time counts as the first half', async () => {
    const goal = (team: 'home' | 'away', minute: number, scorer: string) => ({ team, minute, scorer })
    const [early, stoppage, late] = [goal('home', 9, 'A'), goal('away', 45, 'B'), goal('home', 46, 'C')] as const
    const { id } = await game('Halves', { goalEvents: [early, stoppage, late] })
    await play(id, 96)
    await expect
      .poll(() => pricing.games.detail(id, clock.now()))
      .toMatchObject({
        goalEvents: [early, stoppage, late],
        firstHalfGoals: [early, stoppage],
        secondHalfGoals: [late],
      })
  })

  it('[LIVE-22] prices do not reveal scheduled goals of a manual game before their minute', async () => {
    const goal = (minute: number) => ({ team: 'away' as const, minute, scorer: 'A' })
    const { id } = await game('Listed', { goalEvents: [goal(9), goal(86)] })
    const shown = async () => {
      const detail = await pricing.games.detail(id, clock.now())
      return [detail?.goalEvents, detail?.firstHalfGoals, detail?.secondHalfGoals].map((goals) => goals?.length)
    }
    expect(await shown()).toEqual([0, 0, 0])
    await play(id, 20)
    await expect.poll(shown).toEqual([1, 1, 0])
    await play(id, 96)
    await expect.poll(shown).toEqual([2, 1, 1])
  })

  it('[MKT-46] prices of goals markets have a wider margin until the feed has a totals line', async () => {
    const withLine = await game('With line', {}, { ...ODDS, over25Odds: 190, under25Odds: 190 })
    const without = await game('Without line')
    const prices = await pricing.prices.snapshot([withLine.id, without.id], clock.now())
    const marginOf = (id: string, market: 'btts' | '1x2') => {
      const selections = prices.get(id)?.markets.find((each) => each.id === market)?.selections ?? []
      return selections.map(({ unclampedHundredths, probability }) => {
        return Math.round(10_000 / ((unclampedHundredths ?? 0) * (probability ?? 0)))
      })
    }
    expect([marginOf(withLine.id, 'btts'), marginOf(without.id, 'btts')]).toEqual([
      [105, 105],
      [110, 110],
    ])
    expect(marginOf(without.id, '1x2')).toEqual(marginOf(withLine.id, '1x2'))
  })

  it('[SLIP-05] several selections of one game have a joint price, and impossible combinations are refused', async () => {
    const { id } = await game('Joint')
    const prices = (await pricing.prices.snapshot([id], clock.now())).get(id)
    if (prices === undefined) throw new Error('no prices')
    const pair = pricing.prices.joint(prices, [
      { market: '1x2', selectionId: '1' },
      { market: 'btts', selectionId: 'yes' },
    ])
    expect(pair.ok && pair.value.oddsHundredths).toBeGreaterThan(prices.price('1x2', '1')?.oddsHundredths ?? 0)
    expect(
      pricing.prices.joint(prices, [
        { market: 'correct_score', selectionId: '1-0' },
        { market: 'btts', selectionId: 'yes' },
      ]),
    ).toEqual({
      ok: false,
      error: 'IMPOSSIBLE_COMBINATION',
    })
  })
})

it('[D15] a game closes at its start, between two price steps', async () => {
  const startTime = new Date(inMinutes(60).getTime() + 10_000)
  const { id } = await game('Between Steps FC', { startTime })
  await onBoard('Between Steps FC')
  const openAt = async (at: Date) => (await pricing.games.present([id], at))[0]?.open
  expect(await openAt(new Date(startTime.getTime() - 1))).toBe(true)
  expect(await openAt(startTime)).toBe(false)
  await app.kernel.db.transaction((tx) => catalogue.manualGames.change(tx, id, { hidden: true }, clock.now()))
})
