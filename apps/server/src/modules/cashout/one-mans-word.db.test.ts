import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/bets.ts'
import type { GameRow } from '../catalogue/index.ts'
import { openTill, type Till } from './test-till.ts'

let till: Till

beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
beforeEach(() => till.set('four_eyes_threshold', 1_000_000))

const placed = async (game: GameRow, selection: string): Promise<Ticket> =>
  till.place(await till.player(), [game.id, 'correct_score', selection])

/** One member of staff types three goals, and puts the clock to the end. */
async function typed({ id }: GameRow): Promise<void> {
  const goals = [10, 20, 30].map((minute) => ({ kind: 'goal' as const, goal: { team: 'home' as const, minute } }))
  await till.step(id, ...goals, { kind: 'start' }, { kind: 'minute', minute: 85 })
  await till.runClock()
  await till.wait(11)
}

const offerOf = async (ticket: Ticket): Promise<number> => (await till.look(ticket)).offer ?? 0

const NOT_OFFERED = { error: 'CASHOUT_UNAVAILABLE', details: { reason: 'NOT_PRICED' } }

it('[ADMT-30] [TICK-41] what one member of staff has typed pays by a cash-out no more than he may move alone', async () => {
  const game = await till.handGame()
  const ticket = await placed(game, '3-0')
  await typed(game)
  expect(await till.look(ticket)).toMatchObject({ state: 'unavailable', reason: 'NOT_PRICED' })
  expect(await till.accept(ticket, 1_000_000)).toEqual(NOT_OFFERED)
  await till.set('four_eyes_threshold', 5_000_000)
  const offer = await offerOf(ticket)
  expect(offer).toBeGreaterThan(1_100_000)
  expect(await till.accept(ticket, offer)).toMatchObject({ status: 202 })
  // What was accepted is paid, whatever is offered by then.
  await till.set('four_eyes_threshold', 0)
  await till.wait(10)
  await till.cashout.decideDue()
  expect(await till.credits(ticket)).toEqual([{ kind: 'cashout', amount: offer }])
})

it('[ADMT-30] nor do many tickets on one match, accepted at once', async () => {
  await till.set('four_eyes_threshold', 2_500_000)
  const game = await till.handGame()
  const tickets = await Promise.all([placed(game, '3-0'), placed(game, '3-0'), placed(game, '3-0')])
  await typed(game)
  const offers = await Promise.all(tickets.map(offerOf))
  // Each gains less than may be moved alone, and any two of them more, whatever the odds of their moment.
  expect(Math.min(...offers)).toBeGreaterThan(1_400_000)
  const answers = await Promise.all(tickets.map((ticket, at) => till.accept(ticket, offers[at] ?? 0)))
  expect(answers.filter((answer) => 'error' in answer)).toEqual([NOT_OFFERED, NOT_OFFERED])
})

it('[ADMT-30] nor do the odds that he has typed of a match to come, once another one has begun', async () => {
  const [played, typedOdds] = [await till.game(), await till.handGame()]
  const ticket = await till.place(await till.player(), [played.id, '1x2', '1'], [typedOdds.id, 'correct_score', '3-0'])
  await till.change(typedOdds.id, { startTime: new Date(till.clock.now().getTime() + 20 * 3_600_000) })
  await till.wait(3_600)
  const scored = { goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }] }
  await till.play(played.id, 88, 1, 0, { halfTimeHomeScore: 1, halfTimeAwayScore: 0, ...scored })
  await till.wait(11, played.id)
  await till.change(typedOdds.id, { homeOdds: 103, drawOdds: 1800, awayOdds: 4500, over25Odds: 140, under25Odds: 290 })
  await till.set('four_eyes_threshold', 0)
  expect((await till.look(ticket)).reason).toBe('NOT_PRICED')
  await till.set('four_eyes_threshold', 5_000_000)
  expect(await offerOf(ticket)).toBeGreaterThan(100_000)
})

it('[ADMT-30] [SETL-46] nor does the start that he has set back, by which the bet on it is void', async () => {
  const [played, begun] = [await till.game(), await till.handGame()]
  const ticket = await till.place(await till.player(), [played.id, '1x2', '1'], [begun.id, 'correct_score', '3-0'])
  await till.wait(3_600)
  await till.change(begun.id, { startTime: new Date(Date.parse(ticket.createdAt) - 60_000) })
  await till.step(begun.id, { kind: 'start' })
  const scored = { goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }] }
  await till.play(played.id, 88, 1, 0, { halfTimeHomeScore: 1, halfTimeAwayScore: 0, ...scored })
  await till.wait(11, played.id)
  await till.set('four_eyes_threshold', 0)
  expect((await till.look(ticket)).reason).toBe('NOT_PRICED')
  await till.set('four_eyes_threshold', 1_000_000)
  expect(await till.accept(ticket, await offerOf(ticket))).toMatchObject({ status: 202 })
  const [row] = await till.kernel.db.query(`select gain, games from cashouts where ticket_id = $1`, [ticket.id])
  expect(row).toMatchObject({ gain: expect.any(BigInt), games: { [begun.id]: expect.any(String) } })
})

it("[TICK-38] a match of the feed is nobody's word", async () => {
  await till.set('four_eyes_threshold', 0)
  const game = await till.game()
  const ticket = await placed(game, '3-0')
  await till.wait(3_600)
  const goalEvents = [10, 20, 30].map((minute) => ({ team: 'home' as const, minute, scorer: 'A' }))
  await till.play(game.id, 85, 3, 0, { halfTimeHomeScore: 3, halfTimeAwayScore: 0, goalEvents })
  await till.wait(11, game.id)
  expect(await offerOf(ticket)).toBeGreaterThan(1_100_000)
})
