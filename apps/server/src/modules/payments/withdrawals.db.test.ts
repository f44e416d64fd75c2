import { queryTransaction } from '@mupiira/contract/admin.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPaymentFixture, type PaymentFixture, type Player, acceptedPayment } from './testing/payment-fixture.ts'

let app: PaymentFixture
let numbers = 10
beforeAll(async () => {
  app = await openPaymentFixture()
})
afterEach(async () => {
  await app.set({ maintenance_mode: false, minimum_withdrawal: 25_000, maximum_withdrawal: 5_000_000 })
  app.money.control({ reset: true })
  app.money.control({ settings: { webhookUrl: null } })
})
afterAll(() => app.close())

const playerWith = (digit: string, balance = 200_000): Promise<Player> =>
  app.player(`+2567730${++numbers}00${digit}`, balance)
const payouts = (player: Player): number =>
  app.money.orders.list().filter((order) => order.kind === 'payout' && order.msisdn === player.phone.slice(1)).length
const PAID = [
  { kind: 'withdrawal-hold', amount: 52_000 },
  { kind: 'hold-taken', amount: 52_000 },
  { kind: 'withdrawal', amount: 50_000 },
  { kind: 'withdrawal-fee', amount: 2_000 },
]
const RELEASED = [
  { kind: 'withdrawal-hold', amount: 52_000 },
  { kind: 'withdrawal-release', amount: 52_000 },
]
const HELD = [{ kind: 'withdrawal-hold' as const, amount: 52_000 }]
const FAILED = 'Withdrawal failed. Your balance has not been affected.'
const CHECKED =
  'Payment status check timed out. Your withdrawal is being checked. The money stays on hold until your network replies.'

describe('results of a withdrawal by the last digit of the number', () => {
  it.each([
    ['0 (paid)', 'success', { balance: 148_000, held: 0 }, PAID, /^UGX 50,000\.00 was sent to \+256 77/],
    ['1 (declined)', 'failed', { balance: 200_000, held: 0 }, RELEASED, FAILED],
    ['2 (not enough funds)', 'failed', { balance: 200_000, held: 0 }, RELEASED, FAILED],
    ['3 (never answers)', 'pending', { balance: 148_000, held: 52_000 }, HELD, CHECKED],
    ['4 (confirms after the polls)', 'pending', { balance: 148_000, held: 52_000 }, HELD, CHECKED],
    ['5 (calls back twice)', 'success', { balance: 148_000, held: 0 }, PAID, /was sent/],
    ['7 (answers 500 although it accepted)', 'success', { balance: 148_000, held: 0 }, PAID, /was sent/],
  ])(
    '[WDR-19][WDR-20][WDR-21][WDR-22][WDR-24][WDR-30] a withdrawal to a number with the last digit $0 has the status $1 after the polls',
    async (what, status, balance, postings, message) => {
      const player = await playerWith(what.slice(0, 1))
      const accepted = acceptedPayment(await app.withdraw(player, 50_000))
      expect(accepted).toMatchObject({ type: 'withdrawal', status: 'pending', amount: 50_000, fee: 2_000 })
      expect(await app.balances(player)).toEqual({ balance: 148_000, held: 52_000 })

      app.clock.forward(3_000)
      if (!'34'.includes(what.slice(0, 1))) await app.ended(accepted)
      for (let poll = 0; poll < 18; poll++) await app.pass(5_000)
      const read = await app.read(player, accepted.id)
      expect(read).toMatchObject({ status, beingChecked: status === 'pending', amountSent: 50_000 })
      if (typeof message === 'string') expect(read.message).toBe(message)
      else expect(read.message).toMatch(message)
      expect(await app.balances(player)).toEqual(balance)
      expect(await app.postings(accepted.id)).toEqual(postings)
      expect(payouts(player)).toBe(1)
    },
  )

  it('[WDR-19][WDR-23] a withdrawal is queried 18 times every 5 s, then at growing intervals for 72 h, and then needs an operator’s decision', async () => {
    const player = await playerWith('3')
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    const row = async () =>
      (
        await app.owner.query<{ polls: number; stage: string; next_at: Date | null; reason: string }>(
          'select polls, stage, next_at, reason from transactions where id = $1',
          [id],
        )
      )[0]
    for (let poll = 1; poll <= 17; poll++) await app.pass(5_000)
    expect(await row()).toMatchObject({ polls: 17, stage: 'polling' })
    await app.pass(5_000)
    expect(await row()).toMatchObject({ polls: 18, stage: 'checking' })
    const startedMs = app.clock.now().getTime()
    const pauses: number[] = []
    for (let found = await row(); found?.next_at; found = await row()) {
      const pauseMs = found.next_at.getTime() - app.clock.now().getTime()
      pauses.push(pauseMs / 1_000)
      await app.pass(pauseMs)
    }
    expect(pauses.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
    expect(new Set(pauses.slice(9))).toEqual(new Set([3_600]))
    expect(app.clock.now().getTime() - startedMs).toBeGreaterThanOrEqual(72 * 3_600_000)
    expect(app.clock.now().getTime() - startedMs).toBeLessThan(73 * 3_600_000)
    expect(await row()).toMatchObject({ stage: 'review', reason: 'expired' })
    expect(await app.read(player, id)).toMatchObject({ status: 'pending', beingChecked: true })
    expect(await app.balances(player)).toEqual({ balance: 148_000, held: 52_000 })
    expect(payouts(player)).toBe(1)
  })

  it('[WDR-22][WDR-23] a withdrawal that the provider confirms after the polls is paid', async () => {
    const player = await playerWith('4')
    const accepted = acceptedPayment(await app.withdraw(player, 50_000))
    for (let poll = 0; poll < 18; poll++) await app.pass(5_000)
    app.clock.forward(5_000)
    await app.ended(accepted)
    await app.pass(30_000)
    expect((await app.read(player, accepted.id)).status).toBe('success')
    expect(await app.postings(accepted.id)).toEqual(PAID)
  })
})

describe('a payment that staff queries immediately', () => {
  let staff: Player
  beforeAll(async () => {
    staff = await app.admin()
  })
  const queryNow = async (id: string): Promise<boolean> =>
    (await staff.call(queryTransaction, { params: { id } })).status === 200

  it('[WDR-22][WDR-23] a withdrawal that staff queries immediately completes with the provider’s current status, and is not queried again', async () => {
    const player = await playerWith('4')
    const accepted = acceptedPayment(await app.withdraw(player, 50_000))
    expect(await queryNow(accepted.id)).toBe(false)
    for (let poll = 0; poll < 18; poll++) await app.pass(5_000)
    app.clock.forward(5_000)
    await app.ended(accepted)
    expect((await app.read(player, accepted.id)).status).toBe('pending')
    expect(await Promise.all([queryNow(accepted.id), queryNow(accepted.id)])).toContain(true)
    expect((await app.read(player, accepted.id)).status).toBe('success')
    expect(await app.postings(accepted.id)).toEqual(PAID)
    expect(await queryNow(accepted.id)).toBe(false)
    expect(payouts(player)).toBe(1)
  })

  it('[WDR-23] a withdrawal that staff queries immediately keeps its hold and stays in review while the provider gives no status', async () => {
    const player = await playerWith('3')
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    for (let poll = 0; poll < 18; poll++) await app.pass(5_000)
    const set = `update transactions set stage = 'review', next_at = null where id = $1`
    for (const change of [null, set]) {
      if (change !== null) await app.owner.change(change, [id])
      expect(await queryNow(id)).toBe(true)
      expect(await app.balances(player)).toEqual({ balance: 148_000, held: 52_000 })
    }
    expect(await app.payments.reads.byId(id)).toMatchObject({ status: 'pending', stage: 'review' })
    expect(payouts(player)).toBe(1)
  })
})

describe('withdrawal limits', () => {
  it.each([
    [
      '[WDR-08] a withdrawal without an amount is refused',
      undefined,
      200_000,
      422,
      'Enter amount between 25,000 and 5,000,000 UGX',
    ],
    [
      '[WDR-08] a withdrawal whose amount is a text is refused',
      'all',
      200_000,
      422,
      'Enter amount between 25,000 and 5,000,000 UGX',
    ],
    [
      '[WDR-08] a withdrawal whose amount is null is refused',
      null,
      200_000,
      422,
      'Enter amount between 25,000 and 5,000,000 UGX',
    ],
    [
      '[WDR-08] a withdrawal above every possible amount is refused',
      1e17,
      9_000_000,
      422,
      'Enter amount between 25,000 and 5,000,000 UGX',
    ],
    [
      '[WDR-08] a withdrawal above the maximum is refused',
      5_000_000.01,
      9_000_000,
      422,
      'Enter amount between 25,000 and 5,000,000 UGX',
    ],
    [
      '[WDR-09] a withdrawal below the minimum is refused',
      24_999.99,
      200_000,
      422,
      'Minimum withdraw not reached. Minimum is 25,000 UGX.',
    ],
    [
      '[WDR-09] a withdrawal of zero is refused',
      0,
      200_000,
      422,
      'Minimum withdraw not reached. Minimum is 25,000 UGX.',
    ],
    [
      '[WDR-09] a withdrawal of a negative amount is refused',
      -50_000,
      200_000,
      422,
      'Minimum withdraw not reached. Minimum is 25,000 UGX.',
    ],
    [
      '[WDR-12] a withdrawal is refused if the balance does not cover its fee',
      50_000,
      51_999,
      422,
      'Insufficient balance. You need at least min withdraw amount. UGX 50,000 with the fee of UGX 2,000 needs UGX 52,000, and you can withdraw up to UGX 49,999 now.',
    ],
    [
      '[WDR-10][WDR-12] a withdrawal is accepted if the balance covers amount and fee of 2,000',
      100_000,
      102_000,
      202,
      '',
    ],
    [
      '[WDR-11][WDR-12] a withdrawal above 100,000 is refused if the balance does not cover the fee of 3,000',
      100_001,
      103_000,
      422,
      'Insufficient balance. You need at least min withdraw amount. UGX 100,001 with the fee of UGX 3,000 needs UGX 103,001, and you can withdraw up to UGX 100,000 now.',
    ],
    ['[WDR-11] a withdrawal is accepted if the balance covers amount and fee of 3,000', 100_001, 103_001, 202, ''],
    [
      '[WALT-01] a withdrawal with cents is refused, because mobile money has none',
      50_000.5,
      200_000,
      422,
      'Mobile money uses whole shillings only. Please enter an amount without cents.',
    ],
    [
      '[WALT-04] a withdrawal with three decimals is refused',
      50_000.005,
      200_000,
      400,
      'Amounts have at most two decimals.',
    ],
  ])('withdrawal limits: %s', async (_what, amount, balance, status, detail) => {
    const player = await playerWith('0', balance)
    const answer = await app.withdraw(player, amount)
    expect([answer.status, answer.body['detail'] ?? '']).toEqual([status, detail])
    if (status !== 202) expect(await app.balances(player)).toEqual({ balance, held: 0 })
  })

  it('[WDR-08][WDR-09][D33] a refused withdrawal states the limits that the settings define', async () => {
    await app.set({ minimum_withdrawal: 30_000, maximum_withdrawal: 80_000 })
    const player = await playerWith('0')
    expect((await app.withdraw(player, 29_000)).body['detail']).toBe(
      'Minimum withdraw not reached. Minimum is 30,000 UGX.',
    )
    expect((await app.withdraw(player, 81_000)).body['detail']).toBe('Enter amount between 30,000 and 80,000 UGX')
  })

  it('[WDR-15][D21] a withdrawal with a negative balance is refused', async () => {
    const player = await playerWith('0', 100_000)
    await app.kernel.db.transaction(async (tx) => {
      const { HOUSE } = await import('../wallet/index.ts')
      const { ugxFromShillings } = await import('@mupiira/domain/money/ugx.ts')
      const fields = { kind: 'resettlement' as const, reference: player.id, description: 'Corrected' }
      const transfer = { source: player.id, destination: HOUSE.book, amount: ugxFromShillings(105_000), ...fields }
      await app.wallet.transfers.correct(tx, [transfer], app.clock.now())
    })
    const answer = await app.withdraw(player, 50_000)
    expect([answer.status, answer.body['detail']]).toEqual([
      422,
      'Your balance is UGX −5,000.00 because a result was corrected. Deposits and winnings will cover it.',
    ])
  })

  it('[D48] [DEP-32] a withdrawal is refused during maintenance, and if the account is suspended during the request', async () => {
    const player = await playerWith('0')
    await app.set({ maintenance_mode: true })
    expect((await app.withdraw(player, 50_000)).body).toMatchObject({ code: 'MAINTENANCE', status: 503 })
    await app.set({ maintenance_mode: false })
    await app.kernel.db.transaction((tx) => app.wallet.accounts.setFrozen(tx, player.id, true))
    expect((await app.withdraw(player, 50_000)).body).toMatchObject({ code: 'NOT_ALLOWED', status: 403 })
  })

  it('[WDR-07] a withdrawal goes only to the account’s phone number, which must belong to a mobile money network', async () => {
    const player = await playerWith('0')
    const foreign = { amount: 50_000, phoneNumber: '+256772999990' }
    expect((await app.call(player, 'POST', '/api/payments/withdrawals', foreign, 'withdraw-1')).status).toBe(400)
    acceptedPayment(await app.withdraw(player, 50_000))
    expect(app.money.orders.list()[0]).toMatchObject({ kind: 'payout', msisdn: player.phone.slice(1) })
    const landline = await app.player('+256414000110', 200_000)
    expect((await app.withdraw(landline, 50_000)).body).toMatchObject({ code: 'CARRIER_UNSUPPORTED' })
  })
})

it('[WDR-13][WDR-14][WDR-16][WDR-18][D30] a withdrawal orders the amount from the provider, charges the fee once, and stores amount and fee', async () => {
  const player = await playerWith('0', 500_000)
  const { id } = acceptedPayment(await app.withdraw(player, 120_000))
  const [row] = await app.owner.query<Record<string, unknown>>('select * from transactions where id = $1', [id])
  expect(row).toMatchObject({
    type: 'withdrawal',
    status: 'pending',
    amount: 12_000_000n,
    fee: 300_000n,
    amount_sent: 12_000_000n,
    payment_method: 'MTN',
  })
  expect(app.money.orders.find(String(row?.['reference']))).toMatchObject({
    kind: 'payout',
    amountHundredths: 12_000_000,
  })
  expect(await app.balances(player)).toEqual({ balance: 377_000, held: 123_000 })
})

it('[WDR-17] only one of two concurrent withdrawals of the whole balance succeeds', async () => {
  const player = await playerWith('0', 60_000)
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.withdraw(player, 50_000)))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([202, 422, 422, 422])
  expect(await app.balances(player)).toEqual({ balance: 8_000, held: 52_000 })
  expect(payouts(player)).toBe(1)
})

describe('a provider that fails a withdrawal', () => {
  it('[WDR-29] a withdrawal that the provider refuses releases its hold at once', async () => {
    const player = await playerWith('0')
    app.money.control({ behaviours: [{ msisdn: player.phone.slice(1), behaviour: 'refuses' }] })
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    expect(await app.read(player, id)).toMatchObject({
      status: 'failed',
      message: 'Withdrawal failed. Please try again.',
    })
    expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
    expect(await app.postings(id)).toEqual(RELEASED)
  })

  it('[WDR-28] a withdrawal fails while the provider is under maintenance', async () => {
    const player = await playerWith('0')
    app.money.control({ faults: { outage: 'unavailable' } })
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    expect(await app.read(player, id)).toMatchObject({
      status: 'failed',
      message: 'Payment service is temporarily unavailable. Please try again in a few minutes.',
    })
    expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
  })

  it('[WDR-22] a withdrawal whose connection breaks is never released while its outcome is unknown, and never sent again', async () => {
    const player = await playerWith('0')
    app.money.control({ faults: { outage: 'unreachable' } })
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    for (let poll = 0; poll < 20; poll++) await app.pass(5_000)
    app.money.control({ faults: { outage: 'none' } })
    // The list now answers but does not contain the order, which may still be in transit.
    for (let check = 0; check < 5; check++) await app.pass(600_000)
    expect(await app.read(player, id)).toMatchObject({ status: 'pending', beingChecked: true })
    expect(await app.balances(player)).toEqual({ balance: 148_000, held: 52_000 })
    expect(payouts(player)).toBe(0)
  })

  it('[WDR-25] a withdrawal without a provider reference stays pending, and its message says to check the phone', async () => {
    const player = await playerWith('3')
    const accepted = acceptedPayment(await app.withdraw(player, 50_000))
    // Simulates a withdrawal whose provider replied without a reference.
    const { clock, db } = app.kernel
    await app.owner.query(
      `update transactions set internal_reference = null, provider_ref = null, stage = 'sent' where id = $1`,
      [accepted.id],
    )
    const exchange = {
      operation: 'send',
      request: {},
      httpStatus: 200,
      response: null,
      failure: null,
      durationMs: 1,
    } as const
    await db.transaction((tx) =>
      app.apply(
        tx,
        accepted.id,
        { kind: 'accepted', internalReference: null, providerStatus: null, exchange },
        clock.now(),
      ),
    )
    expect(await app.read(player, accepted.id)).toMatchObject({
      status: 'pending',
      message: 'Payment initiated but status tracking unavailable. Please check your mobile money account.',
    })
  })
})

describe('a provider that reports contradictions', () => {
  const final = (accepted: { id: string }, player: Player, change: object) => ({
    kind: 'final' as const,
    report: {
      status: 'success' as const,
      reference: `WDR-${accepted.id.replaceAll('-', '')}`,
      internalReference: null,
      kind: null,
      phoneNumber: player.phone,
      amount: 5_000_000n as never,
      currency: 'UGX',
      message: null,
      charge: null,
      ...change,
    },
  })
  const propose = (accepted: { id: string }, player: Player, change: object) =>
    app.kernel.db.transaction((tx) => app.apply(tx, accepted.id, final(accepted, player, change), app.clock.now()))

  it.each([
    ['amount', { amount: 5_000_001n }],
    ['number', { phoneNumber: '+256772999990' }],
    ['currency', { currency: 'KES' }],
    ['reference', { reference: 'WDR-00000000' }],
    ['direction', { kind: 'collection' }],
    ['internal reference', { internalReference: 'another' }],
    ['amount of a failure', { status: 'failed', amount: 1n }],
  ])(
    '[WDR-20][WDR-21] a provider status with a different %s moves no money, and an operator decides',
    async (_what, change) => {
      const player = await playerWith('3')
      const accepted = acceptedPayment(await app.withdraw(player, 50_000))
      const { payment } = await propose(accepted, player, change)
      expect(payment).toMatchObject({ status: 'pending', stage: 'review', reason: 'mismatch', nextAt: null })
      expect(await app.balances(player)).toEqual({ balance: 148_000, held: 52_000 })
      expect(await app.read(player, accepted.id)).toMatchObject({ beingChecked: true })
    },
  )

  it('[WDR-21] a later provider result that contradicts a failed withdrawal moves no money, and an operator must review the withdrawal', async () => {
    const player = await playerWith('3')
    const accepted = acceptedPayment(await app.withdraw(player, 50_000))
    await propose(accepted, player, { status: 'failed' })
    expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
    const { payment } = await propose(accepted, player, {})
    expect(payment).toMatchObject({ status: 'failed', stage: 'review', reason: 'contradicted' })
    expect(await app.postings(accepted.id)).toEqual(RELEASED)
  })

  it('[WDR-20] a repeated provider status changes nothing', async () => {
    const player = await playerWith('3')
    const accepted = acceptedPayment(await app.withdraw(player, 50_000))
    const both = await Promise.all([propose(accepted, player, {}), propose(accepted, player, {})])
    expect(both.filter(({ hasChanged }) => hasChanged)).toHaveLength(1)
    expect(await app.postings(accepted.id)).toEqual(PAID)
  })
})

it('[OPS-05] after all tests above, the ledger check passes and every payment posting belongs to a payment', async () => {
  expect(await app.unexplained()).toEqual([])
})
