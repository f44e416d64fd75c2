import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'

declare const ugxBrand: unique symbol

/** An amount of money: a whole number of hundredths of a Ugandan shilling (WALT-03, D28). May be negative. */
export type Ugx = bigint & { readonly [ugxBrand]: true }

export type UgxError = 'NOT_A_NUMBER' | 'TOO_PRECISE' | 'TOO_LARGE'

const HUNDREDTHS = 100n

/** Names hundredths of a shilling as money: `ugx(2_500_000n)` is UGX 25,000.00. */
export const ugx = (hundredths: bigint): Ugx => hundredths as Ugx

export const ZERO: Ugx = ugx(0n)

/**
 * THE rounding of the product: numerator ÷ denominator, rounded down (towards minus infinity) to a whole number.
 * Every payout and every total odds is rounded by this function, once (D28). Throws on a denominator that is not positive.
 * `floorRatio(7n, 2n)` → `3n`, `floorRatio(-7n, 2n)` → `-4n`
 */
export function floorRatio(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('floorRatio needs a positive denominator')
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}

/**
 * Reads a JSON number in UGX as money, exactly. Refuses more than two decimals (WALT-04) and sizes that a number cannot
 * hold exactly to the hundredth. `ugxFromNumber(1000.5)` → 100050n; `ugxFromNumber(0.001)` → TOO_PRECISE
 */
export function ugxFromNumber(amount: number): Result<Ugx, UgxError> {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return err('NOT_A_NUMBER')
  const hundredths = Math.round(amount * 100)
  if (!Number.isSafeInteger(hundredths)) return err('TOO_LARGE')
  // The nearest number with two decimals must be the very number given: 0.1 + 0.2 is refused, 0.3 is not.
  if (hundredths / 100 !== amount) return err('TOO_PRECISE')
  return ok(ugx(BigInt(hundredths)))
}

/** In UGX; no limit of the product is near it. */
const MOST_TYPED = 1e13

/**
 * `ugxFromNumber` for a typed amount, capped at `MOST_TYPED` in both directions so that the limit rules answer with their
 * own message. `ugxFromTyped(1e300)` → 10^15 hundredths
 */
export const ugxFromTyped = (amount: number): Result<Ugx, UgxError> =>
  ugxFromNumber(Math.max(-MOST_TYPED, Math.min(MOST_TYPED, amount)))

/** Whole shillings (settings, constants) as money; throws on a fraction. `ugxFromShillings(25_000)` → 2500000n */
export function ugxFromShillings(shillings: number): Ugx {
  if (!Number.isSafeInteger(shillings)) throw new RangeError(`not whole shillings: ${shillings}`)
  return ugx(BigInt(shillings) * HUNDREDTHS)
}

/** The JSON number of an amount; throws beyond what a number holds exactly. `ugxToNumber(ugx(150n))` → 1.5 */
export function ugxToNumber(amount: Ugx): number {
  const hundredths = Number(amount)
  if (!Number.isSafeInteger(hundredths)) throw new RangeError('amount is too large for a JSON number')
  return hundredths / 100
}

export const addUgx = (a: Ugx, b: Ugx): Ugx => ugx(a + b)
export const subtractUgx = (a: Ugx, b: Ugx): Ugx => ugx(a - b)
export const minUgx = (a: Ugx, b: Ugx): Ugx => (a < b ? a : b)

/**
 * An amount as the `en-UG` locale writes it, with exactly two decimals (WALT-02), without depending on the platform's
 * locale tables, and with a true minus. `formatAmount(ugx(2_500_000n))` → "25,000.00"
 */
export const formatAmount = (amount: Ugx): string =>
  formatDecimal(amount)
    .replace('-', '−')
    .replace(/\B(?=(\d{3})+\.)/g, ',')

/** For machines, as in a file of a spreadsheet. `formatDecimal(ugx(-2_500_000n))` → "-25000.00" */
export function formatDecimal(amount: Ugx): string {
  const hundredths = amount < 0n ? -amount : amount
  const fraction = String(hundredths % HUNDREDTHS).padStart(2, '0')
  return `${amount < 0n ? '-' : ''}${hundredths / HUNDREDTHS}.${fraction}`
}

/** `formatUgx(ugx(2_500_000n))` → "UGX 25,000.00" */
export const formatUgx = (amount: Ugx): string => `UGX ${formatAmount(amount)}`

/** A limit or another round figure ("Minimum stake amount is UGX 25,000"): no decimals where there are none (decision 0021). */
export function formatPlain(amount: Ugx): string {
  const text = formatAmount(amount)
  return text.endsWith('.00') ? text.slice(0, -3) : text
}
