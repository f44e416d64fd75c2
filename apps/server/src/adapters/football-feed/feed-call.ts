import type { FeedAnswer } from '../../modules/catalogue/ports.ts'
import type { RequestQuota } from './request-quota.ts'

export type FeedCall = {
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number | undefined
  readonly quota?: RequestQuota | undefined
}

const LARGEST_ANSWER = 64 * 1024 * 1024
const TIMEOUT_MS = 10_000

/** Requests a URL of a provider and returns the response text. Sends nothing when the quota is used up. */
export async function requestFeed(url: URL, { headers = {}, timeoutMs, quota }: FeedCall): Promise<FeedAnswer<string>> {
  if (quota?.take() === false) return { ok: false, error: 'QUOTA' }
  try {
    const response = await fetch(url, {
      headers,
      // A redirect must not receive the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
    })
    quota?.observe(response.status, response.headers)
    if (!response.ok) return { ok: false, error: 'REFUSED' }
    return { ok: true, value: await boundedText(response) }
  } catch {
    return { ok: false, error: 'UNREACHABLE' }
  }
}

/** Reads at most the maximum response size. Truncated text is not valid JSON. */
async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LARGEST_ANSWER) break
  }
  return text + decoder.decode()
}

/** NUL and lone surrogates, which PostgreSQL cannot store. */
const UNSTORABLE = /\\u(0000|[dD][89a-fA-F])/
const storableText = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value

export function jsonOf(text: string): FeedAnswer<unknown> {
  if (text.length > LARGEST_ANSWER) return { ok: false, error: 'MALFORMED' }
  try {
    return { ok: true, value: UNSTORABLE.test(text) ? JSON.parse(text, storableText) : JSON.parse(text) }
  } catch {
    return { ok: false, error: 'NOT_JSON' }
  }
}
