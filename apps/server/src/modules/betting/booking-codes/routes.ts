import { getBookingCode, issueBookingCode } from '@mupiira/contract/booking-codes.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import { MAX_SELECTIONS } from '@mupiira/domain/limits/stake-rules.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Pricing } from '../../pricing/index.ts'
import { evaluateSelection, namedGames } from '../placement/evaluate-slip.ts'
import type { PlaceDeps } from '../placement/place-bets.ts'
import type { TicketScreens } from '../tickets/open-ticket.ts'
import { type BookedLeg, createSlipCode, pruneCodes } from './codes.ts'
import { lookUpCode } from './look-up.ts'
import { requesterOf, type CodeOwner, newOwner } from './owner.ts'

/** Slips list games weeks ahead at most, so older codes only contain finished games. */
const RETENTION_MS = 90 * 86_400_000

export function bookingCodeRoutes(kernel: Kernel, deps: PlaceDeps, tickets: TicketScreens): readonly Route[] {
  const { db, clock } = kernel
  const prune = async () => void (await pruneCodes(db, new Date(clock.now().getTime() - RETENTION_MS)))
  kernel.jobs.cron('prune-booking-codes', '17 * * * *', prune)
  return [
    route(issueBookingCode, ({ body, actor, cookies, now }) =>
      issueCode(db, deps.pricing, body, requesterOf(actor, cookies), now),
    ),
    route(getBookingCode, ({ params, actor, cookies, now }) =>
      lookUpCode(
        { sql: db, pricing: deps.pricing, settings: deps.settings, tickets },
        params.code,
        requesterOf(actor, cookies),
        now,
      ),
    ),
  ]
}

/** Stores a slip's selections under a new code (D25). All selections must be open for bets (D26). */
export async function issueCode(
  sql: Sql,
  pricing: Pricing,
  { selections }: BodyOf<typeof issueBookingCode>,
  requester: CodeOwner,
  now: Date,
): Promise<Outcome<typeof issueBookingCode>> {
  if (selections.length === 0) return { error: 'NO_SELECTIONS' }
  if (selections.length > MAX_SELECTIONS) return { error: 'TOO_MANY_SELECTIONS', details: { maximum: MAX_SELECTIONS } }
  const games = await pricing.snapshot(namedGames(selections), now)
  const legs: BookedLeg[] = []
  for (const [at, requested] of selections.entries()) {
    const evaluated = evaluateSelection({ ...requested, odds: 1 }, at, games, now)
    if ('problem' in evaluated) return { error: evaluated.problem, details: { selection: at } }
    legs.push({ gameId: evaluated.leg.game.id, market: evaluated.leg.market, selection: evaluated.leg.selectionId })
  }
  const { owner, cookies } = newOwner(requester)
  return { status: 201, body: { bookingCode: await createSlipCode(sql, owner, legs, now) }, cookies }
}
