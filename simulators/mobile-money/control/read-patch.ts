import { BEHAVIOUR_NAMES, type BehaviourName, type Ending, type Failure } from '../core/behaviours.ts'
import type { Faults } from '../core/faults.ts'
import type { OrderKind } from '../core/order.ts'
import type { CallbackSignature } from '../core/wire-format.ts'
import { type WireName, WIRES } from '../core/wire-format.ts'
import { fieldsOf } from '../http/exchange.ts'
import type { Settings } from '../options.ts'

/** Decides an order, identified by the merchant's reference or the simulator's. */
type Decision = { readonly reference: string; readonly ending: Ending }
type CallbackCommand = {
  readonly reference: string
  readonly status: 'success' | 'failed'
  readonly amountUgx: number | null
  readonly seal: CallbackSignature
  readonly copies: number
}
type BehaviourRule = ({ readonly reference: string } | { readonly msisdn: string }) & {
  readonly behaviour: BehaviourName | null
}
/** An order that Relworx ended in the past, with the references that both sides have. */
type PastOrder = {
  readonly kind: OrderKind
  readonly reference: string
  readonly internalReference: string
  readonly msisdn: string
  readonly amountUgx: number
  /** Null: it was paid. */
  readonly failure: Failure | null
  readonly createdAtMs: number
}

/** The body of POST /control. Everything is optional, and `reset` is applied first. */
export type ControlPatch = {
  readonly reset?: boolean
  readonly seed?: number
  readonly floatUgx?: number
  /** Faults of all providers. */
  readonly faults?: Partial<Faults>
  /** Faults of one provider. */
  readonly faultsOf?: { readonly [wire in WireName]?: Partial<Faults> }
  readonly settings?: Partial<Settings>
  readonly behaviours?: readonly BehaviourRule[]
  readonly decide?: readonly Decision[]
  readonly callbacks?: readonly CallbackCommand[]
  /** Orders of a generated past, which the simulator has not processed itself. */
  readonly record?: readonly PastOrder[]
}

export type ReadPatch =
  | { readonly ok: true; readonly value: ControlPatch }
  | { readonly ok: false; readonly error: string }

/** Returns the value, or throws an InvalidPatchField. Only `readPatch` catches that error. */
type Reader<T> = (value: unknown, name: string) => T

class InvalidPatchField extends Error {}

function fail(name: string, expected: string): never {
  throw new InvalidPatchField(`${name} must be ${expected}`)
}

function between(least: number, most: number): Reader<number> {
  return (value, name) =>
    typeof value === 'number' && value >= least && value <= most
      ? value
      : fail(name, `a number from ${least} to ${most}`)
}

function oneOf<T extends string>(...choices: readonly T[]): Reader<T> {
  return (value, name) => choices.find((choice) => choice === value) ?? fail(name, `one of ${choices.join(', ')}`)
}

const boolean: Reader<boolean> = (value, name) => (typeof value === 'boolean' ? value : fail(name, 'true or false'))
const text: Reader<string> = (value, name) => (typeof value === 'string' && value !== '' ? value : fail(name, 'a text'))

const webAddress: Reader<string | null> = (value, name) =>
  value === null || (typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value))
    ? value
    : fail(name, 'an http address or null')

function orElse<T, U>(read: Reader<T>, otherwise: U): Reader<T | U> {
  return (value, name) => (value === undefined || value === null ? otherwise : read(value, name))
}

function listOf<T>(read: Reader<T>): Reader<T[]> {
  return (value, name) =>
    Array.isArray(value) ? value.map((item, index) => read(item, `${name}[${index}]`)) : fail(name, 'a list')
}

/**
 * Unknown names are refused. Otherwise a misspelt fault would have no effect, and the test would still pass.
 */
function partOf<T extends object>(readers: {
  readonly [Name in keyof T]-?: Reader<NonNullable<T[Name]> | T[Name]>
}): Reader<Partial<T>> {
  return (value, name) => {
    const fields = fieldsOf(value) ?? fail(name, 'an object')
    const read: Partial<T> = {}
    for (const [key, given] of Object.entries(fields)) {
      if (!Object.hasOwn(readers, key)) throw new InvalidPatchField(`${name} has no ${key}`)
      read[key as keyof T] = readers[key as keyof T](given, `${name}.${key}`) as T[keyof T]
    }
    return read
  }
}

function full<T extends object>(readers: { readonly [Name in keyof T]-?: Reader<T[Name]> }): Reader<T> {
  return (value, name) => {
    const fields = fieldsOf(value) ?? fail(name, 'an object')
    for (const key of Object.keys(fields))
      if (!Object.hasOwn(readers, key)) throw new InvalidPatchField(`${name} has no ${key}`)
    const entries = Object.entries(readers) as [string, Reader<unknown>][]
    return Object.fromEntries(entries.map(([key, read]) => [key, read(fields[key], `${name}.${key}`)])) as T
  }
}

const rate = between(0, 1)
const duration = between(0, 30 * 86_400_000)

const readFaults = partOf<Faults>({
  latencyMs: between(0, 600_000),
  latencyJitterMs: between(0, 600_000),
  errorRate: rate,
  errorThoughTakenRate: rate,
  lostReplyRate: rate,
  garbledRate: rate,
  outage: oneOf('none', 'unavailable', 'unreachable'),
  callbackLostRate: rate,
  callbackDuplicateRate: rate,
  callbackReorderRate: rate,
  callbackLateRate: rate,
  callbackLateMs: duration,
  callbackWrongAmountRate: rate,
  callbackForgedRate: rate,
})

const readSettings = partOf<Settings>({
  webhookUrl: webAddress,
  callbackOrigin: webAddress,
  approveAfterMs: duration,
  handsetDecidesWithinMs: duration,
  lateDepositMs: duration,
  lateWithdrawalMs: duration,
  limitRequests: boolean,
})

const readBehaviour = orElse(oneOf(...BEHAVIOUR_NAMES), null)

const readBehaviourRule: Reader<BehaviourRule> = (value, name) =>
  fieldsOf(value)?.['msisdn'] === undefined
    ? full<{ reference: string; behaviour: BehaviourName | null }>({ reference: text, behaviour: readBehaviour })(
        value,
        name,
      )
    : full<{ msisdn: string; behaviour: BehaviourName | null }>({ msisdn: text, behaviour: readBehaviour })(value, name)

const readControl = partOf<ControlPatch>({
  reset: boolean,
  seed: between(0, 4_294_967_295),
  floatUgx: between(0, 1e12),
  faults: readFaults,
  faultsOf: partOf<{ [wire in WireName]?: Partial<Faults> }>(
    Object.fromEntries(WIRES.map((wire) => [wire, readFaults])) as Record<WireName, Reader<Partial<Faults>>>,
  ),
  settings: readSettings,
  behaviours: listOf(readBehaviourRule),
  decide: listOf(
    full<Decision>({ reference: text, ending: oneOf('success', 'declined', 'insufficient-funds', 'timed-out') }),
  ),
  callbacks: listOf(
    full<CallbackCommand>({
      reference: text,
      status: orElse(oneOf('success', 'failed'), 'success'),
      amountUgx: orElse(between(0, 1e12), null),
      seal: orElse(oneOf('good', 'forged', 'stale', 'missing'), 'good'),
      copies: orElse(between(1, 1_000), 1),
    }),
  ),
  record: listOf(
    full<PastOrder>({
      kind: oneOf('collection', 'payout'),
      reference: text,
      internalReference: text,
      msisdn: text,
      amountUgx: between(0, 1e12),
      failure: orElse(oneOf('declined', 'insufficient-funds', 'timed-out'), null),
      createdAtMs: between(0, 1e15),
    }),
  ),
})

export function readPatch(value: unknown): ReadPatch {
  try {
    return { ok: true, value: readControl(value, 'control') }
  } catch (error) {
    if (error instanceof InvalidPatchField) return { ok: false, error: error.message }
    throw error
  }
}
