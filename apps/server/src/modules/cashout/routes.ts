import {
  acceptCashout,
  type Cashout,
  getCashout,
  getCashoutHistory,
  listCashouts,
  MAX_CASHOUTS,
  removeAutomaticCashout,
  setAutomaticCashout,
} from '@mupiira/contract/cashout.ts'
import { formatPlain, ugxFromNumber, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { ok } from '@mupiira/domain/result.ts'
import { transactionOrRollBack } from '../../kernel/db/roll-back.ts'
import { may } from '../../kernel/http/access/actor.ts'
import { type Outcome, type Refusal, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { acceptOffer, type AcceptRefusal } from './accept-offer.ts'
import { latestCashouts } from './cashouts.repository.ts'
import { type CashoutDeps, gamesOf, offerToPlayer } from './offer-now.ts'
import { createOfferHistory } from './offer-history.ts'
import { partRules, partRulesNow } from './part-limits.ts'
import { presentCashout } from './present.ts'
import { rulesOf } from './rules.repository.ts'
import { removeRule, type RuleRefusal, setRule } from './set-rule.ts'

export function cashoutRoutes(kernel: Kernel, deps: CashoutDeps): readonly Route[] {
  const { db, clock } = kernel
  const offerHistory = createOfferHistory(deps)

  /** The player's own tickets with their offers. Unknown ids and tickets of others are absent. */
  async function present(userId: string, ids: readonly string[]): Promise<Cashout[]> {
    const [placed, found, rules, validTickets] = await db.asPlayer(userId, (sql) =>
      Promise.all([
        deps.tickets.allPlaced(sql, ids),
        latestCashouts(sql, ids),
        rulesOf(sql, ids),
        deps.tickets.countValid(sql, userId),
      ]),
    )
    const own = placed.filter(({ ticket }) => ticket.userId === userId)
    const games = await gamesOf(db, deps, ...own)
    const now = clock.now()
    const lastOf = new Map(found.map((each) => [each.ticketId, each]))
    const items: Cashout[] = []
    // Present the tickets one after another, because an offer may read from the pool that bets need.
    for (const each of own) {
      const { id } = each.ticket
      const current = await offerToPlayer(db, deps, each, games, now)
      const parts = partRulesNow(deps.settings.current(), current, validTickets)
      const [latest, rule] = [lastOf.get(id) ?? null, rules.get(id) ?? null]
      const view = { placed: each, latest, offer: current.offer, rule, parts }
      items.push(presentCashout({ ...view, settings: deps.settings.current(), now }))
    }
    return items
  }

  /** The response with one ticket of the player. */
  async function answer(
    userId: string,
    id: string,
  ): Promise<{ status: 200; body: Cashout } | Refusal<'TICKET_NOT_FOUND'>> {
    const [body] = await present(userId, [id])
    return body === undefined ? { error: 'TICKET_NOT_FOUND' } : { status: 200, body }
  }

  return [
    route(getCashout, async ({ actor, params }) =>
      isId(params.id) ? answer(actor.userId, params.id) : { error: 'TICKET_ID_MALFORMED' },
    ),

    route(getCashoutHistory, async ({ actor, params }) => {
      const { id } = params
      if (!isId(id)) return { error: 'TICKET_ID_MALFORMED' }
      const placed = await db.asPlayer(actor.userId, (sql) => deps.tickets.placed(sql, id))
      if (placed === null || placed.ticket.userId !== actor.userId) return { error: 'TICKET_NOT_FOUND' }
      return { status: 200, body: await offerHistory(db, placed, clock.now()) }
    }),

    route(listCashouts, async ({ actor, query }) => {
      const ids = [...new Set(query.ids.split(','))].filter(isId).slice(0, MAX_CASHOUTS)
      return { status: 200, body: { items: await present(actor.userId, ids) } }
    }),

    route(acceptCashout, async ({ actor, params, body, idempotencyRecord }): Promise<Outcome<typeof acceptCashout>> => {
      if (!may(actor, 'bet:cash-out')) return { error: 'NOT_ALLOWED' }
      if (!isId(params.id)) return { error: 'TICKET_ID_MALFORMED' }
      const seen = ugxFromNumber(body.offer)
      const part = body.stake === undefined ? ok(null) : ugxFromNumber(body.stake)
      const left = body.stakeLeft === undefined ? ok(null) : ugxFromNumber(body.stakeLeft)
      if (!seen.ok || !part.ok || !left.ok) return { error: 'AMOUNT_TOO_PRECISE' }
      const shown = { seenUgx: seen.value, seenLeftUgx: left.value }
      const acceptance = { ticketId: params.id, userId: actor.userId, ...shown, stakeUgx: part.value }
      const done = await transactionOrRollBack(db, async (tx) => {
        const accepted = await acceptOffer(kernel, deps, tx, acceptance)
        if (!accepted.ok) return accepted
        const { placed, cashout, at } = accepted.value
        const settings = deps.settings.current()
        const view = { placed, latest: cashout, offer: null, parts: partRules(settings), settings, now: at }
        const rule = (await rulesOf(tx, [params.id])).get(params.id) ?? null
        const status = cashout.state === 'paid' ? 200 : 202
        const outcome = { status, body: presentCashout({ ...view, rule }) } as const
        await kernel.idempotency.remember(tx, idempotencyRecord, outcome)
        return ok(outcome)
      })
      return done.ok ? done.value : refused(done.error)
    }),

    route(setAutomaticCashout, async ({ actor, params, body }): Promise<Outcome<typeof setAutomaticCashout>> => {
      if (!may(actor, 'bet:cash-out')) return { error: 'NOT_ALLOWED' }
      const { userId } = actor
      const { id: ticketId } = params
      if (!isId(ticketId)) return { error: 'TICKET_ID_MALFORMED' }
      const target = ugxFromNumber(body.target)
      if (!target.ok) return { error: 'AMOUNT_TOO_PRECISE' }
      const wanted = { ticketId, userId, target: target.value, percent: body.percent }
      const set = await db.transaction((tx) => setRule(kernel, deps, tx, wanted))
      return set.ok ? answer(userId, ticketId) : refused(set.error)
    }),

    route(removeAutomaticCashout, async ({ actor, params }) => {
      const { userId } = actor
      const { id: ticketId } = params
      if (!isId(ticketId)) return { error: 'TICKET_ID_MALFORMED' }
      const removed = await db.transaction((tx) => removeRule(kernel, deps, tx, { ticketId, userId }))
      return removed.ok ? answer(userId, ticketId) : { error: removed.error.code }
    }),
  ]
}

function refused<R extends AcceptRefusal | RuleRefusal>(refusal: R): Refusal<R['code']>
function refused(refusal: AcceptRefusal | RuleRefusal): Refusal<(AcceptRefusal | RuleRefusal)['code']> {
  switch (refusal.code) {
    case 'CASHOUT_UNAVAILABLE':
      return { error: refusal.code, details: { reason: refusal.reason } }
    case 'OFFER_CHANGED':
      return { error: refusal.code, details: { offer: ugxToNumber(refusal.offerUgx) } }
    case 'CASHOUT_TARGET_TOO_HIGH':
      return { error: refusal.code, details: { maximum: formatPlain(refusal.maximumUgx) } }
    case 'CASHOUT_TARGET_LIMIT':
      return { error: refusal.code, details: { maximum: String(refusal.maximum) } }
    case 'CASHOUT_PART_TOO_SMALL':
    case 'STAKE_LEFT_TOO_SMALL':
      return { error: refusal.code, details: { minimum: formatPlain(refusal.minimumUgx) } }
    default:
      return { error: refusal.code }
  }
}
