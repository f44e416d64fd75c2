import type { Game, Market } from '@mupiira/contract/games.ts'
import { lockedOdds, outcomesOf } from '../../shared/locked-odds.ts'
import { missingOddsReason } from '../../shared/lock-reason.ts'
import { suspendedText } from '../../shared/suspension-text.ts'
import { classes } from '../../shared/ui/classes.ts'
import { OddsButton } from '../../shared/ui/odds-button.tsx'
import { tapSelection } from '../../state/add-selection.ts'
import { useChosen } from '../../state/slip.ts'
import { OddsLine } from './odds-line.tsx'
import { SuspendedOption } from './suspended-option.tsx'

/** The longest label in a grid of three or four columns. Three selections in a single row may have longer labels. */
const MAX_SHORT_LENGTH = 8
/** The longest label that fits above its odds. */
const MAX_STACKED_LENGTH = 24
/** With large text, the grid has fewer columns, because odds such as 164.10 must fit. */
const FOUR_COLUMNS = 'grid-cols-[repeat(auto-fill,minmax(max(4.75rem,23%),1fr))]'

type MarketSectionProps = {
  readonly game: Game
  readonly market: Market
  /** Why the whole game is closed for betting. */
  readonly closed: string | null
}

export function MarketSection({ game, market, closed }: MarketSectionProps) {
  const chosen = useChosen(game.id, market.category)
  const selections = selectionsOf(game, market)
  const longest = Math.max(...selections.map(({ label }) => label.length))
  const isStacked = longest <= MAX_STACKED_LENGTH
  const Option = isStacked ? OddsButton : OddsLine
  const columns = columnsFor(selections.length, longest)
  const isSuspended = closed !== null && game.inPlay !== undefined
  return (
    <section className="border-t border-line px-3 pt-2 pb-3" aria-label={market.name}>
      <h2 className="flex min-h-8 items-center text-14 font-bold">{market.heading ?? market.name}</h2>
      {!market.available && <p className="text-14 text-muted">not available for this game</p>}
      {market.available && (
        <div className={classes('grid gap-2', columns)}>
          {selections.map((selection) => {
            if (isSuspended)
              return (
                <SuspendedOption
                  key={selection.id}
                  label={selection.label}
                  name={market.name}
                  reason={suspendedText(game)}
                  isLine={!isStacked}
                  hasText={isStacked && columns !== FOUR_COLUMNS}
                />
              )
            const locked = closed ?? (selection.odds === null ? missingOddsReason(market, selection.id) : null)
            const figure = market.id === '1x2' ? lockedOdds(game, selection.id as '1' | 'X' | '2') : {}
            return (
              <Option
                key={selection.id}
                label={selection.label}
                name={market.name}
                odds={selection.odds}
                selected={chosen === `${market.id} ${selection.id}`}
                locked={locked}
                {...figure}
                onToggle={() => tapSelection('markets', game, market, selection)}
              />
            )
          })}
        </div>
      )}
    </section>
  )
}

/** The selections to show. In a game that cannot end in a draw, X is omitted. */
function selectionsOf(game: Game, { id, selections }: Market): Market['selections'] {
  if (id !== '1x2') return selections
  const outcomes: readonly string[] = outcomesOf(game)
  return selections.filter((selection) => outcomes.includes(selection.id))
}

function columnsFor(count: number, longest: number): string {
  if (count === 3 && longest <= MAX_STACKED_LENGTH) return 'grid-cols-3'
  if (count === 2 || longest > MAX_SHORT_LENGTH) return 'grid-cols-2'
  return count % 3 === 0 ? 'grid-cols-3' : FOUR_COLUMNS
}
