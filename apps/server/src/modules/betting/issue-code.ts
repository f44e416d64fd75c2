import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import type { issueBookingCode } from '@mupiira/contract/booking-codes.ts'
import { MAX_SELECTIONS } from '@mupiira/domain/limits/stake-rules.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { Pricing } from '../pricing/index.ts'
import { type CodeOwner, newOwner } from './code-owner.ts'
import { type BookedLeg, insertCode } from './code-rows.ts'
import { evaluateSelection, namedGames } from './evaluate-slip.ts'

/** Stores a slip's selections under a new code (D25). All selections must be open for bets (D26). */
export async function issueCode(
  sql: Sql,
  pricing: Pricing,
  { selections }: BodyOf<typeof issueBookingCode>,
  asker: CodeOwner,
  now: Date,
): Promise<Outcome<typeof issueBookingCode>> {
  if (selections.length === 0) return { error: 'NO_SELECTIONS' }
  if (selections.length > MAX_SELECTIONS) return { error: 'TOO_MANY_SELECTIONS', details: { maximum: MAX_SELECTIONS } }
  const games = await pricing.snapshot(namedGames(selections), now)
  const legs: BookedLeg[] = []
  for (const [at, asked] of selections.entries()) {
    const evaluated = evaluateSelection({ ...asked, odds: 1 }, at, games, now)
    if ('problem' in evaluated) return { error: evaluated.problem, details: { selection: at } }
    legs.push({ gameId: evaluated.leg.game.id, market: evaluated.leg.market, selection: evaluated.leg.selectionId })
  }
  const { owner, cookies } = newOwner(asker)
  return { status: 201, body: { bookingCode: await insertCode(sql, owner, legs, now) }, cookies }
}
