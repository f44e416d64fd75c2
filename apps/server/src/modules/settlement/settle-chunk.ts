import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox, OutboxEvent } from '../../kernel/outbox/event.ts'
import type { Betting, LegChunk, SettledTicket } from '../betting/index.ts'
import type { DecidedGame } from '../catalogue/index.ts'
import { type Balance, HOUSE, type Transfer, type Wallet } from '../wallet/index.ts'
import { judgeClaims } from './judge-claims.ts'

export type SettleDoors = { readonly betting: Betting; readonly wallet: Wallet; readonly outbox: Outbox }

/**
 * Settles one chunk of a game's legs in the caller's transaction: outcomes, tickets, payouts and events together, so that
 * a crash leaves either all of it or nothing, and repeating it finds nothing to do (SETL-01, SETL-09).
 */
export async function settleChunk(
  tx: Tx,
  { betting, wallet, outbox }: SettleDoors,
  game: DecidedGame,
  chunk: LegChunk,
  now: Date,
): Promise<number> {
  const { gameId, resultVersion, firstLiveAt } = game
  const outcomes = judgeClaims(chunk.claims, game.verdict)
  if (outcomes.length === 0) return 0
  const settled = await betting.decide(tx, { gameId, firstLiveAt, resultVersion, chunk, outcomes }, now)
  const paid = settled.filter((ticket) => ticket.payout > 0n)
  const accounts = await wallet.lockAccounts(
    tx,
    paid.map((ticket) => ticket.userId),
  )
  const posted = await wallet.post(tx, paid.map(payoutTransfer), now, { events: 'caller' })
  await betting.forgetStanding(
    tx,
    settled.filter((ticket) => ticket.status === 'void').map((ticket) => ticket.userId),
  )
  const balances = new Map<string, Balance>()
  for (const [at, { balanceAfter }] of posted.entries()) {
    const userId = paid[at]?.userId ?? ''
    const held = accounts.get(userId)?.held
    if (balanceAfter !== null && held !== undefined) balances.set(userId, { balance: balanceAfter, held })
  }
  await outbox.appendEvents(tx, [...wallet.balanceEvents(balances), ...settled.map(ticketSettled)])
  return settled.length
}

const payoutTransfer = (ticket: SettledTicket): Transfer => ({
  source: HOUSE.book,
  destination: ticket.userId,
  amount: ticket.payout,
  kind: ticket.status === 'void' ? 'void-refund' : 'win',
  reference: ticket.id,
  description:
    ticket.status === 'void' ? `Stake returned, bet ${ticket.bookingCode}` : `Win, bet ${ticket.bookingCode}`,
})

const ticketSettled = (ticket: SettledTicket): OutboxEvent => ({
  type: 'ticket-settled',
  userId: ticket.userId,
  data: {
    ticketId: ticket.id,
    bookingCode: ticket.bookingCode,
    status: ticket.status,
    payout: ugxToNumber(ticket.payout),
    stake: ugxToNumber(ticket.totalStake),
  },
})
