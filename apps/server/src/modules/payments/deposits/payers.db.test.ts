import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { acceptedPayment, openPaymentFixture, type PaymentFixture, type Player } from '../testing/payment-fixture.ts'

let app: PaymentFixture
let numbers = 100
beforeAll(async () => {
  app = await openPaymentFixture()
})
afterEach(() => {
  app.money.control({ reset: true, settings: { webhookUrl: null } })
})
afterAll(() => app.close())

const newNumber = (): string => `+25677280${++numbers}0`
const depositFrom = async (player: Player, phone: string): Promise<unknown> => {
  const answer = await app.deposit(player, 25_000, { phone })
  return answer.status === 202 ? 202 : answer.body['code']
}
const prompts = (phone: string): number =>
  app.money.orders.list().filter(({ msisdn }) => msisdn === phone.slice(1)).length
/** The code of the last SMS to a number. */
const codeFor = (phone: string): string => {
  const text = app.messages.sent.findLast((message) => 'text' in message && message.to === phone)?.text
  return /^\d{6}/.exec(text ?? '')?.[0] ?? 'no code'
}

describe('deposits from a number that is not the account’s own (D51a)', () => {
  it('[DEP-03] a deposit from another number is refused without a phone prompt until a deposit from the account’s number has succeeded', async () => {
    const player = await app.player(newNumber())
    const other = newNumber()
    expect(await depositFrom(player, other)).toBe('OWN_NUMBER_FIRST')
    expect(prompts(other)).toBe(0)
    const own = acceptedPayment(await app.deposit(player, 25_000))
    expect(await depositFrom(player, other)).toBe('OWN_NUMBER_FIRST')
    app.clock.forward(3_000)
    await app.ended(own)
    await app.pass(5_000)
    expect(await depositFrom(player, other)).toBe(202)
    expect(prompts(other)).toBe(1)
  })

  it('[DEP-03] a deposit from another number is possible after the account’s number was confirmed by an SMS code', async () => {
    const player = await app.player(newNumber())
    expect((await player.get('/api/payer/own-number')).body).toEqual({ phoneNumber: player.phone, confirmed: false })
    expect((await player.post('/api/payer/own-number/code', {})).status).toBe(202)
    const code = codeFor(player.phone)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await player.post('/api/payer/own-number/confirm', { code: wrong })).body.code).toBe('PHONE_CODE_WRONG')
    expect((await player.post('/api/payer/own-number/confirm', { code })).status).toBe(200)
    expect((await player.get('/api/payer/own-number')).body).toEqual({ phoneNumber: player.phone, confirmed: true })
    expect(await depositFrom(player, newNumber())).toBe(202)
    // A code works once.
    expect((await player.post('/api/payer/own-number/confirm', { code })).body.code).toBe('PHONE_CODE_WRONG')
  })

  it('[DEP-03] the account’s number is not confirmed by another account’s SMS code, an old code or a sixth attempt', async () => {
    const [player, other] = [await app.player(newNumber()), await app.player(newNumber())]
    await player.post('/api/payer/own-number/code', {})
    const code = codeFor(player.phone)
    expect((await other.post('/api/payer/own-number/confirm', { code })).body.code).toBe('PHONE_CODE_WRONG')
    app.clock.forward(15 * 60_000)
    expect((await player.post('/api/payer/own-number/confirm', { code })).body.code).toBe('PHONE_CODE_WRONG')
    await player.post('/api/payer/own-number/code', {})
    const next = codeFor(player.phone)
    const wrong = next === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 5; attempt++) await player.post('/api/payer/own-number/confirm', { code: wrong })
    expect((await player.post('/api/payer/own-number/confirm', { code: next })).body.code).toBe('PHONE_CODE_WRONG')
  })

  it('[DEP-03] at most three confirmation codes per number are sent in three hours', async () => {
    const player = await app.player(newNumber())
    const send = async () => (await player.post('/api/payer/own-number/code', {})).status
    expect([await send(), await send(), await send(), await send()]).toEqual([202, 202, 202, 429])
    app.clock.forward(3 * 3_600_000 + 1_000)
    await player.signIn()
    expect(await send()).toBe(202)
  })

  it('[DEP-03] opt-out codes requested by others do not use up the account’s confirmation codes', async () => {
    const player = await app.player(newNumber())
    const request = () => app.browser().post('/api/payer/opt-out/code', { phoneNumber: player.phone })
    for (let at = 0; at < 3; at++) expect((await request()).status).toBe(202)
    expect((await request()).status).toBe(429)
    expect((await player.post('/api/payer/own-number/code', {})).status).toBe(202)
    expect((await player.post('/api/payer/own-number/confirm', { code: codeFor(player.phone) })).body).toEqual({
      confirmed: true,
    })
  })

  it('[DEP-03] an IP network can request further SMS codes as long as the codes are used', async () => {
    const visitor = app.browser('10.77.0.1')
    const sentCodes = (count: number, usedAt: Date | null) =>
      app.owner.query(
        `insert into phone_codes (id, purpose, phone_number, network, code_hash, used_at, created_at)
         select gen_random_uuid(), 'opt-out', '+25677281' || to_char(n, 'FM0000'), '10.77.0.1', '', $2, $3
           from generate_series(1, $1) as n`,
        [count, usedAt, app.clock.now()],
      )
    const send = async () => (await visitor.post('/api/payer/opt-out/code', { phoneNumber: newNumber() })).status
    await sentCodes(40, app.clock.now())
    expect(await send()).toBe(202)
    await sentCodes(19, null)
    expect(await send()).toBe(429)
  })

  it('[DEP-03] an account can send prompts to three other numbers a day, any number of times each', async () => {
    const player = await app.confirmedPlayer(newNumber())
    const others = [newNumber(), newNumber(), newNumber(), newNumber()]
    const answers = []
    for (const phone of [...others, others[0] ?? '']) answers.push(await depositFrom(player, phone))
    expect(answers).toEqual([202, 202, 202, 'TOO_MANY_PAYERS', 202])
    expect(prompts(others[3] ?? '')).toBe(0)
    expect(await depositFrom(player, player.phone)).toBe(202)
    app.clock.forward(24 * 3_600_000 + 1_000)
    await player.signIn()
    expect(await depositFrom(player, others[3] ?? '')).toBe(202)
  })

  it('[DEP-03] one IP network can prompt 300 new numbers a day; repeat prompts do not count', async () => {
    const [player, other] = [await app.confirmedPlayer(newNumber()), await app.confirmedPlayer(newNumber())]
    expect(await depositFrom(player, newNumber())).toBe(202)
    const { network } =
      (await app.owner.query('select network from payer_prompts where user_id = $1', [player.id]))[0] ?? {}
    await app.owner.query('delete from payer_prompts')
    await app.owner.query(
      `insert into payer_prompts (user_id, network, phone_number, created_at)
       select $1, $2, '+25677282' || to_char(n, 'FM0000'), $3 from generate_series(1, 299) as n`,
      [other.id, network, app.clock.now()],
    )
    const [last, tooMany] = [newNumber(), newNumber()]
    const answers = []
    for (const phone of [last, tooMany, last]) answers.push(await depositFrom(player, phone))
    expect(answers).toEqual([202, 'TOO_MANY_PAYERS', 202])
    expect(prompts(tooMany)).toBe(0)
    app.clock.forward(24 * 3_600_000 + 1_000)
    await player.signIn()
    expect(await depositFrom(player, tooMany)).toBe(202)
  })

  it('[DEP-03] a deposit that waits for its account does not delay other deposits of its network', async () => {
    const [busy, other] = [await app.confirmedPlayer(newNumber()), await app.confirmedPlayer(newNumber())]
    const { waiting } = await app.kernel.db.transaction(async (tx) => {
      await app.modules.wallet.accounts.lock(tx, [busy.id])
      const waiting = depositFrom(busy, newNumber())
      await untilLockWaits(app.kernel.workerDb)
      expect(await depositFrom(other, newNumber())).toBe(202)
      return { waiting }
    })
    expect(await waiting).toBe(202)
  })

  it('[DEP-03] only three of fifteen concurrent deposits from other numbers cause a payment prompt', async () => {
    const player = await app.confirmedPlayer(newNumber())
    const others = Array.from({ length: 15 }, newNumber)
    const answers = await Promise.all(others.map((phone) => depositFrom(player, phone)))
    expect(answers.filter((answer) => answer === 202)).toHaveLength(3)
    expect(others.filter((phone) => prompts(phone) > 0)).toHaveLength(3)
  })

  it('[DEP-03] the owner of a number can opt out of deposits by other accounts with an SMS code, and opt in again', async () => {
    const player = await app.confirmedPlayer(newNumber())
    const phone = newNumber()
    const visitor = app.browser()
    const choose = async (optedOut: boolean) => {
      await visitor.post('/api/payer/opt-out/code', { phoneNumber: phone })
      const body = { phoneNumber: phone, code: codeFor(phone), optedOut }
      return (await visitor.post('/api/payer/opt-out/confirm', body)).body
    }
    expect(
      (await visitor.post('/api/payer/opt-out/confirm', { phoneNumber: phone, code: '123456', optedOut: true })).status,
    ).toBe(422)
    expect(await choose(true)).toEqual({ optedOut: true })
    expect(await depositFrom(player, phone)).toBe('PAYER_OPTED_OUT')
    expect(prompts(phone)).toBe(0)
    // Anyone could have registered with this number, so the account must confirm it before the number gets a
    // prompt.
    const owner = await app.player(phone)
    expect(await depositFrom(owner, phone)).toBe('OWN_NUMBER_FIRST')
    expect(prompts(phone)).toBe(0)
    await owner.post('/api/payer/own-number/code', {})
    expect((await owner.post('/api/payer/own-number/confirm', { code: codeFor(phone) })).status).toBe(200)
    expect(await depositFrom(owner, phone)).toBe(202)
    expect(await choose(false)).toEqual({ optedOut: false })
    expect(await depositFrom(player, phone)).toBe(202)
  })
})

describe('a number without a known prefix', () => {
  it('[AUTH-08] [DEP-03] a number without a known prefix uses the network that the player chooses, for deposits and withdrawals', async () => {
    // No simulated provider accepts 071…, so the provider decides.
    const player = await app.player('+256712000110')
    const declined = acceptedPayment(await app.deposit(player, 25_000, { method: 'AIRTEL' }))
    expect(await app.read(player, declined.id)).toMatchObject({ status: 'failed', paymentMethod: 'AIRTEL' })
    const rich = await app.player('+256713000110', 100_000)
    expect((await app.withdraw(rich, 30_000)).body['code']).toBe('CARRIER_UNSUPPORTED')
    const chosen = await rich.post('/api/payments/withdrawals', { amount: 30_000, method: 'MTN' })
    expect(chosen.body).toMatchObject({ transaction: { paymentMethod: 'MTN' } })
    await app.payments.commands.idle()
  })

  it('[WDR-07] a withdrawal uses the network of the last deposit from the account’s number', async () => {
    const player = await app.player(newNumber())
    const deposit = acceptedPayment(await app.deposit(player, 60_000, { method: 'AIRTEL' }))
    app.clock.forward(3_000)
    await app.ended(deposit)
    await app.pass(5_000)
    expect(acceptedPayment(await app.withdraw(player, 30_000)).paymentMethod).toBe('AIRTEL')
  })
})

it('[D55] staff accounts can neither deposit nor withdraw', async () => {
  const admin = await app.admin()
  const deposit = await admin.post('/api/payments/deposits', {
    amount: 25_000,
    phoneNumber: admin.phone,
    method: 'MTN',
  })
  expect([deposit.status, deposit.body.code]).toEqual([403, 'STAFF_CANNOT_DEPOSIT'])
  const withdrawal = await admin.post('/api/payments/withdrawals', { amount: 30_000 })
  expect([withdrawal.status, withdrawal.body.code]).toEqual([403, 'STAFF_CANNOT_WITHDRAW'])
})
