import { useLocation, useSearch } from 'wouter'

const NOT_FILTERS = new Set(['page', 'cursor', 'size', 'sort', 'view', 'tickets'])
const FIRST_SIZE = 10
const LARGEST_SIZE = 50

/** Cursors of visited pages, so that going back shows the same rows. */
const cursors = new Map<string, string>()

/** The state of a list, stored in the address, so that it can be bookmarked, shared and restored. */
export type ListParams = {
  readonly get: (name: string) => string
  /** Sets filters; '' removes one. A changed filter returns to the first page. */
  readonly set: (changes: { readonly [name: string]: string }) => void
  /** The same without changing the page, for a dialog over the list. */
  readonly show: (changes: { readonly [name: string]: string }) => void
  readonly page: number
  /** The page for the operation, by cursor if reached from the previous page. */
  readonly pageQuery: { readonly page: number; readonly cursor?: string }
  readonly toPage: (page: number, cursor?: string) => void
  readonly pageSize: number
  readonly setPageSize: (size: number) => void
  /** True if any filter is set; page, sorting and dialogs do not count. */
  readonly isFiltered: boolean
  readonly clear: () => void
  /** The filters that are set, for the operation. */
  readonly query: (...names: readonly string[]) => { readonly [name: string]: string }
}

export function useListParams(): ListParams {
  const [path, navigate] = useLocation()
  const params = new URLSearchParams(useSearch())
  const get = (name: string) => params.get(name) ?? ''
  const write = (changes: { readonly [name: string]: string }, keepsPage: boolean) => {
    const next = new URLSearchParams(params)
    if (!keepsPage) for (const name of ['page', 'cursor']) next.delete(name)
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    const search = next.toString()
    navigate(search === '' ? path : `${path}?${search}`, { replace: true })
  }
  const page = Math.max(1, Math.trunc(Number(get('page'))) || 1)
  const cursor = get('cursor')
  const pageKey = (no: number): string => {
    const filters = [...params].filter(([name]) => name === 'size' || !NOT_FILTERS.has(name))
    return `${path}?${new URLSearchParams(filters).toString()}#${no}`
  }
  return {
    get,
    set: (changes) => write(changes, false),
    show: (changes) => write(changes, true),
    page,
    pageQuery: cursor === '' ? { page } : { page, cursor },
    isFiltered: [...params.keys()].some((name) => !NOT_FILTERS.has(name)),
    clear() {
      const kept = new URLSearchParams([...params].filter(([name]) => name === 'sort' || name === 'size')).toString()
      navigate(kept === '' ? path : `${path}?${kept}`, { replace: true })
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
  }
}
