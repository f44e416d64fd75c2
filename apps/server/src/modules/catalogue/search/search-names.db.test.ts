import type { SearchName } from '@mupiira/contract/admin-search-names.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GAME_FORM as FORM, type ManualGamesFixture, manualGamesFixture } from '../../../testing/test-manual-games.ts'

const NAMES = '/api/admin/search-names'

let app: ManualGamesFixture
beforeAll(async () => {
  app = await manualGamesFixture()
  await app.start()
})
afterAll(() => app?.close())

const found = async (q: string): Promise<number> => {
  const { items } = (await app.get(`/api/games?q=${encodeURIComponent(q)}`)).body as unknown as { items: object[] }
  return items.length
}
const add = async (body: object): Promise<SearchName> => (await app.post(NAMES, body)).body as unknown as SearchName

it('[HOME-08] staff add, change and delete the names of a club, and each change applies to the search', async () => {
  await app.createGame({ ...FORM, homeTeam: 'Kataka Rovers', startTime: app.inHours(2) })
  await expect.poll(() => found('kataka')).toBe(1)
  expect(await found('mountain boys')).toBe(0)

  const added = await add({ kind: 'team', name: 'Kataka Rovers', aliases: [' Mountain  Boys ', 'mountain boys'] })
  expect(added.aliases).toEqual(['mountain boys'])
  await expect.poll(() => found('mountain boys')).toBe(1)

  const path = `${NAMES}/${added.id}`
  const changed = await app.put(path, { aliases: ['elgon'], seen: added.updatedAt })
  expect(changed.status).toBe(200)
  await expect.poll(() => found('elgon')).toBe(1)
  await expect.poll(() => found('mountain boys')).toBe(0)

  const listed = (await app.get(`${NAMES}?q=elgon`)).body as unknown as { items: SearchName[] }
  expect(listed.items.map(({ id }) => id)).toEqual([added.id])
  expect((await app.delete(path)).status).toBe(200)
  await expect.poll(() => found('elgon')).toBe(0)
  expect((await app.staffActions(`search-name:${added.id}`)).map(({ action }) => action)).toEqual([
    'search-name.create',
    'search-name.edit',
    'search-name.delete',
  ])
})

it.each([
  ['a club that is already in the list', () => app.post(NAMES, { kind: 'team', name: 'Arsenal', aliases: [] }), 409],
  ['names that do not exist', () => app.delete(`${NAMES}/0198c0de-0000-7000-8000-000000000000`), 404],
  ['an empty alias', () => app.post(NAMES, { kind: 'team', name: 'Any', aliases: [''] }), 400],
])('a change of search names is refused for %s', async (_, send, status) => {
  expect((await send()).status).toBe(status)
})

it('[ADMX-06] search names can be sorted by rank', async () => {
  const ranks = async (sort: string): Promise<number[]> => {
    const { items } = (await app.get(`${NAMES}?sort=${sort}&pageSize=5`)).body as unknown as { items: SearchName[] }
    return items.map(({ importance }) => importance)
  }
  const [lowest, highest] = [await ranks('rank'), await ranks('-rank')]
  expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
  expect(highest).toEqual(highest.toSorted((a, b) => b - a))
  expect(highest[0]).toBeGreaterThan(lowest[0] ?? 0)
})

it('a change of search names is refused if they have changed since they were opened', async () => {
  const added = await add({ kind: 'league', name: 'Elgon Cup', country: 'Uganda', importance: 20, aliases: ['elgon'] })
  const path = `${NAMES}/${added.id}`
  expect((await app.put(path, { aliases: ['x'], seen: '2026-01-01T00:00:00.000Z' })).status).toBe(409)
  const changed = (await app.put(path, { aliases: ['mbale cup'], importance: 30, seen: added.updatedAt })).body
  expect(changed).toMatchObject({ aliases: ['mbale cup'], importance: 30, country: 'Uganda' })
  expect((await app.delete(`${path}?seen=2026-01-01T00:00:00.000Z`)).status).toBe(409)
  expect((await app.delete(`${path}?seen=${String(changed['updatedAt'])}`)).status).toBe(200)
})

it('search names for a team with a blank name are refused', async () => {
  const blank = { kind: 'team', name: '  ', aliases: ['x'] }
  expect((await app.post(NAMES, blank)).status).toBe(400)
})
