import { useLocation, useSearch } from 'wouter'

const NOT_FILTERS = new Set(['page', 'cursor', 'size', 'sort', 'view', 'tickets', 'do'])
const FIRST_SIZE = 10
const LARGEST_SIZE = 50

/** Cursors of visited pages, so that going back shows the same rows. */
const cursors = new Map<string, string>()

/** The state of a list, stored in the address, so that the list can be bookmarked, shared and restored. */
export type ListParams = {
  readonly get: (name: string) => string
  /** Sets filters; '' removes one. A changed filter returns to the first page. */
  readonly set: (changes: { readonly [name: string]: string }) => void
  /** Sets parameters and keeps the page number. Used for a dialog over the list. */
  readonly show: (changes: { readonly [name: string]: string }) => void
  readonly page: number
  /** The page in the request. It has a cursor if staff came from the previous page. */
  readonly pageQuery: { readonly page: number; readonly cursor?: string }
  readonly toPage: (page: number, cursor?: string) => void
  readonly pageSize: number
  readonly setPageSize: (size: number) => void
  /** True if any filter is set; page, sorting and dialogs do not count. */
  readonly isFiltered: boolean
  readonly clear: () => void
  /** Returns the filters of these names that are set, for a request. */
  readonly query: (...names: readonly string[]) => { readonly [name: string]: string }
  /** The sort order in the request, if the server can sort by that column. */
  readonly sortBy: <Sort extends string>(sorts: readonly Sort[]) => { readonly sort?: Sort | `-${Sort}` }
}

/** `prefix` distinguishes the parameters of several lists on one screen. */
export function useListParams(prefix = ''): ListParams {
  const [path, navigate] = useLocation()
  const params = new URLSearchParams(useSearch())
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}.${name}`)
  /** The name of a parameter of this list; null for parameters of other lists. */
  const nameOf = (key: string): string | null => {
    const [owner, name] = key.includes('.') ? key.split('.', 2) : ['', key]
    return owner === prefix ? (name ?? null) : null
  }
  const get = (name: string) => params.get(keyOf(name)) ?? ''
  const go = (next: URLSearchParams) => {
    const search = next.toString()
    navigate(search === '' ? path : `${path}?${search}`, { replace: true })
  }
  const write = (changes: { readonly [name: string]: string }, keepsPage: boolean) => {
    const next = new URLSearchParams(params)
    if (!keepsPage) for (const name of ['page', 'cursor']) next.delete(keyOf(name))
    for (const [name, value] of Object.entries(changes)) {
      if (value !== '') next.set(keyOf(name), value)
      else {
        next.delete(keyOf(name))
        // When a dialog closes, the parameters of its list are removed too.
        for (const key of params.keys()) if (key.startsWith(`${keyOf(name)}.`)) next.delete(key)
      }
    }
    go(next)
  }
  const isFilter = (key: string): boolean => {
    const name = nameOf(key)
    return name !== null && !NOT_FILTERS.has(name)
  }
  const page = Math.max(1, Math.trunc(Number(get('page'))) || 1)
  const cursor = get('cursor')
  const pageKey = (no: number): string => {
    const listState = [...params].filter(([key]) => isFilter(key) || ['size', 'sort'].includes(nameOf(key) ?? ''))
    return `${path}?${prefix}?${new URLSearchParams(listState).toString()}#${no}`
  }
  return {
    get,
    set: (changes) => write(changes, false),
    show: (changes) => write(changes, true),
    page,
    pageQuery: cursor === '' ? { page } : { page, cursor },
    isFiltered: [...params.keys()].some(isFilter),
    clear() {
      const next = new URLSearchParams(params)
      for (const key of params.keys()) {
        if (isFilter(key) || ['page', 'cursor'].includes(nameOf(key) ?? '')) next.delete(key)
      }
      go(next)
    },
    pageSize: Math.min(LARGEST_SIZE, Math.max(1, Math.trunc(Number(get('size'))) || FIRST_SIZE)),
    setPageSize: (size) => write({ size: size === FIRST_SIZE ? '' : String(size) }, false),
    toPage(next, nextCursor) {
      if (nextCursor !== undefined) cursors.set(pageKey(next), nextCursor)
      write(
        { page: next === 1 ? '' : String(next), cursor: next === 1 ? '' : (cursors.get(pageKey(next)) ?? '') },
        true,
      )
    },
    query: (...names) => Object.fromEntries(names.map((name) => [name, get(name)]).filter(([, value]) => value !== '')),
    sortBy<Sort extends string>(sorts: readonly Sort[]) {
      const sort = sorts.flatMap((each) => [each, `-${each}` as const]).find((each) => each === get('sort'))
      return sort === undefined ? {} : { sort }
    },
  }
}
