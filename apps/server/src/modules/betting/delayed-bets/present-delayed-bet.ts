import type { DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { oddsToNumber } from '@mupiira/domain/odds/odds.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import type { DelayedBetRow } from './delayed-bets.repository.ts'

type Shown = Pick<
  DelayedBetRow,
  'id' | 'stake' | 'oddsPolicy' | 'requestedOdds' | 'atRequest' | 'createdAt' | 'decidesAt'
> &
  Partial<Pick<DelayedBetRow, 'state' | 'acceptedOdds' | 'ticketId' | 'rejectedBecause' | 'decidedAt'>>

/** A delayed bet as its owner sees it. A new one has no decision yet. */
export const presentDelayedBet = (bet: Shown, now: Date): DelayedBet => ({
  id: bet.id,
  state: bet.state ?? 'waiting',
  stake: ugxToNumber(bet.stake),
  oddsPolicy: bet.oddsPolicy,
  requestedOdds: Number(bet.requestedOdds),
  acceptedOdds: bet.acceptedOdds == null ? null : Number(bet.acceptedOdds),
  selections: bet.atRequest.legs.map(({ gameId, match, market, selection, label, odds, inPlay }) => ({
    gameId,
    match,
    market,
    marketName: marketDefinition(market).name,
    selection,
    selectionLabel: label,
    odds: oddsToNumber(odds),
    inPlay,
  })),
  ticketId: bet.ticketId ?? null,
  rejectedBecause: bet.rejectedBecause ?? null,
  createdAt: bet.createdAt.toISOString(),
  decidesAt: bet.decidesAt.toISOString(),
  decidedAt: bet.decidedAt?.toISOString() ?? null,
  remainingMs: bet.decidedAt == null ? Math.max(0, bet.decidesAt.getTime() - now.getTime()) : 0,
})

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'delayed-bet-changed': { readonly bet: DelayedBet }
  }
}

export const delayedBetChanged = (userId: string, bet: DelayedBet): OutboxEvent => ({
  type: 'delayed-bet-changed',
  userId,
  data: { bet },
})
