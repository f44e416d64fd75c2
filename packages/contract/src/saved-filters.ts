import { type Static, Type } from 'typebox'
import {
  CONSOLE_LIST_NAMES,
  MAX_FILTER_NAME,
  MAX_FILTER_QUERY,
  MAX_SAVED_FILTERS,
} from '@mupiira/domain/access/console-lists.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, strict } from './schemas.ts'

const Name = Type.String({ minLength: 1, maxLength: MAX_FILTER_NAME, pattern: String.raw`\S` })

/** The filters and the order of a list under a name, of one member of staff. */
export const SavedFilter = Type.Object({
  id: Id,
  list: literals(CONSOLE_LIST_NAMES),
  name: Type.String(),
  /** The query of the list's address: `sort=-stake&status=won`. */
  query: Type.String(),
})
export type SavedFilter = Static<typeof SavedFilter>

const own = { access: 'admin', capability: 'admin:enter' } as const
const params = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const listSavedFilters = endpoint({
  ...own,
  method: 'GET',
  path: '/api/admin/saved-filters',
  summary: 'Own saved filters of all lists, by name',
  responses: { 200: Type.Object({ items: Type.Array(SavedFilter) }) },
  errors: [],
})

export const saveFilter = endpoint({
  ...own,
  method: 'POST',
  path: '/api/admin/saved-filters',
  summary: `Save a filter of a list, at most ${MAX_SAVED_FILTERS} per list`,
  body: Type.Object(
    { list: literals(CONSOLE_LIST_NAMES), name: Name, query: Type.String({ maxLength: 2 * MAX_FILTER_QUERY }) },
    strict,
  ),
  responses: { 201: SavedFilter },
  errors: ['FILTER_NOT_SAVABLE', 'FILTER_NAME_TAKEN', 'SAVED_FILTERS_FULL'],
})

export const renameFilter = endpoint({
  ...own,
  method: 'PUT',
  path: '/api/admin/saved-filters/{id}',
  summary: 'Rename an own saved filter',
  params,
  body: Type.Object({ name: Name }, strict),
  responses: { 200: SavedFilter },
  errors: ['SAVED_FILTER_NOT_FOUND', 'FILTER_NAME_TAKEN'],
})

export const deleteFilter = endpoint({
  ...own,
  method: 'DELETE',
  path: '/api/admin/saved-filters/{id}',
  summary: 'Delete an own saved filter',
  params,
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['SAVED_FILTER_NOT_FOUND'],
})
