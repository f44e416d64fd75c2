import { Type } from 'typebox'
import { AdminGame, getAdminGame } from './admin-games.ts'
import { endpoint } from './endpoint.ts'
import { literals, strict, Reason } from './schemas.ts'

const { params } = getAdminGame

export const showAdminGame = endpoint({
  method: 'POST',
  path: '/api/admin/games/{id}/show',
  summary: 'Show a hidden game to players again',
  access: 'admin',
  capability: 'admin:games:edit',
  params,
  responses: { 200: AdminGame },
  errors: ['GAME_NOT_FOUND'],
})

export const controlAdminGame = endpoint({
  method: 'POST',
  path: '/api/admin/games/{id}/control',
  summary: 'Take over a game of the feed, or return it to the feed',
  access: 'admin',
  capability: 'admin:games:edit',
  requiresFreshConfirmation: true,
  params,
  body: Type.Object({ by: literals(['staff', 'feed']), reason: Reason }, strict),
  responses: { 200: AdminGame },
  errors: ['GAME_NOT_FOUND', 'GAME_NOT_OF_FEED', 'GAME_DECIDED'],
})

export const suspendAdminGame = endpoint({
  method: 'POST',
  path: '/api/admin/games/{id}/suspend',
  summary: 'Suspend or resume all bets and cashouts of a game',
  access: 'admin',
  capability: 'admin:games:suspend',
  params,
  body: Type.Object({ suspended: Type.Boolean(), reason: Reason }, strict),
  responses: { 200: AdminGame },
  errors: ['GAME_NOT_FOUND', 'SUSPENDED_BY_RISK'],
})

/** Sets scores from goal events (ADMG-24). */
export const syncAdminScores = endpoint({
  method: 'POST',
  path: '/api/admin/games/sync-scores',
  summary: 'Set the scores of manual games from their goal events',
  access: 'admin',
  capability: 'admin:games:edit',
  perMinute: 20,
  responses: { 200: Type.Object({ changed: Type.Integer() }) },
  errors: [],
})
