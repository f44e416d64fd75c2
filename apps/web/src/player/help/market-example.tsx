import { EXAMPLE_ODDS_HUNDREDTHS, EXAMPLE_STAKE_UGX, workedExample } from '@mupiira/domain/markets/worked-example.ts'
import type { MatchResult, MarketId, Rulebook, Settlement } from '@mupiira/domain/markets/types.ts'
import { formatPlain, formatUgx } from '@mupiira/domain/money/ugx.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'

const OUTCOMES: Readonly<Record<Settlement, readonly [name: string, className: string]>> = {
  won: ['Won', 'text-up'],
  lost: ['Lost', 'text-down'],
  void: ['Void', 'text-muted'],
  'half-won': ['Half won', 'text-up'],
  'half-lost': ['Half lost', 'text-down'],
  undecided: ['Waiting', 'text-muted'],
}

export const EXAMPLE_BET = `${formatUgx(EXAMPLE_STAKE_UGX)} at odds of ${formatOdds(BigInt(EXAMPLE_ODDS_HUNDREDTHS))}`

/** Example bets on a market, computed by the settlement and payout code. */
export function MarketExample({ market, rulebook }: { readonly market: MarketId; readonly rulebook: Rulebook }) {
  const { game, result, lines } = workedExample(market, rulebook)
  return (
    <table className="w-full border-collapse">
      <caption className="pb-1 text-left text-12 text-muted">{`${scoreText(game, result)}${market === 'to_qualify' ? '; Vipers go through on penalties' : ''}`}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Selection</th>
          <th scope="col">Result</th>
          <th scope="col">Paid in UGX</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ selectionId, label, outcome, payoutUgx }) => {
          const [name, className] = OUTCOMES[outcome]
          return (
            <tr key={selectionId} className="border-t border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                {label}
              </th>
              <td className={`w-16 py-1 font-bold ${className}`}>{name}</td>
              <td className="w-20 py-1 text-right tabular">{formatPlain(payoutUgx)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function scoreText(game: { readonly homeTeam: string; readonly awayTeam: string }, result: MatchResult): string {
  const { home, away, halfTime } = result
  const half = halfTime === undefined ? '' : ` (half time ${halfTime.home}–${halfTime.away})`
  return `${game.homeTeam} ${home}–${away} ${game.awayTeam}${half}`
}
