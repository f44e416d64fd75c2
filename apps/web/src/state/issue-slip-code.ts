import { api, type Body } from '../shared/api/client.ts'
import { codeOf, selectionKey } from './slip-code.ts'
import type { SlipItem } from './slip-rules.ts'
import { setSlipCode, useSlip } from './slip.ts'

/** Requests a code for these selections and stores it with the slip. */
export async function issueSlipCode(
  items: readonly SlipItem[],
  userId: string | null,
  signal?: AbortSignal,
): Promise<string> {
  const selections = items.map(({ gameId, market, selection }) => ({ gameId, market, selection }))
  const { bookingCode } = await api('POST /api/booking-codes', { body: { selections } }, { signal })
  setSlipCode({ code: bookingCode, content: selectionKey(items), userId })
  return bookingCode
}

/**
 * Adds the slip's code to a bet, so that the ticket has the same code (SLIP-17). Otherwise the server creates a code.
 */
export function withSlipCode(body: Body<'POST /api/bets'>, userId: string | null): Body<'POST /api/bets'> {
  const { code, items } = useSlip.getState()
  const bookingCode = codeOf(code, items, userId)
  return bookingCode === null ? body : { ...body, bookingCode }
}
