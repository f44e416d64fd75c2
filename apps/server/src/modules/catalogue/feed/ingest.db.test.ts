import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { at, BEFORE, feedMatch, goal, type FeedFixture, feedFixture, START } from '../testing/feed-fixture.ts'
import { ingestTwice, traceOfWrites } from '../testing/season.ts'
import { pruneRawChanges } from './feed.repository.ts'

const DAY_MINUTES = 24 * 60
let app: FeedFixture
beforeAll(async () => void (app = await feedFixture()))
afterAll(() => app.close())

describe('ingesting a feed', () => {
  it('[DATA-16] [MKT-42] ingesting a feed writes a week of matches with odds in one pass, and writes nothing for a repeated response', async () => {
    const result = await ingestTwice(450)
    expect(result).toMatchObject({ first: { changed: 450 }, second: { changed: 0 }, priced: 450, written: 0 })
    expect(result.rows).toBe(result.rowsBefore)
  })

  it('ingesting a feed writes a live match only after a change other than the minute', async () => {
    const live = (minute: number) =>
      feedMatch('quiet', {
        status: { kind: 'live', minute, halfTime: false },
        score: { home: 1, away: 0 },
        goals: [goal('home', 3)],
      })
    await app.ingest(at(10), feedMatch('quiet'))
    await app.ingest(at(10), live(10))
    await app.ingest(at(10), live(10))
    const before = await traceOfWrites(app)
    expect(await app.ingest(at(10), live(10))).toEqual({ seen: 1, changed: 0 })
    expect(await traceOfWrites(app)).toEqual(before)
    expect((await app.stored('quiet')).feedReportedAt).toEqual(at(10))
  })

  it('[INP-08] the report that begins a game counts as its first, and so does the report that adds a live game', async () => {
    const live = { startsAt: START, status: { kind: 'live', minute: 1, halfTime: false } } as const
    await app.ingest(BEFORE, feedMatch('beginning'))
    expect((await app.stored('beginning')).feedReportedAt).toBeNull()
    await app.ingest(at(0), feedMatch('beginning', live), feedMatch('found', live))
    expect((await app.stored('beginning')).feedReportedAt).toEqual(at(0))
    expect((await app.stored('found')).feedReportedAt).toEqual(at(0))
  })

  it('[DATA-11] ingesting a feed stores the feed’s minute and the default length of break, halves and match', async () => {
    await app.ingest(BEFORE, feedMatch('clock'))
    expect(await app.stored('clock')).toMatchObject({
      minutesPassed: 0,
      breakDuration: 10,
      halfTimeDuration: 45,
      matchDuration: 100,
    })
    await app.ingest(at(38), feedMatch('clock', { status: { kind: 'live', minute: 37, halfTime: false } }))
    const columns = await app.kernel.db.query(
      `select minutes_passed, break_duration, half_time_duration, match_duration from game_clocks join feed_links using (game_id) where feed_match_id = 'clock'`,
    )
    expect(columns).toEqual([{ minutes_passed: 37, break_duration: 10, half_time_duration: 45, match_duration: 100 }])
  })
})

describe('changes of several games in one transaction', () => {
  it('ingesting a feed takes the offer locks of all games in key order, which prevents deadlocks with bets', async () => {
    await app.ingest(BEFORE, feedMatch('first'), feedMatch('second'))
    const keyed = await app.kernel.db.query<{ matchId: string; key: bigint }>(
      `select feed_match_id as "matchId", hashtextextended(game_id::text, 4711) as key from feed_links
        where feed_match_id in ('first', 'second') order by key`,
    )
    const [low, high] = keyed
    if (low === undefined || high === undefined) throw new Error('no games')
    const ended = { status: { kind: 'finished' }, score: { home: 1, away: 0 }, goals: [goal('home', 60)] } as const
    const { ingested } = await app.kernel.db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock_shared($1)', [low.key])
      const rescheduled = feedMatch(high.matchId, { startsAt: at(600) })
      const ingested = app.ingest(at(130), rescheduled, feedMatch(low.matchId, ended))
      await untilLockWaits(app.kernel.workerDb)
      const [free] = await tx.query('select pg_try_advisory_xact_lock_shared($1) as free', [high.key])
      expect(free, 'a waiting transaction holds no lock with a higher key').toEqual({ free: true })
      return { ingested }
    })
    expect(await ingested).toMatchObject({ changed: 2 })
  })
})

describe('raw changes of a feed', () => {
  const storedChanges = async (matchId: string) =>
    (
      await app.kernel.db.query<{ raw: { marker: number } }>(
        `select c.raw from feed_changes c join feed_links f on f.game_id = c.game_id where f.feed_match_id = $1 order by c.id`,
        [matchId],
      )
    ).map(({ raw }) => raw.marker)

  it('raw feed changes, except minute updates, are stored for disputes and pruned by age', async () => {
    const live = (minute: number, home: number, marker: number) =>
      feedMatch('disputed', {
        status: { kind: 'live', minute, halfTime: false },
        score: { home, away: 0 },
        goals: Array.from({ length: home }, () => goal('home', 5)),
        raw: { marker },
      })
    await app.ingest(BEFORE, feedMatch('disputed', { raw: { marker: 1 } }))
    await app.ingest(at(5), live(5, 0, 2))
    await app.ingest(at(6), live(6, 0, 3))
    await app.ingest(at(7), live(7, 1, 4))
    await app.ingest(at(9), live(9, 0, 5))
    expect(await storedChanges('disputed')).toEqual([1, 2, 4, 5])
    await pruneRawChanges(app.kernel.workerDb, at(6 + 180 * DAY_MINUTES))
    expect(await storedChanges('disputed')).toEqual([4, 5])
    await expect(app.kernel.db.change(`update feed_changes set raw = '{}'`)).rejects.toThrow()
  })
})
