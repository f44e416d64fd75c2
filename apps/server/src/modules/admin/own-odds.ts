import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { labelOf } from '@mupiira/domain/markets/catalogue.ts'
import { formatPlain, ugx } from '@mupiira/domain/money/ugx.ts'
import { formulaHundredths, highestManualOdds } from '@mupiira/domain/pricing/offered.ts'
import type { PricedMarket } from '@mupiira/domain/pricing/types.ts'
import type { GameRow } from '../catalogue/index.ts'

type Odds = { readonly [selection: string]: number | null }

/** `most`: the highest odds that would be none, in hundredths by selection. */
export type Gifts = { readonly asRange: string; readonly most: { readonly [selection: string]: number } }

/**
 * The manual odds that pay more than the selection's probability by the model, alone or with the win bonus. In words for the
 * approver; null: none.
 */
export function giftsAmong(game: GameRow, { id, selections }: PricedMarket, odds: Odds = {}): Gifts | null {
  const gifts = selections.flatMap((selection) => {
    const wanted = odds[selection.id]
    const { probability } = selection
    if (wanted == null || probability === null) return []
    const most = highestManualOdds(probability)
    if (Math.round(wanted * 100) <= most) return []
    const fair = formulaHundredths(probability, 0)
    const words = `${labelOf(id, selection.id, game)} at ${inOdds(Math.round(wanted * 100))} (fair: ${inOdds(fair)})`
    return { id: selection.id, most, words }
  })
  if (gifts.length === 0) return null
  const all = gifts.map(({ words }) => words).join(', ')
  return {
    asRange: `${game.name}: ${marketDefinition(id).name}, ${all}`,
    most: Object.fromEntries(gifts.map((gift) => [gift.id, gift.most])),
  }
}

/** With commas, as amounts are: 1,000.00 is not to be read as 10.00. */
const inOdds = (hundredths: number): string => {
  const text = formatPlain(ugx(BigInt(hundredths)))
  return text.includes('.') ? text : `${text}.00`
}
