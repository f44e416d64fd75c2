/** The lists of the console whose filters staff can save, with the path of their screen. */
export const CONSOLE_LISTS = {
  alerts: '/admin/alerts',
  users: '/admin/users',
  bets: '/admin/bets',
  transactions: '/admin/transactions',
  'withdrawal-reviews': '/admin/transactions/withdrawals',
  games: '/admin/games',
  trading: '/admin/trading',
  'search-names': '/admin/search-names',
  'live-bets': '/admin/in-play/bets',
  notices: '/admin/notices',
  conversations: '/admin/chat',
  audit: '/admin/audit',
} as const
export type ConsoleList = keyof typeof CONSOLE_LISTS
export const CONSOLE_LIST_NAMES = Object.keys(CONSOLE_LISTS) as readonly ConsoleList[]

/** Each member of staff saves at most this many filters of a list. */
export const MAX_SAVED_FILTERS = 20
export const MAX_FILTER_NAME = 40
export const MAX_FILTER_QUERY = 500

/** Parameters of one visit: pages, and dialogs over the list. */
const OF_A_VISIT: ReadonlySet<string> = new Set(['page', 'cursor', 'view', 'tickets'])
const NAME = /^[a-z][a-zA-Z]{0,29}$/
const MAX_VALUE = 100
/** Control characters, which no filter contains. */
const CONTROL = /\p{Cc}/u

/**
 * The query of a list's address as it is saved: filters, order and page size, sorted by name; null if it is not one. It
 * never contains a path, so a saved filter always opens its own list.
 *
 * @example savedQuery('?status=won&page=3&sort=-stake') // 'sort=-stake&status=won'
 */
export function savedQuery(search: string): string | null {
  const saved = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) {
    if (!NAME.test(name)) return null
    if (OF_A_VISIT.has(name) || value === '') continue
    if (value.length > MAX_VALUE || CONTROL.test(value) || saved.has(name)) return null
    saved.set(name, value)
  }
  saved.sort()
  const text = saved.toString()
  return text.length > MAX_FILTER_QUERY ? null : text
}

/** The address that a saved filter opens. */
export const savedAddress = (list: ConsoleList, query: string): string =>
  query === '' ? CONSOLE_LISTS[list] : `${CONSOLE_LISTS[list]}?${query}`
