import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { newIdempotencyKey } from '../../shared/api/client.ts'
import { ApiError, isUnanswered, NetworkError, textOf } from '../../shared/api/errors.ts'
import { type Outgoing, postMessage } from '../../shared/api/post-message.ts'
import type { SmallImage } from '../../shared/shrink-image.ts'
import { ownStorage } from '../../state/own-storage.ts'
import { checkSession, noteSessionLoss, onSignOut, sessionUser, UNSENT_KEY } from '../../state/session.ts'

/** A message that this device has not sent yet, or does not know of that it has arrived. */
export type Unsent = Outgoing & {
  readonly userId: string
  readonly at: string
  /** Why the server would not take it; null while it waits. */
  readonly problem: string | null
  /** It was given up unanswered: sent again under its key, it is there once, whatever became of it. */
  readonly isUnanswered?: boolean
}

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
/** Retries against a failing server end after this many failures or this long; then the player decides (CHAT-10). */
const MOST_FAILURES = 5
const LONGEST_FAILING_MS = 60_000
/** CHAT-09 */
export const NO_PROFILE = 'Profile ID is missing. Cannot send message.'

type State = { readonly waiting: readonly Unsent[]; readonly notice: string | null }

export const useUnsent = create<State>(() => ({ waiting: readStored(), notice: null }))

function readStored(): readonly Unsent[] {
  try {
    return JSON.parse(ownStorage.read(UNSENT_KEY) ?? '[]') as Unsent[]
  } catch {
    return []
  }
}

/** Reads the device first: another tab may have added or sent messages. */
function change(to: (waiting: readonly Unsent[]) => readonly Unsent[]): void {
  const waiting = to(readStored())
  useUnsent.setState({ waiting })
  if (waiting.length === 0) ownStorage.remove(UNSENT_KEY)
  else ownStorage.write(UNSENT_KEY, JSON.stringify(waiting))
}

/** Follows what another tab adds and sends. Returns a function that stops it. */
export function followTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === UNSENT_KEY) useUnsent.setState({ waiting: readStored() })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The key is made and readStored before anything is sent: a message goes out once, however often it is tried. */
export function enqueue(userId: string, content: string, image: SmallImage | null): void {
  const message = { key: newIdempotencyKey(), userId, content, image, at: new Date().toISOString(), problem: null }
  useUnsent.setState({ notice: null })
  change((waiting) => [...waiting, message])
}

export const forget = (key: string): void => change((waiting) => waiting.filter((each) => each.key !== key))

/** Resends a refused message as a new one and an unanswered message under its own key. */
export function retry({ key, userId, content, image, isUnanswered: isItself }: Unsent): void {
  if (isItself) return put(key, { problem: null, isUnanswered: false })
  forget(key)
  enqueue(userId, content, image)
}

const put = (key: string, what: Pick<Unsent, 'problem' | 'isUnanswered'>): void =>
  change((waiting) => waiting.map((each) => (each.key === key ? { ...each, ...what } : each)))

let isRunning = false
let retryMs = FIRST_RETRY_MS
/** Failures of the message that is being sent. */
let failures = { key: '', count: 0, sinceMs: 0 }
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends the waiting messages in order until none is left. */
export async function deliver(
  client: QueryClient,
  userId: string,
  onSent: (message: ChatMessage) => void = () => {},
): Promise<void> {
  if (isRunning) return
  isRunning = true
  clearTimeout(timer)
  let next = nextFor(userId)
  try {
    for (; next !== undefined; next = nextFor(userId)) {
      // Another player may have signed in since; the cookie is then theirs.
      if (sessionUser(client)?.id !== userId) return
      const message = await postMessage('/api/chat/messages', next)
      if (sessionUser(client)?.id !== userId) return
      onSent(message)
      forget(next.key)
      retryMs = FIRST_RETRY_MS
    }
  } catch (error) {
    const failed = next?.key ?? ''
    const onward = () => deliver(client, userId, onSent)
    if (isLater(error)) again(onward)
    else if (isUnanswered(error)) againOrGiveUp(failed, error, onward)
    else if (error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') {
      await checkSession(client)
      // The player is signed in with a new token (decision 0015).
      if (sessionUser(client)?.id === userId) againOrGiveUp(failed, error, onward)
      // Said by the server in the same words.
      else useUnsent.setState({ notice: NO_PROFILE })
    } else if (!noteSessionLoss(client, error)) {
      put(failed, { problem: reasonOf(error) })
      again(onward, 0)
    }
  } finally {
    isRunning = false
  }
}

const nextFor = (userId: string): Unsent | undefined =>
  useUnsent.getState().waiting.find((each) => each.userId === userId && each.problem === null)

/** CHAT-10 */
const reasonOf = (error: unknown): string => textOf(error, error instanceof Error ? error.message : String(error))

/** Waits without limit for the network, but only a limited time for a server that fails or does not answer. */
function isTriedEnough(key: string, error: unknown): boolean {
  if (error instanceof NetworkError && error.kind === 'unreachable') return false
  const nowMs = Date.now()
  if (failures.key !== key) failures = { key, count: 0, sinceMs: nowMs }
  failures.count += 1
  const isEnough = failures.count >= MOST_FAILURES || nowMs - failures.sinceMs >= LONGEST_FAILING_MS
  if (isEnough) failures.key = ''
  return isEnough
}

function againOrGiveUp(key: string, error: unknown, onward: () => Promise<void>): void {
  if (!isTriedEnough(key, error)) return again(onward)
  retryMs = FIRST_RETRY_MS
  put(key, { problem: reasonOf(error), isUnanswered: true })
  again(onward, 0)
}

const isLater = (error: unknown): boolean => error instanceof ApiError && error.status === 429

/** AUTH-77: unsent messages are removed when the session ends. */
onSignOut(() => {
  clearTimeout(timer)
  retryMs = FIRST_RETRY_MS
  useUnsent.setState({ waiting: [], notice: null })
})

function again(work: () => Promise<void>, delayMs = retryMs): void {
  timer = setTimeout(() => void work(), delayMs)
  if (delayMs > 0) retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
}
