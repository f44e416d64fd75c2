import {
  deleteFilter,
  listSavedFilters,
  renameFilter,
  type SavedFilter,
  saveFilter,
} from '@mupiira/contract/saved-filters.ts'
import { savedQuery } from '@mupiira/domain/access/console-lists.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import {
  deleteFilterRow,
  filterNamed,
  insertFilter,
  lockFiltersOf,
  ownFilter,
  renameFilterRow,
  savedFiltersOf,
  type SavedFilterRow,
} from './saved-filters.repository.ts'

/**
 * Filters that staff save for themselves. They change nothing for others, so the audit log does not record them. Another
 * person's filter does not exist for the caller.
 */
export const savedFilterRoutes = ({ clock, db }: Pick<Kernel, 'clock' | 'db'>): readonly Route[] => [
  route(listSavedFilters, async ({ actor }) => ({
    status: 200,
    body: { items: (await savedFiltersOf(db, actor.userId)).map(present) },
  })),

  route(saveFilter, async ({ actor, body }) => {
    const query = savedQuery(body.query)
    if (query === null) return { error: 'FILTER_NOT_SAVABLE' }
    const filter = { id: newId(), list: body.list, name: body.name.trim(), query }
    return db.transaction(async (tx) => {
      const owned = { ...filter, staffId: actor.userId }
      await lockFiltersOf(tx, actor.userId)
      if (await insertFilter(tx, { ...owned, now: clock.now() })) return { status: 201, body: filter }
      return { error: (await filterNamed(tx, owned)) === null ? 'SAVED_FILTERS_FULL' : 'FILTER_NAME_TAKEN' }
    })
  }),

  route(renameFilter, async ({ actor, body, params: { id } }) => {
    if (!isId(id)) return { error: 'SAVED_FILTER_NOT_FOUND' }
    const name = body.name.trim()
    return db.transaction(async (tx) => {
      await lockFiltersOf(tx, actor.userId)
      const filter = await ownFilter(tx, { id, staffId: actor.userId })
      if (filter === null) return { error: 'SAVED_FILTER_NOT_FOUND' }
      if (!(await renameFilterRow(tx, id, name))) return { error: 'FILTER_NAME_TAKEN' }
      return { status: 200, body: present({ ...filter, name }) }
    })
  }),

  route(deleteFilter, async ({ actor, params: { id } }) =>
    isId(id) && (await deleteFilterRow(db, { id, staffId: actor.userId }))
      ? { status: 200, body: { success: true } }
      : { error: 'SAVED_FILTER_NOT_FOUND' },
  ),
]

/** The table has only lists of the contract: `saveFilter` validates them. */
const present = (row: SavedFilterRow): SavedFilter => ({ ...row, list: row.list as SavedFilter['list'] })
