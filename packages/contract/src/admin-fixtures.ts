import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Cursor, Id, Instant, literals, nullable, numberedPage, Odds, PageNumber, PageSize, strict } from './schemas.ts'

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** A match of a fixture (DATA-30). Date and time are in Kampala time. */
export const FixtureMatch = Type.Object({
  id: Id,
  homeTeam: Type.String(),
  awayTeam: Type.String(),
  venue: Type.String(),
  date: Type.String(),
  time: Type.String(),
  homeOdds: nullable(Odds),
  drawOdds: nullable(Odds),
  awayOdds: nullable(Odds),
  /** The game created from this match; null before publishing. */
  gameId: nullable(Id),
})
export type FixtureMatch = Static<typeof FixtureMatch>

/** A match day entered as a list (DATA-29). */
export const Fixture = Type.Object({
  id: Id,
  tournament: Type.String(),
  season: Type.String(),
  status: literals(['draft', 'published']),
  matches: Type.Array(FixtureMatch),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Fixture = Static<typeof Fixture>

const OddsInput = Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100_000 })))
const FixtureFields = {
  tournament: Type.String({ maxLength: 80 }),
  season: Type.Optional(Type.String({ maxLength: 40 })),
  matches: Type.Array(
    Type.Object(
      {
        /** The id of an existing match; absent for a new one. */
        id: Type.Optional(Id),
        homeTeam: Type.String({ maxLength: 80 }),
        awayTeam: Type.String({ maxLength: 80 }),
        venue: Type.Optional(Type.String({ maxLength: 80 })),
        date: Type.String({ maxLength: 10 }),
        time: Type.Optional(Type.String({ maxLength: 5 })),
        homeOdds: OddsInput,
        drawOdds: OddsInput,
        awayOdds: OddsInput,
      },
      strict,
    ),
    { maxItems: 100 },
  ),
}
const FixtureForm = Type.Object(FixtureFields, strict)
const SAVE_ERRORS = ['FIXTURE_INCOMPLETE', 'FIXTURE_MATCH_INCOMPLETE', 'NOT_ALLOWED'] as const

export const listFixtures = endpoint({
  method: 'GET',
  path: '/api/admin/fixtures',
  summary: 'Fixtures, newest first',
  access: 'admin',
  capability: 'admin:fixtures:read',
  query: Type.Object(
    { page: Type.Optional(PageNumber), cursor: Type.Optional(Cursor), pageSize: Type.Optional(PageSize) },
    strict,
  ),
  responses: { 200: numberedPage(Fixture) },
  errors: [],
})

export const exportFixtures = listExport({
  path: '/api/admin/fixtures',
  rows: 'matches of fixtures',
  capability: 'admin:fixtures:read',
  filter: {},
  errors: [],
})

export const createFixture = endpoint({
  method: 'POST',
  path: '/api/admin/fixtures',
  summary: 'Create a draft fixture',
  access: 'admin',
  capability: 'admin:fixtures:edit',
  body: FixtureForm,
  responses: { 201: Fixture },
  errors: [...SAVE_ERRORS],
})

export const updateFixture = endpoint({
  method: 'PUT',
  path: '/api/admin/fixtures/{id}',
  summary: 'Change a fixture. Published matches stay unchanged',
  access: 'admin',
  capability: 'admin:fixtures:edit',
  params,
  /** `seen`: the `updatedAt` when the form was opened. Matches missing from the list are deleted. */
  body: Type.Object({ ...FixtureFields, seen: Type.Optional(Instant) }, strict),
  responses: { 200: Fixture },
  errors: ['FIXTURE_NOT_FOUND', 'FIXTURE_PUBLISHED', 'FIXTURE_CHANGED', ...SAVE_ERRORS],
})

export const deleteFixture = endpoint({
  method: 'DELETE',
  path: '/api/admin/fixtures/{id}',
  summary: 'Delete a fixture. Its published games stay',
  access: 'admin',
  capability: 'admin:fixtures:edit',
  params,
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['FIXTURE_NOT_FOUND'],
})

/** Publishes a fixture (ADMF-15). */
export const publishFixture = endpoint({
  method: 'POST',
  path: '/api/admin/fixtures/{id}/publish',
  summary: 'Create one game per match. Repeating the request creates no second game',
  access: 'admin',
  capability: 'admin:fixtures:edit',
  requiresFreshConfirmation: true,
  params,
  /** `seen`: the `updatedAt` of the fixture when it was displayed. */
  body: Type.Optional(Type.Object({ seen: Type.Optional(Instant) }, strict)),
  responses: {
    200: Type.Object({ fixture: Fixture, made: Type.Integer(), warnings: Type.Array(Type.String()) }),
  },
  errors: ['FIXTURE_NOT_FOUND', 'FIXTURE_CHANGED'],
})
