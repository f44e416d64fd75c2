import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { inParallel } from '../support/player.ts'
import { newKey, accessFixture, type AccessFixture } from './access-fixture.ts'
import { mustPlace } from '../support/place-bet.ts'

let fixture: AccessFixture

beforeAll(async () => {
  fixture = await accessFixture({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => fixture?.product.close())

const issue = (client: Client) =>
  client.call('POST /api/booking-codes', {
    body: { selections: [{ gameId: fixture.gameId, market: '1x2', selection: '1' }] },
  })

async function issued(client: Client): Promise<string> {
  const reply = await issue(client)
  if (!reply.ok) throw new Error(reply.response.text)
  return reply.body.bookingCode
}

async function seen(client: Client, code: string): Promise<number | string> {
  const reply = await client.call('GET /api/booking-codes/{code}', { params: { code } })
  return reply.ok ? reply.status : `${reply.status} ${reply.problem.detail}`
}

describe('booking codes over HTTP', () => {
  it('[OPS-02] [CODE-12] [CODE-15] the booking code of a ticket shows owner, other players and visitors only the data each is allowed to read', async () => {
    const code = fixture.ticket.bookingCode
    expect(await seen(fixture.owner.client, code)).toBe(200)
    expect(await seen(fixture.otherPlayer.client, code)).toBe('403 This booking code belongs to another user')
    expect(await seen(fixture.product.client(), code)).toBe('404 No bet found with this booking code')
  })

  it('[OPS-02] [CODE-20] a visitor’s booking code is found by the same browser through an HttpOnly cookie, not by another browser or player', async () => {
    const visitor = fixture.product.client()
    const reply = await issue(visitor)
    const cookie = reply.response.cookies.find((cooky) => cooky.startsWith('mupiira_browser=')) ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).toMatch(/Max-Age=34560000/i)
    const code = reply.ok ? reply.body.bookingCode : ''
    expect(await seen(visitor, code)).toBe(200)
    expect(await seen(fixture.product.client(), code)).toBe('404 No bet found with this booking code')
    expect(await seen(fixture.otherPlayer.client, code)).toBe('403 This booking code belongs to another user')
    expect((await issue(visitor)).response.cookies).toEqual([])
  })

  it('[SLIP-17] [CODE-20] a bet is placed under the player’s own booking code, and under a new code instead of another player’s', async () => {
    const { owner, otherPlayer, gameId } = fixture
    const place = async (bookingCode: string) => {
      const selections = [{ gameId, market: '1x2', selection: '1', odds: 1.01 }]
      const body = { stake: 30_000, acceptOddsChanges: true, selections, bookingCode }
      return mustPlace(owner.client, { body })
    }
    const own = await issued(owner.client)
    expect(await place(own)).toMatchObject({ ticket: { bookingCode: own } })
    const others = await issued(otherPlayer.client)
    const { ticket, warning } = await place(others)
    expect(ticket.bookingCode).not.toBe(others)
    expect(warning).toBe(
      `The booking code ${others} was not issued to you. Your ticket has the new code ${ticket.bookingCode}.`,
    )
  })

  it('booking code lookups are limited to sixty a minute', async () => {
    const visitor = fixture.product.client()
    const replies = []
    for (let count = 0; count < 61; count++) replies.push(await seen(visitor, 'ABCDEF123456'))
    expect(replies.slice(0, 60).every((reply) => String(reply).startsWith('404'))).toBe(true)
    expect(replies[60]).toMatch(/^429/)
    const issues = []
    for (let count = 0; count < 61; count++) issues.push((await issue(visitor)).status)
    expect(new Set(issues.slice(0, 60))).toEqual(new Set([201]))
    expect(issues[60]).toBe(429)
  })
})

describe('rate limits of one player', () => {
  it('the bets and quotes of a player are limited per minute, without affecting other players with the same IP address', async () => {
    const { owner, otherPlayer, gameId } = fixture
    const body = { stake: 1, selections: [{ gameId, market: '1x2', selection: '1', odds: 1.01 }] }
    const statuses = async (operation: 'POST /api/bets' | 'POST /api/bets/quote', times: number) => {
      const replies = await inParallel(Array.from({ length: times }), 4, () =>
        otherPlayer.client.call(operation, { body }),
      )
      return replies.map(({ status }) => status).toSorted((a, b) => a - b)
    }
    expect(await statuses('POST /api/bets', 62)).toEqual([...Array.from({ length: 60 }, () => 422), 429, 429])
    expect(await statuses('POST /api/bets/quote', 241)).toEqual([...Array.from({ length: 240 }, () => 200), 429])
    const { 'x-forwarded-for': address = '' } = otherPlayer.client.headers()
    const neighbour = { ...owner.client.headers(), 'x-forwarded-for': address }
    const response = await owner.client.raw.send({
      method: 'POST',
      target: '/api/bets',
      headers: { ...neighbour, 'content-type': 'application/json', 'idempotency-key': newKey() },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(422)
  })
})
