import { generateSeason } from '@mupiira/simulators/football-feed/season/generated-season.ts'
import { seasonRows } from '@mupiira/simulators/football-feed/season/season-csv.ts'
import { startFootballFeed } from '@mupiira/simulators/football-feed/start.ts'
import { DAY_MS, DAY_SECONDS } from '@mupiira/domain/time/durations.ts'
import { createApifootball } from '../../../adapters/football-feed/apifootball.ts'
import type { RunningKernel } from '../../../kernel/create-kernel.ts'
import { feedFixture } from './feed-fixture.ts'

/** Fixtures of the coming week with odds, read by the adapter from the simulated provider. */
export async function fixturesAhead(count: number) {
  const simulator = await startFootballFeed({ port: 0, empty: true })
  try {
    simulator.control({
      action: 'load',
      matches: seasonRows(generateSeason('ingest'), count),
      kickoffInSeconds: DAY_SECONDS,
      spreadSeconds: 6 * DAY_SECONDS,
    })
    const feed = createApifootball({ url: simulator.url, key: simulator.apiKey, timeoutMs: 120_000 })
    const [from, to] = [new Date(), new Date(Date.now() + 8 * DAY_MS)]
    const [games, odds] = await Promise.all([feed.games(from, to), feed.odds(from, to)])
    if (!games.ok || !odds.ok) throw new Error('the simulated feed had no answer')
    return { games: games.value, odds: odds.value.quotes }
  } finally {
    await simulator.close()
  }
}

/** The row positions and transaction ids of the tables that a feed writes to. */
export async function traceOfWrites({ kernel }: Pick<RunningKernel, 'kernel'>): Promise<readonly unknown[]> {
  const tables = [
    'games',
    'game_offers',
    'game_clocks',
    'game_results',
    'feed_links',
    'game_result_versions',
    'feed_changes',
    'outbox',
  ]
  return kernel.db.query(
    tables
      .map((table) => `select '${table}' as place, ctid::text, xmin::text, xmax::text from ${table}`)
      .join(' union all ') + ' order by 1, 2',
  )
}

/**
 * Ingests `count` fixtures with odds twice. Returns the seconds of both runs, the changes, and whether the second
 * run wrote anything.
 */
export async function ingestTwice(count: number) {
  const { games, odds } = await fixturesAhead(count)
  const app = await feedFixture()
  try {
    const now = new Date()
    const timed = async () => {
      const began = performance.now()
      const { changed } = await app.catalogue.feed.ingest(games, odds, now)
      return { changed, seconds: (performance.now() - began) / 1000 }
    }
    const first = await timed()
    const before = await traceOfWrites(app)
    const second = await timed()
    const after = await traceOfWrites(app)
    const known = new Set(before.map((row) => JSON.stringify(row)))
    const written = after.filter((row) => !known.has(JSON.stringify(row))).length
    const [priced] = await app.kernel.db.query<{ count: number }>(
      'select count(*)::int as count from game_offers where model is not null',
    )
    return { first, second, written, rows: after.length, rowsBefore: before.length, priced: priced?.count ?? 0 }
  } finally {
    await app.close()
  }
}
