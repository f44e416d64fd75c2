import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, isUnanswered, NetworkError } from './errors.ts'
import { useReach } from './reach.ts'
import { requestJson, requestText } from './request.ts'

let server: Server | null = null
afterEach(() => server?.closeAllConnections())
afterEach(() => server?.close())

/** A server that answers each request in its own way, and when each came. */
async function serving(answer: (response: ServerResponse, request: number) => void) {
  const cameAtMs: number[] = []
  server = createServer((_request, response) => {
    cameAtMs.push(performance.now())
    answer(response, cameAtMs.length)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, cameAtMs }
}

describe('a request', () => {
  it('[DATA-35] that never arrives is sent again twice, after 1,000 and 1,500 ms', async () => {
    const { url, cameAtMs } = await serving((response, request) => {
      if (request < 3) response.destroy()
      else response.end('{"fine":true}')
    })
    expect(await requestJson(url, {}, { networkRetries: 2, timeoutMs: 5_000 })).toEqual({ fine: true })
    const [first = 0, second = 0, third = 0] = cameAtMs
    // A timer may fire a millisecond early.
    expect(second - first).toBeGreaterThanOrEqual(999)
    expect(third - second).toBeGreaterThanOrEqual(1_499)
  })

  it.each([
    [1, false],
    [2, true],
  ])('[SLIP-48] refused at attempt %i reports whether an earlier one was lost (%s)', async (refusedAt, isOfRetry) => {
    const { url } = await serving((response, request) => {
      if (request < refusedAt) response.destroy()
      else response.writeHead(429).end('{"code":"RATE_LIMITED"}')
    })
    const refusal = requestJson(url, {}, { networkRetries: 2, timeoutMs: 5_000 })
    await expect(refusal).rejects.toMatchObject({ code: 'RATE_LIMITED', isOfRetry })
  })

  it('[DATA-35] then fails as a network error', async () => {
    const { url, cameAtMs } = await serving((response) => response.destroy())
    const failure = requestJson(url, {}, { networkRetries: 2, timeoutMs: 5_000 })
    await expect(failure).rejects.toMatchObject({ kind: 'unreachable' })
    expect(cameAtMs).toHaveLength(3)
  })

  it.each([
    ['a refusal', 422, '{"code":"INVALID_STAKE","detail":"no"}', 'INVALID_STAKE'],
    ['a failure of the server', 500, '{"code":"INTERNAL","detail":"no"}', 'INTERNAL'],
    ['an answer that is not ours', 502, '<html>', 'UNKNOWN'],
  ])('[DATA-36] is not sent again after %s', async (_, status, body, code) => {
    const { url, cameAtMs } = await serving((response) => response.writeHead(status).end(body))
    const failure = await requestJson(url, {}, { networkRetries: 2, timeoutMs: 5_000 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status, code })
    expect(cameAtMs).toHaveLength(1)
  })

  it.each([
    ['the page of a network that wants a login', '<html>Buy a bundle</html>'],
    ['nothing', ''],
  ])('[DATA-35] [SLIP-48] with the response %s is assumed not to have reached the server', async (_, body) => {
    const { url } = await serving((response) => response.writeHead(200).end(body))
    const failure = await requestJson(url, {}, { timeoutMs: 2_000 }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'unreachable' })
    expect(isUnanswered(failure)).toBe(true)
    expect(useReach.getState().reachable).toBe(false)
  })

  it('[PLAY-07] an HTML page in place of a file is an error', async () => {
    const { url } = await serving((response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Buy a bundle</html>'),
    )
    await expect(requestText(url, {}, { timeoutMs: 2_000 })).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('[DATA-34] [DATA-36] is aborted at its timeout, and not sent again', async () => {
    const { url, cameAtMs } = await serving(() => undefined)
    const failure = requestJson(url, {}, { networkRetries: 2, timeoutMs: 2_000 })
    await expect(failure).rejects.toBeInstanceOf(NetworkError)
    await expect(failure).rejects.toMatchObject({ kind: 'timeout' })
    expect(cameAtMs).toHaveLength(1)
  })

  it.each([
    ['[AUTH-20] its pause', (response: ServerResponse) => void response.destroy(), 1],
    [
      '[AUTH-20] its second try',
      (response: ServerResponse, request: number) => void (request === 1 && response.destroy()),
      2,
    ],
    [
      '[AUTH-20] [DATA-34] the answer that breaks off in its midst',
      (response: ServerResponse) => void response.writeHead(200).write('{"fi'),
      1,
    ],
  ] as const)('%s has the same timeout', async (_, answer, requests) => {
    const { url, cameAtMs } = await serving(answer)
    const timeoutMs = requests === 1 ? 1_000 : 2_500
    const failure = requestJson(url, {}, { networkRetries: 1, timeoutMs })
    const failed = failure.then(
      () => 'answered',
      ({ kind }: NetworkError) => kind,
    )
    // Timers of one loop fire in the order of their times, however late the machine is.
    const early = setTimeout(timeoutMs - 50, 'still waiting')
    expect(await Promise.race([failed, early])).toBe('still waiting')
    // A timeout that restarts with the second attempt would take one second longer.
    const late = setTimeout(900, 'timeout restarted')
    expect(await Promise.race([failed, late])).toBe('timeout')
    expect(cameAtMs).toHaveLength(requests)
  })

  it('[DATA-36] that its caller aborts is no network error, even while the response is being read', async () => {
    const { url } = await serving((response) => void response.writeHead(200).write('{"fi'))
    const leaving = new AbortController()
    const failure = requestJson(url, {}, { signal: leaving.signal, timeoutMs: 5_000 })
    void setTimeout(100).then(() => leaving.abort())
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' })
  })
})
