import type { CashoutReason } from '@mupiira/domain/cashout/live-state.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { evaluatePart, stakeOfPercent } from '@mupiira/domain/cashout/part.ts'
import { ofStakeLeft, stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type PlacedTicket, stakePartsOf } from '../betting/index.ts'
import { type PartTooSmall, partTooSmall } from './accept-offer.ts'
import { type CashoutDeps, gamesOf, offerNow } from './offer-now.ts'
import { partRulesNow } from './part-limits.ts'
import { announceTicket } from './pay-cashout.ts'
import { type CashoutRule, endRule, rulesOf, saveRule, timesSet } from './rules.repository.ts'

export type RuleRefusal =
  | { readonly code: 'TICKET_NOT_FOUND' }
  | { readonly code: 'CASHOUT_UNAVAILABLE'; readonly reason: CashoutReason }
  | { readonly code: 'CASHOUT_TARGET_TOO_HIGH'; readonly maximumUgx: Ugx }
  | { readonly code: 'CASHOUT_TARGET_LIMIT'; readonly maximum: number }
  | PartTooSmall

/** Each change is stored for good, so a ticket has a maximum that no person reaches. */
export const MAX_TARGETS_PER_TICKET = 100

type WantedRule = Pick<CashoutRule, 'ticketId' | 'userId' | 'target' | 'percent'>

/**
 * Sets the automatic cash-out of a player's own pending ticket (COUT-02). The target cannot exceed the potential win of
 * the stake left, which no offer exceeds. A part has the limits of a cash-out now, so that no rule waits unseen.
 */
export async function setRule(
  { clock, outbox }: Pick<Kernel, 'clock' | 'outbox'>,
  deps: CashoutDeps,
  tx: Tx,
  wanted: WantedRule,
): Promise<Result<CashoutRule, RuleRefusal>> {
  const locked = await lockOwn(deps, tx, wanted)
  if (!locked.ok) return locked
  const { ticket, legs } = locked.value
  const parts = stakePartsOf(ticket)
  const maximumUgx = ofStakeLeft(ticket.potentialWin, parts)
  if (wanted.target > maximumUgx) return err({ code: 'CASHOUT_TARGET_TOO_HIGH', maximumUgx })
  const leftUgx = stakeLeft(parts)
  const now = clock.now()
  const current = offerNow(deps, locked.value, await gamesOf(tx, deps, locked.value), now)
  const rules = partRulesNow(deps.settings.current(), current, await deps.tickets.countValid(tx, wanted.userId))
  const stakeUgx = stakeOfPercent(leftUgx, wanted.percent)
  const part = evaluatePart({ offerUgx: wanted.target, stakeUgx, leftUgx }, rules)
  if (!part.ok) return err(partTooSmall(part.error, rules))
  const set = (await rulesOf(tx, [wanted.ticketId])).get(wanted.ticketId)
  if (set?.target === wanted.target && set.percent === wanted.percent) return ok(set)
  if ((await timesSet(tx, wanted.ticketId)) >= MAX_TARGETS_PER_TICKET)
    return err({ code: 'CASHOUT_TARGET_LIMIT', maximum: MAX_TARGETS_PER_TICKET })
  const rule: CashoutRule = { ...wanted, createdAt: now }
  await saveRule(tx, rule, [...new Set(legs.map(({ gameId }) => gameId))])
  await announceTicket(tx, outbox, ticket)
  return ok(rule)
}

/** Removes the automatic cash-out of a player's own ticket. Removing it twice has no further effect. */
export async function removeRule(
  { clock, outbox }: Pick<Kernel, 'clock' | 'outbox'>,
  deps: CashoutDeps,
  tx: Tx,
  of: Pick<CashoutRule, 'ticketId' | 'userId'>,
): Promise<Result<null, Extract<RuleRefusal, { code: 'TICKET_NOT_FOUND' }>>> {
  const placed = await deps.tickets.lock(tx, of.ticketId)
  if (placed === null || placed.ticket.userId !== of.userId) return err({ code: 'TICKET_NOT_FOUND' })
  const isRemoved = await endRule(tx, of.ticketId, { action: 'removed', paid: null }, clock.now())
  if (isRemoved) await announceTicket(tx, outbox, placed.ticket)
  return ok(null)
}

/** Locks a pending ticket of the player. */
async function lockOwn(
  { tickets }: Pick<CashoutDeps, 'tickets'>,
  tx: Tx,
  { ticketId, userId }: Pick<CashoutRule, 'ticketId' | 'userId'>,
): Promise<Result<PlacedTicket, RuleRefusal>> {
  const placed = await tickets.lock(tx, ticketId)
  if (placed === null || placed.ticket.userId !== userId) return err({ code: 'TICKET_NOT_FOUND' })
  return placed.ticket.status === 'pending' ? ok(placed) : err({ code: 'CASHOUT_UNAVAILABLE', reason: 'NOT_PENDING' })
}
