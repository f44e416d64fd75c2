import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { GameRow } from '../catalogue/index.ts'
import { settleGames } from './settle-games.ts'
import { inChunks } from './testing/in-chunks.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Placed = { readonly game: GameRow; readonly ticket: Ticket }

/** A ticket of 100,000 on a home win. */
async function placed(): Promise<Placed> {
  const game = await app.game()
  const player = await app.player({ balanceUgx: 100_000, hasBetBefore: true })
  return { game, ticket: await app.placeBet(player, { stake: 100_000, selections: await app.picks([game.id]) }) }
}

async function partlyCashed(): Promise<Placed> {
  const { game, ticket } = await placed()
  const body = { offer: 100_000, stake: 40_000 }
  const { status } = await app.account(ticket.userId).post(`/api/bets/${ticket.id}/cashout`, body)
  expect(status).toBe(200)
  return { game, ticket }
}

/** The kernel of a node whose connections name no settlement rules, as those of older releases. */
function older(kernel: Kernel): Kernel {
  const { workerDb } = kernel
  const transaction: typeof workerDb.transaction = (work, options) =>
    workerDb.transaction(async (tx) => {
      await tx.query(`select set_config('mupiira.release_rules', '', true)`)
      return work(tx)
    }, options)
  return { ...kernel, workerDb: { ...workerDb, transaction } }
}
const settleAsOlder = () => settleGames(older(app.kernel), inChunks(app)).catch(() => 0)

const percent = (amount: number, share: number): number => Math.floor(amount * share + 1e-6) / 100

it.each([
  ['won', (id: string) => app.finishGame(id, 1, 0), (win: number) => percent(win, 60)],
  ['lost', (id: string) => app.finishGame(id, 0, 1), () => 0],
  ['void', (id: string) => app.changeGame(id, { status: 'cancelled' }), () => 60_000],
] as const)(
  '[COUT-06] [OPS-07] a node of an older release cannot settle a ticket with a cashed part that has %s, and a newer one pays the stake left',
  async (status, end, payoutOf) => {
    const [part, whole] = [await partlyCashed(), await placed()]
    await end(part.game.id)
    await end(whole.game.id)
    await settleAsOlder()
    expect(await app.ticket(part.ticket)).toMatchObject({ status: 'pending', payout: null })
    expect((await app.ticket(whole.ticket)).status).toBe(status)
    await app.settle()
    expect(await app.ticket(part.ticket)).toMatchObject({ status, payout: payoutOf(part.ticket.potentialWin) })
    expect((await app.checkLedger()).ok).toBe(true)
  },
)

it('[COUT-06] [SETL-44] a node of an older release cannot correct the payout of a ticket with a cashed part', async () => {
  const { game, ticket } = await partlyCashed()
  await app.finishGame(game.id, 0, 1)
  await app.settle()
  app.clock.forward(3 * 3_600_000)
  expect(await app.enterResult(game.id, { kind: 'result', score: { home: 1, away: 0 } })).toMatchObject({ ok: true })
  await settleAsOlder()
  expect(await app.ticket(ticket)).toMatchObject({ status: 'lost', payout: 0 })
  await app.settle()
  expect(await app.ticket(ticket)).toMatchObject({ status: 'won', payout: percent(ticket.potentialWin, 60) })
  expect((await app.checkLedger()).ok).toBe(true)
})

it('[SETL-46] [OPS-07] a node of an older release cannot void a leg in play', async () => {
  const { game, ticket } = await placed()
  await app.kernel.db.change('update ticket_legs set in_play = true where ticket_id = $1', [ticket.id])
  await app.finishGame(game.id, 1, 0)
  await settleAsOlder()
  expect((await app.ticket(ticket)).status).toBe('pending')
  await app.settle()
  expect((await app.ticket(ticket)).status).toBe('won')
})

it('[OPS-10] the errors of refused changes name the ticket, without its player and stake', async () => {
  const { ticket } = await partlyCashed()
  const messageOf = async (kernel: Kernel, change: string, id = 'id'): Promise<string> => {
    const done = kernel.workerDb.transaction((tx) => tx.change(`${change} where ${id} = $1`, [ticket.id]))
    return done.then(
      () => 'accepted',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  }
  await app.kernel.db.change('update ticket_legs set in_play = true where ticket_id = $1', [ticket.id])
  const [previous, current] = [older(app.kernel), app.kernel]
  expect([
    await messageOf(previous, 'update tickets set payout = 1'),
    await messageOf(previous, `update ticket_legs set outcome = 'void'`, 'ticket_id'),
    await messageOf(current, 'update tickets set cashed_stake = 0'),
  ]).toEqual([
    `this release cannot settle tickets of ticket ${ticket.id}`,
    `this release cannot settle ticket_legs of ticket ${ticket.id}`,
    `invalid change of tickets of ticket ${ticket.id}`,
  ])
})
