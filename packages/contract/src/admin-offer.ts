import { type Static, Type } from 'typebox'
import { SPORTS } from '@mupiira/domain/markets/types.ts'
import { endpoint } from './endpoint.ts'
import { literals, nullable, Odds, strict } from './schemas.ts'

/** The prices that players see: model prices or manual odds. Null means locked. */
export const Offer = Type.Object({
  home: nullable(Odds),
  draw: nullable(Odds),
  away: nullable(Odds),
  over25: nullable(Odds),
  under25: nullable(Odds),
})
export type Offer = Static<typeof Offer>

const TypedOdds = Type.Number({ minimum: 0, maximum: 100_000 })

/** The odds of a form are inputs of the price model. This preview shows the prices that players would see (D16). */
export const previewOffer = endpoint({
  method: 'GET',
  path: '/api/admin/offer',
  summary: 'Preview the offered prices of a game with these base odds',
  access: 'admin',
  capability: 'admin:games:read',
  query: Type.Object(
    {
      sport: Type.Optional(literals(SPORTS)),
      home: TypedOdds,
      draw: Type.Optional(TypedOdds),
      away: TypedOdds,
      over25: Type.Optional(TypedOdds),
      under25: Type.Optional(TypedOdds),
    },
    strict,
  ),
  responses: { 200: Type.Object({ offered: nullable(Offer) }) },
  errors: [],
})
