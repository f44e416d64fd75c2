import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '@mupiira/contract/adjustments.ts'
import type { UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import type { StaffPermissions } from '@mupiira/domain/access/staff-roles.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import {
  GAME_FORM,
  hoursAhead,
  type ManualGamesFixture,
  manualGamesFixture,
} from '../../../testing/test-manual-games.ts'

let app: ManualGamesFixture
let player: TestAccount
beforeAll(async () => {
  app = await manualGamesFixture()
  player = await app.player({ balanceUgx: 50_000_000 })
})
afterAll(() => app?.close())
beforeEach(() => app.clock.forward(2 * DAY_MS))

const edit = (id: string, change: object, who: TestAccount = app.staff) => who.put(`/api/admin/games/${id}`, change)
const oddsOf = async (id: string) => {
  const { homeOdds, drawOdds, awayOdds } = (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame
  return { homeOdds, drawOdds, awayOdds }
}
const riskIn = ({ body }: { readonly body: object }) =>
  'details' in body ? (body.details as UnconfirmedChange).risk : null
const lastEntry = async (id: string) => (await app.staffActions(`game:${id}`)).at(-1)
const confirmed = (typed?: string) => ({ amount: 0, reason: 'the line-ups', ...(typed === undefined ? {} : { typed }) })
const waitingFor = async (id: string): Promise<Approval | undefined> =>
  ((await app.get('/api/admin/approvals')).body['items'] as Approval[]).find(({ subject }) => subject === `game:${id}`)

const BEFORE = { homeOdds: 2.1, drawOdds: 3.4, awayOdds: 3.6 }
const GENEROUS = { homeOdds: 3.4, drawOdds: 3.4, awayOdds: 2.15 }
/** A teams that no other test uses, so that no other game is the same match. */
let teams = 0
const newGame = (form: object = {}) =>
  app.createGame({ homeTeam: `Mbale ${(teams += 1)}`, awayTeam: `Lira ${teams}`, ...form })

describe('base odds that one member of staff changes where there is no second', () => {
  it('[ADMT-30] [ADMG-05] base odds that give away money against the model are saved only after staff typed them again', async () => {
    const { id } = await newGame()
    const refused = await edit(id, GENEROUS)
    expect(refused).toMatchObject({ status: 409, body: { code: 'CHANGE_MOVES_BETS', details: { kind: 'odds' } } })
    expect(riskIn(refused)).toMatchObject({ approval: 'alone', typed: '3.40 3.40 2.15' })
    expect(riskIn(refused)?.text).toMatch(
      /^Moneyline, Mbale \d+ at 3\.\d\d \(fair: 2\.\d\d, gives away \d+\.\d % of stakes/,
    )
    for (const typed of [undefined, '3.40 3.40 2.10'])
      expect((await edit(id, { ...GENEROUS, confirmed: confirmed(typed) })).body['code']).toBe('CHANGE_MOVES_BETS')
    expect(await oddsOf(id)).toEqual(BEFORE)
    expect((await edit(id, { ...GENEROUS, confirmed: confirmed('3.40 3.40 2.15') })).status).toBe(200)
    expect(await oddsOf(id)).toEqual(GENEROUS)
    const after = { flag: expect.stringContaining('without approval'), risk: expect.stringContaining('gives away') }
    expect(await lastEntry(id)).toMatchObject({ action: 'game.edit', reason: 'the line-ups', after })
  })

  it('[ADMT-30] many small changes of base odds within a day are compared together, and each day starts again', async () => {
    const { id } = await newGame()
    const steps = [2.15, 2.2, 2.26, 2.32].map((homeOdds) => ({ ...BEFORE, homeOdds }))
    const statuses: number[] = []
    for (const odds of steps) statuses.push((await edit(id, odds)).status)
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(409)
    const { homeOdds } = await oddsOf(id)
    await edit(id, { startTime: hoursAhead(app, 60) })
    app.clock.forward(DAY_MS + 1_000)
    expect((await edit(id, { homeOdds: (homeOdds ?? 0) + 0.05 })).status).toBe(200)
  })

  it('[ADMT-30] removing the base odds first bypasses nothing, and a book under 100 % is a risk', async () => {
    const { id } = await newGame({ startTime: hoursAhead(app, 80) })
    await app.bet(player, [await app.pick(id)], 30_000)
    const none = { homeOdds: 0, drawOdds: 0, awayOdds: 0 }
    expect((await edit(id, { ...none, confirmed: confirmed() })).status).toBe(200)
    expect(riskIn(await edit(id, GENEROUS))?.text).toContain('gives away')
    app.clock.forward(2 * DAY_MS)
    expect(riskIn(await edit(id, GENEROUS))?.text).toContain('no earlier odds to compare with')
    const { id: other } = await newGame()
    const thin = { homeOdds: 2.15, drawOdds: 3.5, awayOdds: 4.2 }
    expect(riskIn(await edit(other, thin))?.text).toContain('book of the result odds 98.9 %')
  })

  it('[ADMT-30] a new game or a published fixture gets no odds that give away money against the listed game of the same teams', async () => {
    const form = { homeTeam: 'Masaka SC', awayTeam: 'Jinja FC' }
    await app.createGame(form)
    const copy = { ...GAME_FORM, ...form, homeTeam: 'Jinja', awayTeam: 'Masaka', startTime: hoursAhead(app, 2) }
    // The sides are exchanged, so 2.10 for the away side is 2.10 for Masaka.
    const fair = { homeOdds: 3.6, drawOdds: 3.4, awayOdds: 2.1 }
    const created = await app.post('/api/admin/games', { ...copy, ...fair })
    expect(created.body).toMatchObject({ game: { homeOdds: 3.6 }, warning: null })
    const generous = await app.post('/api/admin/games', copy)
    expect(generous.body).toMatchObject({ game: { homeOdds: null }, warning: expect.stringContaining('gives away') })
    const { id } = generous.body['game'] as AdminGame
    expect(riskIn(await edit(id, BEFORE))?.text).toContain('Masaka at')
    const start = new Date(app.clock.now().getTime() + 3 * 3_600_000).toISOString()
    const match = { homeTeam: 'Masaka', awayTeam: 'Jinja', date: start.slice(0, 10), time: '23:00' }
    const draft = { tournament: 'Cup', matches: [{ ...match, homeOdds: 3.6, drawOdds: 3.4, awayOdds: 2.1 }] }
    const { body: fixture } = await app.post('/api/admin/fixtures', draft)
    const published = await app.post(`/api/admin/fixtures/${String(fixture['id'])}/publish`)
    expect(published.body['warnings']).toEqual([expect.stringContaining('gives away')])
  })
})

describe('base odds where there is a second member of staff', () => {
  it('[ADMT-30] base odds need the capability for odds, in the form, for new games and for fixtures', async () => {
    const { id } = await newGame()
    const capabilities = ['admin:games:read', 'admin:games:edit', 'admin:fixtures:read', 'admin:fixtures:edit'] as const
    const permissions: StaffPermissions = { role: 'own', title: 'Games', capabilities }
    const reporter = await app.admin({ permissions })
    expect((await edit(id, { homeOdds: 2.11 }, reporter)).body['code']).toBe('NOT_ALLOWED')
    expect((await edit(id, { homeOdds: 2.1, league: 'Cup' }, reporter)).status).toBe(200)
    const form = { ...GAME_FORM, homeTeam: 'Kitgum', awayTeam: 'Gulu', startTime: hoursAhead(app, 1) }
    expect((await reporter.post('/api/admin/games', form)).body['code']).toBe('NOT_ALLOWED')
    const without = { ...form, homeOdds: 0, drawOdds: 0, awayOdds: 0 }
    expect((await reporter.post('/api/admin/games', without)).status).toBe(201)
    const match = { homeTeam: 'Kitgum', awayTeam: 'Gulu', date: hoursAhead(app, 72).slice(0, 10) }
    const draft = (odds: object) => ({ tournament: 'Cup', matches: [{ ...match, ...odds }] })
    expect((await reporter.post('/api/admin/fixtures', draft(BEFORE))).body['code']).toBe('NOT_ALLOWED')
    const { body: fixture } = await app.post('/api/admin/fixtures', draft(BEFORE))
    const { id: matchId } = (fixture['matches'] as { id: string }[])[0] ?? {}
    const path = `/api/admin/fixtures/${String(fixture['id'])}`
    expect((await reporter.put(path, draft({ id: matchId, ...BEFORE, venue: 'Pece' }))).status).toBe(200)
    expect((await reporter.put(path, draft({ id: matchId, ...GENEROUS }))).body['code']).toBe('NOT_ALLOWED')
  })

  it('[ADMT-30] base odds that give away money wait for a second trader, and are applied only to the odds that the request names', async () => {
    const colleague = await app.admin({ firstName: 'Ruth', balanceUgx: 0 })
    const { id } = await newGame()
    const refused = await edit(id, { ...GENEROUS, league: 'Cup' })
    expect(riskIn(refused)).toMatchObject({ approval: 'wait' })
    const asked = await edit(id, { ...GENEROUS, league: 'Cup', confirmed: confirmed() })
    expect(asked.body['code']).toBe('ODDS_WAIT')
    expect(await oddsOf(id)).toEqual(BEFORE)
    const request = await waitingFor(id)
    expect(request).toMatchObject({ kind: 'base-odds', reason: 'the line-ups', isOwn: true })
    expect(request?.subjectName).toMatch(/base odds 2\.10 3\.40 3\.60 → 3\.40 3\.40 2\.15; Moneyline, .* gives away/)
    const approve = (each: Approval | undefined) =>
      colleague.post(`/api/admin/approvals/${each?.id}`, { decision: 'approve' })
    expect((await approve(request)).status).toBe(200)
    expect(await oddsOf(id)).toEqual(GENEROUS)
    expect(await lastEntry(id)).toMatchObject({ actor: colleague.id, after: { requestedBy: app.staff.id } })
    // The approved odds are the ones that later changes are compared with.
    expect((await edit(id, { ...GENEROUS, homeOdds: 3.45 })).status).toBe(200)
    await edit(id, { ...BEFORE, confirmed: confirmed() })
    const outdated = await waitingFor(id)
    expect((await edit(id, { homeOdds: 3.4 })).status).toBe(200)
    const late = await approve(outdated)
    expect(late.body).toMatchObject({ code: 'APPROVAL_OUTDATED', detail: expect.stringContaining('odds') })
    expect(await oddsOf(id)).toEqual(GENEROUS)
  })
})
