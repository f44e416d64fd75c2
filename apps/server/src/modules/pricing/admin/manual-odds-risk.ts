import { labelOf, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { formatPlain, ugx } from '@mupiira/domain/money/ugx.ts'
import {
  booksOf,
  type EnteredOdds,
  highestManualOdds,
  keptPercent,
  manualOddsRisk,
  type ManualOddsRisk,
  type SelectionOdds,
  withEntered,
} from '@mupiira/domain/pricing/manual-odds.ts'
import { oddsFromProbability } from '@mupiira/domain/pricing/offered.ts'
import type { PricedMarket } from '@mupiira/domain/pricing/types.ts'
import type { GameRow, MarketControl } from '../../catalogue/index.ts'
import { manualOdds } from '../market-controls.ts'

/** A change of manual odds with a risk, as the approver and the audit log see it. */
export type RiskyOdds = {
  readonly risk: ManualOddsRisk
  readonly description: string
  /** The highest odds that need no approval, in hundredths by selection. Stored with the odds. */
  readonly maxWithoutApproval: { readonly [selection: string]: number }
  readonly figures: RiskFigures
}

/** The figures of a risk, to compare with later ones. */
type RiskFigures = {
  /** The share of stakes that the house keeps, in percent, by selection with a risk. */
  readonly kept: { readonly [selection: string]: number }
  /** The books under 100 %, by line. */
  readonly books: { readonly [line: string]: number }
}

/** Small movements of the model do not change what an approver would decide. */
const TOLERATED_POINTS = 1

/** Whether the same odds now cost more than earlier figures say, or have another risk. */
export const isWorse = (now: RiskFigures, before: RiskFigures): boolean =>
  isBelow(now.kept, before.kept) || isBelow(now.books, before.books)

const isBelow = (now: RiskFigures['kept'], before: RiskFigures['kept']): boolean =>
  Object.entries(now).some(([id, percent]) => {
    const earlier = before[id]
    return earlier === undefined || percent < earlier - TOLERATED_POINTS
  })

/** The selections of a market with the odds that apply once it is open: manual odds as offered, or the model's. */
export const currentOdds = (
  { selections }: PricedMarket,
  control: MarketControl | undefined,
): readonly SelectionOdds[] =>
  selections.map(({ id, baseHundredths, probability }) => {
    const own = manualOdds(control, { id, probability })
    return { id, odds: decimal(own ?? baseHundredths), model: decimal(baseHundredths), probability }
  })

/** The risk of entered odds; null if one member of staff may set them alone. */
export function riskOf(
  game: GameRow,
  market: PricedMarket,
  entered: EnteredOdds,
  distancePercent: number,
): RiskyOdds | null {
  const selections = currentOdds(market, game.controls[market.id])
  const risk = manualOddsRisk(selections, entered, distancePercent)
  if (risk === null) return null
  const after = withEntered(selections, entered)
  const changed = after.filter(({ id }) => risk.selections.includes(id))
  return {
    risk,
    figures: {
      kept: Object.fromEntries(
        changed.map(({ id, odds, probability }) => [id, keptPercent(odds ?? 0, probability ?? 0)]),
      ),
      books: Object.fromEntries(risk.thinBooks.map(({ line, percent }) => [line ?? '', percent])),
    },
    description: `${game.name}: ${riskText(game, market.id, risk, after)}`,
    maxWithoutApproval: Object.fromEntries(
      changed.flatMap(({ id, probability }) =>
        probability === null || !risk.aboveFair.includes(id) ? [] : [[id, highestManualOdds(probability)]],
      ),
    ),
  }
}

type NamedGame = Pick<GameRow, 'homeTeam' | 'awayTeam'>

/** "Moneyline, Vipers SC at 2.40 (fair: 2.10, …), book 98.2 %" */
export function riskText(
  game: NamedGame,
  market: MarketId,
  risk: ManualOddsRisk,
  after: readonly SelectionOdds[],
): string {
  const changed = after.filter(({ id }) => risk.selections.includes(id))
  const parts = [...changed.map((selection) => selectionText(game, market, selection)), ...bookTexts(after)]
  return `${marketDefinition(market).name}, ${parts.join(', ')}`
}

/** Whether odds with a risk were entered twice. */
export const areConfirmed = ({ selections }: ManualOddsRisk, entered: EnteredOdds, confirmed: EnteredOdds): boolean =>
  // Compare with two decimals, because staff enters odds as they are shown.
  selections.every((id) => Math.round((confirmed[id] ?? 0) * 100) === Math.round((entered[id] ?? 0) * 100))

/** "Vipers SC at 2.40 (fair: 2.10, gives away 14.3 % of stakes, UGX 14,286 per UGX 100,000 staked)" */
function selectionText(game: NamedGame, market: MarketId, { id, odds, probability }: SelectionOdds): string {
  const text = `${labelOf(market, id, game)} at ${oddsText(Math.round((odds ?? 0) * 100))}`
  if (odds === null || probability === null) return text
  const fair = oddsText(oddsFromProbability(probability, 0))
  const given = -keptPercent(odds, probability)
  const effect =
    given > 0
      ? `gives away ${percentText(given)} of stakes, UGX ${Math.round(given * 1_000).toLocaleString('en-UG')} per UGX 100,000 staked`
      : `keeps ${percentText(-given)} of stakes`
  return `${text} (fair: ${fair}, ${effect})`
}

const bookTexts = (selections: readonly SelectionOdds[]): readonly string[] =>
  booksOf(selections)
    .filter(({ percent }) => percent < 100)
    .map(({ line, percent }) => `book${line === null ? '' : ` ${line}`} ${percentText(percent)}`)

export const percentText = (percent: number): string =>
  `${percent.toLocaleString('en-UG', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`

/** Adds thousands separators, as in amounts, so that 1,000.00 is not read as 10.00. */
const oddsText = (hundredths: number): string => {
  const text = formatPlain(ugx(BigInt(hundredths)))
  return text.includes('.') ? text : `${text}.00`
}

const decimal = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)
