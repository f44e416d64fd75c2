import { oddsFromProbability } from './offered.ts'

// Three selections at fair odds plus the win bonus would give the player an expected profit. A margin of 1 % each
// outweighs the bonus.
const MANUAL_ODDS_MARGIN_PERCENT = 1

/**
 * The highest manual odds, in hundredths, at which no ticket has a positive expectation. `highestManualOdds(0.5)` →
 * 198
 */
export const highestManualOdds = (probability: number): number =>
  oddsFromProbability(probability, MANUAL_ODDS_MARGIN_PERCENT)

/** A selection with decimal odds. `odds` and `model` are null while locked, `probability` if the model has no price. */
export interface SelectionOdds {
  readonly id: string
  /** The odds that apply now: manual odds as they are offered, or the model's odds. */
  readonly odds: number | null
  /** The model's odds with the margin of the market. */
  readonly model: number | null
  readonly probability: number | null
}

/**
 * The share of stakes that the house keeps at these odds if the model is right, in percent. Negative if players win on
 * average: `keptPercent(2.4, 0.5)` → -20
 */
export const keptPercent = (odds: number, probability: number): number => (1 - odds * probability) * 100

/**
 * The percentage of a book: the sum of 1 ÷ odds, divided by what it would be at fair odds. Under 100, players who back
 * every selection win on average. Selections without odds are left out; null with fewer than two others.
 * `bookPercent([{ odds: 1.9, probability: 0.5 }, { odds: 1.9, probability: 0.5 }])` → 105.26
 */
export function bookPercent(selections: readonly Pick<SelectionOdds, 'odds' | 'probability'>[]): number | null {
  let [priced, implied, fair] = [0, 0, 0]
  for (const { odds, probability } of selections) {
    if (odds === null || probability === null || probability <= 0) continue
    priced += 1
    implied += 1 / odds
    fair += probability
  }
  return priced < 2 ? null : (100 * implied) / fair
}

/** A book of a market. `line` names it in a market with several lines, such as "2.5" goals. */
export type Book = { readonly line: string | null; readonly percent: number }

/** The lines of Over/Under and handicaps are books of their own: "over_2.5" and "under_2.5". */
const lineOf = (id: string): string | null => /^(?:over|under|home|away)_[+-]?(\d+(?:\.\d+)?)$/.exec(id)?.[1] ?? null

export function booksOf(selections: readonly Pick<SelectionOdds, 'id' | 'odds' | 'probability'>[]): readonly Book[] {
  const lines = [...new Set(selections.map(({ id }) => lineOf(id)))]
  return lines.flatMap((line) => {
    const percent = bookPercent(selections.filter(({ id }) => lineOf(id) === line))
    return percent === null ? [] : [{ line, percent }]
  })
}

/** Entered odds by selection; null removes manual odds. */
export type EnteredOdds = { readonly [selection: string]: number | null | undefined }

/** The selections after a change. Without manual odds, a selection has the model's odds. */
export const withEntered = (selections: readonly SelectionOdds[], entered: EnteredOdds): readonly SelectionOdds[] =>
  selections.map((selection) => {
    const odds = entered[selection.id]
    return odds === undefined ? selection : { ...selection, odds: odds ?? selection.model }
  })

/** Why manual odds need a second member of staff. */
export type ManualOddsRisk = {
  /** Selections at which players win on average. */
  readonly aboveFair: readonly string[]
  /** Selections further above the model than the setting `manual_odds_distance` allows. */
  readonly farAboveModel: readonly string[]
  /** Books that the change lowers below 100 %. */
  readonly thinBooks: readonly Book[]
  /** The entered selections that cause one of these. */
  readonly selections: readonly string[]
}

/** The risks of entered odds; null if one member of staff may set them alone. */
export function manualOddsRisk(
  selections: readonly SelectionOdds[],
  entered: EnteredOdds,
  distancePercent: number,
): ManualOddsRisk | null {
  const set = selections.flatMap((selection) => {
    const odds = entered[selection.id]
    return odds == null ? [] : [{ ...selection, odds, isRaised: odds > (selection.odds ?? 0) }]
  })
  const aboveFair = set.filter(
    ({ odds, probability }) => probability !== null && Math.round(odds * 100) > highestManualOdds(probability),
  )
  const farAboveModel = set.filter(({ odds, model }) => model !== null && odds > model * (1 + distancePercent / 100))
  const before = new Map(booksOf(selections).map(({ line, percent }) => [line, percent]))
  const thinBooks = booksOf(withEntered(selections, entered)).filter(
    ({ line, percent }) => percent < 100 && percent < (before.get(line) ?? Infinity),
  )
  const inThinBook = set.filter(({ id, isRaised }) => isRaised && thinBooks.some(({ line }) => line === lineOf(id)))
  if (aboveFair.length + farAboveModel.length + thinBooks.length === 0) return null
  return {
    aboveFair: aboveFair.map(({ id }) => id),
    farAboveModel: farAboveModel.map(({ id }) => id),
    thinBooks,
    selections: [...new Set([...aboveFair, ...farAboveModel, ...inThinBook].map(({ id }) => id))],
  }
}
