import { createContext, type KeyboardEvent, useContext } from 'react'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import type { TradingGame } from '@mupiira/contract/admin-trading.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'

export type TradingMarket = TradingGame['markets'][number]
type Selection = TradingMarket['selections'][number]

/** A cell of the grid: a selection of a main market of a game. */
export type Cell = { readonly gameId: string; readonly market: TradingMarket['id']; readonly selection: string }

export const keyOf = ({ gameId, market, selection }: Cell): string => `${gameId} ${market} ${selection}`

/** The part of the key that the cells of a column share. */
const columnOf = (key: string): string => key.slice(key.indexOf(' ') + 1)

/** The state of all cells. It is a context, because the columns of a table must not change while staff types. */
export type OddsGrid = {
  readonly mayEdit: boolean
  /** The cell that Tab reaches. The arrow keys reach the others. */
  readonly tabStop: string
  readonly edited: { readonly key: string; readonly text: string; readonly isInvalid: boolean } | null
  readonly onFocus: (key: string) => void
  readonly onEdit: (cell: Cell, text: string) => void
  readonly onType: (text: string) => void
  readonly onSubmit: (cell: Cell) => void
  readonly onLeave: (cell: Cell, returnsFocus: boolean) => void
}

const NOT_EDITABLE = () => {}
export const OddsGridContext = createContext<OddsGrid>({
  mayEdit: false,
  tabStop: '',
  edited: null,
  onFocus: NOT_EDITABLE,
  onEdit: NOT_EDITABLE,
  onType: NOT_EDITABLE,
  onSubmit: NOT_EDITABLE,
  onLeave: NOT_EDITABLE,
})

/** The cell with this key on screen. */
export const cellOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-odds="${CSS.escape(key)}"]`)

const DIRECTIONS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 } as const

const isArrow = (key: string): key is keyof typeof DIRECTIONS => key in DIRECTIONS

/** The next cell of the row, or of the column: a game without this market is skipped. */
function neighbourOf(cell: HTMLElement, arrow: keyof typeof DIRECTIONS): HTMLElement | undefined {
  const key = cell.dataset['odds'] ?? ''
  const isVertical = arrow === 'ArrowUp' || arrow === 'ArrowDown'
  const [row, table] = [cell.closest('tr'), cell.closest('table')]
  const cells = [...((isVertical ? table : row)?.querySelectorAll<HTMLElement>('[data-odds]') ?? [])]
  const line = isVertical ? cells.filter((each) => columnOf(each.dataset['odds'] ?? '') === columnOf(key)) : cells
  return line[line.indexOf(cell) + DIRECTIONS[arrow]]
}

const textOf = ({ own, odds }: Selection): string => {
  const shown = own ?? odds
  return shown === null ? '' : oddsText(shown)
}

/** Only football has draws. */
const isPossible = ({ sport }: TradingGame, { id }: Selection): boolean => id !== 'X' || sport === 'soccer'

/** The cells of a market of a game. */
export const OddsCells = ({ game, market }: { readonly game: TradingGame; readonly market: TradingMarket }) => (
  <span className="inline-flex flex-col items-start gap-1 max-lg:items-end">
    <span className="inline-flex flex-wrap gap-1 max-lg:justify-end lg:flex-nowrap lg:gap-0.5">
      {market.selections
        .filter((selection) => isPossible(game, selection))
        .map((selection) => (
          <OddsCell key={selection.id} game={game} market={market} selection={selection} />
        ))}
    </span>
    {market.suspended && <Badge tone="down">suspended</Badge>}
  </span>
)

type OddsCellProps = {
  readonly game: TradingGame
  readonly market: TradingMarket
  readonly selection: Selection
}

// Hidden text is positioned in its cell. Otherwise it would widen the page instead of the table.
const BOX =
  'relative inline-flex min-h-11 min-w-12 flex-col items-center justify-center rounded-tag border px-1 lg:min-h-9'

function OddsCell({ game, market, selection }: OddsCellProps) {
  const grid = useContext(OddsGridContext)
  const cell: Cell = { gameId: game.id, market: market.id, selection: selection.id }
  const key = keyOf(cell)
  const { label, odds, own, isOffered } = selection
  const name = `${marketDefinition(market.id).name}, ${label}, ${game.homeTeam} – ${game.awayTeam}`
  // Manual odds do not follow the score, so they apply before the start only.
  const isEditable = grid.mayEdit && game.status === 'upcoming'
  if (grid.edited?.key === key) return <OddsInput cell={cell} name={name} grid={grid} />
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isArrow(event.key)) {
      event.preventDefault()
      neighbourOf(event.currentTarget, event.key)?.focus()
    } else if (isEditable && /^[\d.,]$/.test(event.key)) {
      // Otherwise the field would receive the character twice.
      event.preventDefault()
      grid.onEdit(cell, event.key)
    }
  }
  return (
    <button
      type="button"
      data-odds={key}
      tabIndex={grid.tabStop === key ? 0 : -1}
      aria-disabled={!isEditable}
      onFocus={() => grid.onFocus(key)}
      onClick={() => isEditable && grid.onEdit(cell, textOf(selection))}
      onKeyDown={onKeyDown}
      className={classes(
        BOX,
        'text-center leading-4',
        own === null ? 'border-line' : 'border-gold',
        isEditable ? 'cursor-pointer hover:border-ink' : 'cursor-default',
      )}
    >
      <span className="text-12 whitespace-nowrap text-muted">{market.id === '1x2' ? selection.id : label}</span>
      <span
        className={classes(
          'tabular',
          isOffered ? 'font-bold' : 'text-muted',
          odds !== null && !isOffered && 'line-through',
        )}
      >
        {odds === null ? '–' : oddsText(odds)}
      </span>
      <span className="sr-only">
        {`${name}${isOffered ? '' : ', not offered'}${own === null ? '' : `, manual odds ${oddsText(own)}`}`}
      </span>
    </button>
  )
}

type OddsInputProps = { readonly cell: Cell; readonly name: string; readonly grid: OddsGrid }

function OddsInput({ cell, name, grid }: OddsInputProps) {
  const { text = '', isInvalid = false } = grid.edited ?? {}
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') grid.onSubmit(cell)
    else if (event.key === 'Escape') grid.onLeave(cell, true)
    else return
    event.preventDefault()
  }
  return (
    <input
      autoFocus
      aria-label={`Odds of ${name}`}
      aria-invalid={isInvalid}
      inputMode="decimal"
      maxLength={8}
      value={text}
      onChange={(event) => grid.onType(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => grid.onLeave(cell, false)}
      onFocus={({ currentTarget }) => text.length > 1 && currentTarget.select()}
      className={classes(BOX, 'w-14 text-center font-bold tabular', isInvalid ? 'border-down' : 'border-ink')}
    />
  )
}
