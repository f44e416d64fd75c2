import type { Game, Market } from '@mupiira/contract/games.ts'
import { lockedFigure } from '../../shared/locked-figure.ts'
import { classes } from '../../shared/ui/classes.ts'
import { OddsButton } from '../../shared/ui/odds-button.tsx'
import { tapOption } from '../../state/add-selection.ts'
import { useChosen } from '../../state/slip.ts'
import { withoutOdds } from './lowest-odds.ts'
import { OddsLine } from './odds-line.tsx'

/** Longer names appear beside their odds instead of above. In a row of three, a team's name fits. */
const LONGEST_STACKED = 8
const LONGEST_OF_THREE = 24

type MarketSectionProps = {
  readonly game: Game
  readonly market: Market
  /** Why the whole game is closed for betting. */
  readonly closed: string | null
}

export function MarketSection({ game, market, closed }: MarketSectionProps) {
  const chosen = useChosen(game.id, market.category)
  const longest = market.selections.length === 3 ? LONGEST_OF_THREE : LONGEST_STACKED
  const stacked = market.selections.every((selection) => selection.label.length <= longest)
  return (
    <section className="border-t border-line px-3 pt-2 pb-3" aria-label={market.name}>
      <h2 className="flex min-h-8 items-center text-14 font-bold">{market.heading ?? market.name}</h2>
      {!market.available && <p className="text-14 text-muted">not available for this match</p>}
      {market.available && (
        <div className={classes('grid gap-2', columnsFor(market.selections.length, stacked))}>
          {market.selections.map((selection) => {
            const locked = closed ?? (selection.odds === null ? withoutOdds(market, selection.id) : null)
            const figure = market.id === '1x2' ? lockedFigure(game, selection.id as '1' | 'X' | '2') : {}
            // A button without name and odds would not show what is locked.
            const Option = stacked && (locked === null || 'figure' in figure) ? OddsButton : OddsLine
            return (
              <Option
                key={selection.id}
                label={selection.label}
                name={market.name}
                odds={selection.odds}
                trend={selection.trend}
                selected={chosen === `${market.id} ${selection.id}`}
                locked={locked}
                {...figure}
                onToggle={() => tapOption('markets', game, market, selection)}
              />
            )
          })}
        </div>
      )}
    </section>
  )
}

function columnsFor(count: number, stacked: boolean): string {
  if (!stacked || count === 2) return 'grid-cols-2'
  return count % 3 === 0 ? 'grid-cols-3' : 'grid-cols-4'
}
