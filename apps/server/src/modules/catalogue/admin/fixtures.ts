import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { PageRequest } from '../../../kernel/db/list-page.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import {
  deleteFixture,
  type FixtureMatchRow,
  type FixtureRow,
  fixtureById,
  fixturesPage,
  insertFixture,
  linkToGame,
  lockFixture,
  publishFixture,
  replaceMatches,
  updateFixture,
} from './fixtures.repository.ts'
import { createGame } from './manual-games.ts'
import { type BaseOddsRisk, NEW_GAME } from '../games/base-odds.ts'
import type { GameRow } from '../games/game-row.ts'

export type FixtureDraft = Pick<FixtureRow, 'tournament' | 'season'> & {
  /** Matches with the `id` of an existing match, or null for a new match. */
  readonly matches: readonly (Omit<FixtureMatchRow, 'id' | 'gameId'> & { readonly id: string | null })[]
}

/** `risk`: why the game got no odds; null without a risk. */
type MadeGame = { readonly game: GameRow; readonly risk: string | null }

export type Fixtures = ReturnType<typeof createFixtures>

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'fixtures-changed': { readonly [none: string]: never }
  }
}

/** Tournament matches that are not games yet (ADMF). Each change is published to open consoles. */
export function createFixtures({ db, outbox }: Pick<Kernel, 'db' | 'outbox'>) {
  const publish = (tx: Tx): Promise<void> => outbox.appendEvents(tx, [{ type: 'fixtures-changed', data: {} }])

  return {
    lock: lockFixture,

    /** A page of fixtures, newest first (ADMF-02). */
    list: (pageRequest: PageRequest) => fixturesPage(db, pageRequest),

    async create(tx: Tx, draft: FixtureDraft, now: Date): Promise<FixtureRow> {
      const id = newId()
      await insertFixture(tx, { id, tournament: draft.tournament, season: draft.season, now })
      await writeMatches(tx, id, draft)
      await publish(tx)
      return present(await fixtureById(tx, id))
    },

    /** Refused if it changes a match that is already a game. `seen`: the version that the editor has loaded. */
    async update(
      tx: Tx,
      id: string,
      { draft, seen }: { readonly draft: FixtureDraft; readonly seen: string | undefined },
      now: Date,
    ): Promise<Result<FixtureRow, 'FIXTURE_NOT_FOUND' | 'FIXTURE_PUBLISHED' | 'FIXTURE_CHANGED'>> {
      const before = await lockFixture(tx, id)
      if (before === null) return err('FIXTURE_NOT_FOUND')
      if (isChanged(before, seen)) return err('FIXTURE_CHANGED')
      if (before.matches.some((match) => match.gameId !== null && !isStored(match, draft)))
        return err('FIXTURE_PUBLISHED')
      await updateFixture(tx, { id, tournament: draft.tournament, season: draft.season, now })
      await writeMatches(tx, id, draft)
      await publish(tx)
      return ok(present(await fixtureById(tx, id)))
    },

    async delete(tx: Tx, id: string): Promise<boolean> {
      const deleted = await deleteFixture(tx, id)
      if (deleted) await publish(tx)
      return deleted
    },

    /**
     * Creates one upcoming game for each match without one (ADMF-15, D50), without odds if they have a risk. `seen`: see
     * `update`.
     */
    async publish(
      tx: Tx,
      id: string,
      { seen, riskOf }: { readonly seen: string | undefined; readonly riskOf: BaseOddsRisk },
      now: Date,
    ): Promise<Result<{ fixture: FixtureRow; made: MadeGame[] }, 'FIXTURE_NOT_FOUND' | 'FIXTURE_CHANGED'>> {
      const fixture = await lockFixture(tx, id)
      if (fixture === null) return err('FIXTURE_NOT_FOUND')
      if (isChanged(fixture, seen)) return err('FIXTURE_CHANGED')
      const made: MadeGame[] = []
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
        const risk = await riskOf({ ...game, id: NEW_GAME }, { before: null, after: odds })
        const hasSides = homeOdds !== null && awayOdds !== null
        const row = await createGame(outbox, tx, game, hasSides && risk === null ? odds : null, now)
        await linkToGame(tx, match.id, row.id)
        made.push({ game: row, risk })
      }
      await publishFixture(tx, id, now)
      await publish(tx)
      return ok({ fixture: present(await fixtureById(tx, id)), made })
    },
  }
}

/** Replaces the stored matches with the matches of the draft. Matches that the draft lacks are deleted. */
const writeMatches = (tx: Tx, fixtureId: string, { matches }: FixtureDraft): Promise<void> =>
  replaceMatches(
    tx,
    fixtureId,
    matches.map((match) => ({ ...match, id: match.id ?? newId() })),
    matches.flatMap(({ id }) => id ?? []),
  )

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
  if (fixture === null) throw new Error('the written fixture is missing')
  return fixture
}
