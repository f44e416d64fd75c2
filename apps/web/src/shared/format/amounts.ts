import { formatAmount, formatPlain, formatUgx, ugx, ugxFromNumber, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'

/** An amount of the interface (a JSON number in UGX) as money. */
export function money(amount: number): Ugx {
  const parsed = ugxFromNumber(amount)
  if (parsed.ok) return parsed.value
  throw new RangeError(`not an amount: ${amount}`)
}

/** `moneyText(25000)` → "UGX 25,000.00" */
export const moneyText = (amount: number): string => formatUgx(money(amount))

/** Where a text has its own "UGX": `amountText(25000)` → "25,000.00" */
export const amountText = (amount: number): string => formatAmount(money(amount))

/** Limits and other round figures: `plainText(25000)` → "25,000" */
export const plainText = (amount: number): string => formatPlain(money(amount))

/** Keeps "UGX" on the line of its amount, and a phone number on one line, in a sentence of the server's. */
export const unbroken = (sentence: string): string =>
  sentence.replace(/UGX (?=[−\d])|\+256( [\d•]+)+/g, (part) => part.replace(/ /g, '\u00a0'))

/** Odds of the interface as a decimal: `oddsText(1.5)` → "1.50". What players see is `useOddsText`. */
export const oddsText = (odds: number): string => formatOdds(oddsFromNumber(odds))

/**
 * What a player typed into an amount field, exactly: digits, thousands separators and at most two decimals.
 * `parseTyped('25,000.5')` → 2500050n; anything else → null
 */
export function parseTyped(text: string): Ugx | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.replace(/[,\s]/g, ''))
  if (match === null) return null
  return ugx(BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0')))
}

/**
 * Groups what is typed while it is typed: `groupTyped('25000.5')` → "25,000.5"; other characters are dropped. A minus
 * stays, and is no amount: "-500" must not become 500.
 */
export function groupTyped(text: string): string {
  if (/^\s*[-−]/.test(text)) return `-${groupTyped(text.replace(/^[\s\-−]+/, ''))}`
  const [full = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  const grouped = full
    .replace(/^0+(?=\d)/, '')
    .slice(0, 13)
    .replace(/\B(?=(\d{3})+$)/g, ',')
  return rest.length === 0 ? grouped : `${grouped}.${rest.join('').slice(0, 2)}`
}
