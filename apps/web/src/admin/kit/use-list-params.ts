import { useLocation, useSearch } from 'wouter'

/** What a list shows, kept in its address: it can be bookmarked, sent to a colleague, and survives going back. */
export type ListParams = {
  readonly get: (name: string) => string
  /** '' takes it out. Any other filter begins at the first page again. */
  readonly set: (changes: { readonly [name: string]: string }) => void
  /** The same without leaving the page: what is opened over the list. */
  readonly show: (changes: { readonly [name: string]: string }) => void
  readonly page: number
  readonly toPage: (page: number) => void
  /** For the operation: what is set, and nothing that is empty. */
  readonly query: (...names: readonly string[]) => { readonly [name: string]: string }
}

export function useListParams(): ListParams {
  const [path, navigate] = useLocation()
  const params = new URLSearchParams(useSearch())
  const get = (name: string) => params.get(name) ?? ''
  const write = (changes: { readonly [name: string]: string }, keepsPage: boolean) => {
    const next = new URLSearchParams(params)
    if (!keepsPage) next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    const search = next.toString()
    navigate(search === '' ? path : `${path}?${search}`, { replace: true })
  }
  return {
    get,
    set: (changes) => write(changes, false),
    show: (changes) => write(changes, true),
    page: Math.max(1, Math.trunc(Number(get('page'))) || 1),
    toPage: (page) => write({ page: page === 1 ? '' : String(page) }, true),
    query: (...names) => Object.fromEntries(names.map((name) => [name, get(name)]).filter(([, value]) => value !== '')),
  }
}
