import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, Link2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { type ConsoleList, MAX_FILTER_NAME, savedAddress, savedQuery } from '@mupiira/domain/access/console-lists.ts'
import type { SavedFilter } from '@mupiira/contract/saved-filters.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { apiQuery } from '../../shared/api/queries.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ActionMenu } from './action-menu.tsx'
import { FormDialog } from './form-dialog.tsx'

const savedFiltersQuery = queryOptions({ ...apiQuery('GET /api/admin/saved-filters', {}), staleTime: 60_000 })

const FAILED = 'We could not reach the server, so nothing was changed.'

type SavedFiltersProps = { readonly list: ConsoleList }

/** The member of staff's saved filters of a list as links, with the buttons that save and manage them. */
export function SavedFilters({ list }: SavedFiltersProps) {
  const current = savedQuery(useSearch()) ?? ''
  const client = useQueryClient()
  const { data } = useQuery(savedFiltersQuery)
  const [named, setNamed] = useState<SavedFilter | 'new' | null>(null)
  const filters = (data?.items ?? []).filter((filter) => filter.list === list)
  const open = filters.find(({ query }) => query === current)
  const refresh = () => client.invalidateQueries({ queryKey: savedFiltersQuery.queryKey })
  const save = (filter: Pick<SavedFilter, 'name' | 'query'>) =>
    api('POST /api/admin/saved-filters', { body: { list, name: filter.name, query: filter.query } })
  const name = async (typed: string): Promise<string | null> => {
    const text = typed.trim()
    if (text === '') return 'Please enter a name.'
    try {
      if (named === 'new') await save({ name: text, query: current })
      else if (named !== null)
        await api('PUT /api/admin/saved-filters/{id}', { params: { id: named.id }, body: { name: text } })
    } catch (error) {
      return textOf(error, FAILED)
    }
    await refresh()
    return null
  }
  const restore = async (filter: SavedFilter) => {
    await save(filter).catch((error: unknown) => showToast('error', textOf(error, FAILED)))
    await refresh()
  }
  const remove = async (filter: SavedFilter) => {
    try {
      await api('DELETE /api/admin/saved-filters/{id}', { params: { id: filter.id } })
      showToast('success', `Saved filter “${filter.name}” deleted.`, { undo: () => void restore(filter) })
    } catch (error) {
      showToast('error', textOf(error, FAILED))
    }
    await refresh()
  }
  if (filters.length === 0 && current === '' && named === null) return null
  return (
    <div
      role="group"
      aria-label="Saved filters"
      className="flex min-h-11 w-full flex-wrap items-center gap-2 md:min-h-9"
    >
      {filters.map((filter) => (
        <Link
          key={filter.id}
          href={savedAddress(list, filter.query)}
          aria-current={filter === open ? 'true' : undefined}
          className={classes(
            'inline-flex min-h-11 max-w-60 items-center rounded-full border px-4 text-14 font-bold md:min-h-8',
            filter === open ? 'border-ink bg-ink text-paper' : 'border-line bg-raised text-ink',
          )}
        >
          <span className="truncate">{filter.name}</span>
        </Link>
      ))}
      {open === undefined ? (
        current !== '' && (
          <Button variant="quiet" onClick={() => setNamed('new')}>
            <BookmarkPlus className="size-4" /> Save filters
          </Button>
        )
      ) : (
        <ActionMenu
          label={`More actions of the saved filter ${open.name}`}
          actions={[
            { text: 'Rename', icon: Pencil, onSelect: () => setNamed(open) },
            { text: 'Copy link', icon: Link2, onSelect: () => void copyLink(list, open.query) },
            { text: 'Delete', icon: Trash2, isDangerous: true, onSelect: () => void remove(open) },
          ]}
        />
      )}
      {named !== null && (
        <FormDialog
          title={named === 'new' ? 'Save these filters' : 'Rename the saved filter'}
          verb="Save"
          defaultValues={{ name: named === 'new' ? '' : named.name }}
          onSubmit={({ name: typed }) => name(typed)}
          onClose={() => setNamed(null)}
        >
          {({ register }) => (
            <>
              <p className="text-14 text-muted">Only you see it. To share the list, send the address of this page.</p>
              <Field label="Name" maxLength={MAX_FILTER_NAME} autoComplete="off" {...register('name')} />
            </>
          )}
        </FormDialog>
      )}
    </div>
  )
}

async function copyLink(list: ConsoleList, query: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(savedAddress(list, query), location.href).href)
    showToast('success', 'Link copied.')
  } catch {
    showToast('error', 'The link could not be copied. Please copy the address of this page.')
  }
}
