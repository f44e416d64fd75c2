import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { ugx } from './ugx.ts'
import type { Ugx } from './ugx.ts'

export type AmountProblem =
  | 'EMPTY'
  | 'NOT_AN_AMOUNT'
  | 'OTHER_DIGITS'
  | 'DECIMAL_COMMA'
  | 'TOO_PRECISE'
  | 'NEGATIVE'
  | 'TOO_LARGE'

/** This limit is far above every limit of the product, and such amounts are exact as JSON numbers. */
const MAX_SHILLING_DIGITS = 13

/** Plain digits, or groups of three with one separator (comma or space) throughout. */
const WHOLE_SHILLINGS = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)$/

/**
 * Parses an amount in UGX as typed or pasted. Ambiguous amounts are rejected, because a wrong guess moves money.
 * `parseAmount('25,000.5')` → 2500050n; `parseAmount('30000,50')` → DECIMAL_COMMA
 */
export function parseAmount(typed: string): Result<Ugx, AmountProblem> {
  const text = typed
    .replace(/\s/g, ' ')
    .trim()
    .replace(/^(?:UGX|USh|Shs?)\.? ?(?=\d)/i, '')
  if (text === '') return err('EMPTY')
  if (/^[-−–] ?\d/.test(text)) return err('NEGATIVE')
  if (/(?![0-9])\p{Nd}/u.test(text)) return err('OTHER_DIGITS')
  const [whole = '', cents, ...more] = text.split('.')
  if (more.length > 0 || !/^[\d, ]+$/.test(whole)) return err('NOT_AN_AMOUNT')
  if (!WHOLE_SHILLINGS.test(whole) || /^0[, ]/.test(whole))
    return err(whole.includes(',') ? 'DECIMAL_COMMA' : 'NOT_AN_AMOUNT')
  if (cents !== undefined && !/^\d*$/.test(cents)) return err('NOT_AN_AMOUNT')
  if (cents !== undefined && cents.length > 2) return err('TOO_PRECISE')
  const shillings = whole.replace(/[, ]/g, '').replace(/^0+(?=\d)/, '')
  if (shillings.length > MAX_SHILLING_DIGITS) return err('TOO_LARGE')
  return ok(ugx(BigInt(shillings) * 100n + BigInt((cents ?? '').padEnd(2, '0'))))
}

const PROBLEM_TEXTS: { readonly [P in AmountProblem]: string } = {
  EMPTY: 'Please enter an amount',
  NOT_AN_AMOUNT: 'Please enter the amount in figures, for example 25,000',
  OTHER_DIGITS: 'Please use the digits 0 to 9, for example 25,000',
  DECIMAL_COMMA: 'Please use a point for cents and a comma for thousands, for example 30,000.50',
  TOO_PRECISE: 'Please enter at most two digits after the decimal point. Ten thousand is 10,000',
  NEGATIVE: 'Please enter an amount above zero',
  TOO_LARGE: 'This amount is too large',
}

/** The error text below the field. */
export const amountProblemText = (problem: AmountProblem): string => PROBLEM_TEXTS[problem]
