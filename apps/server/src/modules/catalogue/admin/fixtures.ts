import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { createGame } from './manual-games.ts'
import type { GameRow } from '../games/game-row.ts'

/** DATA-30; odds in hundredths. */
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
export type FixtureDraft = Pick<FixtureRow, 'tournament' | 'season'> & {
  /** `id` of an existing match. */
  readonly matches: readonly (Omit<FixtureMatchRow, 'id' | 'gameId'> & { readonly id: string | null })[]
}

export type Fixtures = ReturnType<typeof createFixtures>

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'fixtures-changed': { readonly [none: string]: never }
  }
}

/** Tournament matches that are not games yet (ADMF). Each change is published to open consoles. */
export function createFixtures({ db, outbox }: Pick<Kernel, 'db' | 'outbox'>) {
  const tell = (tx: Tx): Promise<void> => outbox.appendEvents(tx, [{ type: 'fixtures-changed', data: {} }])

  return {
    find: (tx: Sql, id: string) => fixtureById(tx, id),

    /** Locks the fixture until the transaction ends. */
    lock: locked,

    /** Newest first (ADMF-02). */
    async list(page: number, pageSize: number): Promise<{ fixtures: FixtureRow[]; hasMore: boolean }> {
      const heads = await db.query<FixtureRow>(`${HEADS} order by created_at desc, id desc limit $1 offset $2`, [
        pageSize + 1,
        (page - 1) * pageSize,
      ])
      return { fixtures: await withMatches(db, heads.slice(0, pageSize)), hasMore: heads.length > pageSize }
    },

    async create(tx: Tx, draft: FixtureDraft, now: Date): Promise<FixtureRow> {
      const id = newId()
      await tx.change(
        'insert into fixtures (id, tournament, season, created_at, updated_at) values ($1, $2, $3, $4, $4)',
        [id, draft.tournament, draft.season, now],
      )
      await writeMatches(tx, id, draft)
      await tell(tx)
      return present(await fixtureById(tx, id))
    },

    /** Matches that are already games stay unchanged. `seen`: the version that the editor has loaded. */
    async update(
      tx: Tx,
      id: string,
      { draft, seen }: { readonly draft: FixtureDraft; readonly seen: string | undefined },
      now: Date,
    ): Promise<Result<FixtureRow, 'FIXTURE_NOT_FOUND' | 'FIXTURE_PUBLISHED' | 'FIXTURE_CHANGED'>> {
      const before = await locked(tx, id)
      if (before === null) return err('FIXTURE_NOT_FOUND')
      if (isChanged(before, seen)) return err('FIXTURE_CHANGED')
      if (before.matches.some((match) => match.gameId !== null && !isStored(match, draft)))
        return err('FIXTURE_PUBLISHED')
      await tx.change('update fixtures set tournament = $2, season = $3, updated_at = $4 where id = $1', [
        id,
        draft.tournament,
        draft.season,
        now,
      ])
      await writeMatches(tx, id, draft)
      await tell(tx)
      return ok(present(await fixtureById(tx, id)))
    },

    async delete(tx: Tx, id: string): Promise<boolean> {
      const gone = (await tx.change('delete from fixtures where id = $1', [id])) === 1
      if (gone) await tell(tx)
      return gone
    },

    /** Creates one upcoming game for each match without one (ADMF-15, D50). `seen`: see `update`. */
    async publish(
      tx: Tx,
      id: string,
      seen: string | undefined,
      now: Date,
    ): Promise<Result<{ fixture: FixtureRow; made: GameRow[] }, 'FIXTURE_NOT_FOUND' | 'FIXTURE_CHANGED'>> {
      const fixture = await locked(tx, id)
      if (fixture === null) return err('FIXTURE_NOT_FOUND')
      if (isChanged(fixture, seen)) return err('FIXTURE_CHANGED')
      const made: GameRow[] = []
      for (const match of fixture.matches) {
        if (match.gameId !== null) continue
        const { homeTeam, awayTeam, startsAt, homeOdds, drawOdds, awayOdds } = match
        const game = {
          homeTeam,
          awayTeam,
          league: fixture.tournament,
          country: null,
          sport: 'soccer',
          startTime: startsAt,
        } as const
        const odds = { homeOdds, drawOdds, awayOdds, over25Odds: null, under25Odds: null }
        const row = await createGame(outbox, tx, game, homeOdds === null || awayOdds === null ? null : odds, now)
        await tx.change('update fixture_matches set game_id = $2 where id = $1', [match.id, row.id])
        made.push(row)
      }
      await tx.change(`update fixtures set status = 'published', updated_at = $2 where id = $1`, [id, now])
      await tell(tx)
      return ok({ fixture: present(await fixtureById(tx, id)), made })
    },
  }
}

const HEADS = `select id, tournament, season, status, created_at as "createdAt", updated_at as "updatedAt" from fixtures`

async function fixtureById(sql: Sql, id: string): Promise<FixtureRow | null> {
  const [fixture] = await withMatches(sql, await sql.query<FixtureRow>(`${HEADS} where id = $1`, [id]))
  return fixture ?? null
}

async function locked(tx: Tx, id: string): Promise<FixtureRow | null> {
  await tx.query('select from fixtures where id = $1 for update', [id])
  return fixtureById(tx, id)
}

async function withMatches(sql: Sql, heads: readonly FixtureRow[]): Promise<FixtureRow[]> {
  const rows = await sql.query<FixtureMatchRow & { fixtureId: string }>(
    `select fixture_id as "fixtureId", id, home_team as "homeTeam", away_team as "awayTeam", venue, starts_at as "startsAt",
            home_odds as "homeOdds", draw_odds as "drawOdds", away_odds as "awayOdds", game_id as "gameId"
       from fixture_matches where fixture_id = any($1::uuid[]) order by fixture_id, ordinal`,
    [heads.map(({ id }) => id)],
  )
  const matches = Map.groupBy(rows, ({ fixtureId }) => fixtureId)
  return heads.map((head) => ({ ...head, matches: matches.get(head.id) ?? [] }))
}

/** Replaces the matches by those of the draft; missing ones are deleted. */
async function writeMatches(tx: Tx, fixtureId: string, { matches }: FixtureDraft): Promise<void> {
  const remaining = matches.flatMap(({ id }) => id ?? [])
  await tx.change('delete from fixture_matches where fixture_id = $1 and id <> all($2::uuid[])', [fixtureId, remaining])
  for (const [ordinal, match] of matches.entries()) {
    await tx.change(
      `insert into fixture_matches as m (id, fixture_id, ordinal, home_team, away_team, venue, starts_at, home_odds, draw_odds, away_odds)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (id) do update
         set ordinal = excluded.ordinal, home_team = excluded.home_team, away_team = excluded.away_team, venue = excluded.venue,
             starts_at = excluded.starts_at, home_odds = excluded.home_odds, draw_odds = excluded.draw_odds, away_odds = excluded.away_odds
       where m.fixture_id = excluded.fixture_id`,
      [
        match.id ?? newId(),
        fixtureId,
        ordinal,
        match.homeTeam,
        match.awayTeam,
        match.venue,
        match.startsAt,
        match.homeOdds,
        match.drawOdds,
        match.awayOdds,
      ],
    )
  }
}

const isChanged = ({ updatedAt }: FixtureRow, seen: string | undefined): boolean =>
  seen !== undefined && Date.parse(seen) !== updatedAt.getTime()

const isStored = (match: FixtureMatchRow, draft: FixtureDraft): boolean =>
  draft.matches.some(
    (each) =>
      each.id === match.id &&
      each.homeTeam === match.homeTeam &&
      each.awayTeam === match.awayTeam &&
      each.startsAt.getTime() === match.startsAt.getTime(),
  )

function present(fixture: FixtureRow | null): FixtureRow {
  if (fixture === null) throw new Error('a fixture that was written is there')
  return fixture
}
