import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DeskGame } from '@mupiira/contract/desk-games.ts'
import { type Desk, openDesk, type Person } from './testing/desk.ts'
import { hoursAhead, madeGame } from './testing/hand-games.ts'

let desk: Desk
let player: Person
beforeAll(async () => {
  desk = await openDesk()
  player = await desk.person({ balanceUgx: 50_000_000 })
  await desk.person({ role: 'admin', firstName: 'Ruth', balanceUgx: 0 })
  await desk.set('four_eyes_threshold', 150_000)
})
afterAll(() => desk?.close())

const step = (id: string, body: object) => desk.post(`/api/admin/games/${id}/step`, body)
const startAt = (id: string, hours: number) =>
  desk.call(desk.staff, 'PUT', `/api/admin/games/${id}`, { startTime: hoursAhead(desk, hours) })

/** A match that was to come in 40 hours, and comes in one: of its bets those from before keep it going, however it is moved. */
async function broughtForward(): Promise<DeskGame> {
  const game = await madeGame(desk, { startTime: hoursAhead(desk, 40) })
  expect((await startAt(game.id, 1)).status).toBe(200)
  desk.clock.forward(60_000)
  return game
}

/** A bet that is lost as far as the match has come; then the match is put off. */
async function losing(stake: number, { id }: { readonly id: string }) {
  const ticket = await desk.bet(player, [await desk.pick(id)], stake)
  await step(id, { step: 'start' })
  for (let goals = 0; goals < 3; goals++) await step(id, { step: 'goal', team: 'away', minute: 1 })
  expect((await step(id, { step: 'postpone' })).status).toBe(200)
  return { id, ticket }
}
const statusOf = async (ticketId: string) => {
  await desk.doors.settlement.settleNow()
  return ((await desk.get(`/api/admin/bets/${ticketId}`)).body['ticket'] as { status: string }).status
}

it('[ADMT-30] [SETL-40] nobody alone gives stakes back by moving a match of which other bets stand', async () => {
  const { id, ticket } = await losing(200_000, await broughtForward())
  const moved = await startAt(id, 26)
  expect(await statusOf(ticket.id)).toBe('pending')
  expect(moved.body['code']).toBe('GAME_EDIT_SETTLES')
})

it('[ADMT-30] [SETL-40] smaller ones count with what he has moved alone, also of one match', async () => {
  const { id, ticket } = await losing(60_000, await broughtForward())
  expect((await startAt(id, 26)).status).toBe(200)
  expect(await statusOf(ticket.id)).toBe('void')
  await step(id, { step: 'reopen' })
  desk.clock.forward(60_000)
  const again = await desk.bet(player, [await desk.pick(id)], 60_000)
  expect((await startAt(id, 60)).status).toBe(200)
  expect(await statusOf(again.id)).toBe('void')
  const another = await losing(60_000, await broughtForward())
  expect((await startAt(another.id, 26)).body['code']).toBe('GAME_EDIT_SETTLES')
})

it('[ADMT-30] [SETL-46] a start that he sets back gives stakes back with the result, which counts them', async () => {
  desk.clock.forward(2 * 86_400_000)
  const { id } = await madeGame(desk)
  desk.clock.forward(1_800_000)
  const ticket = await desk.bet(player, [await desk.pick(id)], 200_000)
  expect((await startAt(id, -0.2)).status).toBe(200)
  for (const each of [{ step: 'start' }, { step: 'goal', team: 'away', minute: 1 }]) await step(id, each)
  expect((await step(id, { step: 'finish' })).body['code']).toBe('FINISH_WAITS')
  expect(await statusOf(ticket.id)).toBe('pending')
})

it('[ADMT-30] [SETL-40] nor by dating a match back, so that a day has passed since its start in a minute', async () => {
  desk.clock.forward(2 * 86_400_000)
  const begun = await losing(200_000, await madeGame(desk))
  const { id } = await madeGame(desk)
  const upcoming = await desk.bet(player, [await desk.pick(id)], 200_000)
  const dated = [await startAt(begun.id, -23.99), await startAt(id, -23.99)]
  desk.clock.forward(120_000)
  await desk.doors.catalogue.runClock()
  for (const ticket of [begun.ticket, upcoming]) expect(await statusOf(ticket.id)).toBe('pending')
  expect(dated.map(({ body }) => body['code'])).toEqual(Array(2).fill('GAME_EDIT_SETTLES'))
  // One that has begun while nobody looked is put right.
  expect((await startAt(id, -0.5)).status).toBe(200)
})
