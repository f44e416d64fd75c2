import { labelOf, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { formatPlain, ugx } from '@mupiira/domain/money/ugx.ts'
import { oddsFromProbability, highestManualOdds, isFarAboveModel } from '@mupiira/domain/pricing/offered.ts'
import type { PricedMarket } from '@mupiira/domain/pricing/types.ts'
import type { GameRow } from '../../catalogue/index.ts'

type Odds = { readonly [selection: string]: number | null }

/** `maxWithoutApproval`: the highest odds that need no approval, in hundredths by selection. */
export type OddsAboveFair = {
  readonly description: string
  readonly maxWithoutApproval: { readonly [selection: string]: number }
}

/** Describes to the approver which manual odds pay more than the model's probability, alone or with the win bonus. */
export function oddsAboveFair(game: GameRow, { id, selections }: PricedMarket, odds: Odds = {}): OddsAboveFair | null {
  const found = selections.flatMap((selection) => {
    const enteredOdds = odds[selection.id]
    const { probability } = selection
    if (enteredOdds == null || probability === null) return []
    const maxWithoutApproval = highestManualOdds(probability)
    if (Math.round(enteredOdds * 100) <= maxWithoutApproval) return []
    const fair = oddsFromProbability(probability, 0)
    const words = `${labelOf(id, selection.id, game)} at ${oddsWithSeparators(Math.round(enteredOdds * 100))} (fair: ${oddsWithSeparators(fair)})`
    return { id: selection.id, maxWithoutApproval, words }
  })
  if (found.length === 0) return null
  const all = found.map(({ words }) => words).join(', ')
  return {
    description: `${game.name}: ${marketDefinition(id).name}, ${all}`,
    maxWithoutApproval: Object.fromEntries(found.map((each) => [each.id, each.maxWithoutApproval])),
  }
}

/** Whether odds far above the model's price were entered twice. */
export const areConfirmed = ({ selections }: PricedMarket, odds: Odds, confirmed: Odds): boolean =>
  selections.every(({ id, baseHundredths: model }) => {
    const enteredOdds = odds[id]
    if (enteredOdds == null || model === null || !isFarAboveModel(enteredOdds, model / 100)) return true
    // Compare with two decimals, because staff enters odds as they are shown.
    return Math.round((confirmed[id] ?? 0) * 100) === Math.round(enteredOdds * 100)
  })

/** Adds thousands separators, as in amounts, so that 1,000.00 is not read as 10.00. */
const oddsWithSeparators = (hundredths: number): string => {
  const text = formatPlain(ugx(BigInt(hundredths)))
  return text.includes('.') ? text : `${text}.00`
}
