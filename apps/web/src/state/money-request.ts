import type { OperationKey, Operations } from '@mupiira/contract/operations.ts'
import { type Answer, api, type Body, newIdempotencyKey, type Parts } from '../shared/api/client.ts'
import { ApiError, isUnanswered } from '../shared/api/errors.ts'
import { pause, type RequestOptions } from '../shared/api/request.ts'
import { deviceStorage } from '../shared/storage.ts'
import type { SlipItem } from './slip-rules.ts'

/** The operations that move money: those of the contract that need an idempotency key. */
export type MoneyOperation = {
  [K in OperationKey]: Operations[K] extends { idempotent: true; keyOptional?: never } ? K : never
}[OperationKey]

/** The scope of one open request: an operation, and its ticket, account or bet slot. */
export type MoneyTarget<K extends MoneyOperation> = {
  readonly operation: K
  readonly userId: string
  /** The path parameter. */
  readonly id?: string | undefined
  /** Distinguishes open requests of an operation without a path parameter. */
  readonly slot?: number | undefined
}

/** A request with an unknown outcome and its idempotency key. */
export type OpenRequest<K extends MoneyOperation> = MoneyTarget<K> & {
  readonly key: string
  readonly atMs: number
  readonly body: Body<K>
  /** The slip's selections of a bet. */
  readonly items?: readonly SlipItem[] | undefined
}

/** `unknown`: the request was sent, but the outcome is not known. Only a repetition with the same key is safe. */
export type MoneyOutcome<K extends MoneyOperation> =
  | { readonly kind: 'accepted'; readonly answer: Answer<K> }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly error: unknown }

/** The server stores first responses for 24 hours, so an older key cannot be checked. */
const KEY_LIFETIME_MS = 24 * 3_600_000

const PREFIX = 'mupiira.open-request'
const storageKey = ({ operation, userId, id, slot }: MoneyTarget<MoneyOperation>): string =>
  `${PREFIX} ${operation} ${id ?? slot ?? ''} ${userId}`

function readRequest(key: string): OpenRequest<MoneyOperation> | null {
  const stored = deviceStorage.read(key)
  if (stored === null) return null
  try {
    const request = JSON.parse(stored) as OpenRequest<MoneyOperation>
    if (request.operation && Date.now() - request.atMs < KEY_LIFETIME_MS) return request
  } catch {
    // The stored value has another format, so it counts as no request.
  }
  deviceStorage.remove(key)
  return null
}

const storedKeys = (): readonly string[] => deviceStorage.keys().filter((key) => key.startsWith(PREFIX))

/** Removes requests whose key is no longer valid. They contain amounts and phone numbers (decision 0039). */
export const removeExpiredRequests = (): void => storedKeys().forEach(readRequest)

/** The request that this device sent and whose outcome is unknown, while its key is valid. */
export const openRequest = <K extends MoneyOperation>(target: MoneyTarget<K>): OpenRequest<K> | null =>
  readRequest(storageKey(target)) as OpenRequest<K> | null

/** All requests of a player with an unknown outcome. */
export const openRequests = (userId: string): readonly OpenRequest<MoneyOperation>[] => {
  return storedKeys()
    .flatMap((key) => readRequest(key) ?? [])
    .filter((request) => request.userId === userId)
}

const listeners = new Set<() => void>()

/** Calls the listener when a request closes or its outcome is unknown. Returns a function that removes the listener. */
export function onOpenRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const notify = (): void => listeners.forEach((listener) => listener())

/** Creates a request and stores its key before anything is sent. */
export function beginRequest<K extends MoneyOperation>(
  target: MoneyTarget<K>,
  body: Body<K>,
  items?: readonly SlipItem[],
): OpenRequest<K> {
  const request = { ...target, key: newIdempotencyKey(), atMs: Date.now(), body, items }
  deviceStorage.write(storageKey(target), JSON.stringify(request))
  return request
}

/** Closes this request, but not a newer request of another tab. */
export function closeRequest<K extends MoneyOperation>(request: OpenRequest<K>): void {
  if (openRequest(request)?.key === request.key) deviceStorage.remove(storageKey(request))
  notify()
}

/** Errors that the server returns before it checks the key. They do not show whether an earlier attempt took effect. */
const BEFORE_THE_KEY: ReadonlySet<ApiError['code']> = new Set([
  'NOT_AUTHENTICATED',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_BANNED',
  'RATE_LIMITED',
  'CONFIRMATION_NEEDED',
  'SECOND_FACTOR_NEEDED',
  'REQUEST_TIMEOUT',
  'AVIATOR_PAUSED',
  'PROFILE_ERROR',
  'UNKNOWN',
])

const isOutcomeUnknown = (error: unknown, isRepeat: boolean): boolean =>
  isUnanswered(error) || (error instanceof ApiError && (isRepeat || error.isRetry) && BEFORE_THE_KEY.has(error.code))

export type SendOptions = {
  /** True if the request was sent before and its outcome is unknown. */
  readonly isRepeat?: boolean
  /** Used in place of `api`. The console uses this option to ask for a confirmation first. */
  readonly send?: typeof api
  readonly request?: Partial<RequestOptions> & { readonly playerId?: string | null }
  /** Keeps the request open after the response, so that the screen which sent it also receives the outcome. */
  readonly isInquiry?: boolean
  /** Repeats the request automatically while its outcome is unknown. */
  readonly repeats?: { readonly maxAttempts: number; readonly everyMs: number }
}

/** Sends an open request. Closes it when the outcome is known. */
export async function sendRequest<K extends MoneyOperation>(
  request: OpenRequest<K>,
  { isRepeat = false, isInquiry = false, send = api, request: options = {}, repeats }: SendOptions = {},
): Promise<MoneyOutcome<K>> {
  const close = (): void => {
    if (!isInquiry) closeRequest(request)
  }
  const parts = { params: { id: request.id }, body: request.body, idempotencyKey: request.key } as unknown as Parts<K>
  for (let repeated = 0; ; repeated += 1) {
    try {
      const answer = await send(request.operation, parts, options)
      close()
      return { kind: 'accepted', answer }
    } catch (error) {
      if (!isOutcomeUnknown(error, isRepeat || repeated > 0)) {
        close()
        return { kind: 'refused', error }
      }
      const isSessionOver = error instanceof ApiError && error.code === 'NOT_AUTHENTICATED'
      if (isSessionOver || repeats === undefined || repeated === repeats.maxAttempts) {
        notify()
        return { kind: 'unknown', error }
      }
      await pause(repeats.everyMs)
    }
  }
}
