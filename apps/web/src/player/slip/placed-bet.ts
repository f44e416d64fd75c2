import { create } from 'zustand'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { onSignOut } from '../../state/session.ts'
import type { SlipItem } from '../../state/slip-rules.ts'
import { changeOf, type Change } from './slip-figures.ts'

type Placed = {
  readonly ticket: Ticket
  readonly items: readonly SlipItem[]
  readonly totalSeen: number | undefined
  /** The key of the selections that the player added to the slip during the placement. */
  readonly rest: string
  readonly warning: string | undefined
  /** True if the first response was lost and the request was repeated. */
  readonly wasResponseLost: boolean
}

/** The bet just placed, for the success screen and for using its selections again. */
export const usePlacedBet = create<{ readonly placed: Placed | null }>(() => ({ placed: null }))

export const dismissPlacedBet = (): void => usePlacedBet.setState({ placed: null })

export type PlacedOdds = {
  readonly item: SlipItem
  /** The odds at selection, in hundredths. */
  readonly before: number
  readonly now: number
  readonly change: Change
}

const hundredths = (odds: string | number): number => Math.round(Number(odds) * 100)

/**
 * Selections whose odds changed between selection and placement (SLIP-49, SLIP-51). Several selections of one game have
 * joint odds, which appear in the total odds only.
 */
export function changedOdds(ticket: Ticket, items: readonly SlipItem[]): readonly PlacedOdds[] {
  return items.flatMap((item) => {
    const leg = ticket.selections.find(
      (selection) =>
        selection.gameId === item.gameId && selection.market === item.market && selection.selection === item.selection,
    )
    if (leg === undefined || leg.sameGame) return []
    const [before, now] = [hundredths(item.oddsPicked ?? item.oddsSeen), hundredths(leg.odds)]
    return before > 0 && before !== now ? [{ item, before, now, change: changeOf(now, before) }] : []
  })
}

onSignOut(dismissPlacedBet)
