import { cashoutOffer, type CashoutTicket } from '@mupiira/domain/cashout/offer.ts'
import { settle } from '@mupiira/domain/markets/settle.ts'
import type { GameForMarkets, MarketId } from '@mupiira/domain/markets/types.ts'
import { addUgx, formatUgx, ugx, ugxFromShillings, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { odds } from '@mupiira/domain/odds/odds.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { type PriceOptions, priceSelection } from '@mupiira/domain/pricing/price-game.ts'
import { probabilityOf } from '@mupiira/domain/pricing/probability.ts'
import { isQuoteFresh } from '@mupiira/domain/pricing/quote-age.ts'
import { overroundWithoutTotals } from '@mupiira/domain/pricing/unknown-totals.ts'
import type { MatchOdds, ModelParams } from '@mupiira/domain/pricing/types.ts'
import { largestStake, liabilityLimits, liabilityOf } from '@mupiira/domain/risk/liability.ts'
import { loweredOdds, reactionOf } from '@mupiira/domain/risk/price-reaction.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { bonusRule, slipTotals } from '@mupiira/domain/ticket/totals.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { describe, expect, it } from 'vitest'
import { proofSize } from '../support/proof.ts'
import { type MatchWithOdds, recordedOdds } from '../support/recorded-odds.ts'
import { seededDraws } from '../support/seeded.ts'

// Players with better information than a price earn nothing with 99 % confidence. Prices follow recorded opening
// and closing odds of `MATCH_DATA` or ../shared/data, or a generated season. The market moves from the opening
// to the closing odds in two days. Our quote is as old as bets and full-stake offers allow, and the player sees
// the current market.

const SIZE = proofSize({ small: 400, full: 6_000 })
const SEED = Number(process.env['FC_SEED'] ?? 20_261_127)
const MARKET_HOURS = 48
const STAKE = 10_000
const PICKS = [
  ['1x2', '1'],
  ['1x2', 'X'],
  ['1x2', '2'],
  ['over_under', 'over_2.5'],
  ['over_under', 'under_2.5'],
  ['btts', 'yes'],
  ['btts', 'no'],
] as const satisfies readonly (readonly [MarketId, string])[]
type Pick = (typeof PICKS)[number]

const draws = seededDraws(SEED)
const matches = recordedOdds(SIZE, draws)

/** The market's odds some hours before the start. */
function marketAt({ open, close }: MatchWithOdds, hoursBefore: number): MatchOdds {
  const moved = 1 - Math.min(1, hoursBefore / MARKET_HOURS)
  const between = (from: number, to: number) => from ** (1 - moved) * to ** moved
  return {
    home: between(open.home, close.home),
    draw: between(open.draw, close.draw),
    away: between(open.away, close.away),
    over25: between(open.over25, close.over25),
    under25: between(open.under25, close.under25),
  }
}

function modelOf(market: MatchOdds): ModelParams | null {
  const fair = fairMatch(market)
  return fair.ok ? fitModel(fair.value, 'soccer') : null
}

/** The oldest accepted age of a quote in hours, this long before the start. */
function oldestQuote(hoursBefore: number): number {
  const start = new Date(hoursBefore * HOUR_MS)
  let age = 0
  while (isQuoteFresh(new Date(-(age + 0.25) * HOUR_MS), start, new Date(0))) age += 0.25
  return age
}

const GAME: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'A',
  awayTeam: 'B',
  knockout: false,
  favourite: 'home',
  players: [],
  drawPossible: true,
}
const OPTIONS = { rulebook: 'house', overround: DEFAULT_SETTINGS.overround } as const
const WITHOUT_TOTALS = { rulebook: 'house', overround: overroundWithoutTotals(DEFAULT_SETTINGS.overround) } as const

type Offer = { readonly match: MatchWithOdds; readonly pick: Pick; readonly odds: number; readonly chance: number }

/** Our prices at a time before the start, from a quote of this age in hours, with the probability by the market at that time. */
function offersAt(match: MatchWithOdds, hoursBefore: number, quoteAge: number): Offer[] {
  const ours = modelOf(marketAt(match, hoursBefore + quoteAge))
  const seen = modelOf(marketAt(match, hoursBefore))
  return offersOf(match, ours, seen, OPTIONS)
}

function offersOf(
  match: MatchWithOdds,
  ours: ModelParams | null,
  seen: ModelParams | null,
  options: PriceOptions,
): Offer[] {
  if (ours === null || seen === null) return []
  return PICKS.flatMap((pick) => {
    const price = priceSelection(ours, GAME, pick[0], pick[1], options)?.baseHundredths ?? null
    const chance = probabilityOf(seen, pick[0], pick[1], 'house', GAME)
    return price === null || chance === null ? [] : [{ match, pick, odds: price, chance }]
  })
}

const paid = ({ match, pick, odds: hundredths }: Offer): number =>
  settle(pick[0], pick[1], match.result, 'house') === 'won' ? hundredths / 100 : 0

/** A strategy's returns per unit staked; fails when they are above 100 % with 99 % confidence. */
function report(strategy: string, returns: readonly number[]): void {
  const mean = returns.reduce((sum, each) => sum + each, 0) / Math.max(1, returns.length)
  const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, returns.length - 1)
  const error = Math.sqrt(variance / Math.max(1, returns.length))
  const figure = `${(mean * 100).toFixed(1)} % ± ${(error * 100).toFixed(1)} %`
  console.log(`advantage: ${strategy}: ${figure} over ${returns.length} bets`)
  expect(mean - 2.33 * error, `${strategy}: ${figure}, seed ${SEED}`).toBeLessThanOrEqual(1)
}

const bestOf = (offers: readonly Offer[]): Offer | undefined =>
  offers.toSorted((a, b) => b.odds * b.chance - a.odds * a.chance)[0]

describe('[D22b] the profit of players with better information', () => {
  it('bets on every price have no expected profit', () => {
    report(
      'all prices',
      matches.flatMap((match) => offersAt(match, draws.below(MARKET_HOURS), 0).map(paid)),
    )
  })

  it('a player who takes each match’s best price on the oldest accepted quote has no expected profit', () => {
    for (const hours of [0, 3, 12, 24, 40]) {
      const chosen = matches.flatMap((match) => bestOf(offersAt(match, hours, oldestQuote(hours))) ?? [])
      report(`best price ${hours} h before the start`, chosen.map(paid))
    }
  })

  it('a player who takes only prices above the market’s probability has no expected profit', () => {
    for (const hours of [0, 12, 40]) {
      const chosen = matches
        .flatMap((match) => offersAt(match, hours, oldestQuote(hours)))
        .filter((offer) => offer.odds * offer.chance > 100)
      if (chosen.length > 1) report(`prices above their chance ${hours} h before the start`, chosen.map(paid))
    }
  })

  it('[MKT-46] a player who knows the totals line of games without one has no expected profit', () => {
    const offers = matches.map((match) => {
      const { home, draw, away } = match.close
      return offersOf(match, modelOf({ home, draw, away }), modelOf(match.close), WITHOUT_TOTALS)
    })
    const goals = offers.flatMap((each) => bestOf(each.filter(({ pick }) => pick[0] !== '1x2')) ?? [])
    report('best goals price with the totals line known', goals.map(paid))
    const above = goals.filter((offer) => offer.odds * offer.chance > 100)
    if (above.length > 1) report('goals prices above their chance with the totals line known', above.map(paid))
    expect(above.length).toBeLessThan(goals.length / 20)
  })

  it.each([
    ['related accounts', true],
    ['accounts without a relation', false],
  ])(
    '[SLIP-72] [SLIP-73] [MKT-47] %s that know a result win at most the limits, and the prices fall with each bet',
    (who, related) => {
      const limits = liabilityLimits(DEFAULT_SETTINGS)
      const lowest = ugxFromShillings(DEFAULT_SETTINGS.later_bet_minimum)
      const highest = ugxFromShillings(DEFAULT_SETTINGS.max_bet_amount)
      const shown = odds(210)
      const [accounts, bets] = [100, DEFAULT_SETTINGS.max_daily_bets]
      let [open, staked] = [ZERO, ZERO]
      for (let account = 0; account < accounts; account += 1) {
        // Each account bets in a price step of its own.
        const price = loweredOdds(shown, reactionOf(open, limits.selectionUgx, DEFAULT_SETTINGS.price_reaction))
        let own = related ? open : ZERO
        for (let bet = 0; bet < bets; bet += 1) {
          const headrooms = [limits.selectionUgx - open, limits.gameUgx - open, limits.playerUgx - own]
          const [first, ...others] = headrooms.map((headroom) => ({ odds: price, headroomUgx: ugx(headroom) }))
          const most = first === undefined ? ZERO : largestStake([first, ...others])
          const stake = most < highest ? most : highest
          if (stake < lowest) break
          const liability = liabilityOf(stake, price)
          open = addUgx(open, liability)
          own = addUgx(own, liability)
          staked = addUgx(staked, stake)
        }
      }
      const limit = related ? limits.playerUgx : limits.selectionUgx
      const unlimited = Number(highest) * bets * accounts * (shown / 100 - 1)
      const percent = ((Number(open) / unlimited) * 100).toFixed(1)
      console.log(`advantage: ${who}: ${formatUgx(open)}, ${percent} % of what they could win without limits`)
      expect(open).toBeLessThanOrEqual(limit)
      expect(Number(open)).toBeGreaterThan(Number(limit) * 0.99)
      const average = 1 + Number(open) / Number(staked)
      if (!related) expect(average).toBeLessThan(shown / 100 - 0.02)
    },
  )

  it('accumulators of best prices with the win bonus have no expected profit', () => {
    const chosen = matches.flatMap((match) => bestOf(offersAt(match, 0, oldestQuote(0))) ?? [])
    const rule = bonusRule(DEFAULT_SETTINGS.bonus_min_odds)
    for (const legs of [3, 5]) {
      const returns: number[] = []
      for (let at = 0; at + legs <= chosen.length; at += legs) {
        const slip = chosen.slice(at, at + legs)
        const stake = ugxFromShillings(STAKE)
        const perGame = slip.map((each) => odds(each.odds))
        const { payoutUgx } = slipTotals(stake, perGame, rule, ugxFromShillings(DEFAULT_SETTINGS.max_payout))
        returns.push(slip.every((each) => paid(each) > 0) ? ugxToNumber(payoutUgx) / STAKE : 0)
      }
      report(`accumulators of ${legs}`, returns)
    }
  })

  it('a player who cashes out 1X2 bets when the closing odds are worse has no expected profit', () => {
    const returns: number[] = []
    for (const match of matches) {
      const closing = modelOf(match.close)
      const bought = offersAt(match, MARKET_HOURS, 0).filter(({ pick, odds: at }) => pick[0] === '1x2' && at <= 1_000)
      for (const offer of bought) {
        const worth = ((closing && probabilityOf(closing, '1x2', offer.pick[1], 'house', GAME)) ?? 0) * offer.odds
        // The fair value less the margin, on the oldest accepted quote.
        const late = offerFor(offer, 0, oldestQuote(0), MARKET_HOURS * 60)
        returns.push(late > worth / 100 ? late : paid(offer))
      }
    }
    report('handed back at the start when the closing odds are worse', returns)
  })

  it('a player who bets on old 1X2 quotes and cashes out the bad ones at once has no expected profit', () => {
    for (const hours of [0.5, 24]) {
      const age = oldestQuote(hours)
      const bought = matches.flatMap((match) => offersAt(match, hours, age)).filter(({ pick }) => pick[0] === '1x2')
      const returns = bought.map((offer) => {
        const back = offerFor(offer, hours, age, 5)
        return back > (offer.chance * offer.odds) / 100 ? back : paid(offer)
      })
      report(`handed back at once ${hours} h before the start`, returns)
    }
  })
})

/** The cash-out offer per unit staked, this many hours before the start and minutes after the bet. */
function offerFor({ match, pick, odds: taken }: Offer, hoursBefore: number, quoteAge: number, minutes: number): number {
  const params = modelOf(marketAt(match, hoursBefore + quoteAge))
  const priced = params && priceSelection(params, GAME, pick[0], pick[1], OPTIONS)
  if (params === null || priced === null) return 0
  const now = new Date(minutes * 60_000)
  const ticket: CashoutTicket = {
    stakeUgx: ugxFromShillings(STAKE),
    potentialReturnUgx: ugxFromShillings(STAKE * 100),
    maxPayoutUgx: ugxFromShillings(DEFAULT_SETTINGS.max_payout),
    rulebook: 'house',
    placedAt: new Date(0),
    games: [
      {
        legs: [{ market: pick[0], selectionId: pick[1], outcome: null }],
        oddsHundredths: odds(taken),
        repriced: () => odds(taken),
        progress: {
          kind: 'upcoming',
          params,
          baseThen: taken,
          baseNow: priced.baseHundredths,
          isQuoteFresh: isQuoteFresh(new Date(-quoteAge * HOUR_MS), new Date(hoursBefore * HOUR_MS), new Date(0)),
        },
        players: [],
      },
    ],
  }
  const offer = cashoutOffer(ticket, DEFAULT_SETTINGS.cashout_margin, now)
  return offer.ok ? ugxToNumber(offer.value) / STAKE : 0
}
