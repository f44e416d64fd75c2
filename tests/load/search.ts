import { searchFixture } from '../../apps/server/src/modules/catalogue/testing/search-fixture.ts'
import { until } from '../support/player.ts'
import { quantile } from '../support/quantile.ts'

/**
 * `npm run bench -- search [games]`: the searches that Ugandan fans type, over this many games. Measures the first page
 * of each against a plain substring scan (`ilike`) of the same games in PostgreSQL. The two are measured alternately.
 * `ratio`: our 95th percentile divided by that of the scan.
 */
const games = Number(process.argv[2] ?? 10_000)
const ROUNDS = 20
const LIMIT_MS = 30

const fixture = await searchFixture(games)
try {
  await until('the games are listed', async () => (await fixture.listed()) >= games)
  const ours: number[] = []
  const scans: number[] = []
  const take = async (times: number[], search: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now()
    JSON.stringify(await search())
    times.push(performance.now() - startedAt)
  }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const typed of fixture.searches) {
      // The first round warms up.
      await take(round === 0 ? [] : ours, () => fixture.search(typed))
      await take(round === 0 ? [] : scans, () => fixture.scan(typed))
    }
  }
  const ms = (times: readonly number[], share: number): number =>
    quantile(
      times.toSorted((a, b) => a - b),
      share,
    )
  const [p95, scanP95] = [ms(ours, 0.95), ms(scans, 0.95)]
  console.log(`${games} games, ${ours.length} searches: at most ${ms(ours, 1).toFixed(1)} ms`)
  console.log(
    `RESULT search p95_ms=${p95.toFixed(1)} ratio=${(p95 / scanP95).toFixed(2)} scan_p95_ms=${scanP95.toFixed(1)} p50_ms=${ms(ours, 0.5).toFixed(1)} games=${games} searches=${fixture.searches.length}`,
  )
  if (p95 > LIMIT_MS) process.exitCode = 1
} finally {
  await fixture.close()
}
