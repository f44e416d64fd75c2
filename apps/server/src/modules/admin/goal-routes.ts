import { stepDeskGame } from '@mupiira/contract/desk-games.ts'
import { addDeskGoal } from '@mupiira/contract/desk-goals.ts'
import { type Call, type Handler, type Route, route } from '../../kernel/http/route.ts'

/** A goal is a step of a match by hand, whichever of its two names it is asked by: one handler judges both. */
export function goalRoutes(games: readonly Route[]): readonly Route[] {
  const steps = games.find(({ endpoint }) => endpoint === stepDeskGame)
  if (steps?.kind !== 'answer') throw new Error('a match by hand has no steps')
  // Registered for that very endpoint, whose answers and refusals are those of this one.
  const step = steps.handler as unknown as Handler<typeof stepDeskGame>
  return [
    route(addDeskGoal, (call) => {
      const body = { step: 'goal' as const, ...call.body }
      return step({ ...(call as unknown as Call<typeof stepDeskGame>), body })
    }),
  ]
}
