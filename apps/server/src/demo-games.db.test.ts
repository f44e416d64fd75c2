import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { runDemoGames } from './demo-games.ts'
import { WORKER } from './kernel/test-kernel.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: WORKER })
  runDemoGames(app.kernel, app.modules.catalogue)
  await app.start()
})
afterAll(() => app.close())

it('[HELP-27] sample games have a match_duration of 100, a break_duration of 10 and a half_time_duration of 15 minutes', async () => {
  const made = () =>
    app.kernel.db.query<{ match: number; pause: number; half: number }>(
      `select distinct match_duration as match, break_duration as pause, half_time_duration as half
       from games g join game_clocks c on c.game_id = g.id where source = 'hand'`,
    )
  await expect.poll(made, { timeout: 20_000 }).toEqual([{ match: 100, pause: 10, half: 15 }])
})

it('[HELP-27] no operation for players creates a game', () => {
  const open = OPERATIONS.flatMap(({ access, method, path }) =>
    access !== 'admin' && method !== 'GET' && /games/.test(path) ? [`${method} ${path}`] : [],
  )
  expect(open).toEqual(['POST /api/games/refresh-scores'])
})
