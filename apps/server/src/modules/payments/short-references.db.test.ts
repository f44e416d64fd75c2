import { afterAll, beforeAll, expect, it } from 'vitest'
import { constraintOf } from '../../kernel/db/failures.ts'
import { newShortReference, retryTakenReference } from './short-references.ts'
import { acceptedPayment, openPaymentFixture, type PaymentFixture } from './testing/payment-fixture.ts'

const REFERENCE = /^[DW][A-HJ-NP-Z2-9]{7}$/

let app: PaymentFixture
beforeAll(async () => {
  app = await openPaymentFixture()
})
afterAll(() => app.close())

const stored = () =>
  app.owner.query<{ id: string; type: string; short: string; description: string }>(
    'select id, type, short_reference as short, description from transactions order by id',
  )

it('[WALT-12] a deposit and a withdrawal have a short reference in the answer, the list and the statement', async () => {
  const player = await app.player('+256776500010', 200_000)
  const deposit = acceptedPayment(await app.deposit(player, 30_000))
  const withdrawal = acceptedPayment(await app.withdraw(player, 40_000))
  expect([deposit.shortReference[0], withdrawal.shortReference[0]]).toEqual(['D', 'W'])
  for (const { shortReference } of [deposit, withdrawal]) expect(shortReference).toMatch(REFERENCE)
  await app.pass(30_000)
  const { items } = (await player.get('/api/payments')).body as unknown as { items: object[] }
  expect(items).toMatchObject([
    { id: withdrawal.id, shortReference: withdrawal.shortReference },
    { id: deposit.id, shortReference: deposit.shortReference },
  ])
  // The long reference is internal.
  expect(items.flatMap(Object.keys)).not.toContain('reference')
  const lines = async () => {
    const { items: listed } = (await player.get('/api/wallet/statement')).body as unknown as {
      items: { description: string }[]
    }
    return listed.map(({ description }) => description)
  }
  await expect
    .poll(lines)
    .toEqual(
      expect.arrayContaining([
        `Withdrawal ${withdrawal.shortReference} to +256 77 ••• ••10, with a fee of UGX 2,000 (paid)`,
        `Deposit ${deposit.shortReference} by MTN from +256 77 ••• ••10`,
      ]),
    )
})

it('the database assigns a unique short reference to a payment that is inserted without one', async () => {
  await app.owner.query(
    `insert into transactions (id, user_id, type, amount, status, created_at, phone_number, payment_method, description,
                               provider, reference, stage, next_at, updated_at)
     select gen_random_uuid(), user_id, type, amount, 'pending', created_at, phone_number, payment_method, description,
            provider, 'BARE-' || left(id::text, 30), 'requested', created_at, created_at from transactions`,
  )
  const rows = await stored()
  expect(rows).toHaveLength(4)
  for (const { type, short } of rows) {
    expect(short).toMatch(REFERENCE)
    expect(short).toMatch(type === 'deposit' ? /^D/ : /^W/)
  }
  expect(new Set(rows.map(({ short }) => short)).size).toBe(4)
})

it('the short reference of a payment is unique and cannot change', async () => {
  const [first, second] = await stored()
  const change = (id: string | undefined, short: string | undefined) =>
    app.owner.query('update transactions set short_reference = $2 where id = $1', [id, short])
  await expect(change(first?.id, newShortReference('deposit'))).rejects.toThrow('cannot change')
  const duplicate = await app.owner
    .query(
      `insert into transactions (id, user_id, type, amount, status, created_at, phone_number, payment_method, description,
                                 provider, reference, short_reference, stage, next_at, updated_at)
       select gen_random_uuid(), user_id, type, amount, 'pending', created_at, phone_number, payment_method, description,
              provider, 'COPY-' || left(id::text, 30), short_reference, 'requested', created_at, created_at
         from transactions where id = $1`,
      [second?.id],
    )
    .catch((error: unknown) => error)
  expect(constraintOf(duplicate)).toBe('transactions_short_reference_key')
  // The request is run again with another random reference.
  let attempts = 0
  const result = await retryTakenReference(() => {
    attempts += 1
    return attempts === 1 ? Promise.reject(duplicate as Error) : Promise.resolve('stored')
  })
  expect([result, attempts]).toEqual(['stored', 2])
  await expect(retryTakenReference(() => Promise.reject(new Error('other')))).rejects.toThrow('other')
})
