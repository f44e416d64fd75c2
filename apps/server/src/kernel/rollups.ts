import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { startOfDay } from '@mupiira/domain/time/kampala.ts'
import type { Clock } from './clock.ts'
import { type Params, q, type Query, statement } from './db/query.ts'
import type { Db, Sql, Tx } from './db/sql.ts'

/** The columns that a rollup adds up. A source leaves unused columns at 0. */
export type Figure = 'entries' | 'amount' | 'payout' | 'bonus' | 'liability' | 'failures' | 'duration_ms'

type At = RawBuilder<Date>

/** Figures of a module that are stored per hour. Every change counts in the hour in which it happens. */
export type RollupSource<F extends Figure = Figure> = {
  readonly name: string
  readonly figures: readonly F[]
  /**
   * The changes from `from` (inclusive) until `until` (exclusive), as columns in this order: `at timestamptz`, `day
   * date` (the day in Kampala that they belong to), `key text[]`, and the figures. Past rows must not change: a changed
   * ticket is another row, which subtracts the old figures and adds the new figures.
   */
  readonly changes: (from: At, until: At) => RawBuilder<unknown>
  /** The time of the source's first change, as `at`. */
  readonly oldest: Query<{ at: Date | null }>
}

/** The figures of an hour. Hours more than a week old are merged into one row per day in Kampala. */
export type RollupRow<F extends Figure> = {
  readonly hour: Date
  readonly day: string
  readonly key: string[]
} & { readonly [name in F]: bigint }

/** An hour is stored this long after its end, when transactions that were open at its end have committed. */
const COMMITTED_WITHIN_MS = 5 * 60_000
/** How long figures are stored by hour. No hourly chart shows a longer time. */
const HOURS_STORED_MS = 7 * DAY_MS
const FILLED_AT_ONCE_MS = DAY_MS
const NEVER = new Date(0)

const INFINITY: At = sql`'infinity'::timestamptz`
const columns = (source: RollupSource): RawBuilder<unknown> => sql.join(source.figures.map((name) => sql.ref(name)))
const sums = (source: RollupSource): RawBuilder<unknown> =>
  sql.join(source.figures.map((name) => sql`sum(${sql.ref(name)})::bigint`))

/** Stored hours plus the changes since `filledUntil` from the tables themselves, so the result is always exact. */
export const figuresOf = <F extends Figure>(source: RollupSource<F>, filledUntil: At) =>
  sql<RollupRow<F>>`(
    select hour, day, key, ${columns(source)} from rollups
     where source = ${sql.lit(source.name)} and hour < ${filledUntil}
    union all
    select date_trunc('hour', at), day, key, ${columns(source)} from (${source.changes(filledUntil, INFINITY)}) changes
  )`

const progressOf = statement((p: Params<{ source: string }>) =>
  q.selectFrom('rollup_progress').select('filled_until').where('source', '=', p.source),
)

/** Returns the end of the stored hours. Pass it to `figuresOf`. */
export async function filledUntil(db: Sql, source: RollupSource): Promise<Date> {
  return (await db.first(progressOf({ source: source.name })))?.filled_until ?? NEVER
}

export type Rollups = ReturnType<typeof createRollups>

/** The one table of figures for reports and dashboards. */
export function createRollups(db: Db, clock: Clock) {
  const fillers: SourceFiller[] = []

  /** Stores the closed hours that are missing, a day at a time; safe to repeat and to run on two nodes. */
  async function fill(now = clock.now()): Promise<void> {
    const closed = startOfHour(new Date(now.getTime() - COMMITTED_WITHIN_MS))
    for (const fillNext of fillers) while (await db.transaction((tx) => fillNext(tx, closed)));
  }

  return {
    add: (source: RollupSource): void => void fillers.push(createFiller(source)),
    fill,
    /** Stores everything since the day of `from` again. Figures stay exact while it runs. */
    async refill(from: Date, now = clock.now()): Promise<void> {
      await db.run(
        q
          .updateTable('rollup_progress')
          .set({ filled_until: from > NEVER ? startOfDay(from) : NEVER })
          .where('filled_until', '>', from),
      )
      await fill(now)
    },
  }
}

/** Stores the next hours of a source; false: all closed hours are stored. */
type SourceFiller = (tx: Tx, closed: Date) => Promise<boolean>

function createFiller(source: RollupSource): SourceFiller {
  const name = sql.lit(source.name)
  const begin = statement(() =>
    q
      .insertInto('rollup_progress')
      .values({ source: source.name, filled_until: NEVER })
      .onConflict((c) => c.doNothing()),
  )
  const lock = statement(() =>
    q.selectFrom('rollup_progress').select('filled_until').where('source', '=', source.name).forUpdate(),
  )
  const empty = statement(
    (p: Params<{ from: Date; until: Date }>) =>
      sql`delete from rollups where source = ${name} and hour >= ${p.from} and hour < ${p.until}`,
  )
  const store = statement(
    (p: Params<{ from: Date; until: Date }>) => sql`
      insert into rollups (source, hour, day, key, ${columns(source)})
      select ${name}, date_trunc('hour', at), day, key, ${sums(source)} from (${source.changes(p.from, p.until)}) changes
       group by 1, 2, 3, 4`,
  )
  // Keeps the row of the hour at midnight, which becomes the row of its day.
  const merge = statement(
    (p: Params<{ before: Date }>) => sql`
      with hours as (
        delete from rollups where source = ${name} and hour < ${p.before} and hour <> date_trunc('day', hour, 'Africa/Kampala')
        returning hour, day, key, ${columns(source)}
      )
      insert into rollups as stored (source, hour, day, key, ${columns(source)})
      select ${name}, date_trunc('day', hour, 'Africa/Kampala'), day, key, ${sums(source)} from hours group by 1, 2, 3, 4
      on conflict (source, hour, day, key) do update
        set ${sql.join(source.figures.map((figure) => sql`${sql.ref(figure)} = stored.${sql.ref(figure)} + excluded.${sql.ref(figure)}`))}`,
  )
  const advance = statement((p: Params<{ until: Date }>) =>
    q.updateTable('rollup_progress').set({ filled_until: p.until }).where('source', '=', source.name),
  )

  return async (tx, closed) => {
    await tx.change(begin({}))
    const stored = (await tx.first(lock({})))?.filled_until ?? NEVER
    if (stored.getTime() === closed.getTime()) return false
    const from = await nextFrom(tx, source, stored, closed)
    const until = new Date(Math.min(closed.getTime(), from.getTime() + FILLED_AT_ONCE_MS))
    await tx.change(empty({ from, until }))
    await tx.change(store({ from, until }))
    await tx.change(merge({ before: startOfDay(new Date(until.getTime() - HOURS_STORED_MS)) }))
    await tx.change(advance({ until }))
    return until < closed
  }
}

async function nextFrom(tx: Tx, { oldest }: RollupSource, stored: Date, closed: Date): Promise<Date> {
  // The clock was set back: store the whole day again.
  if (stored > closed) return startOfDay(closed)
  if (stored > NEVER) return stored
  const first = (await tx.first(oldest))?.at ?? closed
  return startOfDay(first < closed ? first : closed)
}

const startOfHour = (at: Date): Date => new Date(at.getTime() - (at.getTime() % HOUR_MS))
