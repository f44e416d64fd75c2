import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'
import {
  editWithConfirmation,
  hoursAhead,
  createManualGame,
  stepWithConfirmation,
} from '../../../testing/test-manual-games.ts'

let app: AdminFixture
let player: TestAccount
let colleague: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  player = await app.player({ balanceUgx: 50_000_000 })
  colleague = await app.admin({ firstName: 'Ruth', balanceUgx: 0 })
  await app.set('four_eyes_threshold', 150_000)
})
afterAll(() => app?.close())
beforeEach(() => app.clock.forward(3 * DAY_MS))

const step = (id: string, body: object) => stepWithConfirmation(app.staff, id, body)
const move = (id: string, hours: number, who: TestAccount, confirmed?: object) =>
  who.put(`/api/admin/games/${id}`, { startTime: hoursAhead(app, hours), ...(confirmed && { confirmed }) })
const startAt = (id: string, hours: number, who: TestAccount = app.staff) =>
  editWithConfirmation(who, id, { startTime: hoursAhead(app, hours) })
const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame
const statusOf = async ({ id }: Ticket) => {
  await app.settle()
  return ((await app.get(`/api/admin/bets/${id}`)).body['ticket'] as { status: string }).status
}
const minutes = async (count: number): Promise<void> => {
  app.clock.forward(count * MINUTE_MS)
  await app.modules.catalogue.clock.run()
}
type Waiting = { readonly id: string; readonly subject: string; readonly subjectName: string; readonly amount: number }
const waiting = async (gameId: string): Promise<Waiting | undefined> =>
  ((await app.get('/api/admin/approvals')).body['items'] as Waiting[]).find(
    ({ subject }) => subject === `game:${gameId}`,
  )
const approve = async (gameId: string) =>
  colleague.post(`/api/admin/approvals/${(await waiting(gameId))?.id}`, {
    decision: 'approve',
  })
const betOn = async ({ id }: Pick<AdminGame, 'id'>, stake: number): Promise<Ticket> =>
  app.bet(player, [await app.pick(id)], stake)
const lose = async (id: string) => {
  for (let goals = 0; goals < 3; goals++) await step(id, { step: 'goal', team: 'away', minute: 1 })
}

/**
 * A match that was due in 40 hours and is brought forward to one hour. Bets placed before stay valid with every later
 * start.
 */
async function broughtForward(): Promise<AdminGame> {
  const game = await createManualGame(app, { startTime: hoursAhead(app, 40) })
  expect((await startAt(game.id, 1)).status).toBe(200)
  app.clock.forward(MINUTE_MS)
  return game
}

/** A bet that would lose at the current score. The match is postponed afterwards. */
async function losing(stake: number, game: AdminGame): Promise<{ readonly id: string; readonly ticket: Ticket }> {
  const ticket = await betOn(game, stake)
  await step(game.id, { step: 'start' })
  await lose(game.id)
  expect((await step(game.id, { step: 'postpone' })).status).toBe(200)
  return { id: game.id, ticket }
}

/** A match with a bet from 20 minutes ago, which a kick-off half an hour ago would void. */
async function betLate(stake: number): Promise<{ readonly id: string; readonly ticket: Ticket }> {
  const game = await createManualGame(app)
  app.clock.forward(20 * MINUTE_MS)
  const ticket = await betOn(game, stake)
  app.clock.forward(20 * MINUTE_MS)
  return { id: game.id, ticket }
}

describe('[ADMT-30] a kick-off that one member of staff reschedules', () => {
  it('[SETL-40] rescheduling a kick-off that voids bets needs a confirmation of the shown amount and a reason', async () => {
    const { id, ticket } = await losing(50_000, await createManualGame(app))
    const before = (await shown(id)).startTime
    const refused = await move(id, 26, app.staff)
    expect(refused).toMatchObject({ status: 409, body: { code: 'CHANGE_MOVES_BETS', details: { amount: 50_000 } } })
    const tooLittle = await move(id, 26, app.staff, { amount: 49_999, reason: 'the other club asked' })
    expect(tooLittle.body['code']).toBe('CHANGE_MOVES_BETS')
    expect([(await shown(id)).startTime, await statusOf(ticket)]).toEqual([before, 'pending'])
    expect((await move(id, 26, app.staff, { amount: 50_000, reason: 'the other club asked' })).status).toBe(200)
    expect(await statusOf(ticket)).toBe('void')
    const { items } = (await app.get('/api/admin/audit?action=game.edit')).body
    expect(items[0]).toMatchObject({ subject: `game:${id}`, reason: 'the other club asked' })
  })

  it('[SETL-46] an earlier kick-off that voids bets above the threshold needs a second approver', async () => {
    const { id, ticket } = await betLate(200_000)
    const before = (await shown(id)).startTime
    const newStart = hoursAhead(app, -0.5)
    expect((await startAt(id, -0.5)).body['code']).toBe('START_WAITS')
    expect(await shown(id)).toMatchObject({ startTime: before, suspended: true })
    await expect(betOn({ id }, 10_000)).rejects.toThrow('refused')
    expect(await waiting(id)).toMatchObject({ amount: 200_000, subjectName: expect.stringContaining('start') })
    expect((await approve(id)).status).toBe(200)
    expect(await shown(id)).toMatchObject({ startTime: newStart, suspended: false })
    await minutes(1)
    await lose(id)
    // Approved amounts do not count towards the sum.
    expect((await startAt((await betLate(140_000)).id, -0.5)).status).toBe(200)
    app.clock.forward(DAY_MS)
    expect((await step(id, { step: 'finish' })).body['code']).toBe('FINISH_WAITS')
    expect((await approve(id)).status).toBe(200)
    expect(await statusOf(ticket)).toBe('void')
  })

  it('[SETL-46] a later kick-off that restores void bets above the threshold needs a second approver', async () => {
    const { id, ticket } = await betLate(60_000)
    expect((await startAt(id, -0.5)).status).toBe(200)
    expect((await step(id, { step: 'postpone' })).status).toBe(200)
    // This kick-off affects about 125,000, after earlier ones affected 60,000.
    expect((await startAt(id, -0.01)).body['code']).toBe('START_WAITS')
    expect((await startAt(id, 1)).body['code']).toBe('START_WAITS')
    await step(id, { step: 'start' })
    await step(id, { step: 'goal', team: 'home', minute: 1 })
    await step(id, { step: 'finish' })
    expect(await statusOf(ticket)).toBe('void')
  })

  it('[SETL-40] rescheduling a kick-off by a day needs a second approver if it refunds stakes above the threshold and other bets remain', async () => {
    const { id, ticket } = await losing(200_000, await broughtForward())
    expect((await startAt(id, 26)).body['code']).toBe('START_WAITS')
    expect(await statusOf(ticket)).toBe('pending')
    expect((await approve(id)).status).toBe(200)
    expect(await statusOf(ticket)).toBe('void')
  })

  it('[SETL-40] rescheduling a kick-off by a day needs a second approver if it refunds stakes above the threshold and no other bets remain', async () => {
    const { id, ticket } = await losing(200_000, await createManualGame(app))
    expect((await startAt(id, 26)).body['code']).toBe('START_WAITS')
    expect(await statusOf(ticket)).toBe('pending')
    expect((await approve(id)).status).toBe(200)
    expect(await statusOf(ticket)).toBe('void')
  })

  it('[SETL-40] [D20] [ADMG-13] a game that staff reschedules by days takes bets again, before and after it was postponed', async () => {
    const games = [await createManualGame(app), await createManualGame(app)] as const
    const tickets = [await betOn(games[0], 30_000), await betOn(games[1], 30_000)] as const
    await step(games[1].id, { step: 'postpone' })
    for (const [at, { id }] of games.entries()) {
      expect((await startAt(id, 72)).status).toBe(200)
      expect(await statusOf(tickets[at] as Ticket)).toBe('void')
    }
    await expect(betOn(games[1], 30_000)).rejects.toThrow('refused')
    expect((await step(games[1].id, { step: 'reopen' })).body).toMatchObject({ status: 'upcoming', result: null })
    app.clock.forward(MINUTE_MS)
    const later = [await betOn(games[0], 30_000), await betOn(games[1], 30_000)]
    app.clock.forward(3 * DAY_MS)
    for (const { id } of games) {
      await step(id, { step: 'start' })
      await step(id, { step: 'goal', team: 'home', minute: 1 })
      expect((await step(id, { step: 'finish' })).body).toMatchObject({ status: 'finished', result: { version: 1 } })
    }
    expect(await Promise.all(later.map(statusOf))).toEqual(['won', 'won'])
    expect(await Promise.all(tickets.map(statusOf))).toEqual(['void', 'void'])
  })

  it('the threshold for a rescheduled kick-off includes other actions without approval, and earlier rescheduling by any member of staff', async () => {
    const { id, ticket } = await losing(60_000, await broughtForward())
    expect((await startAt(id, 26)).status).toBe(200)
    expect(await statusOf(ticket)).toBe('void')
    await step(id, { step: 'reopen' })
    app.clock.forward(MINUTE_MS)
    const again = await betOn({ id }, 60_000)
    expect((await startAt(id, 60)).status).toBe(200)
    expect(await statusOf(again)).toBe('void')
    const another = await losing(60_000, await broughtForward())
    expect((await startAt(another.id, 26)).body['code']).toBe('START_WAITS')
    app.clock.forward(1.5 * DAY_MS)
    const third = await betOn({ id }, 60_000)
    expect((await startAt(id, 90, colleague)).body['code']).toBe('START_WAITS')
    expect(await statusOf(third)).toBe('pending')
  })

  it('[SETL-40] a match whose kick-off was moved into the past is not void for a missing result within a day of that change', async () => {
    const started = await losing(200_000, await createManualGame(app))
    const game = await createManualGame(app, { startTime: hoursAhead(app, 40) })
    const early = await betOn(game, 200_000)
    app.clock.forward(30 * 3_600_000)
    expect((await startAt(game.id, -26)).status).toBe(200)
    expect((await startAt(started.id, -23.99)).status).toBe(200)
    await minutes(2)
    for (const ticket of [started.ticket, early]) expect(await statusOf(ticket)).toBe('pending')
    const { items } = (await app.get('/api/admin/games?decide=true')).body as { items: AdminGame[] }
    expect(items.map(({ id }) => id)).toContain(game.id)
    expect(await shown(game.id)).toMatchObject({
      voidsAt: new Date(app.clock.now().getTime() + DAY_MS - 2 * MINUTE_MS).toISOString(),
    })
    await minutes(24 * 60)
    for (const ticket of [started.ticket, early]) expect(await statusOf(ticket)).toBe('void')
  })
})

describe('a rescheduled kick-off without abuse', () => {
  it('[ADMT-30] rescheduling a kick-off needs no approver if no bets are affected; a single admin’s change is applied and flagged', async () => {
    const { id } = await betLate(200_000)
    expect((await startAt(id, 5)).status).toBe(200)
    expect((await startAt(id, 20)).status).toBe(200)
    expect((await startAt(id, 0.5)).status).toBe(200)
    await app.asOwner(`update profiles set role = 'user' where id = '${colleague.id}'`)
    expect((await startAt(id, -0.5)).status).toBe(200)
    await app.asOwner(`update profiles set role = 'admin' where id = '${colleague.id}'`)
    expect((await app.staffActions(`game:${id}`)).at(-1)).toMatchObject({
      action: 'game.edit',
      after: { flag: 'above the four-eyes threshold, without approval' },
    })
  })

  it('[ADMT-30] [SETL-46] a rescheduled kick-off that is approved after the old kick-off changes the bets, not the match clock', async () => {
    const { id, ticket } = await betLate(200_000)
    expect((await startAt(id, -0.5)).body['code']).toBe('START_WAITS')
    await minutes(25)
    expect(await shown(id)).toMatchObject({ status: 'live', minutesPassed: 5 })
    expect((await approve(id)).status).toBe(200)
    await minutes(1)
    expect(await shown(id)).toMatchObject({ status: 'live', minutesPassed: 6, suspended: false })
    await lose(id)
    await step(id, { step: 'finish' })
    await approve(id)
    expect(await statusOf(ticket)).toBe('void')
  })

  it('[ADMT-30] a rescheduled kick-off cannot be approved after a goal that its approver has not seen', async () => {
    const { id } = await betLate(200_000)
    expect((await startAt(id, -0.5)).body['code']).toBe('START_WAITS')
    await minutes(25)
    await step(id, { step: 'goal', team: 'away', minute: 1 })
    expect((await approve(id)).body).toMatchObject({ code: 'APPROVAL_OUTDATED' })
  })

  it('[ADMT-30] a rescheduled kick-off cannot be approved after the kick-off has changed again or the request was withdrawn', async () => {
    const [changed, taken] = [await betLate(200_000), await betLate(200_000)]
    for (const [{ id }, hours] of [[changed, -1.1] as const, [taken, -0.5] as const]) {
      expect((await startAt(id, hours)).body['code']).toBe('START_WAITS')
      // Repeating the request creates no second one.
      expect((await startAt(id, hours)).body['code']).toBe('START_WAITS')
      const { items } = (await app.get('/api/admin/approvals')).body as { items: Waiting[] }
      expect(items.filter(({ subject }) => subject === `game:${id}`)).toHaveLength(1)
    }
    expect((await startAt(changed.id, 2)).status).toBe(200)
    expect((await approve(changed.id)).body['code']).toBe('START_CHANGED')
    const own = (await waiting(taken.id))?.id ?? ''
    expect((await app.post(`/api/admin/approvals/${own}`, { decision: 'approve' })).body['code']).toBe('APPROVAL_OWN')
    expect((await app.post(`/api/admin/approvals/${own}`, { decision: 'decline' })).status).toBe(200)
    const late = await colleague.post(`/api/admin/approvals/${own}`, {
      decision: 'approve',
    })
    expect(late.body['code']).toBe('APPROVAL_DECIDED')
    // Staff reopens the game for bets.
    await app.post(`/api/admin/games/${taken.id}/suspend`, { suspended: false, reason: 'checked' })
    await betOn(taken, 10_000)
  })
})

it('[SETL-40] a bet that is placed while a new kick-off waits for the game’s lock counts with the earlier kick-off', async () => {
  const game = await broughtForward()
  let moved: ReturnType<typeof startAt> | undefined
  let ticket: Ticket | undefined
  await app.kernel.db.transaction(async (tx) => {
    await tx.query('select from games where id = $1 for no key update', [game.id])
    moved = startAt(game.id, 30)
    await untilLockWaits(app.kernel.workerDb)
    app.clock.forward(1_000)
    ticket = await betOn(game, 40_000)
  })
  expect((await moved)?.status).toBe(200)
  if (ticket === undefined) throw new Error('no bet was placed')
  expect(await statusOf(ticket)).toBe('void')
})
