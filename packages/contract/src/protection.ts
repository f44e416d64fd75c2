import { type Static, Type } from 'typebox'
import { LIMIT_KINDS } from '@mupiira/domain/protection/limits.ts'
import { PERIODS } from '@mupiira/domain/protection/periods.ts'
import { REALITY_CHECK } from '@mupiira/domain/protection/reality-check.ts'
import { endpoint } from './endpoint.ts'
import { AmountInput, Instant, literals, Money, nullable, strict } from './schemas.ts'

const Kind = literals(LIMIT_KINDS)
const Period = literals(PERIODS)

/** One limit, set or not (PLAY-01). */
export const Limit = Type.Object({
  kind: Kind,
  period: Period,
  /** Null if the player has no such limit. */
  amount: nullable(Money),
  /** The amount used in the current period. A negative loss is a win. */
  used: Money,
  /** Unconfirmed deposits in `used`. They count until they have finally failed (D32). */
  unconfirmed: Money,
  /** The remaining amount; null without a limit. */
  left: nullable(Money),
  /** The end of the period. */
  frees: Instant,
  /** A higher limit that waits for confirmation; an amount of null removes the limit. */
  raise: nullable(Type.Object({ amount: nullable(Money), confirmableAt: Instant, lapsesAt: Instant })),
})
export type Limit = Static<typeof Limit>

const restrictions = {
  /** The current time-out or self-exclusion, else null. */
  exclusion: nullable(Type.Object({ kind: literals(['time-out', 'exclusion']), from: Instant, until: Instant })),
  realityCheckMinutes: Type.Integer(),
}

/** Restrictions that apply on every screen. */
export const Restrictions = Type.Object(restrictions)
export type Restrictions = Static<typeof Restrictions>

/** The player's limits and restrictions. */
export const Protection = Type.Object({ limits: Type.Array(Limit), ...restrictions })
export type Protection = Static<typeof Protection>

export const getRestrictions = endpoint({
  method: 'GET',
  path: '/api/protection',
  summary: "The player's exclusion and reality check",
  access: 'player',
  responses: { 200: Restrictions },
  errors: [],
})

export const getLimits = endpoint({
  method: 'GET',
  path: '/api/protection/limits',
  summary: "The player's limits with usage, current exclusion, and reality-check interval",
  access: 'player',
  responses: { 200: Protection },
  errors: [],
})

export const setLimit = endpoint({
  method: 'PUT',
  path: '/api/protection/limits',
  summary: 'Set a limit. A lower limit applies at once; a higher limit needs a confirmation after 24 hours',
  access: 'player',
  perMinute: 60,
  body: Type.Object({ kind: Kind, period: Period, amount: nullable(AmountInput) }, strict),
  responses: { 200: Protection },
  errors: ['AMOUNT_TOO_PRECISE', 'LIMIT_AMOUNT'],
})

export const confirmLimit = endpoint({
  method: 'POST',
  path: '/api/protection/limits/confirm',
  summary: 'Confirm a higher limit, at least 24 hours after its request',
  access: 'player',
  perMinute: 60,
  body: Type.Object({ kind: Kind, period: Period }, strict),
  responses: { 200: Protection },
  errors: ['LIMIT_RAISE_TOO_EARLY', 'LIMIT_RAISE_MISSING'],
})

export const startExclusion = endpoint({
  method: 'POST',
  path: '/api/protection/exclusion',
  summary: 'Start a time-out or self-exclusion at once. It cannot be ended early',
  access: 'player',
  perMinute: 20,
  body: Type.Object({ length: literals(['24h', '7d', '30d', '6m', '1y', '2y', '5y']) }, strict),
  responses: { 200: Protection },
  errors: ['EXCLUSION_RUNS'],
})

export const setRealityCheck = endpoint({
  method: 'PUT',
  path: '/api/protection/reality-check',
  summary: 'Set the interval of the reality check, in minutes',
  access: 'player',
  body: Type.Object(
    { minutes: Type.Integer({ minimum: REALITY_CHECK.leastMinutes, maximum: REALITY_CHECK.mostMinutes }) },
    strict,
  ),
  responses: { 200: Protection },
  errors: [],
})

export const getNetResult = endpoint({
  method: 'GET',
  path: '/api/protection/net-result',
  summary: "The player's stakes, returns and net result without open bets, since a time within the last 24 hours",
  access: 'player',
  query: Type.Object({ since: Instant }, strict),
  responses: { 200: Type.Object({ since: Instant, stakes: Money, openStakes: Money, returns: Money, net: Money }) },
  errors: [],
})
