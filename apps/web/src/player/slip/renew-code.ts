import { ApiError } from '../../shared/api/errors.ts'
import { issueSlipCode } from '../../state/issue-slip-code.ts'
import type { OpenRequest } from '../../state/money-request.ts'

const PLACE_AGAIN_MS = 500

type Bet = OpenRequest<'POST /api/bets'>

/**
 * The bet with a new code, if the bet was refused because its code is missing (SLIP-65); otherwise null. If no code
 * arrives in time, the bet is sent without a code, and the server creates one.
 */
export async function withNewCode(
  error: unknown,
  { body, items = [], userId }: Bet,
): Promise<Pick<Bet, 'body' | 'items'> | null> {
  if (!(error instanceof ApiError && error.code === 'MISSING_BOOKING_CODE')) return null
  const { bookingCode: _, ...rest } = body
  const code = issueSlipCode(items, userId).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, PLACE_AGAIN_MS))
  const bookingCode = await code
  return { items, body: bookingCode === undefined ? rest : { ...rest, bookingCode } }
}
