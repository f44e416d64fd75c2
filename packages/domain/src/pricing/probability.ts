import { isScorerMarket } from '../markets/catalogue.ts'
import type { MarketId, Rulebook } from '../markets/types.ts'
import { CELLS, scoresOf } from './score-grid.ts'
import { allScenarios } from './scenarios.ts'
import { scorerShares, sharesOf } from './shares.ts'
import type { Shares } from './shares.ts'
import type { ModelParams, Pick, PricingContext, ScoreParams, WinnerParams } from './types.ts'

/**
 * The fair probability of a selection, 1 ÷ its fair odds: P(win) ÷ (1 − P(void)), half outcomes counting half
 * (MKT-34). Null if the model cannot price it: an unknown selection, a player in no line-up, or a market other than
 * 1X2 in a sport without a score model.
 */
export function probabilityOf(
  params: ModelParams,
  market: MarketId,
  selectionId: string,
  rulebook: Rulebook,
  context: PricingContext = {},
): number | null {
  if (params.kind === 'winner') return winnerProbability(params, market, selectionId)
  const shares = sharesFor({ market, selectionId }, rulebook, context)
  if (shares === null) return null
  const { win, returned } = expectedShares(params, shares)
  // Rounding errors in long sums can exceed one, so the probability is capped.
  return returned >= 1 ? null : Math.min(1, win / (1 - returned))
}

/** The shares of a selection. A scorer's shares depend on the line-ups. */
export function sharesFor(pick: Pick, rulebook: Rulebook, context: PricingContext): Shares | null {
  if (isScorerMarket(pick.market)) return scorerShares(pick, context.players ?? [], rulebook)
  return sharesOf(pick.market, pick.selectionId, rulebook)
}

/** The mean parts of a stake that are won and returned. */
export function expectedShares(
  params: ScoreParams,
  shares: Shares,
): { readonly win: number; readonly returned: number } {
  const scores = scoresOf(params)
  if (shares.per === 'scores') return expectedFold(scores, shares)
  const { home, away } = foldOf(shares)
  const ifHome = expectedFold(scores, home)
  if (away === null) return ifHome
  const ifAway = expectedFold(scores, away)
  const share = playOffShare(params)
  return {
    win: share * ifHome.win + (1 - share) * ifAway.win,
    returned: share * ifHome.returned + (1 - share) * ifAway.returned,
  }
}

const expectedFold = (
  scores: Float64Array,
  { win, returned }: Folded,
): { readonly win: number; readonly returned: number } => ({
  win: dot(scores, win),
  returned: returned === null ? 0 : dot(scores, returned),
})

function dot(scores: Float64Array, shares: Float64Array): number {
  let sum = 0
  for (let cell = 0; cell < CELLS; cell += 1) sum += (scores[cell] as number) * (shares[cell] as number)
  return sum
}

/** The probability that home qualifies after a draw: extra time of a third of a game, then equal penalties. */
export function playOffShare(params: ScoreParams): number {
  const home = params.homeRate / 3
  const away = params.awayRate / 3
  let homeWins = 0
  let draws = 0
  for (let h = 0, ph = Math.exp(-home); h < 12; h += 1, ph *= home / h) {
    for (let a = 0, pa = Math.exp(-away); a < 12; a += 1, pa *= away / a) {
      if (h > a) homeWins += ph * pa
      if (h === a) draws += ph * pa
    }
  }
  return homeWins + draws / 2
}

interface Folded {
  readonly win: Float64Array
  readonly returned: Float64Array | null
}

interface Fold {
  readonly home: Folded
  /** Null if the play-off does not matter. */
  readonly away: Folded | null
}

// The shares of each scenario, averaged over the scenarios of each score, separately for a play-off win of home and of
// away.
const folds = new WeakMap<Shares, Fold>()

function foldOf(shares: Shares): Fold {
  const known = folds.get(shares)
  if (known !== undefined) return known
  const home = foldFor(shares, 'home')
  const away = foldFor(shares, 'away')
  const fold = { home, away: home.win.every((value, cell) => value === away.win[cell]) ? null : away }
  folds.set(shares, fold)
  return fold
}

function foldFor(shares: Shares, playOff: 'home' | 'away'): Folded {
  const win = new Float64Array(CELLS)
  const returned = shares.returned === null ? null : new Float64Array(CELLS)
  allScenarios().forEach((scenario, index) => {
    if (scenario.playOff !== null && scenario.playOff !== playOff) return
    win[scenario.cell] = (win[scenario.cell] as number) + scenario.weight * (shares.win[index] as number)
    if (returned !== null)
      returned[scenario.cell] =
        (returned[scenario.cell] as number) + scenario.weight * (shares.returned?.[index] as number)
  })
  return { win, returned }
}

function winnerProbability(params: WinnerParams, market: MarketId, selectionId: string): number | null {
  if (market !== '1x2') return null
  if (selectionId === '1') return params.home
  if (selectionId === '2') return params.away
  return selectionId === 'X' ? params.draw : null
}
