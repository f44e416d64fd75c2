import { sql } from 'kysely'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { type ListPage, type PageRequest, selectPageRows, pageOf } from '../../../kernel/db/list-page.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

/** A row of a fixture's matches (DATA-30); odds in hundredths. */
export type FixtureMatchRow = {
  readonly id: string
  readonly homeTeam: string
  readonly awayTeam: string
  readonly venue: string
  readonly startsAt: Date
  readonly homeOdds: number | null
  readonly drawOdds: number | null
  readonly awayOdds: number | null
  readonly gameId: string | null
}
export type FixtureRow = {
  readonly id: string
  readonly tournament: string
  readonly season: string
  readonly status: 'draft' | 'published'
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly matches: readonly FixtureMatchRow[]
}

const HEAD = ['id', 'tournament', 'season', 'status', 'created_at as createdAt', 'updated_at as updatedAt'] as const

const byId = statement((p: Params<{ id: string }>) => q.selectFrom('fixtures').select(HEAD).where('id', '=', p.id))

export async function fixtureById(db: Sql, id: string): Promise<FixtureRow | null> {
  const [fixture] = await withMatches(db, await db.run(byId({ id })))
  return fixture ?? null
}

const lock = statement((p: Params<{ id: string }>) =>
  q.selectFrom('fixtures').select('id').where('id', '=', p.id).forUpdate(),
)

/** Locks the fixture until the transaction ends. */
export async function lockFixture(tx: Tx, id: string): Promise<FixtureRow | null> {
  await tx.run(lock({ id }))
  return fixtureById(tx, id)
}

/** A page of fixtures, newest first. */
export async function fixturesPage(db: Sql, pageRequest: PageRequest): Promise<ListPage<FixtureRow>> {
  const newest = selectPageRows(q.selectFrom('fixtures as t').select(HEAD), pageRequest)
  const { items, ...page } = pageOf(await db.run(newest), pageRequest)
  return { items: await withMatches(db, items), ...page }
}

const matchesOf = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('fixture_matches')
    .select([
      'fixture_id as fixtureId',
      'id',
      'home_team as homeTeam',
      'away_team as awayTeam',
      'venue',
      'starts_at as startsAt',
      'home_odds as homeOdds',
      'draw_odds as drawOdds',
      'away_odds as awayOdds',
      'game_id as gameId',
    ])
    .where('fixture_id', '=', anyOf(p.ids))
    .orderBy('fixture_id')
    .orderBy('ordinal'),
)

async function withMatches(db: Sql, heads: readonly Omit<FixtureRow, 'matches'>[]): Promise<FixtureRow[]> {
  const matches = Map.groupBy(await db.run(matchesOf({ ids: heads.map(({ id }) => id) })), ({ fixtureId }) => fixtureId)
  return heads.map((head) => ({ ...head, matches: matches.get(head.id) ?? [] }))
}

type Head = { readonly id: string; readonly tournament: string; readonly season: string; readonly now: Date }

const insert = statement((p: Params<Head>) =>
  q
    .insertInto('fixtures')
    .values({ id: p.id, tournament: p.tournament, season: p.season, created_at: p.now, updated_at: p.now }),
)
export const insertFixture = (tx: Tx, head: Head): Promise<number> => tx.change(insert(head))

const update = statement((p: Params<Head>) =>
  q
    .updateTable('fixtures')
    .set({ tournament: p.tournament, season: p.season, updated_at: p.now })
    .where('id', '=', p.id),
)
export const updateFixture = (tx: Tx, head: Head): Promise<number> => tx.change(update(head))

const publish = statement((p: Params<{ id: string; now: Date }>) =>
  q.updateTable('fixtures').set({ status: 'published', updated_at: p.now }).where('id', '=', p.id),
)
export const publishFixture = (tx: Tx, id: string, now: Date): Promise<number> => tx.change(publish({ id, now }))

const link = statement((p: Params<{ matchId: string; gameId: string }>) =>
  q.updateTable('fixture_matches').set({ game_id: p.gameId }).where('id', '=', p.matchId),
)
export const linkToGame = (tx: Tx, matchId: string, gameId: string): Promise<number> =>
  tx.change(link({ matchId, gameId }))

const remove = statement((p: Params<{ id: string }>) => q.deleteFrom('fixtures').where('id', '=', p.id))
export const deleteFixture = async (tx: Tx, id: string): Promise<boolean> => (await tx.change(remove({ id }))) === 1

const removeOthers = statement((p: Params<{ id: string; remaining: readonly string[] }>) =>
  q
    .deleteFrom('fixture_matches')
    .where('fixture_id', '=', p.id)
    .where(sql<boolean>`id <> all(${p.remaining}::uuid[])`),
)

const upsertMatches = insertRows('fixture_matches', (into) =>
  into.onConflict((conflict) =>
    conflict
      .column('id')
      .doUpdateSet((eb) => ({
        ordinal: eb.ref('excluded.ordinal'),
        home_team: eb.ref('excluded.home_team'),
        away_team: eb.ref('excluded.away_team'),
        venue: eb.ref('excluded.venue'),
        starts_at: eb.ref('excluded.starts_at'),
        home_odds: eb.ref('excluded.home_odds'),
        draw_odds: eb.ref('excluded.draw_odds'),
        away_odds: eb.ref('excluded.away_odds'),
      }))
      .whereRef('fixture_matches.fixture_id', '=', 'excluded.fixture_id'),
  ),
)

/** Replaces the matches of a fixture; `remaining`: ids of stored matches that stay. */
export async function replaceMatches(
  tx: Tx,
  fixtureId: string,
  matches: readonly Omit<FixtureMatchRow, 'gameId'>[],
  remaining: readonly string[],
): Promise<void> {
  await tx.change(removeOthers({ id: fixtureId, remaining }))
  if (matches.length === 0) return
  await tx.change(upsertMatches(matches.map((match, ordinal) => ({ ...match, fixtureId, ordinal }))))
}
