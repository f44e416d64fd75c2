import { NetworkError, ApiError } from './errors.ts'
import { noteServerTime } from '../clock.ts'
import { noteReach } from './reach.ts'

export type RequestOptions = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
  /** How often a request that never reached the server is sent again. */
  readonly networkRetries?: number
}

/** DATA-35 */
const FIRST_RETRY_MS = 1000
const RETRY_FACTOR = 1.5

/** Sends a request and reads its JSON; a refusal is an ApiError, silence a NetworkError. */
export async function requestJson(url: string, init: RequestInit, options: RequestOptions): Promise<unknown> {
  const response = await fetchWithRetries(url, init, options)
  noteServerTime(response.headers.get('date'))
  const text = await readText(response)
  if (!response.ok) throw new ApiError(response.status, parseJson(text) ?? {})
  return parseJson(text)
}

/** DATA-35, DATA-36: only failures of the network are tried again; everything else is thrown on. */
async function fetchWithRetries(url: string, init: RequestInit, options: RequestOptions): Promise<Response> {
  const retries = options.networkRetries ?? 0
  let delayMs = FIRST_RETRY_MS
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fetchWithin(url, init, options)
    } catch (error) {
      const again = error instanceof NetworkError && error.kind === 'unreachable' && attempt < retries
      if (!again) throw error
      await pause(delayMs)
      delayMs *= RETRY_FACTOR
    }
  }
}

async function fetchWithin(url: string, init: RequestInit, options: RequestOptions): Promise<Response> {
  const abort = new AbortController()
  const onAbort = () => abort.abort()
  options.signal?.addEventListener('abort', onAbort)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    abort.abort()
  }, options.timeoutMs)
  try {
    const response = await fetch(url, { ...init, signal: abort.signal })
    noteReach(true)
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    noteReach(false)
    throw new NetworkError(timedOut ? 'timeout' : 'unreachable')
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', onAbort)
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch {
    throw new NetworkError('unreachable')
  }
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
