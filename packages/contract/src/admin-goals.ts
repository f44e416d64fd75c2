import { Type } from 'typebox'
import { ConfirmedChange } from './admin-game-changes.ts'
import { AdminGame, AdminGoal, stepAdminGame } from './admin-games.ts'
import { endpoint } from './endpoint.ts'
import { strict } from './schemas.ts'

/** Adds a goal like the clock step `goal`, but at a separate path. */
export const addAdminGoal = endpoint({
  method: 'POST',
  path: '/api/admin/games/{id}/goals',
  summary: 'Add a goal to a manual game',
  access: 'admin',
  capability: 'admin:games:edit',
  requiresFreshConfirmation: true,
  params: stepAdminGame.params,
  body: Type.Object(
    {
      ...AdminGoal.properties,
      reason: Type.Optional(Type.String({ maxLength: 500 })),
      confirmed: Type.Optional(ConfirmedChange),
    },
    strict,
  ),
  responses: { 200: AdminGame },
  errors: stepAdminGame.errors,
})
