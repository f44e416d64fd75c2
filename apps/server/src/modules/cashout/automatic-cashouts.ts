import { isDatabaseUnavailable } from '../../kernel/db/failures.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { stakeOfPercent } from '@mupiira/domain/cashout/part.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import { type PlacedTicket, stakePartsOf } from '../betting/index.ts'
import { acceptOffer } from './accept-offer.ts'
import { type CashoutRow, latestCashouts } from './cashouts.repository.ts'
import { announceOutcome } from './decide-cashout.ts'
import { type CashoutDeps, gamesOf, offerToPlayer } from './offer-now.ts'
import { type CashoutRule, endRule, rulesAfter, rulesOf, rulesOnGames } from './rules.repository.ts'

/** Rules per read: their tickets, games and acceptances are read together. */
const RULES_AT_ONCE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export type AutomaticCashouts = {
  /** Evaluates the rules of tickets with these games, and executes those whose target is reached. */
  evaluate(gameIds: readonly string[]): Promise<void>
  /** Removes the rules of tickets that have ended. No game of such a ticket changes any more. */
  endSettled(): Promise<void>
}

/**
 * Executes automatic cash-outs (COUT-02). A change of a game evaluates only the rules of its tickets. Execution accepts
 * the offer like the player would, in its own transaction with the ticket locked, so a repeated or concurrent evaluation
 * finds the rule gone, an acceptance under check, or an offer below the target.
 */
export function createAutomaticCashouts(kernel: Kernel, deps: CashoutDeps): AutomaticCashouts {
  const { workerDb: db, clock, log, outbox } = kernel

  async function evaluateRules(rules: readonly CashoutRule[]): Promise<void> {
    const ids = rules.map(({ ticketId }) => ticketId)
    const [placed, latest] = await Promise.all([deps.tickets.allPlaced(db, ids), latestCashouts(db, ids)])
    const byId = new Map(placed.map((each) => [each.ticket.id, each]))
    const now = clock.now()
    const waiting = new Set(latest.flatMap((each) => (mustWait(each, now) ? [each.ticketId] : [])))
    const games = await gamesOf(db, deps, ...placed)
    for (const rule of rules) {
      const ticket = byId.get(rule.ticketId)
      if (ticket === undefined || waiting.has(rule.ticketId)) continue
      await attempt(rule, async () => {
        if (ticket.ticket.status !== 'pending') return endOf(rule)
        const { offer } = await offerToPlayer(db, deps, ticket, games, now)
        if (offer.ok && offer.value >= rule.target) await execute(rule)
      })
      // Offers of live games take milliseconds each, and requests must not wait for hundreds of them.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** A failed execution does not delay the others. The next change of a game repeats it. */
  async function attempt({ ticketId }: CashoutRule, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error
      log.error({ err: error, ticket: ticketId }, 'an auto cashout could not be executed')
    })
  }

  /** Removes the rule of a ticket that has ended otherwise. */
  const endOf = ({ ticketId }: CashoutRule): Promise<void> =>
    db.transaction(async (tx) => {
      const placed = await deps.tickets.lock(tx, ticketId)
      if (placed?.ticket.status !== 'pending') await endRule(tx, ticketId, { action: 'ended', paid: null }, clock.now())
    })

  const execute = ({ ticketId, userId }: CashoutRule): Promise<void> =>
    db.transaction(async (tx) => {
      await deps.catalogue.results.lockShared(tx)
      const placed = await deps.tickets.lock(tx, ticketId)
      // The rule may have been changed or removed while the ticket was locked.
      const rule = (await rulesOf(tx, [ticketId])).get(ticketId)
      if (placed === null || rule === undefined) return
      if ((await deps.profiles.byIds([userId])).get(userId)?.accountStatus !== 'active') return
      const stakeUgx = stakeOf(placed, rule)
      const acceptance = { ticketId, userId, seenUgx: null, seenLeftUgx: null, stakeUgx, targetUgx: rule.target }
      const accepted = await acceptOffer(kernel, deps, tx, acceptance)
      if (!accepted.ok || accepted.value.cashout.state !== 'paid') return
      const { cashout, at } = accepted.value
      await endRule(tx, ticketId, { action: 'executed', paid: cashout.paid ?? cashout.offer }, at)
      await announceOutcome(tx, outbox, placed.ticket, cashout, null)
    })

  return {
    async evaluate(gameIds) {
      for (let after = FIRST_ID; ;) {
        const rules: CashoutRule[] = await rulesOnGames(db, gameIds, after, RULES_AT_ONCE)
        if (rules.length > 0) await evaluateRules(rules)
        const last = rules.at(-1)
        if (last === undefined || rules.length < RULES_AT_ONCE) return
        after = last.ticketId
      }
    },

    async endSettled() {
      for (let after = FIRST_ID; ;) {
        const rules: CashoutRule[] = await rulesAfter(db, after, RULES_AT_ONCE)
        const placed = await deps.tickets.allPlaced(
          db,
          rules.map(({ ticketId }) => ticketId),
        )
        const ended = new Set(placed.flatMap(({ ticket: { id, status } }) => (status === 'pending' ? [] : [id])))
        for (const rule of rules) if (ended.has(rule.ticketId)) await endOf(rule)
        const last = rules.at(-1)
        if (last === undefined || rules.length < RULES_AT_ONCE) return
        after = last.ticketId
      }
    },
  }
}

/** Without a pause, a rule whose checks are refused would keep its ticket from being cashed out manually. */
const PAUSE_AFTER_REFUSAL_MS = 60_000

/** Whether an acceptance of the ticket is under check, or an automatic one was refused a moment ago. */
function mustWait({ state, least, decidedAt }: CashoutRow, now: Date): boolean {
  if (state === 'checking') return true
  const isRecent = decidedAt !== null && now.getTime() - decidedAt.getTime() < PAUSE_AFTER_REFUSAL_MS
  return state === 'refused' && least !== null && isRecent
}

/** The stake of a rule's percentage; null for all of the stake left. */
function stakeOf({ ticket }: Pick<PlacedTicket, 'ticket'>, { percent }: Pick<CashoutRule, 'percent'>) {
  return percent === 100 ? null : stakeOfPercent(stakeLeft(stakePartsOf(ticket)), percent)
}
