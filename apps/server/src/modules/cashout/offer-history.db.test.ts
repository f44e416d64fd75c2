import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getCashoutHistory } from '@mupiira/contract/cashout.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { GameRow } from '../catalogue/index.ts'
import { createOfferHistory } from './offer-history.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

const LED = {
  halfTimeHomeScore: 1,
  halfTimeAwayScore: 0,
  goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }],
}

/** A player's ticket of 100,000 on a home win, whose game has recorded facts. */
async function single(): Promise<{ ticket: Ticket; game: GameRow }> {
  const game = await app.game()
  const ticket = await app.place(await app.player(), [game.id, '1x2', '1'])
  app.priceFacts.betPlaced(ticket.id)
  await app.priceFacts.record()
  return { ticket, game }
}

/** Records the change of a game and returns the offer of the ticket at that moment. */
async function recorded({ ticket, game }: { ticket: Ticket; game: GameRow }): Promise<number | null> {
  app.priceFacts.gamesChanged([game.id])
  await app.priceFacts.record()
  return (await app.cashoutOf(ticket)).offer
}

async function historyOf(ticket: Ticket, as = app.account(ticket.userId)) {
  const { status, body, text } = await as.call(getCashoutHistory, { params: { id: ticket.id } })
  if (status !== 200) throw new Error(text)
  return body
}
const offersOf = async (ticket: Ticket) => (await historyOf(ticket)).points.map(({ offer }) => offer)

const countFacts = async ({ id }: GameRow): Promise<number> =>
  (await app.kernel.db.query('select from game_price_facts where game_id = $1', [id])).length

it('[COUT-04] the offer history of a ticket has the offers that were shown since its placement, before and after the start', async () => {
  const placed = await single()
  const { ticket, game } = placed
  await app.wait(600)
  await app.changeGame(game.id, { homeOdds: 300, drawOdds: 330, awayOdds: 250 })
  const longer = await recorded(placed)
  await app.wait(3_600)
  await app.play(game.id, 55, 1, 0, LED)
  expect(await recorded(placed)).toBeNull()
  await app.wait(60, game.id)
  await app.play(game.id, 60, 1, 0, LED)
  const ahead = await recorded(placed)
  await app.wait(60, game.id)
  await app.changeGame(game.id, { suspended: true })
  expect(await recorded(placed)).toBeNull()
  await app.wait(60, game.id)
  await app.changeGame(game.id, { suspended: false })
  await app.play(game.id, 80, 1, 0, LED)
  const late = await recorded(placed)
  // There was no offer right after the goal and during the suspension.
  expect(await offersOf(ticket)).toEqual([100_000, longer, null, ahead, null, late])
  expect(late).toBeGreaterThan(ahead ?? Infinity)
})

it('[COUT-04] [COUT-01] the offer history is for the stake that is left, and stays after the ticket was cashed out', async () => {
  const placed = await single()
  const { ticket } = placed
  await app.wait(400)
  const { offer } = await app.cashoutOf(ticket)
  await app.acceptPart(ticket, offer ?? 0, 40_000)
  await app.wait(60)
  const rest = (await app.cashoutOf(ticket)).offer ?? 0
  expect((await historyOf(ticket)).points.map((point) => point.offer)).toEqual([60_000, rest])
  await app.accept(ticket, rest)
  expect(await historyOf(ticket)).toMatchObject({ stakeLeft: 60_000, points: [{ offer: 60_000 }, { offer: rest }] })
})

it('[COUT-04] the offer history has at most 40 points, and facts are stored only when they change and the game has bets', async () => {
  const placed = await single()
  const { ticket, game } = placed
  expect(await countFacts(game)).toBe(1)
  for (let change = 0; change < 60; change++) {
    await app.wait(10)
    await app.changeGame(game.id, { homeOdds: 210 + change })
    await recorded(placed)
    await recorded(placed)
  }
  expect(await countFacts(game)).toBe(60)
  const { points } = await historyOf(ticket)
  expect(points.length).toBeGreaterThan(20)
  expect(points.length).toBeLessThanOrEqual(40)
  expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a.localeCompare(b)))

  const withoutBets = await app.game()
  app.priceFacts.gamesChanged([withoutBets.id])
  await app.priceFacts.record()
  expect(await countFacts(withoutBets)).toBe(0)
})

it('[COUT-04] a repeated offer history computes only the newest points, and keeps the earlier ones while changes are added', async () => {
  const placed = await single()
  const { ticket, game } = placed
  for (let change = 0; change < 45; change++) {
    await app.wait(120)
    await app.changeGame(game.id, { homeOdds: 210 + change })
    await recorded(placed)
  }
  const { betting, catalogue, identity, pricing, settings, wallet } = app.modules
  const ofModel = vi.fn<typeof pricing.prices.ofModel>(pricing.prices.ofModel)
  const history = createOfferHistory({
    catalogue,
    exposure: betting.exposure,
    wallet,
    prices: { ...pricing.prices, ofModel },
    profiles: identity.profiles,
    settings: settings.reads,
    tickets: betting.tickets,
  })
  const compute = async () => {
    const stored = await betting.tickets.placed(app.kernel.db, ticket.id)
    if (stored === null) throw new Error('the ticket is gone')
    ofModel.mockClear()
    return history(app.kernel.db, stored, app.clock.now())
  }
  const first = await compute()
  expect(ofModel.mock.calls.length).toBeGreaterThan(10)
  await app.wait(120)
  await app.changeGame(game.id, { homeOdds: 300 })
  const last = await recorded(placed)
  const second = await compute()
  expect(ofModel.mock.calls.length).toBeLessThan(4)
  expect(second.points.at(-1)?.offer).toBe(last)
  // The last point of the first answer was its time.
  expect(second.points.slice(0, first.points.length - 1)).toEqual(first.points.slice(0, -1))
})

it('[COUT-04] [COUT-06] a changed margin, a part and a corrected leg change the earlier points too', async () => {
  const placed = await single()
  const { ticket, game } = placed
  await app.wait(600)
  await app.changeGame(game.id, { homeOdds: 300, drawOdds: 330, awayOdds: 250 })
  await recorded(placed)
  await app.wait(600)
  const before = await offersOf(ticket)
  await app.set('cashout_margin', 10)
  const dearer = await offersOf(ticket)
  await app.set('cashout_margin', 5)
  expect(await offersOf(ticket)).toEqual(before)
  expect(dearer[1]).toBeLessThan(before[1] ?? 0)
  await app.acceptPart(ticket, before.at(-1) ?? 0, 50_000)
  const [atPlacement] = await offersOf(ticket)
  expect(atPlacement).toBe(50_000)
})

it('[COUT-04] the offer history of another player’s ticket is not found', async () => {
  const { ticket } = await single()
  await expect(historyOf(ticket, await app.player())).rejects.toThrow('TICKET_NOT_FOUND')
})
