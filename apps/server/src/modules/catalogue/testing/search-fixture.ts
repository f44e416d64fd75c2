import { testClock } from '../../../kernel/test-kernel.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { SEARCHES } from '../search/test-searches.ts'
import { fixturesAhead } from './season.ts'

const LIMIT = 30

/** A substring search for comparison, without aliases, similar spellings and league ranks. */
const SCAN = `
  select g.id, g.name, g.home_team, g.away_team, g.league, g.country, g.start_time from games g
   where g.name ilike $1 or g.league ilike $1 order by g.start_time, g.id limit ${LIMIT}`

/** The application with this many games, to measure the searches of `test-searches.ts`. */
export async function searchFixture(games: number) {
  const now = new Date()
  const app = await createTestApp({ clock: testClock(now) })
  const { catalogue, pricing } = app.modules
  const feed = await fixturesAhead(games)
  await catalogue.feed.ingest(feed.games, feed.odds, now)
  // Autovacuum would do this within a minute.
  await app.asOwner('analyze games; analyze search_names')
  await app.start()
  return {
    searches: SEARCHES.map(([typed]) => typed),
    listed: async () => (await pricing.games.list({ limit: 1 }, now)).counts.total,
    /** The first page, bypassing the cache of responses. */
    search: (typed: string) => pricing.games.list({ q: typed, limit: LIMIT }, now),
    /** A plain substring scan in PostgreSQL. */
    scan: (typed: string) => app.kernel.db.query(SCAN, [`%${typed}%`]),
    close: app.close,
  }
}
