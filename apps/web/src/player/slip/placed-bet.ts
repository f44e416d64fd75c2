import { create } from 'zustand'
import type { Ticket } from '@mupiira/contract/bets.ts'
import { onSignOut } from '../../state/session.ts'
import type { SlipItem } from '../../state/slip-rules.ts'

type Placed = {
  readonly ticket: Ticket
  readonly items: readonly SlipItem[]
  /** The content of the slip without them: what was added while the bet was on its way. */
  readonly rest: string
  readonly warning: string | undefined
  /** The first answer was lost, and it was asked again. */
  readonly wasLost: boolean
}

/** The bet just placed, for the success screen, with its selections to use again. */
export const usePlacedBet = create<{ readonly placed: Placed | null }>(() => ({ placed: null }))

export const leavePlacedBet = (): void => usePlacedBet.setState({ placed: null })

/** AUTH-77 */
onSignOut(leavePlacedBet)
