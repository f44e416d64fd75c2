import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { type Book, openBook } from './test-book.ts'

let book: Book
beforeAll(async () => {
  book = await openBook()
})
afterAll(() => book.close())

async function popular(): Promise<number> {
  const { pricing } = book.deps
  await pricing.start()
  return (await pricing.list({}, book.clock.now())).counts.popular
}

it('[HOME-12] the badge counts the games bet on, five at most, or the first five while nothing has been bet', async () => {
  const games = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((homeTeam) => book.game({ homeTeam })))
  expect(await popular(), 'nothing bet on').toBe(5)

  const player = await book.player()
  const [first, second, third] = await Promise.all(games.map(({ id }) => book.pick(id)))
  if (first === undefined || second === undefined || third === undefined) throw new Error('no prices')
  const double = await book.placed(player, { selections: [first, second] })
  const single = await book.placed(await book.player(), { selections: [first] })
  expect(await popular(), 'one game by two tickets, one by one').toBe(2)
  await book.placed(player, { selections: [third] })
  expect(await popular()).toBe(3)

  for (const { id } of games) await book.placed(player, { selections: [await book.pick(id)] })
  expect(await popular()).toBe(5)

  const open = await book.kernel.db.query<{ id: string }>(`select id from tickets where status = 'pending'`, [])
  expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([double.id, single.id]))
  for (const { id } of open.filter((ticket) => ticket.id !== single.id)) {
    await book.kernel.db.transaction((tx) =>
      book.betting.cancel(tx, { ticketId: id, actorId: newId(), reason: 'for the test' }, book.clock.now()),
    )
  }
  expect(await popular(), 'a cancelled bet stands on nothing').toBe(1)
})
