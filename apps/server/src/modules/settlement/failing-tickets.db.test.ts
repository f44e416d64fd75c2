import type { Kernel } from '../../kernel/kernel.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleGames } from './settle-games.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inChunks } from './testing/in-chunks.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('[SETL-43] [D27] settlement reprices the remaining legs of a same-game combination, also with a Goalscorer leg', async () => {
  await app.set('settlement_rulebook', 'industry')
  const user = await app.player({ balanceUgx: 100_000_000 })
  const game = await app.game()
  const scoring = { share: 0.2, quotedHundredths: 400 }
  const players = [
    { id: '9', name: 'A. Striker', side: 'home', scoring },
    { id: '10', name: 'B. Keeper', side: 'away', scoring },
  ] as const
  await app.changeGame(game.id, { players })
  const selections = await app.picks(
    [game.id, 'draw_no_bet', '1'],
    [game.id, 'anytime_scorer', '9'],
    [game.id, 'btts', 'yes'],
  )
  const ticket = await app.placeBet(user, { selections })
  await app.set('settlement_rulebook', 'house')
  const goal = (team: 'home' | 'away', playerId: string) => ({ team, minute: 30, scorer: playerId, playerId })
  const goalEvents = [goal('home', '9'), goal('away', '10')]
  await app.finishGame(game.id, 1, 1, { goalEvents, participants: ['9', '10'] })
  await app.settle()
  const settled = await app.ticket(ticket)
  expect(settled.status).toBe('won')
  expect(settled.payout).toBeGreaterThan(ticket.totalStake)
  expect(settled.payout).toBeLessThan(ticket.potentialWin)
})

it('[SETL-01] settlement settles all other tickets when one ticket cannot be decided', async () => {
  const [unlucky, neighbour, elsewhere] = [
    await app.player({ balanceUgx: 100_000_000 }),
    await app.player({ balanceUgx: 100_000_000 }),
    await app.player({ balanceUgx: 100_000_000 }),
  ]
  const [broken, sound] = [await app.game(), await app.game()]
  const bad = await app.placeBet(unlucky, { selections: await app.picks([broken.id]) })
  const beside = await app.placeBet(neighbour, { selections: await app.picks([broken.id]) })
  const other = await app.placeBet(elsewhere, { selections: await app.picks([sound.id]) })
  await app.kernel.db.change(`update ticket_legs set selection = 'no such selection' where ticket_id = $1`, [bad.id])
  await app.finishGame(broken.id, 1, 0)
  await app.finishGame(sound.id, 1, 0)
  await app.settle().catch(() => {})
  await app.settle().catch(() => {})
  expect(await app.ticket(other)).toMatchObject({ status: 'won' })
  expect(await app.ticket(beside)).toMatchObject({ status: 'won' })
  expect(await app.ticket(bad)).toMatchObject({ status: 'pending' })
  // A repaired ticket is settled automatically.
  await app.kernel.db.change(`update ticket_legs set selection = '1' where ticket_id = $1`, [bad.id])
  await app.settle()
  expect(await app.ticket(bad)).toMatchObject({ status: 'won' })
})

/** The kernel with another statement timeout for workers. */
function limited(kernel: Kernel, limitMs: number): Kernel {
  const { workerDb } = kernel
  const transaction: typeof workerDb.transaction = (work, options) =>
    workerDb.transaction(async (tx) => {
      await tx.query(`select set_config('statement_timeout', '${limitMs}', true)`)
      return work(tx)
    }, options)
  return { ...kernel, workerDb: { ...workerDb, transaction } }
}

it('[SETL-01] settlement halves a chunk of tickets that exceeds the statement timeout, and defers a single ticket that exceeds the timeout', async () => {
  const player = await app.player({ balanceUgx: 100_000_000 })
  const game = await app.game()
  const selections = await app.picks([game.id])
  const slow = await app.placeBet(player, { selections, stake: 31_337 })
  const neighbours = []
  // Tickets of one account wait for each other, so each ticket has its own account.
  for (let n = 0; n < 12; n++)
    neighbours.push(await app.placeBet(await app.player({ balanceUgx: 100_000 }), { selections }))
  await app.asOwner(
    `create function slow() returns trigger language plpgsql as $$ begin
       perform pg_sleep(case when new.total_stake = 3133700 then 5 else 0.1 end); return new; end $$;
     create trigger slow before update on tickets for each row execute function slow()`,
  )
  await app.finishGame(game.id, 1, 0)
  const kernel = limited(app.kernel, 450)
  const deps = inChunks(app)
  expect(await settleGames(kernel, deps)).toBe(neighbours.length)
  for (const ticket of neighbours) expect((await app.ticket(ticket)).status).toBe('won')
  expect((await app.ticket(slow)).status).toBe('pending')
  expect([...deps.slow.keys()]).toEqual([slow.id])
  await app.asOwner('drop trigger slow on tickets; drop function slow()')
  expect(await settleGames(kernel, deps)).toBe(0)
  app.clock.forward(600_000)
  expect(await settleGames(kernel, deps)).toBe(1)
  expect((await app.ticket(slow)).status).toBe('won')
})
