import { quoteBet } from '@mupiira/contract/bet-quotes.ts'
import { placeBet } from '@mupiira/contract/bets.ts'
import { UNRESTRICTED } from '@mupiira/domain/risk/restrictions.ts'
import { ugxFromNumber, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Batcher } from '../../../kernel/batcher.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import { type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import type { Recalled } from '../../../kernel/idempotency/idempotency.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { browserOf } from '../booking-codes/slip-codes.ts'
import { quotedPlayer } from '../tickets/player-counters.repository.ts'
import { presentTicket } from '../tickets/present-ticket.ts'
import { gameIdsOf } from './evaluate-slip.ts'
import type { PlaceDeps, PlaceRequest, PlaceResult } from './place-bets.ts'
import { presentBetRefusal } from './present-bet-refusal.ts'
import { presentQuote } from './present-quote.ts'
import { type QuotedPlayer, quoteSlip } from './quote-bet.ts'

/** Maximum length of a stored user agent. */
const CLIENT_CHARACTERS = 200

export const placementRoutes = (
  { db }: Pick<Kernel, 'db'>,
  { pricing, settings }: Pick<PlaceDeps, 'pricing' | 'settings'>,
  batcher: Batcher<PlaceRequest, PlaceResult | NonNullable<Recalled>>,
): readonly Route[] => [
  route(
    placeBet,
    async ({ actor, address, body, cookies, headers, idempotencyRecord }) => {
      if (!may(actor, 'bet:place')) return { error: 'STAFF_CANNOT_BET' }
      const stake = ugxFromNumber(body.stake)
      if (!stake.ok) return { error: 'AMOUNT_TOO_PRECISE' }
      const client = (headers['user-agent'] ?? '').slice(0, CLIENT_CHARACTERS)
      const from = { userId: actor.userId, browser: browserOf(cookies), client, address }
      const result = await batcher.submit({ ...from, slip: body, stakeUgx: stake.value, idempotencyRecord })
      // The stored answer is sent as it is.
      if (idempotencyRecord.answer !== null) return { again: idempotencyRecord.answer }
      return 'ok' in result ? placeAnswer(result) : result
    },
    { recall: 'by-handler' },
  ),

  route(quoteBet, async ({ body, actor, now }) => {
    const games = await pricing.prices.snapshot(gameIdsOf(body.selections), now)
    const player =
      actor.kind !== 'visitor' && may(actor, 'bet:place') ? await quotedPlayer(db, actor.userId, now) : UNKNOWN
    const quote = quoteSlip(body, player, { settings: settings.current(), games, pricing, now })
    return quote.ok ? { status: 200, body: presentQuote(quote.value) } : presentBetRefusal(quote.error)
  }),
]

const UNKNOWN: QuotedPlayer = { isFirstBet: 'unknown', ...UNRESTRICTED }

export function placeAnswer(result: PlaceResult): Outcome<typeof placeBet> {
  if (!result.ok) return presentBetRefusal(result.error)
  if ('shown' in result.value) {
    const { after, delaySeconds, shown } = result.value
    return { status: 202, body: { success: true, delayed: shown, delaySeconds, balance: ugxToNumber(after.balance) } }
  }
  const { after, code, games, legs, ticket } = result.value
  const body = {
    success: true,
    ticket: presentTicket(ticket, legs, games),
    balance: ugxToNumber(after.balance),
  } as const
  return { status: 201, body: { ...body, ...(code.warning !== undefined && { warning: code.warning }) } }
}
