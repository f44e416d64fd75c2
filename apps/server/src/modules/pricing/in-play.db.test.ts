import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Game } from '@mupiira/contract/games.ts'
import { testClock } from '../../kernel/test-kernel.ts'
import { liveGames } from '../../testing/live-game.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { GameRow } from '../catalogue/index.ts'

const clock = testClock(new Date('2026-11-28T15:00:00.000Z'))
let app: TestApp
let live: ReturnType<typeof liveGames>
beforeAll(async () => {
  app = await createTestApp({ clock })
  live = liveGames(app)
  await app.start()
})
afterAll(() => app?.close())
beforeEach(() => app.set('in_play_betting', 'on'))

const liveGame = (minute: number, homeScore = 0, awayScore = 0) => live.open({ minute, homeScore, awayScore })
const play = (id: string, minute: number, homeScore: number, awayScore: number) =>
  live.play(id, { minute, homeScore, awayScore })
const reportedNow = (id: string) => live.reportedNow(id)

/** The game and its markets on the market screen, from rows read now. */
async function shown(id: string) {
  const { catalogue, pricing } = app.modules
  const game = await catalogue.games.byId(id)
  if (game === null) throw new Error('no game')
  return pricing.prices.of(game, clock.now())
}

const listed = async (id: string): Promise<Game | undefined> =>
  (await app.modules.pricing.games.present([id], clock.now()))[0]

describe('betting on live games', () => {
  it('[INP-01] is off by default', async () => {
    await app.set('in_play_betting', 'off')
    const { id } = await liveGame(30)
    expect(await shown(id)).toMatchObject({ open: false, inPlay: null })
  })

  it('[INP-02] [INP-03] offers a live game at prices that follow its score', async () => {
    const { id } = await liveGame(30)
    const before = await shown(id)
    expect(before).toMatchObject({ open: true, inPlay: { suspension: null } })
    const home = before.price('1x2', '1')?.oddsHundredths ?? 0
    await play(id, 31, 1, 0)
    clock.forward(10_000)
    await reportedNow(id)
    const after = await shown(id)
    expect(after.price('1x2', '1')?.oddsHundredths).toBeLessThan(home)
    expect(after.price('over_under', 'over_0.5')?.oddsHundredths).toBeNull()
    expect(after.inPlay?.fingerprint).not.toBe(before.inPlay?.fingerprint)
  })

  it('[INP-03] prices follow the time of play between two reports of a minute, for 50 s at most', async () => {
    const { id } = await liveGame(70)
    await play(id, 71, 0, 0)
    const drawAt = async (seconds: number): Promise<number> => {
      clock.forward(seconds * 1_000)
      await reportedNow(id)
      return (await shown(id)).price('1x2', 'X')?.oddsHundredths ?? 0
    }
    const odds = [await drawAt(0), await drawAt(9), await drawAt(1), await drawAt(40), await drawAt(30)]
    const [first = 0, same, later = 0, last = 0, held] = odds
    expect(same).toBe(first)
    expect(later).toBeLessThan(first)
    expect(last).toBeLessThan(later)
    expect(held).toBe(last)
  })

  it('[INP-04] [INP-05] a league has its own margin, which prices and the overround of tickets contain', async () => {
    const game = await liveGame(40)
    const before = await shown(game.id)
    const oddsOf = ({ price }: typeof before) => price('1x2', '1')?.oddsHundredths ?? 0
    await app.set('in_play_leagues', { [`${game.country ?? ''}/${game.league}`]: { margin: { popular: 20 } } })
    const after = await shown(game.id)
    expect(oddsOf(after)).toBeLessThan(oddsOf(before))
    expect(after.overround['1x2'] - before.overround['1x2']).toBe(18)
    expect(after.overround.odd_even).toBe(before.overround.odd_even)
    await app.set('in_play_leagues', {})
    expect(oddsOf(await shown(game.id))).toBe(oddsOf(before))
  })

  it('[INP-03] prices of an unchanged game are computed once, also from rows that are read again', async () => {
    const { id } = await liveGame(50)
    const { markets } = await shown(id)
    expect((await shown(id)).markets).toBe(markets)
  })

  it('[INP-01] switching bets on live games off closes the listed games', async () => {
    const { id } = await liveGame(35)
    await expect.poll(async () => (await listed(id))?.open).toBe(true)
    const changed: string[] = []
    app.modules.pricing.changes.onChange((ids) => changed.push(...ids))
    await app.set('in_play_betting', 'off')
    await expect.poll(async () => (await listed(id))?.open).toBe(false)
    await expect.poll(() => changed).toContain(id)
  })

  it('[INP-08] suspends all markets after a goal, and the list names the cause and the time of reopening', async () => {
    const { id } = await liveGame(40)
    await expect.poll(async () => (await listed(id))?.open).toBe(true)
    await play(id, 41, 0, 1)
    const reopensAt = new Date(clock.now().getTime() + 10_000).toISOString()
    await expect
      .poll(() => listed(id))
      .toMatchObject({
        open: false,
        inPlay: { suspendedBy: 'GOAL', reopensAt },
        prices: { '1': null, X: null, '2': null },
      })
    clock.forward(10_000)
    await reportedNow(id)
    expect(await shown(id)).toMatchObject({ open: true, inPlay: { suspension: null } })
  })

  it('[INP-08] announces a live game that closes as urgent', async () => {
    const { changes, games } = app.modules.pricing
    const announced: string[] = []
    changes.onChange((ids, change) => {
      for (const { id, status, open } of games.cached(ids, clock.now()))
        announced.push(`${id} ${change} ${status} ${open}`)
    })
    const { id } = await liveGame(45)
    // Before the match the game is open, too. Live, it closes and reopens while the board reads its last report.
    await expect.poll(() => announced.findLast((each) => each.startsWith(id))).toMatch(/ live true$/)
    await play(id, 46, 1, 0)
    await expect.poll(() => announced.join('\n')).toContain(`${id} suspensions live false`)
  })

  it.each([
    ['a penalty or a review', { incidents: 1 }, 'INCIDENT'],
    ['a red card', { redCards: { home: 0, away: 1 } }, 'INCIDENT'],
    ['a corrected score', { homeScore: 0 }, 'GOAL'],
    ['staff', { suspended: true }, 'SUSPENDED_BY_STAFF'],
    ['a contradictory report', { held: true }, 'CONTRADICTION'],
    ['a corner', { alerts: 1 }, 'POSSIBLE_GOAL'],
    ['a stop of the bets', { playStopped: true }, 'POSSIBLE_GOAL'],
    ['a pushed and a polled score that differ', { scoreDisputed: true }, 'CONTRADICTION'],
    ['a feed without penalties and reviews', { incidents: null }, 'NOT_PRICED'],
  ] as const)('[INP-08] %s suspends a live game', async (_title, change, cause) => {
    const { id } = await liveGame(60, 1, 0)
    await app.changeGame(id, change as Partial<GameRow>)
    expect((await shown(id)).inPlay?.suspension?.cause).toBe(cause)
  })

  it('[INP-08] a silent feed suspends a live game on the board after the setting', async () => {
    const { id } = await liveGame(70)
    await expect.poll(async () => (await listed(id))?.open).toBe(true)
    clock.forward(16_000)
    await expect.poll(() => listed(id)).toMatchObject({ open: false, inPlay: { suspendedBy: 'NO_NEWS' } })
    await reportedNow(id)
    await expect.poll(async () => (await listed(id))?.open).toBe(true)
  })

  it('[INP-01] a game that staff runs is closed while it is live', async () => {
    const { id } = await app.game({ sport: 'soccer' })
    await app.changeGame(id, { status: 'live', minutesPassed: 10, homeScore: 0, awayScore: 0 })
    expect(await shown(id)).toMatchObject({ open: false, inPlay: null })
  })

  it('[INP-04] odds that staff set before the start do not apply in play, a suspended market stays suspended', async () => {
    const { id } = await liveGame(20)
    const model = (await shown(id)).price('1x2', '1')?.oddsHundredths
    await app.kernel.db.transaction((tx) =>
      app.modules.catalogue.markets.control(
        tx,
        id,
        () => ({ '1x2': { odds: { '1': 150 } }, btts: { suspended: true } }),
        clock.now(),
      ),
    )
    const prices = await shown(id)
    expect(prices.price('1x2', '1')?.oddsHundredths).toBe(model)
    expect(prices.price('btts', 'yes')?.oddsHundredths).toBeNull()
  })
})
