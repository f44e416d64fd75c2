import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { visitedHouse, type VisitedHouse } from './visited-house.ts'

let house: VisitedHouse

beforeAll(async () => {
  house = await visitedHouse()
})
afterAll(() => house?.product.close())

const issue = (client: Client) =>
  client.call('POST /api/booking-codes', {
    body: { selections: [{ gameId: house.gameId, market: '1x2', selection: '1' }] },
  })

async function issued(client: Client): Promise<string> {
  const reply = await issue(client)
  if (!reply.ok) throw new Error(reply.told.text)
  return reply.body.bookingCode
}

async function seen(client: Client, code: string): Promise<number | string> {
  const reply = await client.call('GET /api/booking-codes/{code}', { params: { code } })
  return reply.ok ? reply.status : `${reply.status} ${reply.problem.detail}`
}

describe('booking codes over HTTP', () => {
  it('[OPS-02] [CODE-12] [CODE-15] a ticket’s code: its owner, another player, nobody', async () => {
    const code = house.ticket.bookingCode
    expect(await seen(house.owner.client, code)).toBe(200)
    expect(await seen(house.stranger.client, code)).toBe('403 This booking code belongs to another user')
    expect(await seen(house.product.client(), code)).toBe('404 No bet found with this booking code')
  })

  it('[OPS-02] [CODE-20] a visitor’s code: his browser by a cookie that no script reads, another browser, a player', async () => {
    const visitor = house.product.client()
    const reply = await issue(visitor)
    const cookie = reply.told.cookies.find((each) => each.startsWith('mupiira_browser=')) ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).toMatch(/Max-Age=34560000/i)
    const code = reply.ok ? reply.body.bookingCode : ''
    expect(await seen(visitor, code)).toBe(200)
    expect(await seen(house.product.client(), code)).toBe('404 No bet found with this booking code')
    expect(await seen(house.stranger.client, code)).toBe('403 This booking code belongs to another user')
    expect((await issue(visitor)).told.cookies).toEqual([])
  })

  it('[SLIP-17] [CODE-20] a bet takes the player’s own code, and a new one in place of another’s', async () => {
    const { owner, stranger, gameId } = house
    const place = async (bookingCode: string) => {
      const selections = [{ gameId, market: '1x2', selection: '1', odds: 1.01 }]
      const body = { stake: 30_000, acceptOddsChanges: true, selections, bookingCode }
      return owner.client.must('POST /api/bets', { body })
    }
    const own = await issued(owner.client)
    expect(await place(own)).toMatchObject({ ticket: { bookingCode: own } })
    const others = await issued(stranger.client)
    const { ticket, warning } = await place(others)
    expect(ticket.bookingCode).not.toBe(others)
    expect(warning).toBe(
      `The booking code ${others} was not issued to you. Your ticket has the new code ${ticket.bookingCode}.`,
    )
  })

  it('are not guessed: at most sixty requests a minute', async () => {
    const visitor = house.product.client()
    const replies = []
    for (let asked = 0; asked < 61; asked++) replies.push(await seen(visitor, 'ABCDEF123456'))
    expect(replies.slice(0, 60).every((reply) => String(reply).startsWith('404'))).toBe(true)
    expect(replies[60]).toMatch(/^429/)
    const issues = []
    for (let asked = 0; asked < 61; asked++) issues.push((await issue(visitor)).status)
    expect(new Set(issues.slice(0, 60))).toEqual(new Set([201]))
    expect(issues[60]).toBe(429)
  })
})
