import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { GameRow } from '../catalogue/index.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())
beforeEach(() => app.set('four_eyes_threshold', 1_000_000))

const placed = async (game: GameRow, selection: string): Promise<Ticket> =>
  app.place(await app.player(), [game.id, 'correct_score', selection])

/** One member of staff enters three goals and moves the clock to minute 85. */
async function enterGoals({ id }: GameRow): Promise<void> {
  const goals = [10, 20, 30].map((minute) => ({ kind: 'goal' as const, goal: { team: 'home' as const, minute } }))
  await app.step(id, ...goals, { kind: 'start' }, { kind: 'minute', minute: 85 })
  await app.runClock()
  await app.wait(11)
}

const offerOf = async (ticket: Ticket): Promise<number> => (await app.cashoutOf(ticket)).offer ?? 0

const NOT_OFFERED = { error: 'CASHOUT_UNAVAILABLE', details: { reason: 'WAITS_FOR_RESULT' } }

it('[ADMT-30] [TICK-41] a cash-out above the four-eyes threshold is not paid on goals entered by a single member of staff', async () => {
  const game = await app.manualGame()
  const ticket = await placed(game, '3-0')
  await enterGoals(game)
  expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'unavailable', reason: 'WAITS_FOR_RESULT' })
  expect(await app.accept(ticket, 1_000_000)).toEqual(NOT_OFFERED)
  await app.set('four_eyes_threshold', 5_000_000)
  const offer = await offerOf(ticket)
  expect(offer).toBeGreaterThan(1_100_000)
  expect(await app.accept(ticket, offer)).toMatchObject({ status: 202 })
  // An accepted offer is paid, even if the threshold changes afterwards.
  await app.set('four_eyes_threshold', 0)
  await app.wait(10)
  await app.acceptances.decideDue()
  expect(await app.credits(ticket)).toEqual([{ kind: 'cashout', amount: offer }])
})

it('[ADMT-30] cash-outs of one manual match that are accepted at the same time count together towards the four-eyes threshold', async () => {
  await app.set('four_eyes_threshold', 2_500_000)
  const game = await app.manualGame()
  const tickets = await Promise.all([placed(game, '3-0'), placed(game, '3-0'), placed(game, '3-0')])
  await enterGoals(game)
  const offers = await Promise.all(tickets.map(offerOf))
  // At any odds, each offer gains less than the limit, and two together gain more.
  expect(Math.min(...offers)).toBeGreaterThan(1_400_000)
  const answers = await Promise.all(tickets.map((ticket, at) => app.accept(ticket, offers[at] ?? 0)))
  expect(answers.filter((answer) => 'error' in answer)).toEqual([NOT_OFFERED, NOT_OFFERED])
})

it('[ADMT-30] cash-outs of an accumulator that has started count towards the threshold if an upcoming match has manual odds', async () => {
  const [played, typedOdds] = [await app.game(), await app.manualGame()]
  const ticket = await app.place(await app.player(), [played.id, '1x2', '1'], [typedOdds.id, 'correct_score', '3-0'])
  await app.changeGame(typedOdds.id, { startTime: new Date(app.clock.now().getTime() + 20 * 3_600_000) })
  await app.wait(3_600)
  const scored = { goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }] }
  await app.play(played.id, 88, 1, 0, { halfTimeHomeScore: 1, halfTimeAwayScore: 0, ...scored })
  await app.wait(11, played.id)
  await app.changeGame(typedOdds.id, {
    homeOdds: 103,
    drawOdds: 1800,
    awayOdds: 4500,
    over25Odds: 140,
    under25Odds: 290,
  })
  await app.set('four_eyes_threshold', 0)
  expect((await app.cashoutOf(ticket)).reason).toBe('WAITS_FOR_RESULT')
  await app.set('four_eyes_threshold', 5_000_000)
  expect(await offerOf(ticket)).toBeGreaterThan(100_000)
})

it('[ADMT-30] [SETL-46] a cash-out counts towards the threshold if an earlier kick-off entered by staff voids a bet', async () => {
  const [played, begun] = [await app.game(), await app.manualGame()]
  const ticket = await app.place(await app.player(), [played.id, '1x2', '1'], [begun.id, 'correct_score', '3-0'])
  await app.wait(3_600)
  await app.changeGame(begun.id, { startTime: new Date(Date.parse(ticket.createdAt) - 60_000) })
  await app.step(begun.id, { kind: 'start' })
  const scored = { goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }] }
  await app.play(played.id, 88, 1, 0, { halfTimeHomeScore: 1, halfTimeAwayScore: 0, ...scored })
  await app.wait(11, played.id)
  await app.set('four_eyes_threshold', 0)
  expect((await app.cashoutOf(ticket)).reason).toBe('WAITS_FOR_RESULT')
  await app.set('four_eyes_threshold', 1_000_000)
  expect(await app.accept(ticket, await offerOf(ticket))).toMatchObject({ status: 202 })
  const [row] = await app.kernel.db.query(`select gain, games from cashouts where ticket_id = $1`, [ticket.id])
  expect(row).toMatchObject({ gain: expect.any(BigInt), games: { [begun.id]: expect.any(String) } })
})

it('[TICK-38] the four-eyes threshold does not limit cash-outs of a feed match', async () => {
  await app.set('four_eyes_threshold', 0)
  const game = await app.game()
  const ticket = await placed(game, '3-0')
  await app.wait(3_600)
  const goalEvents = [10, 20, 30].map((minute) => ({ team: 'home' as const, minute, scorer: 'A' }))
  await app.play(game.id, 85, 3, 0, { halfTimeHomeScore: 3, halfTimeAwayScore: 0, goalEvents })
  await app.wait(11, game.id)
  expect(await offerOf(ticket)).toBeGreaterThan(1_100_000)
})

describe('[ADMT-30] cash-outs below the stake, while a bet depends on goals that staff has not entered yet', () => {
  const onHome = (player: TestAccount, { id }: GameRow) => app.place(player, [id, '1x2', '1'])

  it('cash-outs below the stake on a started manual match are limited per player, and other players are still paid', async () => {
    await app.set('four_eyes_threshold', 150_000)
    const [game, one, other] = [await app.manualGame(), await app.player(), await app.player()]
    const tickets = [await onHome(one, game), await onHome(one, game)]
    const others = await onHome(other, game)
    await app.step(game.id, { kind: 'start' })
    const [first, second] = await Promise.all(tickets.map(async (ticket) => ({ ticket, offer: await offerOf(ticket) })))
    if (first === undefined || second === undefined) throw new Error('there are two')
    expect(first.offer).toBeLessThanOrEqual(100_000)
    expect(await app.accept(first.ticket, first.offer)).toMatchObject({ status: 202 })
    expect(await app.accept(second.ticket, second.offer)).toEqual(NOT_OFFERED)
    expect(await app.cashoutOf(second.ticket)).toMatchObject({ state: 'unavailable', reason: 'WAITS_FOR_RESULT' })
    expect(await app.accept(others, await offerOf(others))).toMatchObject({ status: 202 })
  })

  it('[SETL-46] cash-outs below the stake are also limited for bets voided by an earlier kick-off and bets on a restarted match', async () => {
    const [voided, reopened] = [await app.manualGame(), await app.manualGame()]
    const tickets = [await onHome(await app.player(), voided), await onHome(await app.player(), reopened)]
    await app.wait(60)
    const [late, again] = tickets
    await app.changeGame(voided.id, { startTime: new Date(app.clock.now().getTime() - 3_600_000) })
    await app.step(reopened.id, { kind: 'start' }, { kind: 'postpone' })
    await app.changeGame(reopened.id, { startTime: new Date(app.clock.now().getTime() + 3_600_000) })
    await app.step(voided.id, { kind: 'start' })
    await app.step(reopened.id, { kind: 'reopen' })
    await app.set('four_eyes_threshold', 99_999)
    for (const ticket of [late, again]) {
      if (ticket === undefined) throw new Error('there are two')
      expect(await app.cashoutOf(ticket)).toMatchObject({ reason: 'WAITS_FOR_RESULT' })
      expect(await app.accept(ticket, 100_000)).toEqual(NOT_OFFERED)
    }
    await app.set('four_eyes_threshold', 100_000)
    for (const ticket of tickets) expect(await offerOf(ticket)).toBe(100_000)
  })

  it('[TICK-37] cash-outs before kick-off do not count towards the limit of later cash-outs', async () => {
    await app.set('four_eyes_threshold', 100_000)
    const [game, player] = [await app.manualGame(), await app.player()]
    const [before, after] = [await onHome(player, game), await onHome(player, game)]
    expect(await app.accept(before, await offerOf(before))).toMatchObject({ status: 200 })
    await app.step(game.id, { kind: 'start' })
    const offer = await offerOf(after)
    expect(offer).toBeGreaterThan(50_000)
    expect(await app.accept(after, offer)).toMatchObject({ status: 202 })
  })

  it('cash-outs below the stake are limited for an accumulator with manual odds of an upcoming match', async () => {
    const [played, typedOdds] = [await app.game(), await app.manualGame()]
    const ticket = await app.place(await app.player(), [played.id, '1x2', '1'], [typedOdds.id, 'correct_score', '3-0'])
    await app.changeGame(typedOdds.id, { startTime: new Date(app.clock.now().getTime() + 20 * 3_600_000) })
    await app.wait(3_600)
    await app.play(played.id, 89, 0, 0, { halfTimeHomeScore: 0, halfTimeAwayScore: 0 })
    await app.wait(11, played.id)
    await app.set('four_eyes_threshold', 1_000_000)
    const offerNow = await offerOf(ticket)
    await app.changeGame(typedOdds.id, {
      homeOdds: 103,
      drawOdds: 1800,
      awayOdds: 4500,
      over25Odds: 140,
      under25Odds: 290,
    })
    const typed = await offerOf(ticket)
    expect(typed).toBeGreaterThan(2 * offerNow)
    expect(typed).toBeLessThan(ticket.totalStake)
    await app.set('four_eyes_threshold', Math.floor(typed) - 1)
    expect(await app.cashoutOf(ticket)).toMatchObject({ reason: 'WAITS_FOR_RESULT' })
  })

  it('[TICK-37] a cash-out on a manual match that never started offers the stake', async () => {
    await app.set('four_eyes_threshold', 0)
    const ticket = await onHome(await app.player(), await app.manualGame())
    expect(await offerOf(ticket)).toBe(100_000)
  })
})
