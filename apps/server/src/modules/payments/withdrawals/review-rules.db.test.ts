import { listHeldWithdrawals } from '@mupiira/contract/admin-withdrawal-reviews.ts'
import { requestWithdrawal } from '@mupiira/contract/payments.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { openPaymentFixture, type PaymentFixture } from '../testing/payment-fixture.ts'

let app: PaymentFixture
let staff: TestAccount
beforeAll(async () => {
  app = await openPaymentFixture()
  staff = await app.admin()
})
afterAll(() => app.close())
const OFF = {
  withdrawal_review_amount: 5_000_000,
  withdrawal_review_first: false,
  withdrawal_review_turnover_hours: 0,
  withdrawal_review_manual_games: false,
  withdrawal_review_related: false,
} as const
afterEach(() => app.set(OFF))

let numbers = 1_000
/** A player who has placed a bet before, so that the minimum stake of a first bet does not apply. */
async function newPlayer(balanceUgx = 1_000_000): Promise<TestAccount> {
  const player = await app.player(`+2567780${++numbers}0`, balanceUgx)
  await app.kernel.db.change(
    `insert into player_counters (user_id, placed, valid_tickets, day, placed_on_day) values ($1, 1, 1, '2026-01-01', 1)`,
    [player.id],
  )
  return player
}

/** A payment of another time that has ended. */
const past = (player: TestAccount, type: 'deposit' | 'withdrawal', shillings: number, hoursAgo: number) =>
  app.kernel.db.query(
    `insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number, payment_method,
                               description, provider, reference, stage, updated_at)
     values ($1, $2, $3, $4, 'success', $5, $5, $6, 'MTN', 'Earlier', 'relworx', $7, 'done', $5)`,
    [
      newId(),
      player.id,
      type,
      shillings * 100,
      new Date(app.clock.now().getTime() - hoursAgo * 3_600_000),
      player.phone,
      newId(),
    ],
  )

/** The rules that hold a new withdrawal of the player; null: it is not held. */
async function reasonsFor(player: TestAccount, amount = 50_000): Promise<readonly string[] | null> {
  const { status, body } = await player.call(requestWithdrawal, { body: { amount } })
  expect(status).toBe(202)
  if (body.transaction.review === null) return null
  const { items } = (await staff.call(listHeldWithdrawals, { query: { pageSize: 50 } })).body
  return items.find(({ id }) => id === body.transaction.id)?.reasons ?? []
}

it('[WDR-31] by default a withdrawal is held only at the largest amount a player may withdraw', async () => {
  const player = await newPlayer(20_000_000)
  expect(await reasonsFor(player, 4_999_900)).toBeNull()
  expect(await reasonsFor(player, 5_000_000)).toEqual(['amount'])
})

it('[WDR-31] the first withdrawal is held until one was paid', async () => {
  await app.set({ withdrawal_review_first: true })
  const player = await newPlayer()
  expect(await reasonsFor(player)).toEqual(['first-withdrawal'])
  await past(player, 'withdrawal', 30_000, 5)
  expect(await reasonsFor(player)).toBeNull()
})

it('[WDR-31] a withdrawal after recent deposits with few stakes is held, and refunded stakes do not count', async () => {
  await app.set({ withdrawal_review_turnover_hours: 24, withdrawal_review_turnover_share: 50 })
  const player = await newPlayer()
  await past(player, 'deposit', 500_000, 25)
  expect(await reasonsFor(player)).toBeNull()
  await past(player, 'deposit', 100_000, 1)
  expect(await reasonsFor(player)).toEqual(['fast-turnover'])
  const [kept, cancelled] = [await app.game(), await app.game()]
  await app.placeBet(player, { stake: 50_000, selections: await app.picks([cancelled.id]) })
  expect(await reasonsFor(player)).toBeNull()
  await app.changeGame(cancelled.id, { status: 'cancelled' })
  await app.settle()
  expect(await reasonsFor(player)).toEqual(['fast-turnover'])
  await app.placeBet(player, { stake: 50_000, selections: await app.picks([kept.id]) })
  expect(await reasonsFor(player)).toBeNull()
})

it('[WDR-31] a withdrawal after a win on a manual game is held, and not after a loss or a later paid withdrawal', async () => {
  await app.set({ withdrawal_review_manual_games: true })
  const [winner, loser] = [await newPlayer(), await newPlayer()]
  const [won, lost] = [await app.game(), await app.game()]
  await app.placeBet(winner, { stake: 50_000, selections: await app.picks([won.id]) })
  await app.placeBet(loser, { stake: 50_000, selections: await app.picks([lost.id]) })
  expect(await reasonsFor(winner)).toBeNull()
  await app.finishGame(won.id, 1, 0)
  await app.finishGame(lost.id, 0, 1)
  await app.settle()
  expect(await reasonsFor(winner)).toEqual(['manual-game'])
  expect(await reasonsFor(loser)).toBeNull()
  app.clock.forward(60_000)
  await past(winner, 'withdrawal', 30_000, 0)
  expect(await reasonsFor(winner)).toBeNull()
})

it.each(['device', 'payment number'])('[WDR-31] a withdrawal of a player who shares a %s is held', async (by) => {
  await app.set({ withdrawal_review_related: true })
  const [player, other] = [await newPlayer(), await newPlayer()]
  expect(await reasonsFor(player)).toBeNull()
  if (by === 'device') {
    for (const { id } of [player, other]) {
      await app.kernel.db.query(
        `insert into known_devices (user_id, device_hash, created_at, seen_at) values ($1, sha256('same'), now(), now())`,
        [id],
      )
    }
  } else {
    await past(player, 'deposit', 30_000, 1)
    await past({ ...other, phone: player.phone }, 'deposit', 30_000, 1)
  }
  expect(await reasonsFor(player)).toEqual(['related-account'])
})
