import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionUser } from '@mupiira/contract/auth.ts'
import { can, type Capability, isStaff } from '@mupiira/domain/access/capabilities.ts'
import { playerSetting, type PlayerSettingKey, type PlayerSettings } from '@mupiira/domain/identity/player-settings.ts'
import { ApiError, NetworkError } from '../shared/api/errors.ts'
import { type Answer, api } from '../shared/api/client.ts'
import { queryKey, shouldRetry } from '../shared/api/queries.ts'
import { pause } from '../shared/api/request.ts'
import { showToast } from '../shared/ui/toast.tsx'
import { deviceStorage, tabStorage } from '../shared/storage.ts'
import { GAMES } from './games.ts'
import { ownStorage } from './own-storage.ts'

export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'out' }
  | {
      readonly status: 'in'
      readonly user: SessionUser
      /** True while the user comes from this device and is not yet confirmed by the server. */
      readonly recalled: boolean
    }

export const SESSION = 'GET /api/auth/session'
const USER_KEY = 'mupiira.user'
/** The storage key of the player's cached responses, which are removed with the session. */
export const OWN_ANSWERS_KEY = 'mupiira.kept.own'
/** The storage key of the player's exclusion (PLAY-03). */
export const EXCLUSION_KEY = 'mupiira.exclusion'
/** The storage key of messages to customer care that wait for the network. */
export const UNSENT_KEY = 'mupiira.unsent'
const CACHED_USER_MS = 5 * 60_000
/** The cache timestamp of a stored user. It makes the entry stale, so the session is requested. */
export const RESTORED_AT = 1
const STARTUP_MS = 30_000
/** Starts at 200 ms and doubles (DATA-39). */
export const sessionRetryDelayMs = (failures: number) => 200 * 2 ** failures
/** Public operations. Everything else in the cache is removed with the session. */
const PUBLIC_OPERATIONS: ReadonlySet<unknown> = new Set([
  SESSION,
  GAMES[0],
  'GET /api/settings',
  'GET /api/sports',
  'GET /api/games',
  'GET /api/games/{id}',
  'GET /api/games/{id}/markets',
  'GET /api/games/{id}/statistics',
  'GET /api/games/{id}/timeline',
])

/**
 * The session: loading at startup, then in or out. A startup that fails or takes more than 30 s counts as out (AUTH-68,
 * AUTH-72).
 */
export function useSession(): Session {
  const client = useQueryClient()
  const { data, dataUpdatedAt, errorUpdateCount } = useQuery({
    queryKey: queryKey(SESSION),
    queryFn: ({ signal }) => readingSession(client, signal),
    // `readingSession` retries by itself, because all attempts share one time limit.
    retry: false,
    staleTime: CACHED_USER_MS,
  })
  // The next screen retries after a failure. Until then the player counts as signed out.
  if (data === undefined) return { status: errorUpdateCount === 0 ? 'loading' : 'out' }
  return data.user === null
    ? { status: 'out' }
    : { status: 'in', user: data.user, recalled: dataUpdatedAt === RESTORED_AT }
}

export const readingSession = (client: QueryClient, signal: AbortSignal) =>
  detectSessionChange(client, readSession(signal))

/** Requests the session, with retries, for at most 30 s in total (DATA-37, DATA-39, AUTH-72). */
export async function readSession(signal: AbortSignal): Promise<Answer<typeof SESSION>> {
  const endsAt = performance.now() + STARTUP_MS
  for (let failures = 0; ; failures += 1) {
    try {
      return await api(SESSION, {}, { signal, timeoutMs: endsAt - performance.now() })
    } catch (error) {
      if (error instanceof NetworkError && error.kind === 'timeout')
        throw new Error('Auth initialization timeout', { cause: error })
      const delayMs = sessionRetryDelayMs(failures)
      const isLast = !(error instanceof Error) || !shouldRetry(failures, error)
      if (isLast || signal.aborted || performance.now() + delayMs >= endsAt) throw error
      await pause(delayMs, signal)
    }
  }
}

/** The user of the session: null for a visitor, undefined while unknown. */
export const sessionUser = (client: QueryClient): SessionUser | null | undefined =>
  client.getQueryData<{ readonly user: SessionUser | null }>(queryKey(SESSION))?.user

/** The session's user; null for a visitor and while unknown. */
export function useUser(): SessionUser | null {
  const session = useSession()
  return session.status === 'in' ? session.user : null
}

/** The session's user, unless it is a member of staff. */
export function usePlayer(): SessionUser | null {
  const user = useUser()
  return user === null || isStaff(user.role) ? null : user
}

/** A setting of the account; its initial value for a visitor and while the user is unknown. */
export const usePlayerSetting = <K extends PlayerSettingKey>(key: K): PlayerSettings[K] =>
  playerSetting(useUser()?.settings, key)

/**
 * Returns whether the session's user has a capability. The server checks every request; screens only hide what the
 * server would refuse.
 */
export function useMay(): (capability: Capability) => boolean {
  const user = useUser()
  return (capability) =>
    user !== null &&
    can({ role: user.role, status: user.accountStatus, capabilities: user.capabilities ?? [] }, capability)
}

/** `isStored`: the player stays logged in after the browser closes (AUTH-14). */
export function signIn(client: QueryClient, user: SessionUser, isStored: boolean): void {
  dropPrivate(client)
  ownStorage.remove(USER_KEY)
  ownStorage.keep(isStored)
  client.setQueryData(queryKey(SESSION), { user })
  rememberUser(user)
}

/** Applies a saved change of the account. */
export function changeUser(client: QueryClient, userId: string, change: Pick<SessionUser, 'settings'>): void {
  // An older response must not undo the change.
  void client.cancelQueries({ queryKey: queryKey(SESSION) })
  const updatedAt = client.getQueryState(queryKey(SESSION))?.dataUpdatedAt
  client.setQueryData<{ user: SessionUser | null }>(
    queryKey(SESSION),
    (data) => (data?.user?.id === userId ? { user: { ...data.user, ...change } } : data),
    { updatedAt },
  )
}

const endings: (() => void)[] = []
/** Registers a cleanup for the end of the session. */
export const onSignOut = (end: () => void) => void endings.push(end)

/**
 * Removes all data of the player (AUTH-77). If another tab has logged in another player, the device's storage belongs
 * to them and stays.
 */
export function signOut(client: QueryClient): void {
  const user = sessionUser(client)
  const next = deviceStorage.read(USER_KEY)
  if (user && next?.includes(user.id) === false) return reloadForNewPlayer(client)
  client.setQueryData(queryKey(SESSION), { user: null })
  dropPrivate(client)
  ownStorage.remove(USER_KEY)
  ownStorage.remove(UNSENT_KEY)
  ownStorage.keep(false)
  for (const end of endings) end()
}

const isPrivate = ({ queryKey: [operation] }: Query): boolean => !PUBLIC_OPERATIONS.has(operation)

/** Detects an ended session, or a login as another player in another tab. */
async function detectSessionChange(client: QueryClient, requested: Promise<Answer<typeof SESSION>>) {
  let answer = await requested
  const before = sessionUser(client)
  // A request sent while the token changed (decision 0015) had no session, so it is repeated once.
  if (before && answer.user === null) answer = await api(SESSION, {})
  if (before && answer.user === null) signOut(client)
  if (before && answer.user && before.id !== answer.user.id) reloadForNewPlayer(client)
  return answer
}

/** Reloads the page for the current player, so that nothing of the previous player remains. */
function reloadForNewPlayer(client: QueryClient): void {
  const before = sessionUser(client)
  // Removes the previous user, who would otherwise cause a reload loop.
  if (before && deviceStorage.read(USER_KEY)?.includes(before.id))
    for (const key of [USER_KEY, OWN_ANSWERS_KEY, EXCLUSION_KEY, UNSENT_KEY]) deviceStorage.remove(key)
  client.clear()
  tabStorage.remove(USER_KEY)
  location.reload()
}

function dropPrivate(client: QueryClient): void {
  ownStorage.remove(OWN_ANSWERS_KEY)
  ownStorage.remove(EXCLUSION_KEY)
  client.removeQueries({ predicate: isPrivate })
  void client.invalidateQueries({ queryKey: ['POST /api/bets/quote'] })
}

/**
 * Handles an error that ends the session or may mean its end; returns false for other errors. A request sent while the
 * token changed (decision 0015) also gets 401, so the session is requested before the player is logged out.
 */
export function handleSessionLoss(client: QueryClient, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'ACCOUNT_SUSPENDED' || error.code === 'ACCOUNT_BANNED') {
    logOutWithStatus(client, error.code === 'ACCOUNT_SUSPENDED' ? 'suspended' : 'banned')
    return true
  }
  if (error.code !== 'NOT_AUTHENTICATED') return false
  void checkSession(client)
  return true
}

/** Handles a query that failed after its last retry: checks the session after 401, and logs other errors (AUTH-70). */
export function handleFailedQuery(client: QueryClient, error: Error, query?: Query<unknown, unknown>): void {
  if (query !== undefined && error instanceof ApiError && error.code === 'NOT_AUTHENTICATED')
    return void retryOnce(client, query)
  if (handleSessionLoss(client, error)) return
  // The screen shows a refusal of the server. The log does not need its stack trace.
  console.warn('could not be read', error instanceof ApiError && error.status < 500 ? error.message : error)
}

/** Queries that got 401 and were repeated once. */
const retried = new WeakSet<object>()

/** Repeats a visible query once if the player is still logged in. Then only the token had changed (decision 0015). */
async function retryOnce(client: QueryClient, query: Query<unknown, unknown>): Promise<void> {
  const user = sessionUser(client)
  // Read before the session request, because the first of two attempts can end later.
  const wasRetried = retried.has(query)
  await checkSession(client)
  if (wasRetried || !user || sessionUser(client)?.id !== user.id) return
  retried.add(query)
  await client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
  retried.delete(query)
}

/** Logs out a suspended or banned player (AUTH-73). The message appears once, even if the app has just started. */
export function logOutWithStatus(client: QueryClient, status: 'suspended' | 'banned'): void {
  if (sessionUser(client) === null) return
  signOut(client)
  // Removes the cookie of the ended session. Otherwise the message would appear at every start.
  api('POST /api/auth/logout', { body: {} }).catch(console.warn)
  showToast('error', `Your account is ${status}. Please contact support.`)
}

/** Requests the session. If it no longer exists, removes the player's data from this page. */
export async function checkSession(client: QueryClient): Promise<void> {
  try {
    await client.fetchQuery({
      queryKey: queryKey(SESSION),
      queryFn: () => detectSessionChange(client, api(SESSION, {})),
      staleTime: 0,
    })
  } catch (error) {
    handleSessionLoss(client, error)
  }
}

function rememberUser(user: SessionUser): void {
  ownStorage.write(USER_KEY, JSON.stringify({ user, at: Date.now() }))
}

/**
 * Uses a stored user of at most five minutes ago until the session response arrives (DATA-41). The session is requested
 * in any case. An older stored user is removed, because the session may have ended (decision 0039).
 */
export function restoreUser(client: QueryClient, nowMs: number): void {
  if (client.getQueryData(queryKey(SESSION)) !== undefined) return
  const stored = ownStorage.read(USER_KEY)
  if (stored === null) return
  try {
    const { user, at } = JSON.parse(stored) as { user: SessionUser; at: number }
    if (nowMs - at < CACHED_USER_MS) client.setQueryData(queryKey(SESSION), { user }, { updatedAt: RESTORED_AT })
    else ownStorage.remove(USER_KEY)
  } catch {
    ownStorage.remove(USER_KEY)
  }
}

/** Stores the user of a session response. A user restored from the device is not stored again. */
export function storeUser(client: QueryClient): void {
  const state = client.getQueryState<{ user: SessionUser | null }>(queryKey(SESSION))
  if (state?.data === undefined || state.dataUpdatedAt <= RESTORED_AT) return
  if (state.data.user !== null) return rememberUser(state.data.user)
  ownStorage.remove(USER_KEY)
  ownStorage.remove(OWN_ANSWERS_KEY)
}
