import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'

declare const ugxBrand: unique symbol

/** An amount in whole hundredths of a Ugandan shilling (WALT-03, D28). It may be negative. */
export type Ugx = bigint & { readonly [ugxBrand]: true }

export type UgxError = 'NOT_A_NUMBER' | 'TOO_PRECISE' | 'TOO_LARGE'

const HUNDREDTHS = 100n

/** Brands hundredths of a shilling as an amount: `ugx(2_500_000n)` is UGX 25,000.00. */
export const ugx = (hundredths: bigint): Ugx => hundredths as Ugx

export const ZERO: Ugx = ugx(0n)

/**
 * The only rounding of money: numerator ÷ denominator, rounded towards minus infinity. Payouts and total odds are
 * rounded by this function once (D28). Throws unless the denominator is positive. `floorRatio(7n, 2n)` → `3n`,
 * `floorRatio(-7n, 2n)` → `-4n`
 */
export function floorRatio(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('floorRatio needs a positive denominator')
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}

/**
 * Converts a JSON number in UGX exactly. Rejects more than two decimals (WALT-04) and amounts too large to be exact.
 * `ugxFromNumber(1000.5)` → 100050n; `ugxFromNumber(0.001)` → TOO_PRECISE
 */
export function ugxFromNumber(amount: number): Result<Ugx, UgxError> {
  if (!Number.isFinite(amount)) return err('NOT_A_NUMBER')
  const hundredths = Math.round(amount * 100)
  if (!Number.isSafeInteger(hundredths)) return err('TOO_LARGE')
  // The nearest two-decimal number must equal the input: 0.1 + 0.2 is rejected, 0.3 is accepted.
  if (hundredths / 100 !== amount) return err('TOO_PRECISE')
  return ok(ugx(BigInt(hundredths)))
}

/** The largest typed amount in UGX. It is far above every limit of the product. */
const MAX_TYPED = 1e13

/**
 * Converts a typed amount, capped at ±`MAX_TYPED` so that the limit rules reject it with their own message.
 * `ugxFromTyped(1e300)` → 10^15 hundredths
 */
export const ugxFromTyped = (amount: number): Result<Ugx, UgxError> =>
  ugxFromNumber(Math.max(-MAX_TYPED, Math.min(MAX_TYPED, amount)))

/** Converts whole shillings (settings, constants). Throws on a fraction. `ugxFromShillings(25_000)` → 2500000n */
export function ugxFromShillings(shillings: number): Ugx {
  if (!Number.isSafeInteger(shillings)) throw new RangeError(`not whole shillings: ${shillings}`)
  return ugx(BigInt(shillings) * HUNDREDTHS)
}

/** Converts to a JSON number. Throws if it is not exact. `ugxToNumber(ugx(150n))` → 1.5 */
export function ugxToNumber(amount: Ugx): number {
  const hundredths = Number(amount)
  if (!Number.isSafeInteger(hundredths)) throw new RangeError('amount is too large for a JSON number')
  return hundredths / 100
}

export const addUgx = (a: Ugx, b: Ugx): Ugx => ugx(a + b)
export const subtractUgx = (a: Ugx, b: Ugx): Ugx => ugx(a - b)
export const minUgx = (a: Ugx, b: Ugx): Ugx => (a < b ? a : b)

/**
 * Formats an amount like the `en-UG` locale, with exactly two decimals (WALT-02) and a true minus sign, independent of
 * the platform's locale data. `formatAmount(ugx(2_500_000n))` → "25,000.00"
 */
export const formatAmount = (amount: Ugx): string =>
  formatDecimal(amount)
    .replace('-', '−')
    .replace(/\B(?=(\d{3})+\.)/g, ',')

/** Formats an amount for CSV files. `formatDecimal(ugx(-2_500_000n))` → "-25000.00" */
export function formatDecimal(amount: Ugx): string {
  const hundredths = amount < 0n ? -amount : amount
  const fraction = String(hundredths % HUNDREDTHS).padStart(2, '0')
  return `${amount < 0n ? '-' : ''}${hundredths / HUNDREDTHS}.${fraction}`
}

/** `formatUgx(ugx(2_500_000n))` → "UGX 25,000.00" */
export const formatUgx = (amount: Ugx): string => `UGX ${formatAmount(amount)}`

/**
 * Formats a limit or another round figure ("Minimum stake amount is UGX 25,000"), without decimals for whole shillings
 * (decision 0021).
 */
export function formatPlain(amount: Ugx): string {
  const text = formatAmount(amount)
  return text.endsWith('.00') ? text.slice(0, -3) : text
}
