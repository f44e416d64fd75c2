import { formatAmount, formatPlain, formatUgx, ugxFromNumber, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'

export function money(amount: number): Ugx {
  const parsed = ugxFromNumber(amount)
  if (parsed.ok) return parsed.value
  throw new RangeError(`not an amount: ${amount}`)
}

/** `moneyText(25000)` → "UGX 25,000.00" */
export const moneyText = (amount: number): string => formatUgx(money(amount))

/** For texts that already contain "UGX": `amountText(25000)` → "25,000.00" */
export const amountText = (amount: number): string => formatAmount(money(amount))

/** For limits and round figures: `plainText(25000)` → "25,000" */
export const plainText = (amount: number): string => formatPlain(money(amount))

/** Prevents line breaks between "UGX" and its amount and within phone numbers. */
export const withoutLineBreaks = (sentence: string): string =>
  sentence.replace(/UGX (?=[−\d])|\+256( [\d•]+)+/g, (part) => part.replace(/ /g, '\u00a0'))

/** Decimal odds: `oddsText(1.5)` → "1.50". Screens of players use `useOddsText`. */
export const oddsText = (odds: number): string => formatOdds(oddsFromNumber(odds))
