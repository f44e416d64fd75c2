import { type DelayedBetRejection, delayedBetStep, rejectionOf } from '@mupiira/domain/in-play/delayed-bet.ts'
import { addUgx, subtractUgx } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { HOUSE, type Transfer } from '../../wallet/index.ts'
import { assignCodes } from '../booking-codes/ticket-codes.ts'
import type { AcceptedBet, BetOrder, PlayerState } from '../placement/evaluate-bet.ts'
import { evaluateSelection, gameIdsOf, type SlipContext } from '../placement/evaluate-slip.ts'
import { betPlaced, newTicket, stakeTransfer } from '../placement/new-ticket.ts'
import { writeTickets } from '../placement/placement.repository.ts'
import { type BetState, evaluationOf, MAX_OFFER_LOCKS, type PlaceDeps, readState } from '../placement/place-bets.ts'
import { marketsOf, momentOf, recordOf, recordOfRejected } from './acceptance-record.ts'
import {
  checkAgain,
  type Decision,
  type DelayedBetRow,
  endDelayedBets,
  lockWaiting,
  waitingBets,
} from './delayed-bets.repository.ts'
import { delayedBetChanged, presentDelayedBet } from './present-delayed-bet.ts'

export type DecideDeps = Omit<PlaceDeps, 'storePlaced'>

/** A bet as it is validated again: at the total odds and under the policy of its request. */
type Waiting = { readonly row: DelayedBetRow; readonly order: BetOrder }
type Decided = Waiting &
  (
    | { readonly bet: AcceptedBet; readonly rejectedBecause: null }
    | { readonly bet: null; readonly rejectedBecause: DelayedBetRejection }
  )

/**
 * Decides delayed bets, in one transaction with the code of placement (INP-06). A bet whose delay has not ended is only
 * rejected, if an event on its games rejects it. Safe to repeat: a bet is decided once, because every decision locks
 * the accounts and then the bets.
 */
export async function decideDelayedBets(
  kernel: Pick<Kernel, 'clock' | 'outbox' | 'workerDb'>,
  deps: DecideDeps,
  ids: readonly string[],
): Promise<void> {
  const found = (await waitingBets(kernel.workerDb, ids)).map(waitingOf)
  if (found.length === 0) return
  const gameIds = gameIdsOf(found.flatMap(({ order }) => order.slip.selections))
  if (gameIds.length > MAX_OFFER_LOCKS && found.length > 1) {
    const half = ids.length >> 1
    await decideDelayedBets(kernel, deps, ids.slice(0, half))
    return decideDelayedBets(kernel, deps, ids.slice(half))
  }
  const [cached] = await Promise.all([deps.pricing.prices.gameRows(gameIds), deps.liabilities.ready(gameIds)])
  await kernel.workerDb.transaction(async (tx) => {
    const orders = found.map(({ order }) => order)
    const [state, waiting] = await readState(tx, kernel, deps, orders, cached, () => lockWaiting(tx, ids))
    const steps = found.filter(({ row }) => waiting.has(row.id)).map((bet) => ({ bet, step: stepOf(bet, state, deps) }))
    const waits = steps.filter(({ step }) => step === 'wait').map(({ bet }) => bet.row.id)
    const due = steps.filter(({ step }) => step !== 'wait')
    await checkAgain(tx, waits, new Date(state.now.getTime() + CHECK_AGAIN_MS))
    if (due.length > 0) await decideAndWrite(tx, kernel, deps, state, due)
  })
}

/** The pause until a bet that waits for fresh data of the feed is checked again. */
const CHECK_AGAIN_MS = 500

type Step = ReturnType<typeof delayedBetStep>

const waitingOf = (row: DelayedBetRow): Waiting => ({
  row,
  order: {
    userId: row.userId,
    stakeUgx: row.stake,
    slip: { ...row.slip, totalOdds: Number(row.requestedOdds), oddsPolicy: row.oddsPolicy },
    requested: new Map(
      Object.entries(row.atRequest.games).flatMap(([id, { odds }]): [string, OddsHundredths][] =>
        odds === null ? [] : [[id, odds]],
      ),
    ),
    browser: row.browser,
    client: row.client,
    address: row.address,
  },
})

/** Compares the games of a bet with their state at its request. */
function stepOf({ row, order }: Waiting, { games, settings, now }: BetState, { pricing }: DecideDeps): Step {
  const context: SlipContext = { games, settings, pricing, now }
  const compared = Object.entries(row.atRequest.games).flatMap(([id, before]) => {
    const prices = games.get(id)
    if (prices === undefined) return []
    return [{ before, now: momentOf(prices, marketsOf(row.atRequest, id), now), game: prices.game }]
  })
  const requestedAtMs = compared
    .filter(({ game }) => game.source === 'feed' && game.status === 'live')
    .map(({ game }) => game.feedRequestedAt?.getTime() ?? 0)
  const selections = order.slip.selections.map((input, at) => evaluateSelection(input, at, context))
  return delayedBetStep(
    {
      decidesAt: row.decidesAt,
      games: compared,
      feedRequestedAt: requestedAtMs.length === 0 ? null : new Date(Math.min(...requestedAtMs)),
      unavailable: selections.flatMap((selection) => (selection.ok ? [] : [selection.error]))[0] ?? null,
    },
    now,
  )
}

/** Returns the reserved stakes to the players, validates the bets again in order, and writes all decisions together. */
async function decideAndWrite(
  tx: Tx,
  { outbox }: Pick<Kernel, 'outbox'>,
  deps: DecideDeps,
  state: BetState,
  due: readonly { readonly bet: Waiting; readonly step: Step }[],
): Promise<void> {
  const { settings, games, now } = state
  const players = withReturnedStakes(
    state.players,
    due.map(({ bet }) => bet),
  )
  const { evaluate, liability } = evaluationOf(deps, { ...state, players })
  const decided = due.map(({ bet, step }): Decided => {
    if (step !== 'validate' && step !== 'wait') return { ...bet, bet: null, rejectedBecause: step }
    const validated = evaluate(bet.order)
    if (validated.ok) return { ...bet, bet: validated.value, rejectedBecause: null }
    return { ...bet, bet: null, rejectedBecause: rejectionOf(validated.error.code) }
  })
  const assignCode = assignCodes(state.codes)
  const tickets: ReturnType<typeof newTicket<BetOrder>>[] = []
  const decisions: Decision[] = []
  const transfers: Transfer[] = []
  for (const { row, order, bet, rejectedBecause } of decided) {
    transfers.push(returnOf(row, rejectedBecause !== null))
    if (bet === null) {
      const atDecision = recordOfRejected(row.atRequest, games, now)
      decisions.push({ id: row.id, atDecision, ticketId: null, acceptedOdds: null, rejectedBecause })
    } else {
      const ticket = newTicket(order, bet, assignCode(order), settings, now)
      const { id: ticketId, totalOdds: acceptedOdds } = ticket.ticket
      tickets.push(ticket)
      transfers.push(stakeTransfer(ticket))
      decisions.push({ id: row.id, atDecision: recordOf(bet.games, now), ticketId, acceptedOdds, rejectedBecause })
    }
  }
  const balances = new Map([...players].filter(([userId]) => decided.some(({ row }) => row.userId === userId)))
  for (const { row, bet } of decided) if (bet !== null) balances.set(row.userId, bet.after)
  await deps.wallet.holds.voidLocked(
    tx,
    decided.map(({ row }) => row.id),
    now,
  )
  tx.afterCommit(() => deps.liabilities.add(liability.added))
  await tx.commitWith(
    Promise.all([
      endDelayedBets(tx, decisions, now),
      writeTickets(tx, tickets, now),
      deps.wallet.transfers.postLocked(tx, transfers, now),
      outbox.appendEvents(tx, [
        ...deps.wallet.transfers.balanceEvents(balances),
        ...tickets.map(betPlaced),
        ...decided.map(({ row }, at) => delayedBetChanged(row.userId, presentDecided(row, decisions[at], now))),
      ]),
    ]),
  )
}

/** The players with the reserved stakes of decided bets in their balances. */
function withReturnedStakes(
  players: ReadonlyMap<string, PlayerState>,
  bets: readonly Waiting[],
): Map<string, PlayerState> {
  const returned = new Map(players)
  for (const { row } of bets) {
    const player = returned.get(row.userId)
    if (player === undefined) continue
    const { balance, held } = player
    returned.set(row.userId, {
      ...player,
      balance: addUgx(balance, row.stake),
      held: subtractUgx(held, row.stake),
    })
  }
  return returned
}

const returnOf = ({ id, userId, stake }: DelayedBetRow, isRejected: boolean): Transfer => ({
  source: HOUSE.holds,
  destination: userId,
  amount: stake,
  kind: 'bet-release',
  reference: id,
  description: isRejected ? 'Bet on a live game not accepted: stake returned' : 'Bet on a live game accepted',
})

function presentDecided(row: DelayedBetRow, decision: Decision | undefined, now: Date) {
  if (decision === undefined) throw new Error(`delayed bet ${row.id} has no decision`)
  const state = decision.rejectedBecause === null ? 'accepted' : 'rejected'
  return presentDelayedBet({ ...row, ...decision, state, decidedAt: now }, now)
}
