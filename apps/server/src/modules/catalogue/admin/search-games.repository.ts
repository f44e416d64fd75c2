import { sql } from 'kysely'
import type { GameStatus } from '@mupiira/domain/ticket/states.ts'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

export type FoundGame = {
  readonly id: string
  readonly name: string
  readonly league: string
  readonly country: string | null
  readonly startTime: Date
  readonly status: GameStatus
  /** True for a game that staff run, false for a game of the feed. */
  readonly isManual: boolean
}

type SearchParams = Params<{ pattern: string; limit: number }>

const COLUMNS = sql`id, name, league, country, start_time as "startTime", status, source = 'hand' as "isManual"`
const NAMES = sql`search_fold(name || ' ' || league)`

/** A search compares at most this many of the latest games before it uses the index of words. */
const LATEST = 1_000
/** The index cannot find a text without three letters in a row. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u
/** At most this many matches of the index are sorted. */
const SORTED = 500

/** Materialized, because all open games are few, while an index of words also has all finished games. */
const open = statement(
  (p: SearchParams) => sql<FoundGame>`
    with open as materialized (select * from games where status in ('upcoming', 'live'))
    select ${COLUMNS} from open where ${NAMES} like search_fold(${p.pattern})
     order by status, start_time, id limit ${p.limit}`,
)
const latest = statement(
  (p: SearchParams) => sql<FoundGame>`
    with latest as materialized (select * from games where status not in ('upcoming', 'live')
                                  order by start_time desc, id limit ${sql.lit(LATEST)})
    select ${COLUMNS} from latest where ${NAMES} like search_fold(${p.pattern})
     order by start_time desc, id limit ${p.limit}`,
)
const older = statement(
  (p: SearchParams) => sql<FoundGame>`
    with matches as materialized (select * from games where ${NAMES} like search_fold(${p.pattern})
                                     and status not in ('upcoming', 'live') limit ${sql.lit(SORTED)})
    select ${COLUMNS} from matches order by start_time desc, id limit ${p.limit}`,
)

/**
 * Games whose teams or league contain the text: live ones, upcoming ones by kick-off, then the latest. A common word
 * fills the list from the first of them, and only a rare word uses the index.
 */
export async function searchGames(db: Sql, text: string, limit: number): Promise<readonly FoundGame[]> {
  const params = { pattern: `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`, limit }
  const [current, recent] = await Promise.all([db.run(open(params)), db.run(latest(params))])
  const found = [...current, ...recent]
  if (found.length >= limit || !HAS_TRIGRAM.test(text)) return found.slice(0, limit)
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...(await db.run(older(params))).filter(({ id }) => !known.has(id))].slice(0, limit)
}
