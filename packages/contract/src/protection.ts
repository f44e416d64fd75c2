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
  /** Null: no limit is set. */
  amount: nullable(Money),
  /** In the period so far; a loss below zero is a win. */
  used: Money,
  /** The part of it that is deposits not confirmed yet: they count until they have failed for good (D32). */
  unconfirmed: Money,
  /** The remaining allowance; null without a limit. */
  left: nullable(Money),
  /** When the period is over. */
  frees: Instant,
  /** A higher limit (null: none) that waits to be confirmed. */
  raise: nullable(Type.Object({ amount: nullable(Money), confirmableAt: Instant, lapsesAt: Instant })),
})
export type Limit = Static<typeof Limit>

const restraints = {
  /** While a time-out or self-exclusion runs. */
  exclusion: nullable(Type.Object({ kind: literals(['time-out', 'exclusion']), from: Instant, until: Instant })),
  realityCheckMinutes: Type.Integer(),
}

/** Restrictions that apply on every screen. */
export const Restraints = Type.Object(restraints)
export type Restraints = Static<typeof Restraints>

/** The player's current protection. */
export const Protection = Type.Object({ limits: Type.Array(Limit), ...restraints })
export type Protection = Static<typeof Protection>

export const getRestraints = endpoint({
  method: 'GET',
  path: '/api/protection',
  summary: 'Own exclusion and reality check',
  access: 'player',
  responses: { 200: Restraints },
  errors: [],
})

export const getLimits = endpoint({
  method: 'GET',
  path: '/api/protection/limits',
  summary: 'Own limits with what is used of them, exclusion and reality check',
  access: 'player',
  responses: { 200: Protection },
  errors: [],
})

export const setLimit = endpoint({
  method: 'PUT',
  path: '/api/protection/limits',
  summary: 'Set one limit: a lower one holds at once, a higher one waits 24 hours for a confirmation',
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

export const takeExclusion = endpoint({
  method: 'POST',
  path: '/api/protection/exclusion',
  summary: 'Take a time-out or exclude oneself: at once, and not to be undone early',
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
  summary: 'Stakes and what came back since a time of the last day',
  access: 'player',
  query: Type.Object({ since: Instant }, strict),
  responses: { 200: Type.Object({ since: Instant, stakes: Money, returns: Money, net: Money }) },
  errors: [],
})
