import {
  confirmLimit,
  getLimits,
  getNetResult,
  getRestrictions,
  setLimit,
  setRealityCheck,
  startExclusion,
} from '@mupiira/contract/protection.ts'
import type { Protection as ProtectionResponse } from '@mupiira/contract/protection.ts'
import { formatPlain, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type Refusal, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Wallet } from '../wallet/index.ts'
import {
  confirmLimitIncrease,
  type ExclusionRefusal,
  type LimitRefusal,
  type RaiseRefusal,
  setCheckInterval,
  setOwnLimit,
  startSelfExclusion,
} from './change-protection.ts'
import { type CountDeposits, periodStartsOf } from './check.ts'
import { presentProtection, presentRestrictions } from './present.ts'
import { readProtection } from './protection.repository.ts'
import { readUsedAmounts, netResultSince } from './status.repository.ts'

/** The longest period of a reality check. */
const MAX_CHECK_MS = 24 * 3_600_000

export function protectionRoutes(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  wallet: Pick<Wallet, 'accounts' | 'openStakes'>,
  countDeposits: CountDeposits,
): readonly Route[] {
  const show = async (sql: Sql, userId: string, now: Date) =>
    ({ status: 200, body: await showProtection(sql, countDeposits, userId, now) }) as const

  return [
    route(getRestrictions, async ({ actor: { userId }, now }) => {
      const own = await db.asPlayer(userId, (sql) => readProtection(sql, userId))
      return { status: 200, body: presentRestrictions(own, now) }
    }),

    route(getLimits, ({ actor: { userId }, now }) => db.asPlayer(userId, (sql) => show(sql, userId, now))),

    route(setLimit, ({ actor, body }) =>
      db.transaction(async (tx) => {
        const done = await setOwnLimit(tx, wallet.accounts, actor.userId, body, clock)
        return done.ok ? show(tx, actor.userId, done.value) : limitRefused(done.error)
      }),
    ),

    route(confirmLimit, ({ actor, body }) =>
      db.transaction(async (tx) => {
        const done = await confirmLimitIncrease(tx, wallet.accounts, actor.userId, body, clock)
        return done.ok ? show(tx, actor.userId, done.value) : raiseRefused(done.error)
      }),
    ),

    route(startExclusion, ({ actor, body }) =>
      db.transaction(async (tx) => {
        const done = await startSelfExclusion(tx, wallet.accounts, actor.userId, body.length, clock)
        return done.ok ? show(tx, actor.userId, done.value) : exclusionRefused(done.error)
      }),
    ),

    route(setRealityCheck, ({ actor, body: { minutes } }) =>
      db.transaction(async (tx) =>
        show(tx, actor.userId, await setCheckInterval(tx, wallet.accounts, actor.userId, minutes, clock)),
      ),
    ),

    route(getNetResult, async ({ actor: { userId }, query, now }) => {
      const since = new Date(query.since)
      if (!(now.getTime() - since.getTime() <= MAX_CHECK_MS)) {
        return { error: 'INVALID_FIELDS', errors: [{ path: 'since', message: 'is not a time of the last 24 hours' }] }
      }
      const { stakes, openStakes, returns, net } = await db.asPlayer(userId, async (sql) =>
        netResultSince(sql, userId, since, await wallet.openStakes(sql, userId)),
      )
      return {
        status: 200,
        body: {
          since: since.toISOString(),
          stakes: ugxToNumber(stakes),
          openStakes: ugxToNumber(openStakes),
          returns: ugxToNumber(returns),
          net: ugxToNumber(net),
        },
      }
    }),
  ]
}

const limitRefused = (refusal: LimitRefusal): Refusal<LimitRefusal['code']> =>
  refusal.code === 'LIMIT_AMOUNT'
    ? { error: refusal.code, details: { maximum: formatPlain(refusal.maximumUgx) } }
    : { error: refusal.code }

const raiseRefused = (refusal: RaiseRefusal): Refusal<RaiseRefusal['code']> =>
  refusal.code === 'LIMIT_RAISE_TOO_EARLY'
    ? { error: refusal.code, details: { from: formatDateTime(refusal.confirmableAt) } }
    : { error: refusal.code }

const exclusionRefused = ({ code, until }: ExclusionRefusal): Refusal<ExclusionRefusal['code']> => ({
  error: code,
  details: { until: formatDateTime(until) },
})

/** The limits of an account with their usage. */
export async function showProtection(
  sql: Sql,
  countDeposits: CountDeposits,
  userId: string,
  now: Date,
): Promise<ProtectionResponse> {
  const own = await readProtection(sql, userId)
  const used = await readUsedAmounts(sql, userId, now)
  const deposits = (await countDeposits(sql, [userId], periodStartsOf(now))).get(userId)
  return presentProtection(own, { ...used, deposit: deposits?.counted ?? used.deposit }, deposits?.unconfirmed, now)
}
