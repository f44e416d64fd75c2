import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { runDemoGames } from './demo-games.ts'
import { WORKER } from './kernel/test-kernel.ts'
import { openCatalogue } from './modules/catalogue/test-feed.ts'

let house: Awaited<ReturnType<typeof openCatalogue>>
beforeAll(async () => {
  house = await openCatalogue(WORKER)
  runDemoGames(house.kernel, house.catalogue)
  await house.start()
})
afterAll(() => house.close())

it('[HELP-27] sample games have 100 minutes, a break of 10 and a half time of 15', async () => {
  const made = () =>
    house.kernel.db.query<{ match: number; pause: number; half: number }>(
      `select distinct match_duration as match, break_duration as pause, half_time_duration as half
       from games where source = 'hand'`,
    )
  await expect.poll(made, { timeout: 20_000 }).toEqual([{ match: 100, pause: 10, half: 15 }])
})

it('[HELP-27] no operation for players creates a game', () => {
  const open = OPERATIONS.flatMap(({ access, method, path }) =>
    access !== 'admin' && method !== 'GET' && /games/.test(path) ? [`${method} ${path}`] : [],
  )
  expect(open).toEqual(['POST /api/games/refresh-scores'])
})
