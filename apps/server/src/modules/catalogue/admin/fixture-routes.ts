import {
  createFixture,
  deleteFixture,
  exportFixtures,
  type Fixture,
  listFixtures,
  publishFixture,
  updateFixture,
} from '@mupiira/contract/admin-fixtures.ts'
import { FIXTURE_LIST, type FixtureLine } from '@mupiira/contract/list-columns.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { clockTime, dayKey, startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { everyPage } from '../../../kernel/db/list-page.ts'
import { INVALID_CURSOR, readPageRequest } from '../../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import type { FixtureDraft, Fixtures } from './fixtures.ts'
import type { FixtureRow } from './fixtures.repository.ts'
import { faultsOf, type EvaluatedMatch } from './game-faults.ts'
import { decimal, hundredthsOf, NO_ODDS_WARNING, refusedOddsText } from './present-game.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import type { BaseOddsRisk } from '../games/base-odds.ts'

const PAGE = 20

export const fixtureRoutes = (
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  fixtures: Fixtures,
  { audit, baseOddsRisk }: { readonly audit: Audit['commands']; readonly baseOddsRisk: BaseOddsRisk },
): readonly Route[] => [
  route(listFixtures, async ({ query }) => {
    const pageRequest = readPageRequest(query, PAGE)
    if (pageRequest === null) return INVALID_CURSOR
    const { items, ...found } = await fixtures.list(pageRequest)
    const { page, pageSize } = pageRequest
    return { status: 200, body: { items: items.map(present), page, pageSize, total: null, ...found } }
  }),

  route(exportFixtures, (call) => {
    const file = { name: 'fixtures', action: 'fixture.export', columns: FIXTURE_LIST } as const
    return exportList({ clock, db, audit }, call, { ...file, rows: fixtureLines(fixtures) })
  }),

  route(createFixture, async (call) => {
    const draft = readDraft(call.body)
    if (!draft.ok) return { error: draft.error }
    const errors = faultsIn(call.body, draft.value, NONE_PUBLISHED, call.now)
    if (errors.length > 0) return { error: 'INVALID_FIELDS', errors }
    if (changesOdds(null, draft.value) && !may(call.actor, 'admin:odds:edit')) return { error: 'NOT_ALLOWED' }
    const made = await db.transaction(async (tx) => {
      const fixture = await fixtures.create(tx, draft.value, call.now)
      const auditEntry = {
        action: 'fixture.create',
        subject: `fixture:${fixture.id}`,
        after: shortOf(fixture),
      } as const
      await audit.record(tx, { ...staffOf(call), ...auditEntry }, call.now)
      return fixture
    })
    return { status: 201, body: present(made) }
  }),

  route(updateFixture, async (call) => {
    const { id } = call.params
    if (!isId(id)) return { error: 'FIXTURE_NOT_FOUND' }
    const draft = readDraft(call.body)
    if (!draft.ok) return { error: draft.error }
    const changed = await db.transaction(async (tx) => {
      const before = await fixtures.lock(tx, id)
      const now = clock.now()
      const errors = faultsIn(call.body, draft.value, publishedIds(before), now)
      if (before !== null && errors.length > 0) return err({ error: 'INVALID_FIELDS', errors } as const)
      if (changesOdds(before, draft.value) && !may(call.actor, 'admin:odds:edit'))
        return err({ error: 'NOT_ALLOWED' } as const)
      const done = await fixtures.update(tx, id, { draft: draft.value, seen: call.body.seen }, now)
      if (!done.ok) return err({ error: done.error })
      if (before === null) throw new Error('a changed fixture must exist')
      const states = { before: shortOf(before), after: shortOf(done.value) }
      await audit.record(tx, { ...staffOf(call), action: 'fixture.edit', subject: `fixture:${id}`, ...states }, now)
      return done
    })
    return changed.ok ? { status: 200, body: present(changed.value) } : changed.error
  }),

  route(deleteFixture, async (call) => {
    const { id } = call.params
    const isGone =
      isId(id) &&
      (await db.transaction(async (tx) => {
        const before = await fixtures.lock(tx, id)
        if (before === null || !(await fixtures.delete(tx, id))) return false
        const auditEntry = { action: 'fixture.delete', subject: `fixture:${id}`, before: shortOf(before) } as const
        await audit.record(tx, { ...staffOf(call), ...auditEntry }, clock.now())
        return true
      }))
    return isGone ? { status: 200, body: { success: true } } : { error: 'FIXTURE_NOT_FOUND' }
  }),

  route(publishFixture, async (call) => {
    const { id } = call.params
    if (!isId(id)) return { error: 'FIXTURE_NOT_FOUND' }
    const published = await db.transaction(async (tx) => {
      const draft = await fixtures.lock(tx, id)
      const now = clock.now()
      const errors = faultsOfDraft(draft, now)
      if (errors.length > 0) return err({ error: 'INVALID_FIELDS', errors } as const)
      const done = await fixtures.publish(tx, id, { seen: call.body?.seen, riskOf: baseOddsRisk }, now)
      if (!done.ok) return err({ error: done.error })
      const refused = done.value.made.flatMap(({ game, risk }) => (risk === null ? [] : [`${game.name}: ${risk}`]))
      const after = {
        games: done.value.made.map(({ game }) => game.name),
        ...(refused.length === 0 ? {} : { refusedOdds: refused }),
      }
      await audit.record(tx, { ...staffOf(call), action: 'fixture.publish', subject: `fixture:${id}`, after }, now)
      return done
    })
    if (!published.ok) return published.error
    const { fixture, made } = published.value
    const warnings = made.flatMap(({ game, risk }) => {
      if (game.model !== null) return []
      return `${game.name}: ${risk === null ? NO_ODDS_WARNING : refusedOddsText(risk)}`
    })
    return { status: 200, body: { fixture: present(fixture), made: made.length, warnings } }
  }),
]

/** Each match of each fixture, newest fixture first. */
async function* fixtureLines(fixtures: Fixtures): AsyncGenerator<FixtureLine[]> {
  for await (const batch of everyPage(fixtures.list)) {
    yield batch.map(present).flatMap((fixture) => fixture.matches.map((match) => ({ fixture, match })))
  }
}

/** Whether the draft has odds that the stored fixture does not have. */
const changesOdds = (before: FixtureRow | null, { matches }: FixtureDraft): boolean =>
  matches.some(({ id, homeOdds, drawOdds, awayOdds }) => {
    const stored = before?.matches.find((match) => id !== null && match.id === id)
    const same = stored ?? { homeOdds: null, drawOdds: null, awayOdds: null }
    return homeOdds !== same.homeOdds || drawOdds !== same.drawOdds || awayOdds !== same.awayOdds
  })

function readDraft(
  form: BodyOf<typeof createFixture>,
): Result<FixtureDraft, 'FIXTURE_INCOMPLETE' | 'FIXTURE_MATCH_INCOMPLETE'> {
  const tournament = form.tournament.trim()
  if (tournament === '' || form.matches.length === 0) return err('FIXTURE_INCOMPLETE')
  const matches: FixtureDraft['matches'][number][] = []
  for (const match of form.matches) {
    const [homeTeam, awayTeam] = [match.homeTeam.trim(), match.awayTeam.trim()]
    const startsAt = momentOf(match.date, match.time ?? '')
    const isKnown = match.id === undefined || isId(match.id)
    if (homeTeam === '' || awayTeam === '' || startsAt === null || !isKnown) return err('FIXTURE_MATCH_INCOMPLETE')
    const odds = [match.homeOdds, match.drawOdds, match.awayOdds].map(hundredthsOf)
    const [homeOdds = null, drawOdds = null, awayOdds = null] = odds
    const venue = match.venue?.trim() ?? ''
    matches.push({ id: match.id ?? null, homeTeam, awayTeam, venue, startsAt, homeOdds, drawOdds, awayOdds })
  }
  return ok({ tournament, season: form.season?.trim() ?? '', matches })
}

const NONE_PUBLISHED: ReadonlySet<string> = new Set()

/** Matches that are already games, which the form does not validate again. */
const publishedIds = (fixture: FixtureRow | null): ReadonlySet<string> =>
  new Set(fixture?.matches.flatMap(({ id, gameId }) => (gameId === null ? [] : [id])))

/** The problems that would stop the publication of a form, with the odds as typed. */
const faultsIn = (form: BodyOf<typeof createFixture>, draft: FixtureDraft, made: ReadonlySet<string>, now: Date) =>
  draft.matches.flatMap(({ id, homeTeam, awayTeam, startsAt }, at) =>
    id !== null && made.has(id) ? [] : faultsAt(at, { ...form.matches[at], homeTeam, awayTeam, startsAt }, now),
  )

const faultsOfDraft = (fixture: FixtureRow | null, now: Date) =>
  (fixture?.matches ?? []).flatMap(({ gameId, homeOdds, drawOdds, awayOdds, ...match }, at) => {
    const odds = { homeOdds: decimal(homeOdds), drawOdds: decimal(drawOdds), awayOdds: decimal(awayOdds) }
    return gameId === null ? faultsAt(at, { ...match, ...odds }, now) : []
  })

const faultsAt = (at: number, match: EvaluatedMatch, now: Date) =>
  faultsOf(match, now).map(({ field, message }) => ({
    path: `matches.${at}.${field === 'startsAt' ? 'date' : field}`,
    message,
  }))

/** A day and a time of day in Kampala; noon without a time. */
function momentOf(day: string, time: string): Date | null {
  const start = startOfDayKey(day)
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time === '' ? '12:00' : time) ?? []
  if (start === null || hours === undefined || minutes === undefined) return null
  return new Date(start.getTime() + (Number(hours) * 60 + Number(minutes)) * 60_000)
}

const present = (fixture: FixtureRow): Fixture => ({
  id: fixture.id,
  tournament: fixture.tournament,
  season: fixture.season,
  status: fixture.status,
  matches: fixture.matches.map(({ startsAt, homeOdds, drawOdds, awayOdds, ...match }) => ({
    ...match,
    date: dayKey(startsAt),
    time: clockTime(startsAt),
    homeOdds: decimal(homeOdds),
    drawOdds: decimal(drawOdds),
    awayOdds: decimal(awayOdds),
  })),
  createdAt: fixture.createdAt.toISOString(),
  updatedAt: fixture.updatedAt.toISOString(),
})

const shortOf = ({ tournament, season, status, matches }: FixtureRow) => ({
  tournament,
  season,
  status,
  matches: matches.map(({ homeTeam, awayTeam, startsAt, venue, ...odds }) => {
    const prices = [odds.homeOdds, odds.drawOdds, odds.awayOdds].flatMap((each) => decimal(each)?.toFixed(2) ?? [])
    const inWords = prices.length === 0 ? 'no odds' : `odds ${prices.join(' / ')}`
    return [`${homeTeam} – ${awayTeam}`, startsAt.toISOString(), inWords, venue]
      .filter((part) => part !== '')
      .join(', ')
  }),
})
