import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { dayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { PaymentOutcome } from '../evaluate-outcome.ts'
import { openPaymentFixture, type PaymentFixture, type Player, acceptedPayment } from '../testing/payment-fixture.ts'
import type { CaseClosing } from './close-case.ts'

let app: PaymentFixture
let numbers = 10
beforeAll(async () => {
  app = await openPaymentFixture()
})
afterAll(() => app.close())

const STAFF = randomUUID()
const playerWith = (digit: string, balance = 200_000): Promise<Player> =>
  app.player(`+2567760${++numbers}00${digit}`, balance)
const today = (): string => dayKey(app.clock.now())
async function reconcile() {
  const { done, unavailable } = await app.payments.administration.reconciliation.run(today())
  expect(unavailable).toEqual([])
  const [report] = done
  if (report === undefined) throw new Error('one provider is compared')
  return { ...report, kinds: report.open.map(({ kind }) => kind) }
}
/** Waits until all pending payments have ended and a minute has passed. */
async function settle(): Promise<void> {
  for (let step = 0; step < 5; step++) await app.pass(5_000)
  await app.pass(70_000)
}
async function decided(): Promise<{ player: Player; id: string }> {
  const player = await playerWith('3')
  const { id } = acceptedPayment(await app.withdraw(player, 50_000))
  for (let poll = 0; poll < 18; poll++) await app.pass(5_000)
  await app.pass(73 * 3_600_000)
  return { player, id }
}

const closed = (closing: CaseClosing) =>
  app.kernel.db.transaction((tx) => app.payments.administration.reconciliation.close(tx, closing))

describe('comparing a day with the provider', () => {
  it('[DEP-21][WDR-20] comparing a day with the provider finds no difference in payments, wallets and charges if all payments succeeded', async () => {
    expect(await reconcile()).toMatchObject({ compared: 0, open: [], wallet: { isFirst: true } })
    const payer = await playerWith('0')
    const paid = acceptedPayment(await app.deposit(payer, 50_000))
    acceptedPayment(await app.withdraw(await playerWith('0'), 50_000))
    acceptedPayment(await app.deposit(await playerWith('1'), 30_000))
    app.clock.forward(3_000)
    await app.ended(paid)
    await settle()
    const report = await reconcile()
    expect(report).toMatchObject({
      compared: 3,
      unanswered: 0,
      open: [],
      wallet: { isFirst: false, inTransit: { deposits: { count: 0 }, withdrawals: { count: 0 } } },
    })
    expect(report.wallet?.foundUgx).toBe(report.wallet?.expectedUgx)
  })

  it('[FIN-03] the charge that the provider reports is posted from the account of charges to its float, for paid payments only', async () => {
    const charges = await app.owner.query<{ type: string; charge: bigint; posted: bigint | null; from: string }>(
      `select t.type, t.provider_charge as charge, p.amount as posted, s.name as from
         from transactions t
         left join postings p on p.reference = t.id and p.kind = 'provider-charge' and p.destination = $1
         left join accounts s on s.id = p.source
        where t.status = 'success' order by t.type`,
      [PROVIDERS.relworx.floatAccount],
    )
    expect(charges.map(({ posted, from }) => [posted, from])).toEqual(charges.map(({ charge }) => [charge, 'charges']))
    expect(charges.map(({ type }) => type)).toEqual(['deposit', 'withdrawal'])
    const [other] = await app.owner.query<{ n: bigint }>(
      `select count(*) as n from postings where kind = 'provider-charge'`,
    )
    expect(other?.n).toBe(2n)
  })

  it('[DEP-25] comparing a day with the provider credits a deposit that timed out in our records but was paid at the provider', async () => {
    const player = await playerWith('4', 0)
    const { id } = acceptedPayment(await app.deposit(player, 25_000))
    for (let poll = 0; poll < 15; poll++) await app.pass(5_000)
    expect(await app.read(player, id)).toMatchObject({ status: 'failed' })
    app.clock.forward(6_000)
    await app.ended({ id, type: 'deposit' } as never)
    expect(await reconcile()).toMatchObject({ settled: 1, open: [] })
    expect(await app.read(player, id)).toMatchObject({ status: 'success' })
    await settle()
    expect((await reconcile()).open).toEqual([])
  })

  it('comparing a day with the provider finds missing money, keeps the case with its age, and closes the case after a booking by staff', async () => {
    const held = await app.provider.balances()
    const [wallet] = held.kind === 'balance' ? held.wallets : []
    app.money.control({ floatUgx: Number(wallet?.amount) / 100 - 70_000 })
    expect(await reconcile()).toMatchObject({ kinds: ['wallet'], open: [{ amountUgx: -7_000_000n }] })
    const [first] = await app.payments.administration.reconciliation.open()
    app.clock.forward(3_600_000)
    const [again] = (await reconcile()).open
    expect(again).toMatchObject({ id: first?.id, foundAt: first?.foundAt })
    const seenUgx = again?.amountUgx ?? ZERO
    const closing = {
      caseId: again?.id ?? '',
      seenUgx,
      closedBy: STAFF,
      note: 'taken out for salaries',
      isBooked: true,
    }
    // A comparison during the request finds a larger difference than the operator saw.
    app.money.control({ floatUgx: Number(wallet?.amount) / 100 - 900_000 })
    expect((await reconcile()).open).toMatchObject([{ id: again?.id, amountUgx: -90_000_000n }])
    expect(await closed(closing)).toMatchObject({ error: 'CASE_CHANGED' })
    app.money.control({ floatUgx: Number(wallet?.amount) / 100 - 70_000 })
    expect((await reconcile()).open).toMatchObject([{ id: again?.id, amountUgx: -7_000_000n }])
    expect(await closed(closing)).toEqual({
      ok: true,
      value: { bookedUgx: -7_000_000n, at: app.clock.now() },
    })
    expect(await closed(closing)).toMatchObject({
      error: 'CASE_CLOSED',
    })
    app.clock.forward(120_000)
    expect((await reconcile()).open).toEqual([])
    expect((await app.wallet.ledger.check()).differences).toEqual([])
  })

  it('[WDR-21] comparing a day with the provider finds a payout that the provider made although the hold was released', async () => {
    const player = await playerWith('3')
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    const failed = {
      kind: 'final' as const,
      report: {
        status: 'failed' as const,
        reference: `WDR-${id.replaceAll('-', '')}`,
        internalReference: null,
        kind: null,
        phoneNumber: null,
        amount: null,
        currency: null,
        message: null,
        charge: null,
      },
    }
    await app.kernel.db.transaction((tx) => app.apply(tx, id, failed, app.clock.now()))
    app.money.control({ decide: [{ reference: `WDR-${id.replaceAll('-', '')}`, ending: 'success' }] })
    await settle()
    const report = await reconcile()
    // The queried payment is contradictory and waits for an operator. Until then it may explain the missing
    // money.
    expect(report.kinds).toEqual(['waits-for-operator'])
    expect(await app.decide({ paymentId: id, ending: 'success', decidedBy: STAFF, note: 'it was paid' })).toMatchObject(
      { error: 'DECISION_IMPOSSIBLE' },
    )
    expect(await app.decide({ paymentId: id, ending: 'failed', decidedBy: STAFF, note: 'our loss' })).toMatchObject({
      ok: true,
    })
    expect((await reconcile()).kinds.toSorted()).toEqual(['paid-though-failed', 'wallet'])
    for (const { id: caseId, kind, amountUgx: seenUgx } of await app.payments.administration.reconciliation.open()) {
      const closing = { caseId, seenUgx, closedBy: STAFF, note: 'our loss', isBooked: kind === 'wallet' }
      expect((await closed(closing)).ok).toBe(true)
    }
    app.clock.forward(120_000)
    expect((await reconcile()).open).toEqual([])
    expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
  })

  it('[WDR-20] comparing a day with the provider recognises a payout of the last minute that the provider lists under the next day', async () => {
    const player = await playerWith('0')
    const midnight = startOfNextDay(app.clock.now())
    app.clock.forward(midnight.getTime() - app.clock.now().getTime() - 10_000)
    const day = today()
    app.money.control({ faults: { outage: 'unreachable' } })
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    app.money.control({ faults: { outage: 'none' } })
    await app.owner.query(
      `update transactions set stage = 'requested', sent_at = null, polls = 0, next_at = $2 where id = $1`,
      [id, midnight],
    )
    await app.pass(20_000)
    // The provider has its own clock, independent of the test clock.
    await expect.poll(() => settle().then(() => app.read(player, id))).toMatchObject({ status: 'success' })
    const { done } = await app.payments.administration.reconciliation.run(day)
    expect(done.flatMap(({ open }) => open)).toEqual([])
    expect((await reconcile()).open).toEqual([])
  })

  it('[WDR-20] comparing a day with the provider does not treat a payment that ends during the comparison as a difference', async () => {
    const player = await playerWith('3')
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    const reference = `WDR-${id.replaceAll('-', '')}`
    app.money.control({ faults: { latencyMs: 700 } })
    const compared = reconcile()
    const phone = { phoneNumber: player.phone, amount: ugxFromShillings(50_000), currency: 'UGX', kind: null }
    const reported = { reference, internalReference: null, message: null, ...phone, charge: ugxFromShillings(500) }
    const paid: PaymentOutcome = { kind: 'final', report: { status: 'success', ...reported } }
    await app.kernel.db.transaction((tx) => app.apply(tx, id, paid, app.clock.now()))
    const { kinds, unanswered } = await compared
    app.money.control({ faults: { latencyMs: 0 } })
    expect({ kinds, unanswered }).toEqual({ kinds: [], unanswered: 1 })
    app.money.control({ decide: [{ reference, ending: 'success' }] })
    await settle()
    expect((await reconcile()).open).toEqual([])
  })

  it('comparing a day with the provider is postponed while the provider returns no list', async () => {
    app.money.control({ faults: { outage: 'unavailable' } })
    expect(await app.payments.administration.reconciliation.run(today())).toMatchObject({
      done: [],
      unavailable: ['relworx'],
    })
    app.money.control({ faults: { outage: 'none' } })
  })
})

describe('[WDR-23][D32] an operator decides a payment after 72 hours', () => {
  it.each([
    ['success', { balance: 148_000, held: 0 }],
    ['failed', { balance: 200_000, held: 0 }],
  ] as const)(
    'an operator can decide a payment as %s after 72 hours, once, and operator and reason are recorded',
    async (ending, balance) => {
      const { player, id } = await decided()
      expect(await app.balances(player)).toEqual({ balance: 148_000, held: 52_000 })
      expect((await reconcile()).kinds).toContain('waits-for-operator')
      const waiting = (await app.payments.administration.reconciliation.open()).find(
        ({ paymentId }) => paymentId === id,
      )
      const seenUgx = waiting?.amountUgx ?? ZERO
      const closing = { caseId: waiting?.id ?? '', seenUgx, closedBy: STAFF, note: 'I know of it', isBooked: false }
      expect((await closed(closing)).ok).toBe(true)
      expect((await reconcile()).kinds, 'a note decides nothing').toContain('waits-for-operator')
      const decision = { paymentId: id, ending, decidedBy: STAFF, note: 'asked the network' }
      const both = await Promise.all([app.decide(decision), app.decide(decision)])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await app.balances(player)).toEqual(balance)
      expect(await app.read(player, id)).toMatchObject({ status: ending, beingChecked: false })
      const stored = await app.owner.query(
        'select ending, decided_by from payment_decisions where transaction_id = $1',
        [id],
      )
      expect(stored).toEqual([{ ending, decided_by: STAFF }])
    },
  )

  it('an operator can decide only payments that wait for a decision', async () => {
    const player = await playerWith('0')
    const { id } = acceptedPayment(await app.withdraw(player, 50_000))
    const decision = { ending: 'failed', decidedBy: STAFF, note: 'too early' } as const
    expect(await app.decide({ ...decision, paymentId: id })).toMatchObject({
      error: 'DECISION_IMPOSSIBLE',
    })
    expect(await app.decide({ ...decision, paymentId: randomUUID() })).toMatchObject({
      error: 'PAYMENT_NOT_FOUND',
    })
  })
})

it('[OPS-05] after all tests above, the ledger check passes and every booking belongs to a case', async () => {
  const report = await app.wallet.ledger.check()
  expect(report.differences).toEqual([])
  expect(report.unexplainedKinds.map(({ kind }) => kind)).toEqual([])
})
