import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { depositsSince } from './payments.repository.ts'
import { openPaymentFixture, type PaymentFixture, type Player, acceptedPayment } from './testing/payment-fixture.ts'

let app: PaymentFixture
let numbers = 10
beforeAll(async () => {
  app = await openPaymentFixture()
})
afterEach(async () => {
  await app.set({ maintenance_mode: false, first_deposit_rule: 'balance' })
  app.money.control({ reset: true })
  app.money.control({ settings: { webhookUrl: null } })
})
afterAll(() => app.close())

/** A player whose number ends in the digit that decides how the provider behaves. */
const playerWith = (digit: string, balance = 0): Promise<Player> =>
  app.player(`+2567720${++numbers}00${digit}`, balance)

describe('results of a deposit by the last digit of the number', () => {
  const MAY_ARRIVE =
    'If you have already approved it on your phone, it will be credited as soon as the provider confirms. Please do not pay again.'
  const NOT_CREDITED = 'Payment was declined, cancelled, or timed out. Your balance has not been affected.'
  it.each([
    ['0 (paid)', 'success', 25_000, 'Payment confirmed! 25,000.00 UGX added to your account.'],
    [
      '1 (declined)',
      'failed',
      0,
      `${NOT_CREDITED} Reason from mobile money: Request payment failed: the customer declined the payment.`,
    ],
    [
      '2 (not enough funds)',
      'failed',
      0,
      `${NOT_CREDITED} Reason from mobile money: Request payment failed: insufficient funds.`,
    ],
    ['3 (never answers)', 'failed', 0, `${NOT_CREDITED} ${MAY_ARRIVE}`],
    ['4 (confirms after the polls)', 'failed', 0, `${NOT_CREDITED} ${MAY_ARRIVE}`],
    ['5 (calls back twice)', 'success', 25_000, 'Payment confirmed! 25,000.00 UGX added to your account.'],
    [
      '6 (calls back with another amount)',
      'success',
      25_000,
      'Payment confirmed! 25,000.00 UGX added to your account.',
    ],
    [
      '7 (answers 500 although it accepted)',
      'success',
      25_000,
      'Payment confirmed! 25,000.00 UGX added to your account.',
    ],
  ])(
    '[DEP-19][DEP-20][DEP-21][DEP-22][DEP-23][DEP-24] a deposit from a number with the last digit $0 ends as $1',
    async (what, status, credited, message) => {
      const player = await playerWith(what.slice(0, 1))
      const payment = acceptedPayment(await app.deposit(player, 25_000))
      expect(payment).toMatchObject({ type: 'deposit', status: 'pending', amount: 25_000, fee: 0, completedAt: null })

      app.clock.forward(3_000)
      if (!'34'.includes(what.slice(0, 1))) await app.ended(payment)
      for (let poll = 0; poll < 15; poll++) await app.pass(5_000)
      expect(await app.read(player, payment.id)).toMatchObject({ status, message, pollingEndsAt: null })
      expect((await app.balances(player)).balance).toBe(credited)
      expect(await app.postings(payment.id)).toEqual(credited === 0 ? [] : [{ kind: 'deposit', amount: credited }])
    },
  )

  it('[DEP-13][DEP-19] a deposit without a callback is sent at once and credited at the first poll, without waiting for its lease', async () => {
    const player = await playerWith('0')
    const payment = acceptedPayment(await app.deposit(player, 25_000))
    expect(app.money.orders.list().filter(({ msisdn }) => msisdn === player.phone.slice(1))).toHaveLength(1)
    app.clock.forward(3_000)
    await app.ended(payment)
    await app.pass(2_000)
    const { status, createdAt, completedAt } = await app.read(player, payment.id)
    expect(status).toBe('success')
    expect(Date.parse(completedAt ?? '') - Date.parse(createdAt)).toBe(5_000)
  })

  it('[DEP-19] a deposit is polled 15 times, once every 5 s, and then waits for the next check', async () => {
    const player = await playerWith('3')
    const { id } = acceptedPayment(await app.deposit(player, 25_000))
    const polls = async (): Promise<number | undefined> =>
      (await app.owner.query<{ polls: number }>('select polls from transactions where id = $1', [id]))[0]?.polls
    await app.pass(4_999)
    expect(await polls()).toBe(0)
    await app.pass(1)
    expect(await polls()).toBe(1)
    for (let poll = 2; poll <= 14; poll++) await app.pass(5_000)
    expect(await app.read(player, id)).toMatchObject({ status: 'pending', beingChecked: false })
    await app.pass(5_000)
    expect(await polls()).toBe(15)
    expect(await app.read(player, id)).toMatchObject({ status: 'failed', beingChecked: true })
    await app.pass(29_999)
    expect(await polls()).toBe(15)
    await app.pass(1)
    expect(await polls()).toBe(16)
  })

  it('[DEP-25][DEP-26][D32] a deposit that the provider confirms after the polls is credited once and publishes a second event', async () => {
    const player = await playerWith('4')
    const payment = acceptedPayment(await app.deposit(player, 25_000))
    for (let poll = 0; poll < 15; poll++) await app.pass(5_000)
    expect((await app.read(player, payment.id)).status).toBe('failed')
    app.clock.forward(5_000)
    await app.ended(payment)
    for (let check = 0; check < 3; check++) await app.pass(60_000)
    expect(await app.read(player, payment.id)).toMatchObject({ status: 'success', beingChecked: false })
    expect(await app.postings(payment.id)).toEqual([{ kind: 'deposit', amount: 25_000 }])
    const changes = await app.changes(player)
    expect(changes.map(({ data }) => [data['previousStatus'], data['status'], data['late']])).toEqual([
      [null, 'pending', false],
      ['pending', 'pending', false],
      ['pending', 'failed', false],
      ['failed', 'success', true],
    ])
    expect(changes.at(-1)?.data).toMatchObject({ firstDeposit: true, amount: 25_000, transactionId: payment.id })
  })

  it('[D32] a deposit without a reply is no longer queried after 72 hours, and is closed', async () => {
    const player = await playerWith('3')
    const { id } = acceptedPayment(await app.deposit(player, 25_000))
    for (let poll = 0; poll < 15; poll++) await app.pass(5_000)
    for (let hour = 0; hour < 74; hour++) await app.pass(3_600_000)
    expect(await app.read(player, id)).toMatchObject({ status: 'failed', beingChecked: false })
    expect(await app.owner.query('select stage, next_at from transactions where id = $1', [id])).toEqual([
      { stage: 'done', next_at: null },
    ])
    const failures = (await app.changes(player)).filter(({ data }) => data['status'] === 'failed')
    expect(failures).toHaveLength(1)
  })
})

it('[DEP-11][DEP-12][DEP-13][DEP-16][DEP-17][DATA-23] a deposit stores request and reply, and sends the provider a +256 number and a reference of 8 to 36 characters', async () => {
  const player = await playerWith('0')
  const { id } = acceptedPayment(await app.deposit(player, 30_000, { phone: player.phone.replace('+256', '0') }))
  const [row] = await app.owner.query<Record<string, unknown>>('select * from transactions where id = $1', [id])
  const order = app.money.orders.find(String(row?.['reference']))
  expect(order).toMatchObject({ kind: 'collection', msisdn: player.phone.slice(1), amountHundredths: 3_000_000 })
  expect(String(row?.['reference'])).toMatch(/^DEP-[0-9a-f]{32}$/)
  expect(row).toMatchObject({
    user_id: player.id,
    type: 'deposit',
    amount: 3_000_000n,
    fee: 0n,
    amount_sent: null,
    status: 'pending',
    phone_number: player.phone,
    payment_method: 'MTN',
    provider_ref: order?.internalReference,
    provider_status: 'pending',
    relworx_response: { success: true, internal_reference: order?.internalReference },
  })
  const stored = await app.owner.query(
    'select operation, request, response from provider_exchanges where transaction_id = $1',
    [id],
  )
  expect(stored).toMatchObject([
    { operation: 'send', request: { endpoint: 'request-payment', amount: 30_000, currency: 'UGX' } },
  ])
  expect(JSON.stringify(stored)).not.toContain(player.phone.slice(1))
})

describe('deposit limits', () => {
  it.each([
    [
      '[DEP-06][DEP-07] a first deposit below 25,000 is refused',
      0,
      24_999.99,
      {},
      422,
      'First time deposit must be 25,000 UGX or more.',
    ],
    [
      '[DEP-06] a deposit with a balance of 9,999 counts as a first deposit',
      9_999,
      20_000,
      {},
      422,
      'First time deposit must be 25,000 UGX or more.',
    ],
    ['[DEP-07] a first deposit of 25,000 is accepted', 0, 25_000, {}, 202, ''],
    ['[DEP-06] a deposit with a balance of 10,000 counts as a later deposit', 10_000, 10_000, {}, 202, ''],
    [
      '[DEP-08] a later deposit below 10,000 is refused',
      10_000,
      9_999,
      {},
      422,
      'Subsequent deposits must be between 10,000 UGX and 5,000,000 UGX.',
    ],
    [
      '[DEP-08] a later deposit above 5,000,000 is refused',
      10_000,
      5_000_001,
      {},
      422,
      'Subsequent deposits must be between 10,000 UGX and 5,000,000 UGX.',
    ],
    [
      '[DEP-09] a first deposit above 5,000,000 is refused',
      0,
      5_000_001,
      {},
      422,
      'First time deposits must be between 25,000 UGX and 5,000,000 UGX.',
    ],
    [
      '[DEP-08] a later deposit above every possible amount is refused',
      10_000,
      1e17,
      {},
      422,
      'Subsequent deposits must be between 10,000 UGX and 5,000,000 UGX.',
    ],
    [
      '[DEP-10] a deposit without a phone number is refused',
      0,
      25_000,
      { phone: ' ' },
      422,
      'Please enter your phone number',
    ],
    [
      '[DEP-02] a deposit from a phone number with a missing digit is refused',
      0,
      25_000,
      { phone: '07720001' },
      400,
      'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)',
    ],
    [
      '[DEP-03] a deposit from a number with the other network’s prefix is accepted, because numbers are portable',
      0,
      25_000,
      { method: 'AIRTEL' },
      202,
      '',
    ],
    [
      '[WALT-01] a deposit with cents is refused, because mobile money has none',
      0,
      25_000.5,
      {},
      422,
      'Mobile money uses whole shillings only. Please enter an amount without cents.',
    ],
    [
      '[WALT-04] a deposit with three decimals is refused',
      0,
      25_000.001,
      {},
      400,
      'Amounts have at most two decimals.',
    ],
  ])('deposit limits: %s', async (_what, balance, amount, more, status, detail) => {
    const player = await playerWith('0', balance)
    const answer = await app.deposit(player, amount, more)
    expect([answer.status, answer.body['detail'] ?? '']).toEqual([status, detail])
    const rows = await app.owner.query('select from transactions where user_id = $1', [player.id])
    expect(rows).toHaveLength(status === 202 ? 1 : 0)
  })

  it('[D29] with first_deposit_rule = history, an account with a high balance but no deposit has the first-deposit minimum of 25,000', async () => {
    await app.set({ first_deposit_rule: 'history' })
    const player = await playerWith('0', 90_000)
    expect((await app.deposit(player, 20_000)).body).toMatchObject({ code: 'FIRST_DEPOSIT_TOO_SMALL' })
    const payment = acceptedPayment(await app.deposit(player, 25_000))
    app.clock.forward(3_000)
    await app.ended(payment)
    await app.pass(5_000)
    expect((await app.deposit(player, 20_000)).status).toBe(202)
  })

  it('[D48] a deposit is refused during maintenance', async () => {
    await app.set({ maintenance_mode: true })
    const answer = await app.deposit(await playerWith('0'), 25_000)
    expect([answer.status, answer.body['detail']]).toEqual([
      503,
      'The platform is under maintenance. Please try again later.',
    ])
  })
})

describe('a provider that fails a deposit', () => {
  it('[DEP-27][DEP-30] a deposit that the provider refuses fails with the reference FAILED and the reason', async () => {
    const player = await playerWith('0')
    app.money.control({ behaviours: [{ msisdn: player.phone.slice(1), behaviour: 'refuses' }] })
    const { id } = acceptedPayment(await app.deposit(player, 25_000))
    expect(await app.read(player, id)).toMatchObject({
      status: 'failed',
      providerRef: 'FAILED',
      message: 'Payment failed: Request could not be processed. Please try again later.',
    })
    expect((await app.balances(player)).balance).toBe(0)
  })

  it('[DEP-27] a deposit fails when the provider refuses a sixth request for a number', async () => {
    app.money.control({ settings: { limitRequests: true } })
    const player = await playerWith('3')
    for (let request = 1; request <= 5; request++) acceptedPayment(await app.deposit(player, 25_000))
    const { id } = acceptedPayment(await app.deposit(player, 25_000))
    expect((await app.read(player, id)).message).toBe(
      'Payment failed: Too many requests for this msisdn. Please try again after 10 minutes.',
    )
  })

  it('[DEP-30] a deposit fails with a maintenance message while the provider is under maintenance', async () => {
    const player = await playerWith('0')
    app.money.control({ faults: { outage: 'unavailable' } })
    const { id } = acceptedPayment(await app.deposit(player, 25_000))
    expect(await app.read(player, id)).toMatchObject({
      status: 'failed',
      message: 'Payment failed: Payment service is temporarily unavailable. Please try again in a few minutes.',
    })
  })

  it('[DEP-21][DEP-23] a deposit whose order reply was lost is found in the provider’s list by our reference', async () => {
    const player = await playerWith('0')
    app.money.control({ faults: { lostReplyRate: 1 } })
    const payment = acceptedPayment(await app.deposit(player, 25_000))
    expect(await app.read(player, payment.id)).toMatchObject({ status: 'pending' })
    app.money.control({ faults: { lostReplyRate: 0 } })
    app.clock.forward(3_000)
    await app.ended(payment)
    await app.pass(5_000)
    expect((await app.read(player, payment.id)).status).toBe('success')
    expect(await app.postings(payment.id)).toEqual([{ kind: 'deposit', amount: 25_000 }])
  })

  it('[DEP-23] a deposit whose provider is down during the polls fails for the player, and is credited after recovery', async () => {
    const player = await playerWith('0')
    const payment = acceptedPayment(await app.deposit(player, 25_000))
    app.clock.forward(3_000)
    await app.ended(payment)
    app.money.control({ faults: { outage: 'unreachable' } })
    for (let poll = 0; poll < 15; poll++) await app.pass(5_000)
    expect((await app.read(player, payment.id)).status).toBe('failed')
    app.money.control({ faults: { outage: 'none' } })
    await app.pass(30_000)
    expect((await app.read(player, payment.id)).status).toBe('success')
  })
})

it('[PLAY-02] [D32] the usage of a deposit limit shows the unconfirmed part', async () => {
  const player = await app.confirmedPlayer('+256772099903')
  acceptedPayment(await app.deposit(player, 25_000))
  for (let poll = 0; poll < 15; poll++) await app.pass(5_000)
  const paid = acceptedPayment(await app.deposit(player, 30_000, { phone: (await playerWith('0')).phone }))
  app.clock.forward(3_000)
  await app.ended(paid)
  await app.pass(5_000)
  const day = new Date(app.clock.now().getTime() - 3_600_000)
  const counted = await depositsSince(app.kernel.db, [player.id], { day, week: day, month: day })
  expect(counted.get(player.id)).toMatchObject({ counted: { day: 5_500_000n }, unconfirmed: { day: 2_500_000n } })
})

it('[DEP-31] a new deposit triggers an immediate query of a timed-out deposit', async () => {
  const player = await playerWith('4')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  for (let poll = 0; poll < 15; poll++) await app.pass(5_000)
  app.clock.forward(5_000)
  await app.ended(payment)
  acceptedPayment(await app.deposit(player, 25_000))
  await app.payments.commands.processDue()
  expect((await app.read(player, payment.id)).status).toBe('success')
})

it('[DEP-31] a deposit older than half an hour is not queried earlier when a new deposit is requested', async () => {
  const player = await playerWith('3')
  const { id } = acceptedPayment(await app.deposit(player, 25_000))
  const begunMs = app.clock.now().getTime()
  const dueMs = async (): Promise<number> => {
    const [row] = await app.owner.query<{ next_at: Date }>('select next_at from transactions where id = $1', [id])
    return row?.next_at.getTime() ?? 0
  }
  const now = () => app.clock.now().getTime()
  while (now() - begunMs <= 30 * 60_000) await app.pass((await dueMs()) - now())
  const due = await dueMs()
  acceptedPayment(await app.deposit(player, 25_000))
  expect([due > now(), await dueMs()]).toEqual([true, due])
})

it('[DEP-32] a deposit that the provider collected is credited even to a suspended account', async () => {
  const player = await playerWith('0')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  await app.kernel.db.transaction((tx) => app.wallet.accounts.setFrozen(tx, player.id, true))
  app.clock.forward(3_000)
  await app.ended(payment)
  await app.pass(5_000)
  expect(await app.balances(player)).toEqual({ balance: 25_000, held: 0 })
  expect((await app.deposit(player, 25_000)).body).toMatchObject({ code: 'NOT_ALLOWED' })
})

it('[D29] only one of two deposits credited at the same moment counts as the first', async () => {
  const player = await playerWith('0')
  const both = [acceptedPayment(await app.deposit(player, 25_000)), acceptedPayment(await app.deposit(player, 26_000))]
  app.clock.forward(3_000)
  for (const payment of both) await app.ended(payment)
  await app.pass(5_000)
  const firsts = (await app.changes(player)).filter((event) => event.data['firstDeposit'] === true)
  expect(firsts).toHaveLength(1)
  expect((await app.balances(player)).balance).toBe(51_000)
})

it('[OPS-05] after all tests above, the ledger check passes and every payment posting belongs to a payment', async () => {
  expect(await app.unexplained()).toEqual([])
})
