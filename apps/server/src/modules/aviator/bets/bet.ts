import type { AviatorBet } from '@mupiira/contract/aviator.ts'
import { type BetEnd, payoutOf } from '@mupiira/domain/aviator/outcome.ts'
import type { AviatorBetState } from '@mupiira/domain/aviator/states.ts'
import { type Ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import { iso, multiplierOf } from '../present.ts'

/** Target and multiplier are hundredths. */
export type Bet = {
  readonly id: string
  readonly roundNo: bigint
  readonly userId: string
  readonly stake: Ugx
  readonly target: number | null
  readonly auto: boolean
  readonly state: AviatorBetState
  readonly multiplier: number | null
  readonly payout: Ugx
  readonly placedAt: Date
  readonly decidedAt: Date | null
}

/** A bet, how it ends, and when its manual cash-out was received. */
export type BetClosing = { readonly bet: Bet; readonly end: BetEnd; readonly receivedAt: Date | null }

/** The bet after its end. */
export function endedBet({ bet, end }: BetClosing, now: Date): Bet {
  const decided = { ...bet, decidedAt: now }
  switch (end.kind) {
    case 'paid':
      return {
        ...decided,
        state: 'cashed-out',
        multiplier: end.hundredths,
        payout: payoutOf(bet.stake, end.hundredths),
      }
    case 'refunded':
    case 'cancelled':
      return { ...decided, state: 'refunded', payout: bet.stake }
    case 'lost':
      return { ...decided, state: 'lost', payout: ZERO }
  }
}

export const presentBet = (bet: Bet): AviatorBet => ({
  id: bet.id,
  roundId: Number(bet.roundNo),
  stake: ugxToNumber(bet.stake),
  target: multiplierOf(bet.target),
  auto: bet.auto,
  state: bet.state,
  multiplier: multiplierOf(bet.multiplier),
  payout: ugxToNumber(bet.payout),
  placedAt: bet.placedAt.toISOString(),
  decidedAt: iso(bet.decidedAt),
})

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'aviator-bet': { readonly bet: AviatorBet }
  }
}

export const betEvent = (bet: Bet): OutboxEvent => ({
  type: 'aviator-bet',
  userId: bet.userId,
  data: { bet: presentBet(bet) },
})
