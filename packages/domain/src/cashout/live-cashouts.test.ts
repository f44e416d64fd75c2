import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proofSeed, proofSize } from '../../../../tests/support/proof.ts'
import type { GameForMarkets } from '../markets/types.ts'
import { type Ugx, ugx, ugxFromShillings } from '../money/ugx.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { continuations, paramsFrom } from '../pricing/test-continuations.ts'
import { type InPlayState, inPlayExpectation } from '../pricing/in-play.ts'
import { priceInPlay } from '../pricing/price-in-play.ts'
import type { Pick, ScoreParams } from '../pricing/types.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { stakeLeft } from '../ticket/stake-left.ts'
import { cashoutOffer } from './offer.ts'
import { evaluatePart, stakeOfPercent } from './part.ts'

const GAME: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Express',
  awayTeam: 'Villa',
  knockout: true,
  favourite: 'home',
  drawPossible: true,
}
const RULES = { leastPaidUgx: ugxFromShillings(1_000), leastLeftUgx: ugxFromShillings(1_000) }
const NO_CAP = ugxFromShillings(500_000_000)
const NOW = new Date('2026-11-28T16:00:00Z')
const { overround, in_play_margin: margin } = DEFAULT_SETTINGS
const RULEBOOK = 'industry'
const STEP_MINUTES = 12
const RARE = 1e-3

type Bet = { readonly params: ScoreParams; readonly pick: Pick; readonly odds: OddsHundredths; readonly stakeUgx: Ugx }
type Player = {
  /** The percentages of the stake left that the player may cash out, at any time and again and again. */
  readonly percents: readonly number[]
  readonly cashoutMargin: number
  /** The chance that the match is void in the end. */
  readonly voids: number
  readonly steps: number
}

/**
 * The highest mean payment that any use of cashouts can reach: in each state the player cashes out a part or waits for
 * the next one. An automatic cashout depends on the offer only, so it is such a strategy. A new bet has no higher value
 * than its stake, as this test shows for every state, so further bets add nothing.
 */
function bestMean({ params, pick, odds, stakeUgx }: Bet, start: InPlayState, player: Player): number {
  const { percents, cashoutMargin, voids, steps } = player

  function offerAt(state: InPlayState, cashedStakeUgx: Ugx): Ugx | null {
    const legs = [{ ...pick, outcome: null }]
    const progress = { kind: 'live', params, state } as const
    const offer = cashoutOffer(
      {
        stakeUgx,
        cashedStakeUgx,
        maxPayoutUgx: NO_CAP,
        potentialReturnUgx: NO_CAP,
        rulebook: RULEBOOK,
        placedAt: NOW,
        games: [{ legs, oddsHundredths: odds, repriced: () => odds, progress }],
      },
      cashoutMargin,
      NOW,
    )
    return offer.ok ? offer.value : null
  }

  function endMean(state: InPlayState, leftUgx: Ugx): number {
    const expectation = inPlayExpectation(params, [pick], RULEBOOK, state)
    if (expectation === null) throw new Error('no price')
    const played = (expectation([true]) * odds) / 100 + expectation([false])
    return Number(leftUgx) * (voids + (1 - voids) * played)
  }

  /** The best mean from a state. What follows a decision is linear in the stake left, except for roundings. */
  function best(state: InPlayState, cashed: Ugx, step: number): number {
    const leftUgx = stakeLeft({ stakeUgx, cashedStakeUgx: cashed })
    const keep = (): number => {
      if (step === steps) return endMean(state, leftUgx)
      return continuations(params, state, STEP_MINUTES).reduce(
        // After a rare event the player decides once more and then waits for the end.
        (sum, { state: after, chance }) => sum + chance * best(after, cashed, chance < RARE ? steps : step + 1),
        0,
      )
    }
    const offer = offerAt(state, cashed)
    const kept = keep()
    if (offer === null) return kept
    const choices = percents.map((percent) => {
      const stake = stakeOfPercent(leftUgx, percent)
      const part = evaluatePart({ offerUgx: offer, stakeUgx: stake, leftUgx }, RULES)
      if (!part.ok) return 0
      // Waiting with a share of the stake is worth that share of waiting with all of it.
      return Number(part.value) + (kept * Number(leftUgx - stake)) / Number(leftUgx)
    })
    return Math.max(kept, ...choices)
  }
  return best(start, ugx(0n), 0)
}

const models = fc
  .tuple(fc.integer({ min: 140, max: 600 }), fc.integer({ min: 140, max: 600 }))
  .map(([home, away]) => paramsFrom(home / 100, 3.5, away / 100))
const goals = fc.integer({ min: 0, max: 2 })
const starts = fc
  .record({ home: goals, away: goals, minute: fc.constantFrom(47, 50, 55, 60) })
  .map(({ home, away, minute }): InPlayState => ({
    phase: 'second-half',
    minute,
    score: { home, away },
    halfTime: { home: Math.min(home, 1), away: 0 },
    firstToScore: home > 0 ? 'home' : away > 0 ? 'away' : null,
    redCards: { home: 0, away: 0 },
    scorers: [],
  }))
const players = fc.record({
  percents: fc.constantFrom([100], [50, 100], [10, 30, 70]),
  cashoutMargin: fc.constantFrom(0, 1, 5),
  voids: fc.constantFrom(0, 0.01),
  steps: fc.constantFrom(1, 2),
})

describe(`the best use of cashouts of a bet on a live game (seed ${proofSeed})`, () => {
  it('[COUT-05] [INP-04] no sequence of bets in play, partial, full and automatic cashouts and voids returns more than the stake on average', () => {
    fc.assert(
      fc.property(models, starts, players, fc.nat(), (params, start, player, at) => {
        const offered = priceInPlay(params, start, GAME, { rulebook: RULEBOOK, overround, margin }).flatMap(
          ({ id: market, selections }) =>
            selections.flatMap(({ id: selectionId, oddsHundredths }) =>
              oddsHundredths === null ? [] : [{ pick: { market, selectionId }, odds: oddsHundredths }],
            ),
        )
        const chosen = offered[at % offered.length]
        if (chosen === undefined) return
        const stakeUgx = ugxFromShillings(10_000)
        const mean = bestMean({ params, ...chosen, odds: chosen.odds as OddsHundredths, stakeUgx }, start, player)
        expect(mean).toBeLessThanOrEqual(Number(stakeUgx))
      }),
      { numRuns: proofSize({ small: 5, full: 300 }) },
    )
  })
})
