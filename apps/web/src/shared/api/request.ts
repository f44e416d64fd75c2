import { NetworkError, ApiError } from './errors.ts'
import { recordServerTime } from '../clock.ts'
import { setReachable } from './reachability.ts'

export type RequestOptions = {
  readonly signal?: AbortSignal | undefined
  /** The limit for all attempts together, including pauses and the response body. */
  readonly timeoutMs: number
  /** The number of retries after a network failure. */
  readonly networkRetries?: number
}

const FIRST_RETRY_MS = 1000
const RETRY_FACTOR = 1.5

/**
 * Sends a request and parses the JSON response. Throws an ApiError for an error response, and a NetworkError for a
 * missing or unreadable response.
 */
export async function requestJson(url: string, init: RequestInit, options: RequestOptions): Promise<unknown> {
  const answer = parseJson(await requestText(url, init, options))
  return answer === undefined ? notReached() : answer
}

/** Like `requestJson`, for a response that is not JSON. */
export const requestText = (url: string, init: RequestInit, options: RequestOptions): Promise<string> =>
  requestBody(url, init, options, (response) => response.text())

/** Like `requestJson`, for a file with the name that the server gives it. */
export const requestFile = (url: string, init: RequestInit, options: RequestOptions) =>
  requestBody(url, init, options, async (response) => ({
    // `text()` would remove the byte order mark.
    file: await response.blob(),
    fileName: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1],
  }))

async function requestBody<T>(
  url: string,
  init: RequestInit,
  options: RequestOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const limit = abortAtLimit(options)
  try {
    const { response, isRetry } = await fetchWithRetries(url, { ...init, signal: limit.signal }, options)
    // A captive portal returns its own HTML page instead of the server's response.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    if (!isPage) recordServerTime(response.headers.get('date'))
    if (response.ok && !isPage) return await readBody(() => read(response), limit.signal)
    const text = await readBody(() => response.text(), limit.signal)
    if (!response.ok) throw new ApiError(response.status, parseJson(text) ?? {}, isRetry)
    return notReached()
  } catch (error) {
    if (!limit.isOver()) throw error
    setReachable(false)
    throw new NetworkError('timeout')
  } finally {
    limit.end()
  }
}

function notReached(): never {
  setReachable(false)
  throw new NetworkError('unreachable')
}

/** Aborts the request when the caller cancels it or the timeout ends. */
function abortAtLimit({ signal, timeoutMs }: RequestOptions) {
  const abort = new AbortController()
  const onAbort = () => abort.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  let isOver = false
  const timer = setTimeout(() => {
    isOver = !abort.signal.aborted
    abort.abort()
  }, timeoutMs)
  return {
    signal: abort.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

type Sent = RequestInit & { readonly signal: AbortSignal }
type Fetched = { readonly response: Response; readonly isRetry: boolean }

/** Retries network failures only. Other errors are thrown. */
async function fetchWithRetries(url: string, init: Sent, { networkRetries = 0 }: RequestOptions): Promise<Fetched> {
  let delayMs = FIRST_RETRY_MS
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(url, init)
      setReachable(true)
      return { response, isRetry: attempt > 0 }
    } catch (error) {
      if (init.signal.aborted) throw error
      setReachable(false)
      if (attempt === networkRetries) throw new NetworkError('unreachable')
      await pause(delayMs, init.signal)
      delayMs *= RETRY_FACTOR
    }
  }
}

async function readBody<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (signal.aborted) throw error
    throw new NetworkError('unreachable')
  }
}

/** Returns undefined for invalid JSON. */
function parseJson(text: string): Record<string, unknown> | null | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown> | null
  } catch {
    return undefined
  }
}

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('The wait was aborted.', 'AbortError')))
    setTimeout(resolve, ms)
  })
