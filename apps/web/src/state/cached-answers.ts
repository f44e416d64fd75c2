import { onlineManager, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { serverNow } from '../shared/clock.ts'
import type { SessionUser } from '@mupiira/contract/auth.ts'
import { deviceStorage } from '../shared/storage.ts'
import { gameIdsIn, GAMES, type Games, gamesOf, putGames } from './games.ts'
import { ownStorage } from './own-storage.ts'
import { OWN_ANSWERS_KEY, RESTORED_AT, SESSION, sessionUser } from './session.ts'

/**
 * The address of this script contains a hash that changes with each release, and a release may change a response's
 * shape.
 */
const RELEASE = import.meta.url
const PUBLIC_ANSWERS_KEY = 'mupiira.kept'
/**
 * How many responses are stored per operation; the newest are kept (decision 0039). Other operations are not stored.
 */
const PUBLIC: Readonly<Record<string, number>> = {
  'GET /api/settings': 1,
  'GET /api/sports': 1,
  [GAMES[0]]: 1,
  // For example, the home list and the row of live games each use one response.
  'GET /api/games': 8,
  'GET /api/games/{id}/markets': 4,
}
const OWN: Readonly<Record<string, number>> = {
  [SESSION]: 1,
  'GET /api/wallet': 1,
  'GET /api/bets': 2,
  'GET /api/bets/counts': 1,
  'GET /api/bets/{id}': 10,
  'GET /api/notifications': 2,
}
/** Responses whose age does not make a screen outdated. For a list of games, the age of the cached games counts. */
const NEVER_OUTDATED: ReadonlySet<unknown> = new Set([
  SESSION,
  'GET /api/settings',
  'GET /api/sports',
  'GET /api/games',
])

/** Older odds and scores are useless, and older tickets are fetched from the server. */
const MAX_STORED_MS = 7 * 24 * 3_600_000
const FIRST_STORED_AFTER_MS = 3_000
const STORED_EVERY_MS = 60_000

type Stored = { readonly key: QueryKey; readonly data: unknown; readonly atMs: number }
type StoredAnswers = { readonly release?: string; readonly userId: string | null; readonly answers: readonly Stored[] }

/**
 * Stores the latest responses on the device, for a start without a network. Returns a function that removes the
 * listeners.
 */
export function storeResponses(client: QueryClient): () => void {
  let loggedOutAtMs = 0
  const keep = () => {
    write(client, PUBLIC_ANSWERS_KEY, null, PUBLIC)
    const session = client.getQueryState<{ readonly user: { readonly id: string } | null }>([SESSION, {}])
    if (session?.data === undefined || session.dataUpdatedAt < loggedOutAtMs) return
    if (session.data.user === null) ownStorage.remove(OWN_ANSWERS_KEY)
    else write(client, OWN_ANSWERS_KEY, session.data.user.id, OWN)
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') keep()
  }
  // Another tab logged out, so this tab must not store the removed data again.
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === OWN_ANSWERS_KEY && newValue === null) loggedOutAtMs = Date.now()
  }
  const first = setTimeout(keep, FIRST_STORED_AFTER_MS)
  const timer = setInterval(keep, STORED_EVERY_MS)
  document.addEventListener('visibilitychange', onHidden)
  window.addEventListener('pagehide', keep)
  window.addEventListener('offline', keep)
  window.addEventListener('storage', onStorage)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onHidden)
    window.removeEventListener('pagehide', keep)
    window.removeEventListener('offline', keep)
    window.removeEventListener('storage', onStorage)
  }
}

/** Fills missing queries with responses stored on this device. Screens show these responses and refetch them. */
export function restoreStored(client: QueryClient, nowMs: number): void {
  const user = sessionUser(client)
  const own = read(OWN_ANSWERS_KEY)
  const isSamePlayer = user === undefined || (user !== null && user.id === own.userId)
  for (const { key, data, atMs } of [...read(PUBLIC_ANSWERS_KEY).answers, ...(isSamePlayer ? own.answers : [])]) {
    if (nowMs - atMs > MAX_STORED_MS) continue
    if (key[0] === GAMES[0]) restoreGames(client, data as Games, atMs)
    if (client.getQueryData(key) !== undefined) continue
    client.setQueryData(key, data, { updatedAt: key[0] === SESSION ? RESTORED_AT : atMs })
  }
}

/** Adds stored games that the page does not have, because restored lists refer to them. */
function restoreGames(client: QueryClient, stored: Games, atMs: number): void {
  const known = gamesOf(client)
  const missing = Object.values(stored).filter(({ id }) => known[id] === undefined)
  // If the games entry has no data yet, the stored games set its age.
  const { data, dataUpdatedAt = atMs } = client.getQueryState(GAMES) ?? {}
  putGames(client, missing, data === undefined ? atMs : dataUpdatedAt)
}

/**
 * Starts a page that the server did not render. If the device then reports no network, queries wait for the network.
 */
export function startWithStored(client: QueryClient): void {
  if (!navigator.onLine) onlineManager.setOnline(false)
  restoreStored(client, Date.now())
}

/** The time of the oldest data on screen; null if no data on screen can become outdated. */
export function oldestShownAt(client: QueryClient): Date | null {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.data !== undefined && !NEVER_OUTDATED.has(queryKey[0]))
    .map(({ state }) => state.dataUpdatedAt)
  if (times.length === 0) return null
  // The cache uses this device's clock, which can be wrong. Only the difference between its times is reliable.
  return new Date(serverNow().getTime() - (Date.now() - Math.min(...times)))
}

function write(
  client: QueryClient,
  storageKey: string,
  userId: string | null,
  maxStored: Readonly<Record<string, number>>,
) {
  const before = read(storageKey)
  const known = client
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => String(queryKey[0]) in maxStored && state.data !== undefined)
    .map(({ queryKey, state }) => ({ key: queryKey, data: storedOf(queryKey, state.data), atMs: state.dataUpdatedAt }))
  const knownKeys = new Set(known.map(({ key }) => JSON.stringify(key)))
  const isOther = ({ key, atMs }: Stored) => !knownKeys.has(JSON.stringify(key)) && Date.now() - atMs <= MAX_STORED_MS
  const others = before.userId === userId ? before.answers.filter(isOther) : []
  const counts = new Map<string, number>()
  const answers = [...known, ...others]
    .sort((a, b) => b.atMs - a.atMs)
    .filter(({ key }) => {
      const operation = String(key[0])
      const count = (counts.get(operation) ?? 0) + 1
      counts.set(operation, count)
      return count <= (maxStored[operation] ?? 0)
    })
  storageOf(storageKey).write(
    storageKey,
    JSON.stringify({ release: RELEASE, userId, answers: withGamesOf(answers, before.answers) } satisfies StoredAnswers),
  )
}

/** Keeps only the games of the stored lists and market screens, including those stored during earlier visits. */
function withGamesOf(answers: readonly Stored[], before: readonly Stored[]): readonly Stored[] {
  const shown = new Set(answers.flatMap(({ key, data }) => gameIdsIn(key, data)))
  const isGames = ({ key }: Stored) => key[0] === GAMES[0]
  const earlier = before.find(isGames)?.data as Games | undefined
  return answers.map((answer) => {
    if (!isGames(answer)) return answer
    const games = { ...earlier, ...(answer.data as Games) }
    return { ...answer, data: Object.fromEntries(Object.entries(games).filter(([id]) => shown.has(id))) }
  })
}

const storageOf = (storageKey: string) => (storageKey === OWN_ANSWERS_KEY ? ownStorage : deviceStorage)

/**
 * Of the session, stores id, role, status, balance and settings, but no personal data. Of other responses, stores the
 * first page.
 */
function storedOf([operation]: QueryKey, data: unknown): unknown {
  const { user } = data as { readonly user: SessionUser | null }
  if (operation !== SESSION || user === null) return firstPage(data)
  const { id, role, accountStatus, balance, settings } = user
  const blankPersonalData = { email: '', phoneNumber: '', name: '', username: '', firstName: '', lastName: '' }
  const stored: SessionUser = {
    ...blankPersonalData,
    id,
    role,
    accountStatus,
    balance,
    userMetadata: { phone: '', firstName: '', lastName: '' },
    settings,
  }
  return { user: stored }
}

/** Stores only the first page of a scrolled list. */
function firstPage(data: unknown): unknown {
  const { pages, pageParams } = data as Partial<InfiniteData<unknown>>
  return pages === undefined ? data : { pages: pages.slice(0, 1), pageParams: pageParams?.slice(0, 1) }
}

function read(storageKey: string): StoredAnswers {
  try {
    const stored = JSON.parse(storageOf(storageKey).read(storageKey) ?? '') as Partial<StoredAnswers>
    if (stored.release === RELEASE && Array.isArray(stored.answers))
      return { userId: stored.userId ?? null, answers: stored.answers }
  } catch {
    // The stored value is invalid or does not exist.
  }
  return { userId: null, answers: [] }
}
