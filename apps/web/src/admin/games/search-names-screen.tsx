import { SEARCH_NAME_LIST, searchNameTitle } from '@mupiira/contract/list-columns.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SearchName } from '@mupiira/contract/admin-search-names.ts'
import { SEARCH_NAME_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, Select } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { May } from '../kit/may.tsx'
import { ActionMenu } from '../kit/action-menu.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { ChipFilter, SearchFilter } from '../kit/filters.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { act } from '../kit/staff-api.ts'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'

const searchNamesQuery = (query: QueryOf<'GET /api/admin/search-names'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/search-names', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

const COLUMNS: readonly Column<SearchName>[] = [
  { id: 'name', ...SEARCH_NAME_LIST.name },
  {
    id: 'aliases',
    ...SEARCH_NAME_LIST.aliases,
    phone: 'below',

    cell: ({ aliases }) => <span className="break-words lg:block lg:min-w-60">{aliases.join(', ')}</span>,
  },
  { id: 'kind', ...SEARCH_NAME_LIST.kind, phone: 'aside' },
  {
    id: 'rank',
    ...SEARCH_NAME_LIST.rank,
    cell: ({ kind, importance }) => (kind === 'league' ? importance : '–'),
    align: 'end',
  },
]

const KINDS = [
  ['', 'All'],
  ['league', 'Leagues'],
  ['team', 'Clubs'],
] as const

/** The order until staff sorts by a column. */
const BY_NAME = { sort: 'name' } as const

/** The names that players use for clubs and leagues in the search. */
export function SearchNamesScreen() {
  const params = useListParams()
  const may = useMay()
  const words = params.get('q')
  const kind = KINDS.find(([value]) => value !== '' && value === params.get('kind'))?.[0]
  const search = { ...(words === '' ? {} : { q: words }), ...(kind === undefined || kind === '' ? {} : { kind }) }
  const query = useQuery(
    searchNamesQuery({ ...BY_NAME, ...params.pageQuery, ...params.sortBy(SEARCH_NAME_SORTS), ...search }),
  )
  const [edited, setEdited] = useState<SearchName | 'new' | null>(null)
  const [toDelete, setToDelete] = useState<SearchName | null>(null)
  const changed = async () => void (await query.refetch())
  const restore = async ({ kind, name, country, aliases, importance }: SearchName) => {
    try {
      await act('POST /api/admin/search-names', { body: { kind, name, country, aliases, importance } })
    } catch (error) {
      showToast('error', textOf(error, 'The names were not restored.'))
    }
    await changed()
  }
  const remove = async (name: SearchName): Promise<string | null> => {
    const { id, updatedAt } = name
    try {
      await act('DELETE /api/admin/search-names/{id}', { params: { id }, query: { seen: updatedAt } })
    } catch (error) {
      return textOf(error, 'The names could not be deleted.')
    }
    showToast('success', `Other names of ${searchNameTitle(name)} deleted.`, { undo: () => void restore(name) })
    await changed()
    return null
  }
  return (
    <ConsolePage
      title="Other names"
      end={
        <May do="admin:games:edit">
          <Button onClick={() => setEdited('new')}>Add names</Button>
        </May>
      }
    >
      <p className="text-14 text-muted">
        Players find a game by these names, in addition to the names in the game list. A change applies to the next
        search.
      </p>
      <ListTable
        name="search names"
        saves="search-names"
        search={<SearchFilter params={params} label="Club, league or other name" />}
        filters={
          <>
            <ChipFilter params={params} name="kind" label="Kind" choices={KINDS} />
          </>
        }
        columns={COLUMNS}
        sorts={SEARCH_NAME_SORTS}
        file={{ path: '/api/admin/search-names/export', query: { ...BY_NAME, ...search }, what: 'Other names' }}
        query={query}
        failure={{ title: 'Could not load the other names' }}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No names match', text: 'Try another search, or add names.' }}
        {...(may('admin:games:edit')
          ? {
              actions: (name: SearchName) => (
                <>
                  <Button
                    variant="secondary"
                    aria-label={`Edit ${searchNameTitle(name)}`}
                    onClick={() => setEdited(name)}
                  >
                    Edit
                  </Button>
                  <ActionMenu
                    label={`More actions of ${searchNameTitle(name)}`}
                    actions={[{ text: 'Delete', icon: Trash2, isDangerous: true, onSelect: () => setToDelete(name) }]}
                  />
                </>
              ),
            }
          : {})}
      />
      {edited !== null && (
        <NamesDialog name={edited === 'new' ? null : edited} onSaved={changed} onClose={() => setEdited(null)} />
      )}
      {toDelete !== null && (
        <ConfirmDialog
          title={`Delete the other names of ${searchNameTitle(toDelete)}?`}
          verb="Delete"
          isDangerous
          onConfirm={() => remove(toDelete)}
          onClose={() => setToDelete(null)}
        >
          <p>Players then find its games only by the name in the game list.</p>
        </ConfirmDialog>
      )}
    </ConsolePage>
  )
}

type Values = {
  readonly kind: 'team' | 'league'
  readonly name: string
  readonly country: string
  readonly aliases: string
  readonly importance: string
}

type DialogProps = {
  readonly name: SearchName | null
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

function NamesDialog({ name, onSaved, onClose }: DialogProps) {
  const save = async (typed: Values): Promise<string | null> => {
    const aliases = typed.aliases.split(',').flatMap((alias) => (alias.trim() === '' ? [] : [alias.trim()]))
    const importance = Number(typed.importance)
    if (!Number.isInteger(importance) || importance < 0 || importance > 100)
      return 'The rank is a whole number from 0 to 100.'
    if (typed.name.trim() === '') return 'Please enter the name in the game list.'
    try {
      if (name === null) {
        const { kind, country } = typed
        const body = { kind, name: typed.name.trim(), country: country.trim(), aliases, importance }
        await act('POST /api/admin/search-names', { body })
      } else {
        const body = { aliases, importance, seen: name.updatedAt }
        await act('PUT /api/admin/search-names/{id}', { params: { id: name.id }, body })
      }
    } catch (error) {
      return textOf(error, 'We could not reach the server, so nothing was changed.')
    }
    await onSaved()
    return null
  }
  const defaultValues: Values = {
    kind: name?.kind ?? 'team',
    name: name?.name ?? '',
    country: name?.country ?? '',
    aliases: name?.aliases.join(', ') ?? '',
    importance: String(name?.importance ?? 0),
  }
  return (
    <FormDialog<Values>
      title={name === null ? 'Add names' : `Other names of ${searchNameTitle(name)}`}
      defaultValues={defaultValues}
      onSubmit={save}
      onClose={onClose}
      verb="Save"
    >
      {({ register, watch }) => (
        <>
          {name === null && (
            <>
              <Select label="Club or league" {...register('kind')}>
                <option value="team">Club</option>
                <option value="league">League</option>
              </Select>
              <Field label="Name in the game list" maxLength={80} {...register('name')} />
            </>
          )}
          <Field
            label="Other names"
            hint="Separated by commas, for example: man utd, man u, red devils"
            {...register('aliases')}
          />
          {watch('kind') === 'league' && (
            <>
              {name === null && <Field label="Country" hint="Leave empty for any country" {...register('country')} />}
              <Field
                label="Rank"
                hint="0 to 100. Games of leagues with a higher rank come first."
                inputMode="numeric"
                {...register('importance')}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
