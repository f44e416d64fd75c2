import { Type } from 'typebox'
import { BetInput, SLIP_ERRORS } from './bets.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, Money, nullable, Odds } from './schemas.ts'
import { JointOdds } from './tickets.ts'

export const quoteBet = endpoint({
  method: 'POST',
  path: '/api/bets/quote',
  summary: 'Quote the odds of a betslip without placing it',
  access: 'public',
  perMinute: 240,
  body: BetInput,
  responses: {
    200: Type.Object({
      totalOdds: Odds,
      jointOdds: JointOdds,
      bonusPercentage: Type.Number(),
      /** False if staff exclude the player from promotions. Absent: true. */
      hasWinBonus: Type.Optional(Type.Boolean()),
      bonus: Money,
      potentialWin: Money,
      payout: Money,
      minStake: Money,
      maxStake: Money,
      maxPayout: Money,
      /** How long a bet with a live game waits before it is accepted (INP-05). */
      delaySeconds: Type.Optional(Type.Integer()),
      selections: Type.Array(
        Type.Object({
          gameId: Id,
          market: Type.String(),
          selection: Type.String(),
          odds: nullable(Odds),
          /** The reason if the selection is not available, else null. */
          problem: nullable(literals(['GAME_MISSING', 'GAME_CLOSED', 'MARKET_UNAVAILABLE'])),
        }),
      ),
    }),
  },
  errors: [...SLIP_ERRORS, 'IN_PLAY_EXCLUDED'],
})
