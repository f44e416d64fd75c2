import type { Kernel } from '../../kernel/kernel.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleGames } from './settle-games.ts'
import { type House, openHouse } from './test-house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

it('[SETL-43] [D27] prices the rest of a combination again, also one with a goalscorer', async () => {
  await house.set('settlement_rulebook', 'industry')
  const user = await house.player()
  const game = await house.game()
  const players = [
    { id: '9', name: 'A. Striker', side: 'home' },
    { id: '10', name: 'B. Keeper', side: 'away' },
  ] as const
  await house.change(game.id, { players })
  const selections = await house.picks(
    [game.id, 'draw_no_bet', '1'],
    [game.id, 'anytime_scorer', '9'],
    [game.id, 'btts', 'yes'],
  )
  const ticket = await house.place(user, { selections })
  await house.set('settlement_rulebook', 'house')
  const goal = (team: 'home' | 'away', playerId: string) => ({ team, minute: 30, scorer: playerId, playerId })
  const goalEvents = [goal('home', '9'), goal('away', '10')]
  await house.finish(game.id, 1, 1, { goalEvents, participants: ['9', '10'] })
  await house.settlement.settleNow()
  const settled = await house.stored(ticket)
  expect(settled.status).toBe('won')
  expect(settled.payout).toBeGreaterThan(ticket.totalStake)
  expect(settled.payout).toBeLessThan(ticket.potentialWin)
})

it('[SETL-01] settles every other ticket when one cannot be decided', async () => {
  const [unlucky, neighbour, elsewhere] = [await house.player(), await house.player(), await house.player()]
  const [broken, sound] = [await house.game(), await house.game()]
  const bad = await house.place(unlucky, { selections: await house.picks([broken.id]) })
  const beside = await house.place(neighbour, { selections: await house.picks([broken.id]) })
  const other = await house.place(elsewhere, { selections: await house.picks([sound.id]) })
  await house.kernel.db.change(`update ticket_legs set selection = 'no such selection' where ticket_id = $1`, [bad.id])
  await house.finish(broken.id, 1, 0)
  await house.finish(sound.id, 1, 0)
  await house.settlement.settleNow().catch(() => {})
  await house.settlement.settleNow().catch(() => {})
  expect(await house.stored(other)).toMatchObject({ status: 'won' })
  expect(await house.stored(beside)).toMatchObject({ status: 'won' })
  expect(await house.stored(bad)).toMatchObject({ status: 'pending' })
  // What is put right is settled without anybody asking for it.
  await house.kernel.db.change(`update ticket_legs set selection = '1' where ticket_id = $1`, [bad.id])
  await house.settlement.settleNow()
  expect(await house.stored(bad)).toMatchObject({ status: 'won' })
})

/** The kernel with another limit of the statements of work. */
function limited(kernel: Kernel, limitMs: number): Kernel {
  const { workerDb } = kernel
  const transaction: typeof workerDb.transaction = (work, options) =>
    workerDb.transaction(async (tx) => {
      await tx.query(`select set_config('statement_timeout', '${limitMs}', true)`)
      return work(tx)
    }, options)
  return { ...kernel, workerDb: { ...workerDb, transaction } }
}

it('[SETL-01] halves what meets the limit of a statement, and leaves out for a while who meets it alone', async () => {
  const player = await house.player()
  const game = await house.game()
  const selections = await house.picks([game.id])
  const slow = await house.place(player, { selections, stake: 31_337 })
  const neighbours = []
  for (let n = 0; n < 12; n++) neighbours.push(await house.place(player, { selections }))
  await house.asOwner(
    `create function slow() returns trigger language plpgsql as $$ begin
       perform pg_sleep(case when new.total_stake = 3133700 then 5 else 0.1 end); return new; end $$;
     create trigger slow before update on tickets for each row execute function slow()`,
  )
  await house.finish(game.id, 1, 0)
  const kernel = limited(house.kernel, 450)
  const deps = { ...house.deps, ticketsAtOnce: 7 }
  expect(await settleGames(kernel, deps)).toBe(neighbours.length)
  for (const ticket of neighbours) expect((await house.stored(ticket)).status).toBe('won')
  expect((await house.stored(slow)).status).toBe('pending')
  expect([...deps.slow.keys()]).toEqual([slow.id])
  await house.asOwner('drop trigger slow on tickets; drop function slow()')
  expect(await settleGames(kernel, deps)).toBe(0)
  house.clock.forward(600_000)
  expect(await settleGames(kernel, deps)).toBe(1)
  expect((await house.stored(slow)).status).toBe('won')
})
