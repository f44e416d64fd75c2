import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer, until, withdraw } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerStaff } from '../support/staff.ts'
import { expectCleanLedger } from './ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'

const ASKED_UGX = 60_000
const APPROVED_AFTER_MS = 20_000

let product: Product
let staff: Player
let gameId: string

beforeAll(async () => {
  product = await startProduct({ matches: recordedLines(2), kickoffInSeconds: 7_200 })
  staff = await registerStaff(product, '772940010')
  // Marks the session as recently confirmed, so that moving money needs no second factor.
  const provenAt = product.clock.now()
  await queryDatabase(product, 'update sessions set confirmed_at = $2 where user_id = $1', [staff.userId, provenAt])
  gameId = await until('a game is on offer', async () => {
    const { items } = await product.client().must('GET /api/games', { query: { status: 'open' } })
    return items[0]?.id
  })
})
afterAll(() => product?.close())

const bet = ({ client }: Player) =>
  client.call('POST /api/bets', {
    body: {
      stake: 30_000,
      acceptOddsChanges: true,
      selections: [{ gameId, market: '1x2', selection: '1', odds: 1.01, match: 'a match' }],
    },
  })
const codeOf = (reply: { readonly ok: true } | { readonly ok: false; readonly problem: { readonly code: string } }) =>
  reply.ok ? 'taken' : reply.problem.code
const setStatus = ({ userId }: Player, newStatus: 'active' | 'suspended' | 'banned') =>
  staff.client.must('POST /api/admin/users/{id}/status', {
    params: { id: userId },
    body: { newStatus, reason: 'changed by the test' },
  })
const balanceInFile = async ({ userId }: Player): Promise<number> =>
  (await staff.client.must('GET /api/admin/users/{id}', { params: { id: userId } })).user.balance
const login = ({ client, phone, password }: Player) =>
  client.call('POST /api/auth/login', { body: { phoneNumber: phone, password, keepLoggedIn: false } })
/** Records a manual payout by an admin as a deduction, with a ledger entry and an audit entry. */
const payOut = ({ userId }: Player, amount: number) =>
  staff.client.must('POST /api/admin/users/{id}/deduct', {
    params: { id: userId },
    body: { amount, description: 'Paid out to the account’s phone, reference 7781' },
  })

/** The approval delay starts when the provider receives the order, not at the player's request. */
const providerHasOrder = (paymentId: string) =>
  until('the provider has the order', async () => {
    const rows = await queryDatabase(product, `select from transactions where id = $1 and stage = 'polling'`, [
      paymentId,
    ])
    return rows.length === 1
  })

/**
 * Account states: how to enter each state after a deposit was requested, and the error code for play and deposits in
 * that state.
 */
const STATES = {
  excluded: async ({ client }: Player) => {
    await client.must('POST /api/protection/exclusion', { body: { length: '6m' } })
    return 'EXCLUDED'
  },
  'over its limit': async ({ client }: Player) => {
    for (const kind of ['deposit', 'stake'] as const) {
      await client.must('PUT /api/protection/limits', { body: { kind, period: 'day', amount: 20_000 } })
    }
    return 'LIMIT_REACHED'
  },
  suspended: async (player: Player) => {
    await setStatus(player, 'suspended')
    return 'ACCOUNT_SUSPENDED'
  },
  banned: async (player: Player) => {
    await setStatus(player, 'banned')
    return 'ACCOUNT_BANNED'
  },
} as const

describe('money that the provider collected', () => {
  it.each(Object.entries(STATES).map(([state, enter], at) => ({ state, enter, at })))(
    '[DEP-32] money that the provider collected is credited to an account that is $state, and can be withdrawn but not staked',
    async ({ state, enter, at }) => {
      const player = await registerPlayer(product, `7729400${at + 2}0`)
      product.money.control({ settings: { approveAfterMs: APPROVED_AFTER_MS } })
      const deposited = await player.client.must('POST /api/payments/deposits', {
        body: { amount: ASKED_UGX, phoneNumber: player.phone, method: 'MTN' },
      })
      expect(deposited.transaction.status).toBe('pending')
      // An account that is closed earlier is not charged.
      await providerHasOrder(deposited.transaction.id)
      const refusal = await enter(player)
      expect(await balanceInFile(player)).toBe(0)
      await product.clock.moveTo(new Date(product.clock.now().getTime() + APPROVED_AFTER_MS))
      await until('the deposit is credited', async () => (await balanceInFile(player)) === ASKED_UGX)

      product.money.control({ settings: { approveAfterMs: 50 } })
      expect(codeOf(await bet(player))).toBe(refusal)
      const again = { amount: 30_000, phoneNumber: player.phone, method: 'MTN' } as const
      const refused = await player.client.call('POST /api/payments/deposits', { body: again })
      expect(codeOf(refused)).toBe(refusal)
      expect(await balanceInFile(player)).toBe(ASKED_UGX)

      if (state === 'banned') {
        expect(codeOf(await login(player))).toBe(refusal)
        await payOut(player, ASKED_UGX)
      } else {
        if (state === 'suspended') {
          expect(codeOf(await login(player))).toBe(refusal)
          await setStatus(player, 'active')
          expect((await login(player)).ok).toBe(true)
        }
        expect((await withdraw(player, 30_000)).status).toBe('success')
        await payOut(player, ASKED_UGX - 32_000)
      }
      expect(await balanceInFile(player)).toBe(0)
    },
  )

  it('[DEP-32] [ADMU-17] an admin can pay out a suspended account, and the ledger is valid', async () => {
    const player = await registerPlayer(product, '772940090')
    await deposit(player, ASKED_UGX)
    await setStatus(player, 'suspended')
    await payOut(player, ASKED_UGX)
    expect(await balanceInFile(player)).toBe(0)
    const { items } = await staff.client.must('GET /api/admin/audit', { query: { q: `user:${player.userId}` } })
    const deduction = items.find(({ action }) => action === 'money.deduct')
    expect(deduction?.reason).toContain('reference 7781')
    await expectCleanLedger(product)
  })
})
