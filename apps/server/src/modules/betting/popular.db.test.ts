import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { type BettingFixture, bettingFixture } from './testing/betting-fixture.ts'

const MINUTE_MS = 60_000

let app: BettingFixture
beforeAll(async () => {
  app = await bettingFixture()
})
afterAll(() => app.close())

/** The home teams of the popular list. Also checks that the list has as many games as its count. */
async function popular(): Promise<string> {
  const { pricing } = app.modules
  await pricing.start()
  const { items, counts, nextCursor } = await pricing.games.list({ status: 'popular' }, app.clock.now())
  expect(counts, 'the counts do not depend on the chosen badge').toMatchObject({ popular: items.length, upcoming: 7 })
  expect(nextCursor).toBeNull()
  return items.map(({ homeTeam }) => homeTeam).join('')
}

it('[HOME-12] the popular games are at most five games with the most open bets, or the first five games if there are no bets', async () => {
  const startOf = (place: number): Date => new Date(app.clock.now().getTime() + (60 + place) * MINUTE_MS)
  const games = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((homeTeam, place) => app.game({ homeTeam, startTime: startOf(place) })),
  )
  expect(await popular(), 'nothing bet on').toBe('ABCDE')

  const player = await app.player()
  const [first, second, third] = await Promise.all(games.map(({ id }) => app.pick(id)))
  if (first === undefined || second === undefined || third === undefined) throw new Error('no prices')
  const double = await app.placed(player, { selections: [first, second] })
  const single = await app.placed(await app.player(), { selections: [first] })
  expect(await popular(), 'one game by two tickets, one by one').toBe('AB')
  await app.placed(player, { selections: [third] })
  expect(await popular()).toBe('ABC')

  for (const { id } of games) await app.placed(player, { selections: [await app.pick(id)] })
  expect(await popular(), 'with equal numbers of bets the earlier game counts').toBe('ABCDE')
  for (const { id } of games.slice(5)) await app.placed(player, { selections: [await app.pick(id)] })
  expect(await popular()).toBe('ABCFG')

  const open = await app.kernel.db.query<{ id: string }>(`select id from tickets where status = 'pending'`, [])
  expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([double.id, single.id]))
  for (const { id } of open.filter((ticket) => ticket.id !== single.id)) {
    await app.kernel.db.transaction((tx) =>
      app.modules.betting.tickets.cancel(tx, { ticketId: id, actorId: newId(), reason: 'for the test' }),
    )
  }
  expect(await popular(), 'a cancelled bet does not count').toBe('A')
})
