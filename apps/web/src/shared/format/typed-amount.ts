import { amountProblemText, parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'

const PLAIN = /^\d+(?:\.\d*)?$/

/** `group('25000.5')` → "25,000.5" */
const group = (plain: string): string => {
  const [whole = '', ...cents] = plain.split('.')
  return [whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ','), ...cents].join('.')
}

/** Formats an amount that the app puts into a field: `typedAmount(25000)` → "25,000" */
export const typedAmount = (amount: number | string): string =>
  PLAIN.test(String(amount)) ? group(String(amount)) : String(amount)

/** Reads the amount of a field; null if it is empty or not an amount. */
export function readAmount(typed: string): Ugx | null {
  const parsed = parseAmount(typed)
  return parsed.ok ? parsed.value : null
}

/** The error while an amount is typed; null for an empty field and right after a separator. */
export function typedAmountProblem(typed: string): string | null {
  const parsed = parseAmount(typed)
  return parsed.ok || parsed.error === 'EMPTY' || /[,.]$/.test(typed) ? null : amountProblemText(parsed.error)
}

/** `insertedText('30,000', '30,000,5')` → ",5" */
function insertedText(before: string, after: string): string {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  const maxEnd = Math.min(before.length, after.length) - start
  while (end < maxEnd && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.slice(start, after.length - end)
}

/**
 * Formats an amount field after an edit. Valid amounts get thousands separators; other text stays as typed, so that the
 * field can show the error. A typed comma never counts as a thousands separator: ",50" after "30,000" gives
 * "30,000,50".
 */
export function amountAfterEdit(before: string, typed: string): string {
  const isGroupedByApp = parseAmount(before).ok && !insertedText(before, typed).includes(',')
  const plain = isGroupedByApp ? typed.replaceAll(',', '') : typed
  return PLAIN.test(plain) ? group(plain) : typed
}

/** The caret's position after the same digits, once the separators have changed. */
export function caretAfterEdit(typed: string, caret: number, shown: string): number {
  if (shown === typed) return caret
  const count = (text: string): number => text.replaceAll(',', '').length
  const droppedZeros = Math.max(0, count(typed) - count(shown))
  let left = count(typed.slice(0, caret)) - droppedZeros
  let at = 0
  for (; left > 0 && at < shown.length; at += 1) if (shown[at] !== ',') left -= 1
  return at
}
