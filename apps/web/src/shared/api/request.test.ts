import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, isUnanswered, NetworkError } from './errors.ts'
import { useReachability } from './reachability.ts'
import { requestFile, requestJson, requestText } from './request.ts'

/** Long enough for every request that the test server answers, even on a slow machine. */
const MAX_ANSWER_MS = 30_000

describe('a request', () => {
  let server: Server | null = null
  afterEach(() => server?.closeAllConnections())
  afterEach(() => server?.close())

  /** A server that answers each request with `answer` and counts the requests. */
  async function serving(answer: (response: ServerResponse) => void) {
    let requests = 0
    server = createServer((_request, response) => {
      requests += 1
      answer(response)
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests: () => requests }
  }

  it('[DATA-35] a request fails as unreachable when the connection closes without an answer', async () => {
    const { url } = await serving((response) => response.destroy())
    await expect(requestJson(url, {}, { timeoutMs: MAX_ANSWER_MS })).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it.each([
    ['a refusal', 422, '{"code":"INVALID_STAKE","detail":"no"}', 'INVALID_STAKE'],
    ['a server error', 500, '{"code":"INTERNAL","detail":"no"}', 'INTERNAL'],
    ['an invalid body', 502, '<html>', 'UNKNOWN'],
  ])('[DATA-36] a request answered with %s is not repeated', async (_, status, body, code) => {
    const { url, requests } = await serving((response) => response.writeHead(status).end(body))
    const failure = await requestJson(url, {}, { networkRetries: 2, timeoutMs: MAX_ANSWER_MS }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status, code })
    expect(requests()).toBe(1)
  })

  it.each([
    ['the login page of a captive portal', '<html>Buy a bundle</html>'],
    ['an empty body', ''],
  ])('[DATA-35] [SLIP-48] a response with %s counts as a response of another server', async (_, body) => {
    const { url } = await serving((response) => response.writeHead(200).end(body))
    const failure = await requestJson(url, {}, { timeoutMs: MAX_ANSWER_MS }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'unreachable' })
    expect(isUnanswered(failure)).toBe(true)
    expect(useReachability.getState().reachable).toBe(false)
  })

  it('[PLAY-07] a file request answered with an HTML page fails', async () => {
    const { url } = await serving((response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Buy a bundle</html>'),
    )
    await expect(requestText(url, {}, { timeoutMs: MAX_ANSWER_MS })).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it.each([
    ['the server does not respond', () => undefined],
    ['the body stops midway', (response: ServerResponse) => void response.writeHead(200).write('{"fi')],
  ] as const)('[DATA-34] [DATA-36] a request times out and is not repeated when %s', async (_, answer) => {
    const { url, requests } = await serving(answer)
    const failure = requestJson(url, {}, { networkRetries: 2, timeoutMs: 300 })
    await expect(failure).rejects.toMatchObject({ kind: 'timeout' })
    expect(requests()).toBeLessThanOrEqual(1)
  })

  it('[DATA-36] a request aborted by its caller while the body arrives does not count as a network failure', async () => {
    const { url } = await serving((response) => void response.writeHead(200).write('{"fi'))
    const leaving = new AbortController()
    const failure = requestJson(url, {}, { signal: leaving.signal, timeoutMs: MAX_ANSWER_MS })
    void setTimeout(100).then(() => leaving.abort())
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the schedule of a request', () => {
  type Reply = (signal: AbortSignal) => Promise<Response>
  const lost: Reply = () => Promise.reject(new TypeError('fetch failed'))
  const silent: Reply = (signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const stopping: Reply = async (signal) =>
    new Response(
      new ReadableStream({
        start(body) {
          body.enqueue(new TextEncoder().encode('{"fi'))
          signal.addEventListener('abort', () => body.error(signal.reason))
        },
      }),
    )
  const answered: Reply = async () => Response.json({ fine: true })
  const refused: Reply = async () => Response.json({ code: 'RATE_LIMITED' }, { status: 429 })

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Sends a request to a network that gives these replies in turn. Times count from its start. */
  function send(replies: readonly Reply[], options: { networkRetries: number; timeoutMs: number }) {
    const start = Date.now()
    const sentAtMs: number[] = []
    vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
      sentAtMs.push(Date.now() - start)
      return replies[sentAtMs.length - 1]?.(signal)
    })
    const outcome = requestJson('/', {}, options)
      .catch((error: unknown) => error)
      .then((value) => ({ value, atMs: Date.now() - start }))
    return { outcome, sentAtMs }
  }

  it('[DATA-35] a request that is lost is repeated after 1,000 and 1,500 ms', async () => {
    const { outcome, sentAtMs } = send([lost, lost, answered], { networkRetries: 2, timeoutMs: 5_000 })
    await vi.runAllTimersAsync()
    expect((await outcome).value).toEqual({ fine: true })
    expect(sentAtMs).toEqual([0, 1_000, 2_500])
  })

  it('[DATA-35] a request that is lost in every attempt fails as unreachable', async () => {
    const { outcome, sentAtMs } = send([lost, lost, lost, answered], { networkRetries: 2, timeoutMs: 5_000 })
    await vi.runAllTimersAsync()
    expect((await outcome).value).toMatchObject({ kind: 'unreachable' })
    expect(sentAtMs).toHaveLength(3)
  })

  it.each([
    [1, [refused], false],
    [2, [lost, refused], true],
  ])('[SLIP-48] a refusal at attempt $0 reports a lost earlier attempt: $2', async (_, replies, isRetry) => {
    const { outcome } = send(replies, { networkRetries: 2, timeoutMs: 5_000 })
    await vi.runAllTimersAsync()
    expect((await outcome).value).toMatchObject({ code: 'RATE_LIMITED', isRetry })
  })

  it.each([
    ['[DATA-34] [DATA-36] the wait for an answer', [silent], 2_000, 1],
    ['[AUTH-20] the pause before a retry', [lost], 500, 1],
    ['[AUTH-20] the second attempt', [lost, silent], 2_500, 2],
    ['[AUTH-20] [DATA-34] a body that stops midway', [stopping], 1_000, 1],
  ] as const)('%s ends at the timeout of the whole request', async (_, replies, timeoutMs, requests) => {
    const { outcome, sentAtMs } = send(replies, { networkRetries: 1, timeoutMs })
    await vi.advanceTimersByTimeAsync(10_000)
    const { value, atMs } = await outcome
    expect(value).toBeInstanceOf(NetworkError)
    expect(value).toMatchObject({ kind: 'timeout' })
    expect(atMs).toBe(timeoutMs)
    expect(sentAtMs).toHaveLength(requests)
  })
})

it('a downloaded file keeps its name and the byte order mark that spreadsheets need', async () => {
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="bets.csv"' }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('\uFEFFa,b', { headers })))
  const { file, fileName } = await requestFile('/bets.csv', {}, { timeoutMs: 1_000 })
  expect(fileName).toBe('bets.csv')
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf, ...Buffer.from('a,b')])
  vi.unstubAllGlobals()
})
