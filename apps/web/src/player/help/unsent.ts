import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { newIdempotencyKey } from '../../shared/api/client.ts'
import { ApiError, isUnanswered, NetworkError, textOf } from '../../shared/api/errors.ts'
import { type Outgoing, postMessage } from '../../shared/api/post-message.ts'
import type { SmallImage } from '../../shared/shrink-image.ts'
import { ownStorage } from '../../state/own-storage.ts'
import { checkSession, handleSessionLoss, onSignOut, sessionUser, UNSENT_KEY } from '../../state/session.ts'

/** A message that is not sent yet, or whose arrival is not confirmed. */
export type Unsent = Outgoing & {
  readonly userId: string
  readonly at: string
  /** The error of the server; null while the message waits. */
  readonly problem: string | null
  /** True if the last attempt got no response. A retry then uses the same key, so the message is not sent twice. */
  readonly isUnanswered?: boolean
}

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** After this number of failures, or this time, retries end and the player decides. */
const MAX_FAILURES = 5
const MAX_FAILING_MS = 60_000
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

/** Reads the stored messages first, because another tab may have changed them. */
function change(to: (waiting: readonly Unsent[]) => readonly Unsent[]): void {
  const waiting = to(readStored())
  useUnsent.setState({ waiting })
  if (waiting.length === 0) ownStorage.remove(UNSENT_KEY)
  else ownStorage.write(UNSENT_KEY, JSON.stringify(waiting))
}

/** Updates the list when another tab adds or sends messages. Returns a function that removes the listener. */
export function followTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === UNSENT_KEY) useUnsent.setState({ waiting: readStored() })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The message and its key are stored before sending, so that repeated attempts send it once. */
export function enqueue(userId: string, content: string, image: SmallImage | null): void {
  const message = { key: newIdempotencyKey(), userId, content, image, at: new Date().toISOString(), problem: null }
  useUnsent.setState({ notice: null })
  change((waiting) => [...waiting, message])
}

export const discardUnsent = (key: string): void => change((waiting) => waiting.filter((each) => each.key !== key))

/** Resends a refused message as a new message, and a message without a response under its own key. */
export function retry({ key, userId, content, image, isUnanswered: hadNoResponse }: Unsent): void {
  if (hadNoResponse) return updateUnsent(key, { problem: null, isUnanswered: false })
  discardUnsent(key)
  enqueue(userId, content, image)
}

const updateUnsent = (key: string, changes: Pick<Unsent, 'problem' | 'isUnanswered'>): void =>
  change((waiting) => waiting.map((each) => (each.key === key ? { ...each, ...changes } : each)))

let isRunning = false
let retryMs = FIRST_RETRY_MS
/** Failures of the current message. */
let failures = { key: '', count: 0, sinceMs: 0 }
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends the waiting messages in order. */
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
      // Another player may have logged in since. The session cookie would then be theirs.
      if (sessionUser(client)?.id !== userId) return
      const message = await postMessage('/api/chat/messages', next)
      if (sessionUser(client)?.id !== userId) return
      onSent(message)
      discardUnsent(next.key)
      retryMs = FIRST_RETRY_MS
    }
  } catch (error) {
    const failed = next?.key ?? ''
    const sendNext = () => deliver(client, userId, onSent)
    if (isRateLimited(error)) runLater(sendNext)
    else if (isUnanswered(error)) retryOrGiveUp(failed, error, sendNext)
    else if (error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') {
      await checkSession(client)
      // The player is still logged in; only the token had changed (decision 0015).
      if (sessionUser(client)?.id === userId) retryOrGiveUp(failed, error, sendNext)
      // The session has ended. The server returns the same text in this case.
      else useUnsent.setState({ notice: NO_PROFILE })
    } else if (!handleSessionLoss(client, error)) {
      updateUnsent(failed, { problem: reasonOf(error) })
      runLater(sendNext, 0)
    }
  } finally {
    isRunning = false
  }
}

const nextFor = (userId: string): Unsent | undefined =>
  useUnsent.getState().waiting.find((each) => each.userId === userId && each.problem === null)

const reasonOf = (error: unknown): string => textOf(error, error instanceof Error ? error.message : String(error))

/** Returns whether to stop retrying. Retries have no limit while the network fails, but a limit if the server fails. */
function hasNoAttemptsLeft(key: string, error: unknown): boolean {
  if (error instanceof NetworkError && error.kind === 'unreachable') return false
  const nowMs = Date.now()
  if (failures.key !== key) failures = { key, count: 0, sinceMs: nowMs }
  failures.count += 1
  const isEnough = failures.count >= MAX_FAILURES || nowMs - failures.sinceMs >= MAX_FAILING_MS
  if (isEnough) failures.key = ''
  return isEnough
}

function retryOrGiveUp(key: string, error: unknown, sendNext: () => Promise<void>): void {
  if (!hasNoAttemptsLeft(key, error)) return runLater(sendNext)
  retryMs = FIRST_RETRY_MS
  updateUnsent(key, { problem: reasonOf(error), isUnanswered: true })
  runLater(sendNext, 0)
}

const isRateLimited = (error: unknown): boolean => error instanceof ApiError && error.status === 429

/** Unsent messages are removed at the end of the session. */
onSignOut(() => {
  clearTimeout(timer)
  retryMs = FIRST_RETRY_MS
  useUnsent.setState({ waiting: [], notice: null })
})

function runLater(work: () => Promise<void>, delayMs = retryMs): void {
  timer = setTimeout(() => void work(), delayMs)
  if (delayMs > 0) retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
}
