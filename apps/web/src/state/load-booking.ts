import type { BookedSelection, BookedSlip } from '@mupiira/contract/booking-codes.ts'
import { showToast } from '../shared/ui/toast.tsx'
import { LOAD_FAILED, type BookingProblem } from './booking-problems.ts'
import { selectionKey } from './slip-code.ts'
import { slipItem, type SlipItem } from './slip-rules.ts'
import { replaceSelections, setSlipCode } from './slip.ts'

/**
 * Loads a code's selections into the slip at current odds (CODE-10, CODE-11, CODE-16). Closed selections are skipped
 * and named in a message (CODE-19). Returns the problem if nothing was loaded, else null.
 */
export function loadBooking(booked: BookedSlip, userId: string | null): BookingProblem | null {
  if (booked.refusal !== null) return { title: booked.refusal }
  const items = booked.selections.flatMap((selection) => itemOf(selection) ?? [])
  const leftOut = booked.selections.filter(({ odds }) => odds === null)
  if (items.length === 0) {
    return leftOut.length === 0 ? { title: LOAD_FAILED } : { title: LOAD_FAILED, text: leftOutText(leftOut) }
  }
  replaceSelections(items)
  // The player's own slip code stays with the slip. A ticket's code, or another player's, is never reused for a bet.
  const keepsCode = booked.own && booked.ticket === null && leftOut.length === 0
  setSlipCode(keepsCode ? { code: booked.bookingCode, content: selectionKey(items), userId } : null)
  if (leftOut.length > 0) showToast('warning', leftOutText(leftOut))
  return null
}

function itemOf(booked: BookedSelection): SlipItem | null {
  if (booked.odds === null) return null
  return slipItem(
    { ...booked, id: booked.gameId, startTime: booked.gameTime, status: booked.gameStatus },
    { id: booked.market, name: booked.marketName, category: booked.marketCategory },
    { id: booked.selection, label: booked.selectionLabel, odds: booked.odds },
  )
}

const leftOutText = (leftOut: readonly BookedSelection[]): string =>
  `Not added, because the game is closed for betting: ${leftOut.map(({ match, selectionLabel }) => `${selectionLabel}, ${match}`).join('; ')}`
