import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { TradingGame } from '@mupiira/contract/admin-trading.ts'
import { textOf } from '../../shared/api/errors.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { gameQuery } from './game-queries.ts'
import { type MarketChange, selectionChangeOf } from './market-change.tsx'
import { type Cell, cellOf, keyOf, type OddsGrid } from './odds-cells.tsx'
import { fieldText, selectionChanges } from './selection-changes.ts'

/** Odds that staff typed into a cell, with the market as it was read then. */
export type TypedChange = { readonly gameId: string; readonly gameName: string; readonly change: MarketChange }

const UNREAD = 'The odds of this game could not be read. Nothing was changed. Please try again.'

/** The keyboard control of the cells, and the change that staff typed and must confirm. */
export function useOddsGrid(games: readonly TradingGame[]) {
  const client = useQueryClient()
  const mayEdit = useMay()('admin:odds:edit')
  const [focused, setFocused] = useState('')
  const [edited, setEdited] = useState<OddsGrid['edited']>(null)
  const [typed, setTyped] = useState<TypedChange | null>(null)
  const keys = games.flatMap(({ id, markets }) =>
    markets.flatMap((market) =>
      market.selections.map((selection) => keyOf({ gameId: id, market: market.id, selection: selection.id })),
    ),
  )

  /** Ends the editing. The cell gets the focus, so that a dialog returns the focus to it. */
  function leave(cell: Cell, returnsFocus: boolean): void {
    flushSync(() => setEdited(null))
    if (returnsFocus) cellOf(keyOf(cell))?.focus()
  }

  async function submit(cell: Cell, text: string): Promise<void> {
    let answer
    try {
      answer = await client.fetchQuery(gameQuery(cell.gameId))
    } catch (error) {
      showToast('error', textOf(error, UNREAD))
      return
    }
    const market = answer.markets.find(({ id }) => id === cell.market)
    const selection = market?.selections.find(({ id }) => id === cell.selection)
    if (market === undefined || selection === undefined) {
      showToast('error', UNREAD)
      return
    }
    const changes = selectionChanges(selection, text, fieldText(selection.mostStake))
    if (changes !== null) {
      leave(cell, true)
      const change = selectionChangeOf(market, selection, changes, answer.manualOdds)
      setTyped({ gameId: cell.gameId, gameName: answer.game.name, change })
    } else if (text.trim() === fieldText(selection.own)) leave(cell, true)
    else setEdited({ key: keyOf(cell), text, isInvalid: true })
  }

  const grid: OddsGrid = {
    mayEdit,
    tabStop: keys.includes(focused) ? focused : (keys[0] ?? ''),
    edited,
    onFocus: setFocused,
    onEdit: (cell, text) => setEdited({ key: keyOf(cell), text, isInvalid: false }),
    onType: (text) => setEdited((before) => before && { ...before, text, isInvalid: false }),
    onSubmit: (cell) => void submit(cell, edited?.text ?? ''),
    onLeave: leave,
  }
  return { grid, typed, close: () => setTyped(null) }
}
