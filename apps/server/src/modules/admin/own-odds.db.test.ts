import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Approval } from '@mupiira/contract/adjustments.ts'
import { type Desk, openDesk, type Person } from './testing/desk.ts'

let desk: Desk
let player: Person
beforeAll(async () => {
  desk = await openDesk()
  player = await desk.person({ balanceUgx: 50_000_000 })
})
afterAll(() => desk?.close())

const set = (id: string, odds: object, more: object = {}, market = '1x2') =>
  desk.call(desk.staff, 'PUT', `/api/admin/games/${id}/markets/${market}`, { odds, reason: 'the line-ups', ...more })

async function oddsOf(id: string): Promise<number> {
  return (await desk.pick(id)).odds
}
const waiting = async () => (await desk.get('/api/admin/approvals')).body['items'] as Approval[]
const decide = (who: Person, id: string, decision: 'approve' | 'decline') =>
  desk.call(who, 'POST', `/api/admin/approvals/${id}`, { decision })

it('[ADMT-30] where one admin is alone odds above the fair ones are set, and flagged', async () => {
  const game = await desk.game()
  expect((await set(game.id, { '1': 1_000 })).status).toBe(200)
  expect(await oddsOf(game.id)).toBe(1_000)
  expect(await desk.deeds(`game:${game.id}`)).toMatchObject([
    { action: 'game.control-market', after: { odds: { '1': 1_000 }, flag: expect.stringContaining('one admin only') } },
  ])
})

it('[ADMT-30] where there are two, what pays more than its chance waits for the other one', async () => {
  const colleague = await desk.person({ role: 'admin', firstName: 'Ruth', balanceUgx: 0 })
  const game = await desk.game()
  const offered = await oddsOf(game.id)
  expect((await set(game.id, { '1': 1_000 }, { mostStake: { '1': 5_000_000 } })).body['code']).toBe('ODDS_WAIT')
  expect((await set(game.id, { '1': 1_000 }, { mostStake: { '1': 5_000_000 } })).body['code']).toBe('ODDS_WAIT')
  expect(await oddsOf(game.id)).toBe(offered)
  const [asked, ...others] = await waiting()
  expect(others).toEqual([])
  expect(asked).toMatchObject({ kind: 'own-odds', subject: `game:${game.id}`, isOwn: true, reason: 'the line-ups' })
  expect(asked?.subjectName).toMatch(/^Vipers SC vs KCCA FC: Moneyline, Vipers SC at 1,000\.00 \(fair: 2\.\d\d\)/)
  const id = asked?.id ?? ''
  expect((await decide(desk.staff, id, 'approve')).body['code']).toBe('APPROVAL_OWN')
  expect((await decide(colleague, id, 'approve')).status).toBe(200)
  expect(await oddsOf(game.id)).toBe(1_000)
  const ticket = await desk.bet(player, [await desk.pick(game.id)], 30_000)
  expect(ticket.potentialWin).toBe(30_000_000)
})

it('what costs the house nothing on average one sets alone: lower odds, no odds, limits, and a suspension', async () => {
  const game = await desk.game()
  const fair = await oddsOf(game.id)
  for (const body of [{ '1': 1.2 }, { '1': fair }, { '1': null }]) expect((await set(game.id, body)).status).toBe(200)
  expect((await set(game.id, {}, { suspended: true })).status).toBe(200)
  expect((await set(game.id, {}, { mostStake: { '1': 30_000 } })).status).toBe(200)
})
