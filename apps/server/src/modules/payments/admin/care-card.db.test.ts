import type { CareCard, LifetimeFigures } from '@mupiira/contract/admin-care.ts'
import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedPayment, openPaymentFixture, type PaymentFixture, type Player } from '../testing/payment-fixture.ts'

let app: PaymentFixture
let staff: Player
let player: Player

const cardOf = async (userId: string) => staff.get<CareCard>(`/api/admin/chat/${userId}/card`)
const lifetimeOf = async (userId: string) => staff.get<LifetimeFigures>(`/api/admin/users/${userId}/lifetime`)

/** A player with paid deposits, one deposit whose result is unknown, a withdrawal and two tickets. */
beforeAll(async () => {
  app = await openPaymentFixture()
  staff = await app.admin()
  player = await app.player('+256776500010', 0)
  const passMinute = async () => {
    for (let poll = 0; poll < 12; poll++) await app.pass(5_000)
  }
  for (let at = 0; at < 6; at++) acceptedPayment(await app.deposit(player, 50_000 + at * 1_000))
  await passMinute()
  acceptedPayment(await app.withdraw(player, 40_000))
  await passMinute()
  const games = await Promise.all([app.game(), app.game()])
  for (const { id } of games) await app.placeBet(player, { stake: 25_000, selections: [await app.pick(id)] })
  await app.changeGame(games[0]?.id ?? '', { status: 'finished', homeScore: 2, awayScore: 0 })
  await app.settle()
}, 125_000)
afterAll(() => app?.close())

describe('the card of a player beside the chat', () => {
  it('[CHAT-24] the card shows balance, last payments and tickets, limits and notes in one request', async () => {
    await staff.post(`/api/admin/users/${player.id}/notes`, { note: 'Calls in the evening' })
    const { status, body } = await cardOf(player.id)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id: player.id, accountStatus: 'active', balance: await app.balance(player) })
    expect(body).toMatchObject({ held: 0, mostStake: null, exclusion: null, conversations: [] })
    expect(body.payments?.map(({ type, amount, status: state }) => [type, amount, state])).toEqual([
      ['withdrawal', 40_000, 'success'],
      ...[55_000, 54_000, 53_000, 52_000].map((amount) => ['deposit', amount, 'success']),
    ])
    expect(body.tickets?.map(({ totalStake, status: state }) => [totalStake, state]).toSorted()).toEqual([
      [25_000, 'pending'],
      [25_000, 'won'],
    ])
    expect(body.notes).toMatchObject([{ note: 'Calls in the evening' }])
  })

  it('[CHAT-24] [DEP-25] a deposit without a result is being checked on the card, and never only failed', async () => {
    const unknown = await app.player('+256776500013')
    acceptedPayment(await app.deposit(unknown, 26_000))
    for (let poll = 0; poll < 20; poll++) await app.pass(5_000)
    const { body } = await cardOf(unknown.id)
    expect(body.payments).toMatchObject([{ status: 'failed', beingChecked: true }])
  })

  it('[CHAT-24] the card shows earlier conversations, the newest first', async () => {
    const writer = await app.player('+256776500021')
    const write = (content: string) => writer.post('/api/chat/messages', { content })
    await write('My deposit is missing')
    await staff.post(`/api/admin/chat/${writer.id}/messages`, { content: 'Which number?' })
    app.clock.forward(2 * DAY_MS)
    await write('Why is my ticket void?')
    app.clock.forward(2 * DAY_MS)
    await write('Hello again')
    const { body } = await cardOf(writer.id)
    expect(body.conversations.map(({ messages, excerpt }) => [messages, excerpt])).toEqual([
      [1, 'Why is my ticket void?'],
      [2, 'My deposit is missing'],
    ])
  })

  it('[OPS-04] reading the card is recorded once an hour, like reading the account', async () => {
    const read = await app.player('+256776500022')
    const reads = async () =>
      app.owner.query<{ actor: string }>(
        `select actor from audit_log where subject = $1 and action = 'user.read' order by id`,
        [`user:${read.id}`],
      )
    await cardOf(read.id)
    await cardOf(read.id)
    await lifetimeOf(read.id)
    await staff.get(`/api/admin/users/${read.id}`)
    expect(await reads()).toEqual([{ actor: staff.id }])
    app.clock.forward(HOUR_MS + 1)
    await cardOf(read.id)
    expect(await reads()).toHaveLength(2)
  })

  it.each(['no-id', '0199a1b2-c3d4-7e5f-8071-8293a4b5c6d7'])('the card of %s does not exist', async (id) => {
    expect(await cardOf(id)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect(await lifetimeOf(id)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
  })

  it('a player cannot read a card or lifetime figures', async () => {
    for (const path of [`chat/${player.id}/card`, `users/${player.id}/lifetime`])
      expect((await player.get(`/api/admin/${path}`)).status).toBe(403)
  })
})

describe('lifetime figures', () => {
  it('[ADMU-28] the lifetime figures of an account equal the sums of its ledger', async () => {
    const [sums] = await app.owner.query<{ deposits: number; stakes: number; wins: number }>(
      `select sum(amount) filter (where kind = 'deposit')::float8 / 100 as deposits,
              sum(amount) filter (where kind = 'bet')::float8 / 100 as stakes,
              sum(amount) filter (where kind = 'win')::float8 / 100 as wins
         from postings where player = $1`,
      [player.id],
    )
    const { body } = await lifetimeOf(player.id)
    expect(body.since).toBeNull()
    expect(body.figures).toMatchObject({
      deposits: sums?.deposits,
      turnover: sums?.stakes,
      payouts: sums?.wins,
      openStakes: 25_000,
      netResult: (sums?.wins ?? 0) - 25_000,
      bonusCost: 0,
    })
    expect(body.tickets).toBe(2)
    expect(body.markets).toEqual([{ name: 'Moneyline', selections: 2 }])
    expect(body.numbers).toMatchObject([{ phoneNumber: player.phone, network: 'MTN', payments: 7 }])
    expect(body.devices).toEqual({ known: 0, lastSeenAt: null })
  })
})
