import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../../kernel/create-kernel.ts'
import { testClock, testKernel } from '../../kernel/test-kernel.ts'
import type { GameRow } from './game-row.ts'
import { type Catalogue, createCatalogue } from './index.ts'
import type { FeedGame } from './ports.ts'

const START = new Date('2026-11-21T15:00:00Z')
const BEFORE = new Date('2026-11-21T12:00:00Z')
const at = (minutes: number): Date => new Date(START.getTime() + minutes * 60_000)
const ODDS = { home: 1.85, draw: 3.4, away: 4.3, over25: 1.9, under25: 1.95 }

const match = (matchId: string, change: Partial<FeedGame> = {}): FeedGame => ({
  matchId,
  league: 'Premier League',
  country: 'Uganda',
  homeTeam: 'Vipers SC',
  awayTeam: 'KCCA FC',
  startsAt: START,
  status: { kind: 'upcoming' },
  score: null,
  halfTime: null,
  goals: [],
  goalsComplete: true,
  knockOut: false,
  qualifier: null,
  players: [],
  raw: { match_id: matchId },
  ...change,
})

const clock = testClock(BEFORE)
let database: TestDatabase
let running: RunningKernel
let catalogue: Catalogue
beforeAll(async () => {
  database = await testDatabase()
  running = testKernel(database.url, { clock })
  catalogue = createCatalogue(running.kernel, { feed: null })
})
afterAll(async () => {
  await running.stop()
  await database.drop()
})

const stored = async (matchId: string): Promise<GameRow> => {
  const [row] = await running.kernel.db.query<{ id: string }>('select id from games where feed_match_id = $1', [
    matchId,
  ])
  const game = await catalogue.game(row?.id ?? '')
  if (game === null) throw new Error(`no game ${matchId}`)
  return game
}
const ingest = (now: Date, ...matches: FeedGame[]) =>
  catalogue.ingest(matches, new Map(matches.map(({ matchId }) => [matchId, ODDS])), now)
const goal = (team: 'home' | 'away', minute: number) => ({ team, minute, scorer: 'A. Player', playerId: '9' })

describe('a feed', () => {
  it('[DATA-09] [MKT-42] makes an open game with prices of a match it tells of', async () => {
    await ingest(BEFORE, match('open'))
    const game = await stored('open')
    expect(game).toMatchObject({ name: 'Vipers SC vs KCCA FC', status: 'upcoming', homeOdds: 185, priceVersion: 1 })
    expect(catalogue.isOpen(game, BEFORE)).toBe(true)
    expect(catalogue.isOpen(game, START)).toBe(false)
  })

  it('writes nothing the second time', async () => {
    const matches = [match('same'), match('same-live', { status: { kind: 'live', minute: 12, halfTime: false } })]
    expect(await ingest(at(12), ...matches)).toEqual({ seen: 2, changed: 2 })
    expect(await ingest(at(12), ...matches)).toEqual({ seen: 2, changed: 0 })
  })

  it('[MKT-40] leaves a match without odds closed', async () => {
    await catalogue.ingest([match('bare')], new Map(), BEFORE)
    const game = await stored('bare')
    expect(game.model).toBeNull()
    expect(catalogue.isOpen(game, BEFORE)).toBe(false)
  })

  it('[DATA-10] [SETL-06] decides a finished match once, and no later word changes it', async () => {
    const finished = match('done', {
      status: { kind: 'finished' },
      score: { home: 2, away: 1 },
      halfTime: { home: 1, away: 0 },
      goals: [goal('home', 9), goal('away', 60), goal('home', 88)],
    })
    await ingest(BEFORE, match('done'))
    await ingest(at(100), finished)
    const game = await stored('done')
    expect(game.verdict).toMatchObject({
      kind: 'result',
      result: { home: 2, away: 1, halfTime: { home: 1, away: 0 }, firstToScore: 'home' },
    })
    expect(game).toMatchObject({ status: 'finished', winner: 'home', resultVersion: 1, settledVersion: 0 })
    await ingest(at(101), { ...finished, score: { home: 3, away: 1 } })
    expect((await stored('done')).verdict).toEqual(game.verdict)
  })

  it('[SETL-06] holds a result that its goals contradict', async () => {
    await ingest(
      at(100),
      match('odd', {
        status: { kind: 'finished' },
        score: { home: 2, away: 0 },
        goals: [goal('away', 5)],
        goalsComplete: false,
      }),
    )
    expect(await stored('odd')).toMatchObject({ verdict: null, resultVersion: 0 })
  })

  it('never settles on a status that it does not document', async () => {
    await ingest(at(5), match('ruled', { status: { kind: 'held', text: 'Awarded' }, score: { home: 3, away: 0 } }))
    expect(await stored('ruled')).toMatchObject({ held: true, status: 'upcoming', resultVersion: 0 })
  })

  it('[SETL-40] voids a cancelled match at once', async () => {
    await ingest(BEFORE, match('off', { status: { kind: 'cancelled' } }))
    expect((await stored('off')).verdict).toMatchObject({ kind: 'void' })
  })

  it('[DATA-12] takes a goal back', async () => {
    const live = match('var', {
      status: { kind: 'live', minute: 30, halfTime: false },
      score: { home: 1, away: 0 },
      goals: [goal('home', 29)],
    })
    await ingest(at(30), live)
    await ingest(at(31), { ...live, score: { home: 0, away: 0 }, goals: [] })
    expect(await stored('var')).toMatchObject({ homeScore: 0, goalEvents: [] })
  })
})

describe('the clock', () => {
  it('[LIVE-13] starts games whose start has passed within three hours', async () => {
    await ingest(BEFORE, match('starts'))
    clock.set(at(1))
    await catalogue.runClock()
    expect((await stored('starts')).status).toBe('live')
  })

  it('[LIVE-14] leaves a game that should have begun longer ago', async () => {
    await ingest(BEFORE, match('stale', { startsAt: at(-200) }))
    clock.set(at(1))
    await catalogue.runClock()
    expect((await stored('stale')).status).toBe('upcoming')
  })

  it('[SETL-03] [LIVE-16] finishes a game run by hand by its own clock, not before its time', async () => {
    const { id } = await running.kernel.db.transaction((tx) =>
      catalogue.createGame(
        tx,
        {
          homeTeam: 'A',
          awayTeam: 'B',
          league: 'Friendly',
          country: null,
          sport: 'soccer',
          startTime: START,
          goalEvents: [goal('away', 50)],
        },
        { homeOdds: 200, drawOdds: 300, awayOdds: 350, over25Odds: null, under25Odds: null },
        BEFORE,
      ),
    )
    for (const [minute, status] of [
      [1, 'live'],
      [99, 'live'],
      [100, 'finished'],
    ] as const) {
      clock.set(at(minute))
      await catalogue.runClock()
      await catalogue.runClock()
      expect((await catalogue.game(id))?.status).toBe(status)
    }
    expect((await catalogue.game(id))?.verdict).toMatchObject({ kind: 'result', result: { home: 0, away: 1 } })
  })
})
