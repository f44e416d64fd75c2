import { placeBet, quoteBet } from '@mupiira/contract/bets.ts'
import { countTickets as countEndpoint, getTicket, listTickets } from '@mupiira/contract/tickets.ts'
import { ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import { may } from '../../kernel/http/actor.ts'
import { NOT_A_CURSOR } from '../../kernel/http/cursor-page.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Batcher } from '../../kernel/batcher.ts'
import { browserOf } from './booking-codes/slip-codes.ts'
import { namedGames } from './placement/evaluate-slip.ts'
import type { TicketScreens } from './tickets/open-ticket.ts'
import type { PlaceOutcome, PlaceRequest } from './placement/new-ticket.ts'
import { AccountUnread, type PlaceDeps } from './placement/place-bets.ts'
import { countTickets } from './tickets/tickets.repository.ts'
import { countValidTickets } from './tickets/player-counters.repository.ts'
import { quoteSlip } from './placement/quote-bet.ts'

const PAGE = 20
// Longer user agents are cut for the record.
const CLIENT_CHARACTERS = 200

export function bettingRoutes(
  kernel: Kernel,
  deps: PlaceDeps,
  batcher: Batcher<PlaceRequest, PlaceOutcome>,
  tickets: TicketScreens,
): readonly Route[] {
  return [
    route(
      placeBet,
      async (call) => {
        if (!may(call.actor, 'bet:place')) return { error: 'STAFF_CANNOT_BET' }
        const stake = ugxFromNumber(call.body.stake)
        if (!stake.ok) return { error: 'AMOUNT_TOO_PRECISE' }
        const request = {
          client: (call.headers['user-agent'] ?? '').slice(0, CLIENT_CHARACTERS),
          address: call.address,
          userId: call.actor.userId,
          browser: browserOf(call.cookies),
          stakeUgx: stake.value,
          slip: call.body,
          idempotencyRecord: call.idempotencyRecord,
        }
        return batcher.submit(request).catch((error: unknown): PlaceOutcome => {
          if (!(error instanceof AccountUnread)) throw error
          call.log.warn({ err: error.cause }, 'the account for a bet could not be read')
          return { error: 'PROFILE_ERROR' }
        })
      },
      { recall: 'by-handler' },
    ),

    route(quoteBet, async ({ body, actor, now }) => {
      const games = await deps.pricing.snapshot(namedGames(body.selections), now)
      const isFirstBet = actor.kind === 'user' ? (await countValidTickets(kernel.db, actor.userId)) === 0 : 'unknown'
      return quoteSlip(body, isFirstBet, { settings: deps.settings.current(), games, pricing: deps.pricing, now })
    }),

    route(listTickets, async ({ actor, query }) => {
      const { cursor, limit = PAGE, tab = 'all', status = null } = query
      if (cursor !== undefined && !isId(cursor)) return NOT_A_CURSOR
      const body = await tickets.page({ userId: actor.userId, tab, status, before: cursor ?? null, limit })
      return { status: 200, body }
    }),

    route(countEndpoint, async ({ actor }) => ({ status: 200, body: await countTickets(kernel.db, actor.userId) })),

    route(getTicket, async ({ actor, params }) => {
      if (!isId(params.id)) return { error: 'TICKET_ID_MALFORMED' }
      const ticket = await tickets.open(params.id, actor.userId)
      return ticket === null ? { error: 'TICKET_NOT_FOUND' } : { status: 200, body: ticket }
    }),
  ]
}
