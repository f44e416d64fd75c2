import { placeBet, quoteBet } from '@mupiira/contract/bets.ts'
import { ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import { may } from '../../../kernel/http/actor.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Batcher } from '../../../kernel/batcher.ts'
import { browserOf } from '../booking-codes/slip-codes.ts'
import { namedGames } from './evaluate-slip.ts'
import type { PlaceOutcome, PlaceRequest } from './new-ticket.ts'
import { AccountUnread, type PlaceDeps } from './place-bets.ts'
import { countValidTickets } from '../tickets/player-counters.repository.ts'
import { quoteSlip } from './quote-bet.ts'

// Longer user agents are cut for the record.
const CLIENT_CHARACTERS = 200

export function placementRoutes(
  kernel: Kernel,
  deps: PlaceDeps,
  batcher: Batcher<PlaceRequest, PlaceOutcome>,
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
      const isFirstBet =
        actor.kind !== 'visitor' && may(actor, 'bet:place')
          ? (await countValidTickets(kernel.db, actor.userId)) === 0
          : 'unknown'
      return quoteSlip(body, isFirstBet, { settings: deps.settings.current(), games, pricing: deps.pricing, now })
    }),
  ]
}
