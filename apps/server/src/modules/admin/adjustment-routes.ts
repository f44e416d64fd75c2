import {
  decideApproval,
  deductFromUser,
  foreseeAdjustment,
  listApprovals,
  topUpUser,
} from '@mupiira/contract/adjustments.ts'
import { formatPlain, type Ugx, ZERO, ugxFromNumber, ugxFromShillings, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { type Call, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import type { SettingsDoor } from '../settings/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { type Adjustment, type AdjustmentKind, adjustBalance, explanationOf, NO_DESCRIPTION } from './adjust-balance.ts'
import { nameOf } from './desk-query.ts'
import { type Approvals, type DeedRefusal, flagOf } from './approvals.ts'
import type { ApprovalRow, Deed } from './four-eyes.ts'
import { staffOf } from './staff.ts'
import { movedAlone, type MovedDoors } from './moved-alone.ts'

export type AdjustmentDoors = MovedDoors & {
  readonly audit: Pick<Audit, 'record'>
  readonly identity: Pick<Identity, 'lockProfile' | 'profiles'>
  readonly settings: Pick<SettingsDoor, 'current'>
  readonly wallet: Pick<Wallet, 'balance' | 'lockAccounts' | 'post' | 'registerExplainer'>
}

type Asked = Pick<Adjustment, 'id' | 'userId' | 'description'>
type Wish = Asked & Pick<Adjustment, 'kind' | 'amountUgx'>
type AskedCall = Call<typeof topUpUser> | Call<typeof deductFromUser>

const ACTIONS = { 'top-up': 'money.top-up', deduction: 'money.deduct' } as const

/** Top-ups and deductions (ADMU-10 to ADMU-18), and what waits for a second member of staff. */
export function adjustmentRoutes(
  kernel: Pick<Kernel, 'db' | 'idempotency' | 'outbox'>,
  doors: AdjustmentDoors,
  { fourEyes, register }: Approvals,
): readonly Route[] {
  const { db, idempotency, outbox } = kernel
  const { audit, identity, settings, wallet } = doors
  for (const kind of ['top-up', 'deduction'] as const) wallet.registerExplainer(kind, explanationOf(kind))

  /** Decision 0520: no mistake of the house is larger than its largest payout. */
  const ceiling = (): Ugx => ugxFromShillings(settings.current().max_payout)
  const tooLarge = () => ({ error: 'ADJUSTMENT_TOO_LARGE', details: { maximum: formatPlain(ceiling()) } }) as const

  /** Adjusts, writes it down, and tells the player. `flag`: why four eyes have not looked at it. */
  async function adjust(
    tx: Tx,
    adjustment: Adjustment,
    address: string,
    now: Date,
    flag?: string,
  ): Promise<Result<Ugx, 'ADJUSTMENT_ABOVE_BALANCE'>> {
    const done = await adjustBalance(tx, wallet, adjustment, now)
    if (!done.ok) return done
    const { before, after } = done.value
    const { userId, kind, amountUgx, approvedBy, madeBy, description } = adjustment
    const flags = { ...(approvedBy === null ? {} : { askedBy: madeBy }), ...(flag === undefined ? {} : { flag }) }
    await audit.record(
      tx,
      {
        actorId: approvedBy ?? madeBy,
        address,
        action: ACTIONS[kind],
        subject: `user:${userId}`,
        before: { balance: ugxToNumber(before) },
        after: { balance: ugxToNumber(after), amount: ugxToNumber(amountUgx), ...flags },
        reason: description,
      },
      now,
    )
    const said = description === NO_DESCRIPTION[kind] ? {} : { reason: description }
    const data = { kind, amount: ugxToNumber(amountUgx), ...said }
    await outbox.appendEvents(tx, [{ type: 'balance-adjusted', userId, data }])
    return ok(after)
  }

  const deedOf =
    (kind: AdjustmentKind): Deed<DeedRefusal> =>
    async (tx, approval, by, now) => {
      const { amountUgx, askedBy } = approval
      const adjustment = { ...(approval.asked as Asked), kind, amountUgx, madeBy: askedBy, approvedBy: by.actorId }
      const done = await adjust(tx, adjustment, by.address, now)
      return done.ok ? ok(undefined) : err(done.error)
    }
  register('top-up', deedOf('top-up'))
  register('deduction', deedOf('deduction'))

  async function ask(call: AskedCall, kind: AdjustmentKind): Promise<Outcome<typeof deductFromUser>> {
    const { params, body, slot } = call
    if (!isId(params.id)) return { error: 'USER_NOT_FOUND' }
    const amount = ugxFromNumber(body.amount)
    // ADMU-10, ADMU-14
    if (!amount.ok || amount.value <= ZERO) return { error: 'ADJUSTMENT_INVALID' }
    const description = body.description?.trim() || NO_DESCRIPTION[kind]
    const wish: Wish = { id: newId(), userId: params.id, description, kind, amountUgx: amount.value }
    return db.transaction(async (tx) => {
      const before = await movedAlone(tx, { ...doors, fourEyes }, call.actor.userId, call.now)
      const profile = await identity.lockProfile(tx, params.id)
      if (profile === null) return { error: 'USER_NOT_FOUND' }
      // Nobody gives money to himself or to a colleague, whoever else looks at it.
      if (profile.role === 'admin') return { error: 'STAFF_ACCOUNT' }
      const outcome = await judge(tx, call, wish, before)
      if ('status' in outcome) await idempotency.remember(tx, slot, outcome)
      return outcome
    })
  }

  /** Adjusts, or has a second member of staff look at it first. */
  async function judge(tx: Tx, call: AskedCall, wish: Wish, before: Ugx): Promise<Outcome<typeof deductFromUser>> {
    const { actor, address, now } = call
    const { userId, kind, amountUgx } = wish
    const balance = (await wallet.lockAccounts(tx, [userId])).get(userId)?.balance ?? ZERO
    if (kind === 'deduction' && amountUgx > balance) return { error: 'ADJUSTMENT_ABOVE_BALANCE' }
    if (amountUgx > ceiling()) return tooLarge()
    const judgement = await fourEyes.judge(tx, amountUgx, before, now)
    if (judgement === 'wait') {
      const approvalId = await propose(tx, call, wish)
      return { status: 202, body: { success: true, newBalance: ugxToNumber(balance), approvalId } }
    }
    const { flag } = flagOf(judgement)
    const done = await adjust(tx, { ...wish, madeBy: actor.userId, approvedBy: null }, address, now, flag)
    return done.ok
      ? { status: 200, body: { success: true, newBalance: ugxToNumber(done.value) } }
      : { error: done.error }
  }

  async function propose(tx: Tx, call: AskedCall, wish: Wish): Promise<string> {
    const { id, userId, description, kind, amountUgx } = wish
    const { actor, now } = call
    const proposal = { kind, subject: `user:${userId}`, amountUgx, reason: description } as const
    const asked: Asked = { id, userId, description }
    const approvalId = await fourEyes.propose(tx, { ...proposal, asked, askedBy: actor.userId }, now)
    const after = { amount: ugxToNumber(amountUgx), waits: true }
    const deed = { action: ACTIONS[kind], subject: proposal.subject, after, reason: description }
    await audit.record(tx, { ...staffOf(call), ...deed }, now)
    return approvalId
  }

  return [
    route(foreseeAdjustment, async ({ actor, query, now }): Promise<Outcome<typeof foreseeAdjustment>> => {
      const amount = ugxFromNumber(query.amount)
      if (!amount.ok || amount.value <= ZERO) return { error: 'ADJUSTMENT_INVALID' }
      if (amount.value > ceiling()) return tooLarge()
      const threshold = settings.current().four_eyes_threshold
      return db.transaction(async (tx) => {
        const before = await movedAlone(tx, { ...doors, fourEyes }, actor.userId, now)
        const judged = await fourEyes.judge(tx, amount.value, before, now)
        const judgement = judged === 'alone-in-sum' ? 'alone' : judged
        return { status: 200, body: { judgement, threshold, movedBefore: ugxToNumber(before) } }
      })
    }),

    route(topUpUser, async (call): Promise<Outcome<typeof topUpUser>> => {
      const outcome = await ask(call, 'top-up')
      if ('error' in outcome && outcome.error === 'ADJUSTMENT_ABOVE_BALANCE') throw new Error('a credit has no limit')
      return outcome as Outcome<typeof topUpUser>
    }),
    route(deductFromUser, (call): Promise<Outcome<typeof deductFromUser>> => ask(call, 'deduction')),

    route(listApprovals, async ({ actor }) => {
      const waiting = await fourEyes.waiting()
      const people = await identity.profiles([
        ...new Set(waiting.flatMap((each) => [each.askedBy, userIn(each) ?? each.askedBy])),
      ])
      const nameIn = (userId: string) => {
        const profile = people.get(userId)
        return profile === undefined ? '' : nameOf(profile)
      }
      const items = waiting.map((each) => ({
        id: each.id,
        kind: each.kind,
        subject: each.subject,
        subjectName: subjectOf(each, nameIn(userIn(each) ?? '')),
        amount: ugxToNumber(each.amountUgx),
        reason: each.reason,
        askedBy: nameIn(each.askedBy),
        askedAt: each.askedAt.toISOString(),
        isOwn: each.askedBy === actor.userId,
      }))
      return { status: 200, body: { items } }
    }),

    route(decideApproval, async (call): Promise<Outcome<typeof decideApproval>> => {
      const { params, body, now } = call
      if (!isId(params.id)) return { error: 'APPROVAL_NOT_FOUND' }
      const isApproved = body.decision === 'approve'
      const note = body.note?.trim() ?? ''
      const by = staffOf(call)
      return db.transaction(async (tx) => {
        const decided = await fourEyes.decide(tx, { id: params.id, isApproved, by, note }, now)
        if (!decided.ok) return { error: decided.error }
        // An approved deed has written its own row.
        if (!isApproved) {
          const { kind, subject, amountUgx } = decided.value
          const deed =
            kind === 'setting'
              ? { action: 'setting.decline' as const, after: { title: titleOf(decided.value) ?? '' } }
              : { action: 'money.decline' as const, after: { kind, amount: ugxToNumber(amountUgx) } }
          await audit.record(tx, { ...by, ...deed, subject, reason: note }, now)
        }
        return { status: 200, body: { success: true } }
      })
    }),
  ]
}

type Titled = Partial<Asked> & { readonly title?: string }

const userIn = ({ asked }: ApprovalRow): string | undefined => (asked as Titled).userId

const titleOf = ({ asked }: ApprovalRow): string | undefined => (asked as Titled).title

/** What it is about: a player, or a bet of his, or a game, or settings. */
const subjectOf = (approval: ApprovalRow, name: string): string =>
  [titleOf(approval), name].filter((part) => part !== undefined && part !== '').join(', ')
