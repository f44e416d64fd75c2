import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

const NOT_OFFERED = { error: 'CASHOUT_UNAVAILABLE', details: { reason: 'WAITS_FOR_RESULT' } }

it('[ADMT-30] [TICK-41] what one member of staff has typed pays by a cash-out no more than he may move alone', async () => {
  const game = await till.manualGame()
  const ticket = await placed(game, '3-0')
  await typed(game)
  expect(await till.look(ticket)).toMatchObject({ state: 'unavailable', reason: 'WAITS_FOR_RESULT' })
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
  const game = await till.manualGame()
  const tickets = await Promise.all([placed(game, '3-0'), placed(game, '3-0'), placed(game, '3-0')])
  await typed(game)
  const offers = await Promise.all(tickets.map(offerOf))
  // Each gains less than may be moved alone, and any two of them more, whatever the odds of their moment.
  expect(Math.min(...offers)).toBeGreaterThan(1_400_000)
  const answers = await Promise.all(tickets.map((ticket, at) => till.accept(ticket, offers[at] ?? 0)))
  expect(answers.filter((answer) => 'error' in answer)).toEqual([NOT_OFFERED, NOT_OFFERED])
})

it('[ADMT-30] nor do the odds that he has typed of a match to come, once another one has begun', async () => {
  const [played, typedOdds] = [await till.game(), await till.manualGame()]
  const ticket = await till.place(await till.player(), [played.id, '1x2', '1'], [typedOdds.id, 'correct_score', '3-0'])
  await till.change(typedOdds.id, { startTime: new Date(till.clock.now().getTime() + 20 * 3_600_000) })
  await till.wait(3_600)
  const scored = { goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }] }
  await till.play(played.id, 88, 1, 0, { halfTimeHomeScore: 1, halfTimeAwayScore: 0, ...scored })
  await till.wait(11, played.id)
  await till.change(typedOdds.id, { homeOdds: 103, drawOdds: 1800, awayOdds: 4500, over25Odds: 140, under25Odds: 290 })
  await till.set('four_eyes_threshold', 0)
  expect((await till.look(ticket)).reason).toBe('WAITS_FOR_RESULT')
  await till.set('four_eyes_threshold', 5_000_000)
  expect(await offerOf(ticket)).toBeGreaterThan(100_000)
})

it('[ADMT-30] [SETL-46] nor does the start that he has set back, by which the bet on it is void', async () => {
  const [played, begun] = [await till.game(), await till.manualGame()]
  const ticket = await till.place(await till.player(), [played.id, '1x2', '1'], [begun.id, 'correct_score', '3-0'])
  await till.wait(3_600)
  await till.change(begun.id, { startTime: new Date(Date.parse(ticket.createdAt) - 60_000) })
  await till.step(begun.id, { kind: 'start' })
  const scored = { goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }] }
  await till.play(played.id, 88, 1, 0, { halfTimeHomeScore: 1, halfTimeAwayScore: 0, ...scored })
  await till.wait(11, played.id)
  await till.set('four_eyes_threshold', 0)
  expect((await till.look(ticket)).reason).toBe('WAITS_FOR_RESULT')
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

describe('[ADMT-30] below the stake, where goals that nobody has typed keep a bet alive', () => {
  const onHome = (userId: string, { id }: GameRow) => till.place(userId, [id, '1x2', '1'])

  it('one player is paid no more on a match by hand that has begun, and others are paid all the same', async () => {
    await till.set('four_eyes_threshold', 150_000)
    const [game, one, other] = [await till.manualGame(), await till.player(), await till.player()]
    const tickets = [await onHome(one, game), await onHome(one, game)]
    const others = await onHome(other, game)
    await till.step(game.id, { kind: 'start' })
    const [first, second] = await Promise.all(tickets.map(async (ticket) => ({ ticket, offer: await offerOf(ticket) })))
    if (first === undefined || second === undefined) throw new Error('there are two')
    expect(first.offer).toBeLessThanOrEqual(100_000)
    expect(await till.accept(first.ticket, first.offer)).toMatchObject({ status: 202 })
    expect(await till.accept(second.ticket, second.offer)).toEqual(NOT_OFFERED)
    expect(await till.look(second.ticket)).toMatchObject({ state: 'unavailable', reason: 'WAITS_FOR_RESULT' })
    expect(await till.accept(others, await offerOf(others))).toMatchObject({ status: 202 })
  })

  it('[SETL-46] nor for a bet that the start is set back for, or that waits for the match to come again', async () => {
    const [voided, reopened] = [await till.manualGame(), await till.manualGame()]
    const tickets = [await onHome(await till.player(), voided), await onHome(await till.player(), reopened)]
    await till.wait(60)
    const [late, again] = tickets
    await till.change(voided.id, { startTime: new Date(till.clock.now().getTime() - 3_600_000) })
    await till.step(reopened.id, { kind: 'start' }, { kind: 'postpone' })
    await till.change(reopened.id, { startTime: new Date(till.clock.now().getTime() + 3_600_000) })
    await till.step(voided.id, { kind: 'start' })
    await till.step(reopened.id, { kind: 'reopen' })
    await till.set('four_eyes_threshold', 99_999)
    for (const ticket of [late, again]) {
      if (ticket === undefined) throw new Error('there are two')
      expect(await till.look(ticket)).toMatchObject({ reason: 'WAITS_FOR_RESULT' })
      expect(await till.accept(ticket, 100_000)).toEqual(NOT_OFFERED)
    }
    await till.set('four_eyes_threshold', 100_000)
    for (const ticket of tickets) expect(await offerOf(ticket)).toBe(100_000)
  })

  it('[TICK-37] what was cashed out before the match began is no more than was staked, and counts with nothing after', async () => {
    await till.set('four_eyes_threshold', 100_000)
    const [game, player] = [await till.manualGame(), await till.player()]
    const [before, after] = [await onHome(player, game), await onHome(player, game)]
    expect(await till.accept(before, await offerOf(before))).toMatchObject({ status: 200 })
    await till.step(game.id, { kind: 'start' })
    const offer = await offerOf(after)
    expect(offer).toBeGreaterThan(50_000)
    expect(await till.accept(after, offer)).toMatchObject({ status: 202 })
  })

  it('nor do the odds that he has typed of a match to come keep a bet alive that another game is about to lose', async () => {
    const [played, typedOdds] = [await till.game(), await till.manualGame()]
    const ticket = await till.place(
      await till.player(),
      [played.id, '1x2', '1'],
      [typedOdds.id, 'correct_score', '3-0'],
    )
    await till.change(typedOdds.id, { startTime: new Date(till.clock.now().getTime() + 20 * 3_600_000) })
    await till.wait(3_600)
    await till.play(played.id, 89, 0, 0, { halfTimeHomeScore: 0, halfTimeAwayScore: 0 })
    await till.wait(11, played.id)
    await till.set('four_eyes_threshold', 1_000_000)
    const worth = await offerOf(ticket)
    await till.change(typedOdds.id, {
      homeOdds: 103,
      drawOdds: 1800,
      awayOdds: 4500,
      over25Odds: 140,
      under25Odds: 290,
    })
    const typed = await offerOf(ticket)
    expect(typed).toBeGreaterThan(2 * worth)
    expect(typed).toBeLessThan(ticket.totalStake)
    await till.set('four_eyes_threshold', Math.floor(typed) - 1)
    expect(await till.look(ticket)).toMatchObject({ reason: 'WAITS_FOR_RESULT' })
  })

  it('[TICK-37] of a match that has never begun the stake is offered as ever', async () => {
    await till.set('four_eyes_threshold', 0)
    const ticket = await onHome(await till.player(), await till.manualGame())
    expect(await offerOf(ticket)).toBe(100_000)
  })
})
