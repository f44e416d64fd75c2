import { Type } from 'typebox'
import { DeskGame, DeskGoal, stepDeskGame } from './desk-games.ts'
import { endpoint } from './endpoint.ts'
import { strict } from './schemas.ts'

/** The same as the step `goal`, under the name that the goals of a game have. */
export const addDeskGoal = endpoint({
  method: 'POST',
  path: '/api/admin/games/{id}/goals',
  summary: 'A goal of a match that is run by hand',
  access: 'admin',
  capability: 'admin:games',
  isConfirmed: true,
  params: stepDeskGame.params,
  body: Type.Object({ ...DeskGoal.properties, reason: Type.Optional(Type.String({ maxLength: 500 })) }, strict),
  responses: { 200: DeskGame },
  errors: stepDeskGame.errors,
})
