import { ingestTwice } from '../../apps/server/src/modules/catalogue/testing/season.ts'

/**
 * `npm run bench -- ingest [fixtures]`: imports this many fixtures with odds in one poll, as the adapter reads them
 * from the simulated provider, then imports them again, which must change no row. `growth`: cost per fixture of one
 * full poll relative to a poll of a quarter.
 */
const fixtures = Number(process.argv[2] ?? 10_000)
const QUARTER = Math.ceil(fixtures / 4)

// Warm-up.
await ingestTwice(Math.min(500, QUARTER))
const small = await ingestTwice(QUARTER)
const large = await ingestTwice(fixtures)
for (const [count, run] of [
  [QUARTER, small],
  [fixtures, large],
] as const) {
  console.log(
    `${count} fixtures: ${run.first.seconds.toFixed(2)} s, again ${run.second.seconds.toFixed(2)} s, ${run.written} rows touched then`,
  )
  if (run.first.changed !== count || run.priced !== count)
    throw new Error(`${run.first.changed} of ${count} fixtures were taken over, ${run.priced} have prices`)
  if (run.second.changed !== 0 || run.written !== 0 || run.rows !== run.rowsBefore)
    throw new Error('the second time something was written')
}
const each = (seconds: number, count: number): number => (seconds * 1000) / count
const growth = each(large.first.seconds, fixtures) / each(small.first.seconds, QUARTER)
console.log(
  `RESULT ingest fixtures=${fixtures} seconds=${large.first.seconds.toFixed(2)} again_s=${large.second.seconds.toFixed(2)} ms_per_fixture=${each(large.first.seconds, fixtures).toFixed(2)} growth=${growth.toFixed(2)} written_again=${large.written}`,
)
