import { Type } from 'typebox'
import { type ConfirmablePreview, ConfirmedPreview } from './admin-game-changes.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, strict } from './schemas.ts'

/** The selected games. A page of the trading grid has at most 50. */
const Games = Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true })

/** The `details` of `CHANGE_MOVES_BETS`: the effect of all games together. A request without `confirmed` is its preview. */
export type UnconfirmedGames = ConfirmablePreview & {
  /** `score`: with which the game is settled; null if no score matters. */
  readonly games: readonly { readonly id: string; readonly name: string; readonly score: string | null }[]
}

/** The `details` of `GAMES_IMPOSSIBLE`: the games that prevent the change, each with the reason. */
export type ImpossibleGames = {
  readonly count: number
  readonly games: readonly { readonly id: string; readonly name: string; readonly text: string }[]
}

export const suspendTradingGames = endpoint({
  method: 'POST',
  path: '/api/admin/trading/suspend',
  summary: 'Suspend or reopen several games: all of them, or none',
  access: 'admin',
  capability: 'admin:games:suspend',
  body: Type.Object({ games: Games, suspended: Type.Boolean(), confirmed: Type.Optional(ConfirmedPreview) }, strict),
  /** `games`: how many were changed. */
  responses: { 200: Type.Object({ games: Type.Integer() }) },
  errors: ['GAMES_IMPOSSIBLE', 'CHANGE_MOVES_BETS'],
})

export const endTradingGames = endpoint({
  method: 'POST',
  path: '/api/admin/trading/end',
  summary: 'Settle several games with their present score, or void them: all of them, or none',
  access: 'admin',
  capability: 'admin:games:edit',
  requiresFreshConfirmation: true,
  body: Type.Object(
    { games: Games, kind: literals(['result', 'void']), confirmed: Type.Optional(ConfirmedPreview) },
    strict,
  ),
  /** 202: the payouts exceed the four-eyes threshold, so the result of each game waits for a second approver. */
  responses: { 200: Type.Object({ games: Type.Integer() }), 202: Type.Object({ approvals: Type.Integer() }) },
  errors: ['GAMES_IMPOSSIBLE', 'CHANGE_MOVES_BETS'],
})
