import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Money, literals, nullable } from './schemas.ts'

/** A game of the demo lobby (DATA-31). */
export const CasinoGame = Type.Object({
  id: Id,
  name: Type.String(),
  category: literals(['slots', 'table', 'live']),
  provider: Type.String(),
  thumbnail: Type.String(),
  rating: Type.Number(),
  players: Type.Integer(),
  jackpot: nullable(Money),
  isHot: Type.Boolean(),
  isNew: Type.Boolean(),
})
export type CasinoGame = Static<typeof CasinoGame>

export const listCasinoGames = endpoint({
  method: 'GET',
  path: '/api/casino/games',
  summary: 'The games and jackpot of the demo lobby',
  access: 'public',
  sameForAll: true,
  responses: {
    200: Type.Object({ demo: Type.Literal(true), jackpot: Money, items: Type.Array(CasinoGame) }),
  },
  errors: [],
})

export const getJackpot = endpoint({
  method: 'GET',
  path: '/api/jackpot',
  summary: 'The jackpot of the banner, the same for every player',
  access: 'public',
  responses: {
    200: Type.Object({
      enabled: Type.Boolean(),
      amount: Money,
      /** The server time of the amount. */
      now: Instant,
    }),
  },
  errors: [],
})
