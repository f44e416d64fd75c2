import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import {
  booksOf,
  type Book,
  keptPercent,
  manualOddsRisk,
  type SelectionOdds,
  withEntered,
} from '@mupiira/domain/pricing/manual-odds.ts'
import type { Answer } from '../../shared/api/client.ts'
import { oddsText } from '../../shared/format/amounts.ts'

type Selection = AdminMarket['selections'][number]

/** The rules for manual odds: how far above the model, and whether a second approver exists. */
export type ManualOddsRules = Answer<'GET /api/admin/games/{id}/markets'>['manualOdds']

/** The odds that apply once the market is open, without the small movements of the model's odds. */
const selectionOdds = ({ selections }: AdminMarket): readonly SelectionOdds[] =>
  selections.map(({ id, own, offered, model, probability }) => {
    const odds = own === null ? model : (offered ?? own)
    return { id, odds, model, probability }
  })

/** Whether these odds need a second member of staff, or are typed twice where there is none (ADMT-30). */
export const isRisky = (
  market: AdminMarket,
  odds: { readonly [selection: string]: number | null },
  { distancePercent }: ManualOddsRules,
): boolean => manualOddsRisk(selectionOdds(market), odds, distancePercent) !== null

/** `percentText(104.96)` → "105.0 %" */
const percentText = (percent: number): string =>
  `${percent.toLocaleString('en-UG', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`

/** The share of stakes that the house keeps: "keeps 4.8 %", "gives away 14.3 %". */
export const keptText = (kept: number): string =>
  kept < 0 ? `gives away ${percentText(-kept)}` : `keeps ${percentText(kept)}`

/** "Book 105.0 %", or "Book 2.5: 105.0 %, 3.5: 105.2 %" of a market with lines. */
export function booksText(books: readonly Book[]): string {
  const [first] = books
  if (first === undefined) return ''
  return books.length === 1
    ? `Book ${percentText(first.percent)}`
    : `Book ${books.map(({ line, percent }) => `${line ?? 'others'}: ${percentText(percent)}`).join(', ')}`
}

/** The percentage of the book of base odds: "The entered odds have a book of 105.0 %." */
export function baseBookText(odds: readonly (number | null | undefined)[]): string {
  const percent = odds.reduce<number>((sum, each) => sum + (each == null || each <= 1 ? 0 : 100 / each), 0)
  const text = `The entered odds have a book of ${percentText(percent)}.`
  return percent < 100 ? `${text} Under 100 %, at least one of them is above fair odds.` : text
}

/** What entered odds of a selection cost, in sentences: against fair odds, and for the book. */
export function oddsEffects(
  market: AdminMarket,
  { id, fair, probability }: Selection,
  odds: number,
): readonly string[] {
  if (fair === null || probability === null) return ['The model has no odds for this selection.']
  const kept = keptPercent(odds, probability)
  const before = selectionOdds(market)
  const booksBefore = new Map(booksOf(before).map(({ line, percent }) => [line, percent]))
  const changed = booksOf(withEntered(before, { [id]: odds })).find(
    ({ line, percent }) => percent !== booksBefore.get(line),
  )
  return [
    kept < 0
      ? `Fair odds ${oddsText(fair)}. These odds give away ${percentText(-kept)} of stakes: UGX ${Math.round(-kept * 1_000).toLocaleString('en-UG')} per UGX 100,000 staked.`
      : `Fair odds ${oddsText(fair)}. The house keeps ${percentText(kept)} of stakes.`,
    ...(changed === undefined
      ? []
      : [`Book ${percentText(booksBefore.get(changed.line) ?? changed.percent)} → ${percentText(changed.percent)}.`]),
  ]
}

/** What happens to odds with a risk. */
export const riskText = ({ approval }: ManualOddsRules): string =>
  approval === 'wait'
    ? 'A second member of staff must approve these odds.'
    : 'There is no second member of staff, so you confirm these odds by typing them again.'
