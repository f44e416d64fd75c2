import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createDemoGames } from './demo-games.ts'
import { fixturesBetween } from './fixtures.ts'

let app: TestApp
let runJob: () => Promise<void>
let staffGameId: string
beforeAll(async () => {
  app = await createTestApp()
  // A match in a league of the demo that is not in the demo calendar.
  staffGameId = (await app.game({ sport: 'tennis', league: 'Kampala Open' })).id
  runJob = createDemoGames(app.kernel, app.modules.catalogue)
  await runJob()
})
afterAll(() => app.close())

type Listed = { readonly id: string; readonly name: string; readonly start: Date }
const listed = async (): Promise<Listed[]> =>
  (await app.kernel.db.query<Listed>('select id, name, start_time as start from games order by start_time, id')).filter(
    ({ id }) => id !== staffGameId,
  )
const inMs = (ms: number): Date => new Date(app.clock.now().getTime() + ms)

it('[HELP-27] sample games have a match_duration of 100, a break_duration of 10 and a half_time_duration of 15 minutes', async () => {
  const ids = new Set((await listed()).map(({ id }) => id))
  const games = await app.modules.catalogue.games.open(inMs(3 * DAY_MS))
  const durations = games
    .filter(({ id }) => ids.has(id))
    .map(({ matchDuration, breakDuration, halfTimeDuration }) => [matchDuration, breakDuration, halfTimeDuration])
  expect(new Set(durations.map(String))).toEqual(new Set(['100,10,15']))
})

it('[D53] the demo lists two days of basketball and tennis, each game once, and does not list a game again that staff deleted', async () => {
  const before = await listed()
  expect(before).toHaveLength(fixturesBetween(inMs(MINUTE_MS), inMs(2 * DAY_MS)).length)
  expect(new Set(before.map(({ name, start }) => `${name} ${start.getTime()}`)).size).toBe(before.length)
  const last = before.at(-1)?.id ?? ''
  await app.asOwner(`delete from games where id = '${last}'`)
  await runJob()
  expect(await listed()).toHaveLength(before.length - 1)
  // After a restart the calendar continues where it ended.
  await createDemoGames(app.kernel, app.modules.catalogue)()
  expect((await listed()).length).toBeLessThanOrEqual(before.length)
})

it('[D53] demo games end with their planned score, even after a server restart, and games added by staff are not changed', async () => {
  const [next] = fixturesBetween(inMs(MINUTE_MS), inMs(DAY_MS))
  if (next === undefined) throw new Error('the calendar is empty')
  const game = (await listed()).find(({ name }) => name === `${next.homeTeam} vs ${next.awayTeam}`)
  const plan = next.plan()
  app.clock.set(new Date(next.startTime.getTime() + plan.durationMs / 2))
  await app.modules.catalogue.clock.run()
  await runJob()
  const { home, away, period } = plan.scoreAt(plan.durationMs / 2)
  expect(await app.modules.catalogue.games.byId(game?.id ?? '')).toMatchObject({
    status: 'live',
    homeTeam: next.homeTeam,
    homeScore: home,
    awayScore: away,
    period,
  })

  // The product was stopped: this game stayed live, and others never began.
  app.clock.set(new Date(next.startTime.getTime() + 6 * 60 * MINUTE_MS))
  await runJob()
  const final = plan.scoreAt(plan.durationMs)
  expect(await app.modules.catalogue.games.byId(game?.id ?? '')).toMatchObject({
    status: 'finished',
    homeScore: final.home,
    awayScore: final.away,
    period: null,
  })
  const open = await app.modules.catalogue.games.open(inMs(-MINUTE_MS * 30))
  expect(open.map(({ id }) => id)).toEqual([staffGameId])
})

it('[HELP-27] no operation for players creates a game', () => {
  const open = OPERATIONS.flatMap(({ access, method, path }) =>
    access !== 'admin' && method !== 'GET' && /games/.test(path) ? [`${method} ${path}`] : [],
  )
  expect(open).toEqual(['POST /api/games/refresh-scores'])
})
