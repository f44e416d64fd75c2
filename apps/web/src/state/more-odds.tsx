import type { Game } from '@mupiira/contract/games.ts'
import { missingOddsReason } from '../shared/lock-reason.ts'
import { OddsButton } from '../shared/ui/odds-button.tsx'
import { tapSelection } from './add-selection.ts'
import { useChosen } from './slip.ts'
import { useGoalPrices } from './goal-prices.ts'

const OVER_UNDER = { id: 'over_under', name: 'Over/Under', category: 'over_under' }
const BOTH_SCORE = { id: 'btts', name: 'Both Teams To Score', category: 'both_teams_to_score' }

/** `short`: the label in the row. `label`: the label on the market screen, which the slip also shows. */
const OPTIONS = [
  { market: OVER_UNDER, id: 'over_2.5', short: 'O 2.5', label: 'Over 2.5', price: 'over' },
  { market: OVER_UNDER, id: 'under_2.5', short: 'U 2.5', label: 'Under 2.5', price: 'under' },
  { market: BOTH_SCORE, id: 'yes', short: 'GG', label: 'Yes', price: 'yes' },
  { market: BOTH_SCORE, id: 'no', short: 'NG', label: 'No', price: 'no' },
] as const

type MoreOddsProps = { readonly game: Game; readonly closed: string | null }

/** Over/under 2.5 and both teams to score, beside 1X2 in the rows of wide screens. */
export function MoreOdds({ game, closed }: MoreOddsProps) {
  const prices = useGoalPrices(game)
  const total = useChosen(game.id, OVER_UNDER.category)
  const both = useChosen(game.id, BOTH_SCORE.category)
  const buttons = OPTIONS.map(({ market, id, short, label, price }) => {
    const odds = prices?.[price] ?? null
    const sides = OPTIONS.filter((option) => option.market === market)
    const selections = sides.map((side) => ({ odds: prices?.[side.price] ?? null }))
    return (
      <OddsButton
        key={id}
        hasColumnTitle
        isInList
        label={short}
        name={`${label}, ${market.name}, ${game.homeTeam} vs ${game.awayTeam}`}
        odds={odds}
        selected={(market === OVER_UNDER ? total : both) === `${market.id} ${id}`}
        locked={
          closed ??
          (prices === undefined
            ? 'odds are loading'
            : odds === null
              ? missingOddsReason({ id: market.id, selections }, id)
              : null)
        }
        onToggle={() => tapSelection('list', game, market, { id, label, odds })}
      />
    )
  })
  return <div className="grid grid-cols-4 gap-1.5 [grid-area:goals]">{buttons}</div>
}
