import { type Static, Type } from 'typebox'
import { SEARCH_NAME_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Cursor, Id, Instant, literals, numberedPage, PageNumber, PageSize, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Kind = literals(['team', 'league'])

/** A club or league with the other names that players search for. */
export const SearchName = Type.Object({
  id: Id,
  kind: Kind,
  /** The name as the feed writes it. */
  name: Type.String(),
  /** Only for leagues; empty if the name applies to any country. */
  country: Type.String(),
  aliases: Type.Array(Type.String()),
  /** The rank of a league in search results, 0 to 100. */
  importance: Type.Integer(),
  updatedAt: Instant,
})
export type SearchName = Static<typeof SearchName>

const Changes = {
  aliases: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 30 }),
  importance: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
}

const filter = {
  q: Type.Optional(Type.String({ maxLength: 80 })),
  kind: Type.Optional(Kind),
  sort: sortBy(SEARCH_NAME_SORTS),
}

export const listSearchNames = endpoint({
  method: 'GET',
  path: '/api/admin/search-names',
  summary: 'Clubs and leagues with their other names, newest first by default',
  access: 'admin',
  capability: 'admin:games:read',
  query: Type.Object(
    {
      ...filter,
      page: Type.Optional(PageNumber),
      cursor: Type.Optional(Cursor),
      pageSize: Type.Optional(PageSize),
    },
    strict,
  ),
  responses: { 200: numberedPage(SearchName) },
  errors: [],
})

export const exportSearchNames = listExport({
  path: '/api/admin/search-names',
  rows: 'clubs and leagues with their other names',
  capability: 'admin:games:read',
  filter: filter,
  errors: [],
})

export const createSearchName = endpoint({
  method: 'POST',
  path: '/api/admin/search-names',
  summary: 'Add other names of a club or league',
  access: 'admin',
  capability: 'admin:games:edit',
  body: Type.Object(
    {
      kind: Kind,
      name: Type.String({ minLength: 1, maxLength: 80, pattern: String.raw`\S` }),
      country: Type.Optional(Type.String({ maxLength: 60 })),
      ...Changes,
    },
    strict,
  ),
  responses: { 201: SearchName },
  errors: ['SEARCH_NAME_EXISTS'],
})

export const updateSearchName = endpoint({
  method: 'PUT',
  path: '/api/admin/search-names/{id}',
  summary: 'Change the other names of a club or league',
  access: 'admin',
  capability: 'admin:games:edit',
  params,
  /** `seen`: the `updatedAt` when the form was opened. */
  body: Type.Object({ ...Changes, seen: Instant }, strict),
  responses: { 200: SearchName },
  errors: ['SEARCH_NAME_NOT_FOUND', 'SEARCH_NAME_CHANGED'],
})

export const deleteSearchName = endpoint({
  method: 'DELETE',
  path: '/api/admin/search-names/{id}',
  summary: 'Delete the other names of a club or league',
  access: 'admin',
  capability: 'admin:games:edit',
  params,
  /** `seen`: the `updatedAt` of the displayed names. */
  query: Type.Object({ seen: Type.Optional(Instant) }, strict),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['SEARCH_NAME_NOT_FOUND', 'SEARCH_NAME_CHANGED'],
})
