import { type Static, Type } from 'typebox'
import { GAME_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { GAME_STATUSES } from '@mupiira/domain/ticket/states.ts'
import { AdminGame } from './admin-games.ts'
import { AdminSearch } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Cursor, literals, Money, nullable, numberedPage, PageNumber, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

/** A game of the list, with the figures of its open tickets; null while they are unknown. */
export const ListedGame = Type.Object({
  ...AdminGame.properties,
  openStakes: nullable(Money),
  /** The operator's result if the riskiest selection wins: stakes less its payout. Below zero: a loss. */
  worstCase: nullable(Money),
})
export type ListedGame = Static<typeof ListedGame>

const filter = {
  q: Type.Optional(AdminSearch),
  status: Type.Optional(literals(GAME_STATUSES)),
  /** Only games that wait for a decision (D20). */
  decide: Type.Optional(Type.Boolean()),
  /** Only games whose feeds contradict each other, or whose feed contradicts staff. */
  contradictory: Type.Optional(Type.Boolean()),
  sort: sortBy(GAME_SORTS),
}

/** Lists games (ADMG-01, ADMG-02). */
export const listAdminGames = endpoint({
  method: 'GET',
  path: '/api/admin/games',
  summary: 'Games, newest first, or only games that wait for a decision',
  access: 'admin',
  capability: 'admin:games:read',
  query: Type.Object(
    {
      ...filter,
      /** The `nextCursor` of the previous page. */
      cursor: Type.Optional(Cursor),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    },
    strict,
  ),
  responses: { 200: numberedPage(ListedGame) },
  errors: [],
})

export const exportGames = listExport({
  path: '/api/admin/games',
  rows: 'games',
  capability: 'admin:games:read',
  filter: filter,
  errors: [],
})
