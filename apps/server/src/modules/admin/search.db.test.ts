import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchResults } from '@mupiira/contract/admin-search.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { adminFixture, type AdminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'

const PAYMENT = {
  id: '01990000-0000-7000-8000-000000000001',
  reference: 'WDR-01990000000070008000000000000001',
  // Like one of eight short references, it has no digit.
  shortReference: 'WABCDEFG',
  providers: 'MTN-20261121',
}

const { shortReference } = PAYMENT

let app: AdminFixture
let grace: TestAccount
let ticket: Ticket
let gameId: string

beforeAll(async () => {
  app = await adminFixture()
  grace = await app.wealthyPlayer('Grace')
  // The other accounts have another last name.
  await app.asOwner(
    `update profiles set last_name = 'Okello' where id <> '${grace.id}';
     update profiles set last_name = 'Nakato-Zawadi', email = '${grace.id}@example.com' where id = '${grace.id}'`,
  )
  for (let at = 0; at < 7; at++) await app.player({ firstName: 'Moses' })
  const game = await app.game({ homeTeam: 'Wakiso Giants', awayTeam: 'Arua Hill' })
  gameId = game.id
  ticket = await app.bet(grace, [await app.pick(game.id)])
  await app.asOwner(
    `insert into transactions (id, user_id, type, amount, status, created_at, phone_number, payment_method, description,
                               provider, reference, short_reference, internal_reference, stage, next_at, updated_at)
     values ('${PAYMENT.id}', '${grace.id}', 'withdrawal', 4000000, 'pending', now(), '${grace.phone}', 'MTN', 'Withdrawal',
             'relworx', '${PAYMENT.reference}', '${shortReference}', '${PAYMENT.providers}', 'requested', now(), now())`,
  )
})
afterAll(() => app?.close())

async function search(q: string): Promise<SearchResults> {
  const { status, body } = await app.get(`/api/admin/search?q=${encodeURIComponent(q)}`)
  expect([q, status]).toEqual([q, 200])
  return body as unknown as SearchResults
}

it('the search of the console finds a player by phone in any notation and by name', async () => {
  const digits = grace.phone.slice(4)
  const typed = [grace.phone, displayPhone(grace.phone), `0${digits}`, `256${digits}`]
  for (const q of [...typed, 'grace', 'gra', 'GRACE nakato', 'nak grace', 'Zawadi', `${grace.id}@example.com`])
    expect((await search(q)).players).toMatchObject([
      { id: grace.id, phoneNumber: grace.phone, accountStatus: 'active' },
    ])
  // All test accounts have the same first five digits.
  const starts = [`0${digits.slice(0, 3)}`, `+256${digits.slice(0, 4)}`, digits.slice(0, 5)]
  for (const q of starts) {
    const [first, ...others] = (await search(q)).players.map(({ phoneNumber }) => phoneNumber)
    expect([q, first?.slice(4, 7), others.length]).toEqual([q, digits.slice(0, 3), 4])
  }
  // The search shows at most five players. The list of users shows all.
  expect((await search('moses')).players).toHaveLength(5)
})

it('the search of the console finds a ticket by the start of its code, with its player', async () => {
  for (const q of [ticket.bookingCode, ticket.bookingCode.toLowerCase(), ticket.bookingCode.slice(0, 5)])
    expect((await search(q)).tickets).toMatchObject([
      { id: ticket.id, bookingCode: ticket.bookingCode, totalStake: 25_000, status: 'pending', user: { id: grace.id } },
    ])
})

it('the search of the console finds a payment by its short reference and by the provider’s reference', async () => {
  const spaced = `${shortReference.slice(0, 4)} ${shortReference.slice(4)}`.toLowerCase()
  for (const q of [shortReference, spaced, PAYMENT.reference, PAYMENT.reference.toLowerCase(), PAYMENT.providers])
    expect((await search(q)).payments).toMatchObject([
      { id: PAYMENT.id, shortReference, type: 'withdrawal', amount: 40_000, status: 'pending', user: { id: grace.id } },
    ])
  expect((await search(shortReference.slice(0, 7))).payments).toEqual([])
})

it('the search of the console finds games by team, live and upcoming games first', async () => {
  const old = await app.game({ homeTeam: 'Wakiso Giants', awayTeam: 'Old Match' })
  await app.changeGame(old.id, { status: 'finished', homeScore: 1, awayScore: 0 })
  expect((await search('wakiso')).games.map(({ id }) => id)).toEqual([gameId, old.id])
})

it('a search of the console without matches returns an empty list, and a search of fewer than two characters is refused', async () => {
  expect(await search('no such thing')).toEqual({ players: [], tickets: [], payments: [], games: [] })
  expect(await search('   ')).toEqual({ players: [], tickets: [], payments: [], games: [] })
  for (const q of ['', 'a']) expect((await app.get(`/api/admin/search?q=${q}`)).status).toBe(400)
  expect((await grace.get('/api/admin/search?q=grace')).status).toBe(403)
})

it('[ADMX-06] a search of the console returns only the kinds that the caller may read', async () => {
  const everything = [grace.phone, ticket.bookingCode, shortReference, 'wakiso']
  for (const [role, kinds] of [
    ['trader', ['tickets', 'games']],
    ['marketing', ['games']],
    ['finance', ['players', 'tickets', 'payments', 'games']],
  ] as const) {
    const member = await app.admin({ permissions: { role } })
    const found = await Promise.all(
      everything.map(async (q) => (await member.get(`/api/admin/search?q=${encodeURIComponent(q)}`)).body),
    )
    const seen = found.flatMap((body) =>
      Object.entries(body as unknown as SearchResults).flatMap(([kind, items]) => (items.length > 0 ? [kind] : [])),
    )
    expect([role, [...new Set(seen)].toSorted()]).toEqual([role, kinds.toSorted()])
  }
})
