import { formatAmount, formatPlain, formatUgx, type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { oddsToNumber, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { MAX_SAME_GAME_SELECTIONS } from '@mupiira/domain/pricing/same-game.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import { type BetGame, jointOddsOf, totalOddsOf } from './evaluate-slip.ts'
import type { PlaceRefusal } from './place-bets.ts'
import type { QuoteRefusal } from './quote-bet.ts'

/** The HTTP error of a refused bet or quote. Every refusal is the error of the same name. */
export const presentRefusal = <R extends PlaceRefusal | QuoteRefusal>(refusal: R): Refusal<R['code']> =>
  present(refusal) as Refusal<R['code']>

function present(refusal: PlaceRefusal | QuoteRefusal): Refusal<(PlaceRefusal | QuoteRefusal)['code']> {
  switch (refusal.code) {
    case 'ODDS_CHANGED':
      return { error: refusal.code, details: presentOdds(refusal.games) }
    case 'COMBINATION_TOO_LARGE':
      return { error: refusal.code, details: { maximum: MAX_SAME_GAME_SELECTIONS, odds: '1,000.00' } }
    case 'LIMIT_REACHED':
    case 'EXCLUDED':
      return { error: refusal.code, details: refusal.details }
    default: {
      const { code, ...facts } = refusal
      return Object.keys(facts).length === 0 ? { error: code } : { error: code, details: presentFacts(code, facts) }
    }
  }
}

/** Amounts as texts and as numbers (SLIP-30..41, 62, D48). */
function presentFacts(code: string, facts: object): { readonly [name: string]: unknown } {
  const format = AMOUNT_FORMATS[code] ?? formatPlain
  const details: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries<Ugx | number>({ ...facts })) {
    if (typeof value === 'bigint') details[name.replace('Ugx', '')] = format(value)
    details[name] = typeof value === 'bigint' ? ugxToNumber(value) : value
  }
  return details
}

/** Limits are shown without decimals, balances with them. */
const AMOUNT_FORMATS: { readonly [code: string]: (value: Ugx) => string } = {
  NEGATIVE_BALANCE: formatAmount,
  INSUFFICIENT_BALANCE: formatUgx,
} satisfies { readonly [code in PlaceRefusal['code']]?: (value: Ugx) => string }

/** The current odds of a slip whose odds have changed. */
function presentOdds(games: readonly BetGame[]) {
  const legs = games.flatMap((game) => game.legs).toSorted((a, b) => a.at - b.at)
  return {
    totalOdds: totalOddsToNumber(totalOddsOf(games)),
    selections: legs.map((leg) => ({
      gameId: leg.game.id,
      market: leg.market,
      selection: leg.selectionId,
      odds: oddsToNumber(leg.oddsHundredths),
    })),
    jointOdds: jointOddsOf(games),
  }
}
