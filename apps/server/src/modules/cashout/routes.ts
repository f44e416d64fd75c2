import { acceptCashout, type Cashout, getCashout, listCashouts, MAX_CASHOUTS } from '@mupiira/contract/cashout.ts'
import { formatPlain, ugxFromNumber, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { ok } from '@mupiira/domain/result.ts'
import { may } from '../../kernel/http/access/actor.ts'
import { type Outcome, type Refusal, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { acceptOffer, type AcceptRefusal } from './accept-offer.ts'
import { latestCashout, latestCashouts } from './cashouts.repository.ts'
import { type CashoutDeps, gamesOf, offerToPlayer } from './offer-now.ts'
import { presentCashout } from './present.ts'

export function cashoutRoutes(kernel: Kernel, deps: CashoutDeps): readonly Route[] {
  const { db, clock } = kernel
  return [
    route(getCashout, async ({ actor, params }) => {
      if (!isId(params.id)) return { error: 'TICKET_ID_MALFORMED' }
      const { id } = params
      const [placed, latest] = await db.asPlayer(actor.userId, (sql) =>
        Promise.all([deps.tickets.placed(sql, id), latestCashout(sql, id)]),
      )
      if (placed === null || placed.ticket.userId !== actor.userId) return { error: 'TICKET_NOT_FOUND' }
      const now = clock.now()
      const { offer } = await offerToPlayer(db, deps, placed, await gamesOf(db, deps, placed), now)
      return { status: 200, body: presentCashout({ placed, latest, offer, settings: deps.settings.current(), now }) }
    }),

    route(listCashouts, async ({ actor, query }) => {
      const ids = [...new Set(query.ids.split(','))].filter(isId).slice(0, MAX_CASHOUTS)
      const [placed, found] = await db.asPlayer(actor.userId, (sql) =>
        Promise.all([deps.tickets.allPlaced(sql, ids), latestCashouts(sql, ids)]),
      )
      const own = placed.filter(({ ticket }) => ticket.userId === actor.userId)
      const games = await gamesOf(db, deps, ...own)
      const now = clock.now()
      const lastOf = new Map(found.map((each) => [each.ticketId, each]))
      const items: Cashout[] = []
      // Present the tickets one after another, because an offer may read from the pool that bets need.
      for (const each of own) {
        const { offer } = await offerToPlayer(db, deps, each, games, now)
        const latest = lastOf.get(each.ticket.id) ?? null
        items.push(presentCashout({ placed: each, latest, offer, settings: deps.settings.current(), now }))
      }
      return { status: 200, body: { items } }
    }),

    route(acceptCashout, async ({ actor, params, body, idempotencyRecord }): Promise<Outcome<typeof acceptCashout>> => {
      if (!may(actor, 'bet:cash-out')) return { error: 'NOT_ALLOWED' }
      if (!isId(params.id)) return { error: 'TICKET_ID_MALFORMED' }
      const seen = ugxFromNumber(body.offer)
      if (!seen.ok) return { error: 'AMOUNT_TOO_PRECISE' }
      const part = body.stake === undefined ? ok(null) : ugxFromNumber(body.stake)
      if (!part.ok) return { error: 'AMOUNT_TOO_PRECISE' }
      const acceptance = { ticketId: params.id, userId: actor.userId, seenUgx: seen.value, stakeUgx: part.value }
      return db.transaction(async (tx) => {
        const accepted = await acceptOffer(kernel, deps, tx, acceptance)
        if (!accepted.ok) return acceptRefused(accepted.error)
        const { placed, cashout, at } = accepted.value
        const settings = deps.settings.current()
        const status = cashout.state === 'paid' ? 200 : 202
        const outcome = {
          status,
          body: presentCashout({ placed, latest: cashout, offer: null, settings, now: at }),
        } as const
        await kernel.idempotency.remember(tx, idempotencyRecord, outcome)
        return outcome
      })
    }),
  ]
}

function acceptRefused(refusal: AcceptRefusal): Refusal<(typeof acceptCashout)['errors'][number]> {
  switch (refusal.code) {
    case 'CASHOUT_UNAVAILABLE':
      return { error: refusal.code, details: { reason: refusal.reason } }
    case 'OFFER_CHANGED':
      return { error: refusal.code, details: { offer: ugxToNumber(refusal.offerUgx) } }
    case 'CASHOUT_PART_TOO_SMALL':
    case 'STAKE_LEFT_TOO_SMALL':
      return { error: refusal.code, details: { minimum: formatPlain(refusal.minimumUgx) } }
    default:
      return { error: refusal.code }
  }
}
