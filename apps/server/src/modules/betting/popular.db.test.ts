import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { type BettingFixture, bettingFixture } from './testing/betting-fixture.ts'

let app: BettingFixture
beforeAll(async () => {
  app = await bettingFixture()
})
afterAll(() => app.close())

async function popular(): Promise<number> {
  const { pricing } = app.modules
  await pricing.start()
  return (await pricing.list({}, app.clock.now())).counts.popular
}

it('[HOME-12] the popular games are up to five games with bets, or the first five games if there are no bets', async () => {
  const games = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((homeTeam) => app.game({ homeTeam })))
  expect(await popular(), 'nothing bet on').toBe(5)

  const player = await app.player()
  const [first, second, third] = await Promise.all(games.map(({ id }) => app.pick(id)))
  if (first === undefined || second === undefined || third === undefined) throw new Error('no prices')
  const double = await app.placed(player, { selections: [first, second] })
  const single = await app.placed(await app.player(), { selections: [first] })
  expect(await popular(), 'one game by two tickets, one by one').toBe(2)
  await app.placed(player, { selections: [third] })
  expect(await popular()).toBe(3)

  for (const { id } of games) await app.placed(player, { selections: [await app.pick(id)] })
  expect(await popular()).toBe(5)

  const open = await app.kernel.db.query<{ id: string }>(`select id from tickets where status = 'pending'`, [])
  expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([double.id, single.id]))
  for (const { id } of open.filter((ticket) => ticket.id !== single.id)) {
    await app.kernel.db.transaction((tx) =>
      app.modules.betting.cancel(tx, { ticketId: id, actorId: newId(), reason: 'for the test' }, app.clock.now()),
    )
  }
  expect(await popular(), 'a cancelled bet does not count').toBe(1)
})
