import {
  createSearchName,
  deleteSearchName,
  exportSearchNames,
  listSearchNames,
  type SearchName,
  updateSearchName,
} from '@mupiira/contract/admin-search-names.ts'
import { SEARCH_NAME_LIST } from '@mupiira/contract/list-columns.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { everyPage } from '../../../kernel/db/list-page.ts'
import { INVALID_CURSOR, readPageRequest } from '../../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import {
  deleteSearchName as deleteRow,
  insertSearchName,
  lockSearchName,
  type SearchNameRow,
  searchNamesPage,
  updateSearchName as updateRow,
} from './search-names.repository.ts'

const PAGE = 50

/** The names that people use for clubs and leagues. Each change is in the audit log and applies to the next search. */
export const searchNameRoutes = (
  { clock, db, outbox }: Pick<Kernel, 'clock' | 'db' | 'outbox'>,
  audit: Audit['commands'],
): readonly Route[] => {
  const publish = (tx: Tx): Promise<void> => outbox.appendEvents(tx, [{ type: 'search-names-changed', data: {} }])
  return [
    route(listSearchNames, async ({ query }) => {
      const pageRequest = readPageRequest(query, PAGE)
      if (pageRequest === null) return INVALID_CURSOR
      const { items, ...found } = await searchNamesPage(db, { words: query.q, kind: query.kind }, pageRequest)
      const { page, pageSize } = pageRequest
      return { status: 200, body: { items: items.map(present), page, pageSize, total: null, ...found } }
    }),

    route(exportSearchNames, (call) => {
      const { q: words, kind, sort } = call.query
      const file = { name: 'other-names', action: 'search-name.export', columns: SEARCH_NAME_LIST } as const
      const rows = everyName((pageRequest) => searchNamesPage(db, { words, kind }, pageRequest), sort)
      return exportList({ clock, db, audit }, call, { ...file, rows })
    }),

    route(createSearchName, async (call) => {
      const { kind, name, country = '', aliases, importance = 0 } = call.body
      const row = {
        id: newId(),
        kind,
        name: name.trim(),
        country: kind === 'league' ? country.trim() : '',
        aliases: readAliases(aliases),
        importance: kind === 'league' ? importance : 0,
        updatedAt: call.now,
      }
      const isNew = await db.transaction(async (tx) => {
        if (!(await insertSearchName(tx, row))) return false
        const entry = { action: 'search-name.create', subject: `search-name:${row.id}`, after: shortOf(row) } as const
        await audit.record(tx, { ...staffOf(call), ...entry }, call.now)
        await publish(tx)
        return true
      })
      return isNew ? { status: 201, body: present(row) } : { error: 'SEARCH_NAME_EXISTS' }
    }),

    route(updateSearchName, async (call) => {
      const { id } = call.params
      if (!isId(id)) return { error: 'SEARCH_NAME_NOT_FOUND' }
      const { aliases, importance, seen } = call.body
      const changed = await db.transaction(async (tx) => {
        const before = await lockSearchName(tx, id)
        if (before === null) return err('SEARCH_NAME_NOT_FOUND')
        if (before.updatedAt.getTime() !== Date.parse(seen)) return err('SEARCH_NAME_CHANGED')
        const now = clock.now()
        const after = {
          ...before,
          aliases: readAliases(aliases),
          importance: before.kind === 'league' ? (importance ?? before.importance) : 0,
          updatedAt: now,
        }
        await updateRow(tx, after)
        const states = { before: shortOf(before), after: shortOf(after) }
        const entry = { action: 'search-name.edit', subject: `search-name:${id}`, ...states } as const
        await audit.record(tx, { ...staffOf(call), ...entry }, now)
        await publish(tx)
        return ok(after)
      })
      return changed.ok ? { status: 200, body: present(changed.value) } : { error: changed.error }
    }),

    route(deleteSearchName, async (call) => {
      const { id } = call.params
      const { seen } = call.query
      if (!isId(id)) return { error: 'SEARCH_NAME_NOT_FOUND' }
      const deleted = await db.transaction(async (tx) => {
        const before = await lockSearchName(tx, id)
        if (before === null) return err('SEARCH_NAME_NOT_FOUND')
        if (seen !== undefined && before.updatedAt.getTime() !== Date.parse(seen)) return err('SEARCH_NAME_CHANGED')
        await deleteRow(tx, id)
        const entry = { action: 'search-name.delete', subject: `search-name:${id}`, before: shortOf(before) } as const
        await audit.record(tx, { ...staffOf(call), ...entry }, clock.now())
        await publish(tx)
        return ok(undefined)
      })
      return deleted.ok ? { status: 200, body: { success: true } } : { error: deleted.error }
    }),
  ]
}

/** Aliases in lower case with single spaces, each once. */
const readAliases = (aliases: readonly string[]): string[] => [
  ...new Set(
    aliases.map((alias) => alias.trim().toLowerCase().replaceAll(/\s+/g, ' ')).filter((alias) => alias !== ''),
  ),
]

const present = ({ updatedAt, aliases, ...row }: SearchNameRow): SearchName => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  country: row.country,
  aliases: [...aliases],
  importance: row.importance,
  updatedAt: updatedAt.toISOString(),
})

const shortOf = ({ kind, name, country, aliases, importance }: SearchNameRow) => ({
  kind,
  name: country === '' ? name : `${name}, ${country}`,
  aliases: aliases.join(', '),
  importance,
})

async function* everyName(
  read: Parameters<typeof everyPage<SearchNameRow>>[0],
  sort: string | undefined,
): AsyncGenerator<SearchName[]> {
  for await (const rows of everyPage(read, sort)) yield rows.map(present)
}
