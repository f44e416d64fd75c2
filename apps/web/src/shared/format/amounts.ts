import { formatAmount, formatPlain, formatUgx, ugxFromNumber, type Ugx } from '@mupiira/domain/money/ugx.ts'
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
