import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '@mupiira/contract/auth.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { ApiError, NetworkError } from '../shared/api/errors.ts'
import { createQueryClient, queryKey } from '../shared/api/queries.ts'
import { useToasts } from '../shared/ui/toast.tsx'
import {
  checkSession,
  handleFailedQuery,
  handleSessionLoss,
  onSignOut,
  readingSession,
  readSession,
  restoreUser,
  sessionRetryDelayMs,
  signIn,
  signOut,
  storeUser,
  UNSENT_KEY,
} from './session.ts'

const USER = { id: '0198b8a0-0000-7000-8000-000000000001', name: '+256772000111' } as SessionUser
const storage = new Map<string, string>()
const knownTo = (client: ReturnType<typeof createQueryClient>) =>
  client.getQueryData<{ user: SessionUser | null }>(queryKey('GET /api/auth/session'))?.user

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the remembered user', () => {
  it('[DATA-41] a user remembered on the device replaces the session response for at most five minutes', () => {
    signIn(createQueryClient(), USER, true)
    const soon = createQueryClient()
    restoreUser(soon, Date.now() + 5 * MINUTE_MS - 1)
    expect(knownTo(soon)).toEqual(USER)
    const late = createQueryClient()
    restoreUser(late, Date.now() + 5 * MINUTE_MS)
    expect([knownTo(late), storage.has('mupiira.user')]).toEqual([undefined, false])
  })

  it('[DATA-41] reading the remembered user does not extend the five minutes', () => {
    signIn(createQueryClient(), USER, true)
    const again = createQueryClient()
    vi.advanceTimersByTime(4 * MINUTE_MS)
    restoreUser(again, Date.now())
    storeUser(again)
    const later = createQueryClient()
    restoreUser(later, Date.now() + 2 * MINUTE_MS)
    expect(knownTo(later)).toBeUndefined()
  })

  it.each(['', '{', 'null', '{"user":1}'])(
    '[DATA-41] the remembered user is ignored when it is invalid: %j',
    (broken) => {
      storage.set('mupiira.user', broken)
      const client = createQueryClient()
      restoreUser(client, Date.now())
      expect([knownTo(client), storage.has('mupiira.user')]).toEqual([undefined, false])
    },
  )

  it('[AUTH-77] the remembered user is removed when the session ends', () => {
    const client = createQueryClient()
    signIn(client, USER, true)
    signOut(client)
    expect(storage.size).toBe(0)
    expect(knownTo(client)).toBeNull()
  })
})

it('[DATA-39] a session request is retried after 200 ms, then after twice as long each time', () => {
  expect([0, 1, 2, 3].map(sessionRetryDelayMs)).toEqual([200, 400, 800, 1_600])
})

it.each([
  ['a refused query', new ApiError(422, { code: 'IMPOSSIBLE_COMBINATION', detail: 'Not both.' }), 'Not both.'],
  ['an unexpected error', new TypeError('x is undefined'), expect.any(TypeError)],
])('[AUTH-70] the app logs the cause of %s', (_, error, line) => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  handleFailedQuery(createQueryClient(), error)
  expect(logged.mock.calls).toEqual([['could not be read', line]])
  logged.mockRestore()
})

describe('the session and profile requests', () => {
  const failing = async (error: Error) => {
    const client = createQueryClient((failure) => handleFailedQuery(client, failure))
    signIn(client, USER, true)
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const failed = client.fetchQuery({
      queryKey: queryKey('GET /api/auth/session'),
      queryFn: () => Promise.reject(error),
      staleTime: 0,
      retry: false,
    })
    await expect(failed).rejects.toBe(error)
    const lines = logged.mock.calls.map(([line]) => line as string)
    logged.mockRestore()
    return { user: knownTo(client), lines }
  }

  it.each([
    new ApiError(500, { code: 'INTERNAL' }),
    new ApiError(429, { code: 'RATE_LIMITED' }),
    new NetworkError('timeout'),
  ])('[AUTH-70] a session request that fails with %s is only logged', async (error) => {
    expect(await failing(error)).toEqual({ user: USER, lines: ['could not be read'] })
  })
})

describe('queries refused as unauthenticated', () => {
  /** Runs two refused queries. Returns the signed-in player, the log lines and the number of session requests. */
  const refused = async (...answers: (SessionUser | null)[]) => {
    const client = createQueryClient((failure) => handleFailedQuery(client, failure))
    signIn(client, USER, true)
    storage.set(UNSENT_KEY, '[]')
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let sessionRequests = 0
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: answers[sessionRequests++] ?? null })))
    const error = new ApiError(401, { code: 'NOT_AUTHENTICATED' })
    const failing = ['GET /api/wallet', 'GET /api/payments'].map((key) =>
      client.fetchQuery({ queryKey: [key], queryFn: () => Promise.reject(error), retry: false }),
    )
    await Promise.allSettled(failing)
    await vi.advanceTimersByTimeAsync(1_000)
    const lines = logged.mock.calls.length
    logged.mockRestore()
    return { user: knownTo(client), isStored: storage.has(UNSENT_KEY), lines, sessionRequests }
  }

  it('[AUTH-70] [AUTH-77] after unauthenticated queries the app logs out without an error if the server confirms that the session has ended', async () => {
    expect(await refused(null, null)).toEqual({ user: null, isStored: false, lines: 0, sessionRequests: 2 })
  })

  it('[AUTH-77] [ACCT-24] after unauthenticated queries the app keeps a session whose token has changed, with one session request for all queries', async () => {
    expect(await refused(USER)).toEqual({ user: USER, isStored: true, lines: 0, sessionRequests: 1 })
  })

  it('[AUTH-77] [ACCT-24] after unauthenticated queries the app keeps the session even if the session request was sent with the old token', async () => {
    expect(await refused(null, USER)).toEqual({ user: USER, isStored: true, lines: 0, sessionRequests: 2 })
  })

  /** Runs a query that fails with 401 at these attempts. Returns its state and the number of attempts. */
  const shown = async (isRefused: (tries: number) => boolean, user: SessionUser | null) => {
    const client = createQueryClient((...failed) => handleFailedQuery(client, ...failed))
    signIn(client, USER, true)
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user })))
    let tries = 0
    const screen = new QueryObserver(client, {
      queryKey: queryKey('GET /api/wallet'),
      queryFn: () =>
        isRefused(++tries) ? Promise.reject(new ApiError(401, { code: 'NOT_AUTHENTICATED' })) : Promise.resolve(tries),
    })
    const leave = screen.subscribe(() => {})
    const look = async () => {
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
      return { status: screen.getCurrentResult().status, tries }
    }
    const first = await look()
    await screen.refetch()
    const second = await look()
    leave()
    return [first, second]
  }

  it('[ACCT-24] a query refused as unauthenticated is repeated once after each refusal if the player is still logged in', async () => {
    expect(await shown((tries) => tries % 2 === 1, USER)).toEqual([
      { status: 'success', tries: 2 },
      { status: 'success', tries: 4 },
    ])
  })

  it('[ACCT-24] a query refused as unauthenticated a second time is not repeated again, and no query is repeated after the session has ended', async () => {
    expect(await shown(() => true, USER)).toEqual([
      { status: 'error', tries: 2 },
      { status: 'error', tries: 4 },
    ])
    expect((await shown(() => true, null))[0]).toMatchObject({ tries: 1 })
  })
})

describe('starting the app', () => {
  /** Returns the outcome, the duration and `tries`, the time of each request. */
  const startUp = async (answer: (init: RequestInit) => Promise<Response>) => {
    const began = Date.now()
    const tries: number[] = []
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      tries.push(Date.now() - began)
      return answer(init)
    })
    const ended = readSession(new AbortController().signal).then(
      () => ({ error: '', afterMs: Date.now() - began }),
      (error: Error) => ({ error: error.message, afterMs: Date.now() - began }),
    )
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    return { ...(await ended), tries }
  }
  const silent = ({ signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  const unavailable = () => Promise.resolve(Response.json({ code: 'UNAVAILABLE' }, { status: 503 }))

  it('[AUTH-72] the start of the app times out after exactly 30 seconds without a response', async () => {
    expect(await startUp(silent)).toEqual({ error: 'Auth initialization timeout', afterMs: 30_000, tries: [0] })
  })

  it('[AUTH-72] [DATA-37] [DATA-39] a failed start of the app is retried until the limit of 30 seconds', async () => {
    const { tries, afterMs } = await startUp(unavailable)
    expect({ tries, afterMs }).toEqual({ tries: [0, 200, 600, 1_400], afterMs: 1_400 })
    let sessionRequests = 0
    const slow = (init: RequestInit) => (++sessionRequests === 1 ? later(20_000).then(unavailable) : silent(init))
    expect(await startUp(slow)).toEqual({
      error: 'Auth initialization timeout',
      afterMs: 30_000,
      tries: [0, 20_200],
    })
  })

  it('[AUTH-72] [DATA-37] the start of the app is not retried when the session request is refused', async () => {
    const refused = () => Promise.resolve(Response.json({ code: 'ACCOUNT_BANNED' }, { status: 403 }))
    expect((await startUp(refused)).tries).toEqual([0])
  })
})
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('[AUTH-73] an inactive account', () => {
  const TEXT = 'Your account is suspended. Please contact support.'
  let sent: string[] = []
  const texts = () => useToasts.getState().toasts.map(({ text }) => text)
  beforeEach(() => {
    sent = []
    useToasts.setState({ toasts: [] })
    vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
      sent.push(`${method} ${url}`)
      return Promise.resolve(
        url === '/api/auth/logout'
          ? Response.json({ success: true })
          : Response.json({ code: 'ACCOUNT_SUSPENDED' }, { status: 403 }),
      )
    })
  })

  it.each([
    ['does not know the user', () => undefined],
    ['remembers the user', (client: ReturnType<typeof createQueryClient>) => signIn(client, USER, true)],
  ])('an inactive account is reported once when the app opens, and logged out, if the device %s', async (_, before) => {
    const client = createQueryClient((error) => handleFailedQuery(client, error))
    before(client)
    await checkSession(client)
    await checkSession(client)
    expect(texts()).toEqual([TEXT])
    expect(knownTo(client)).toBeNull()
    expect(storage.size).toBe(0)
    expect(sent.filter((each) => each === 'POST /api/auth/logout')).toHaveLength(1)
  })

  it('an inactive account is not reported after a logout on the same device', async () => {
    const client = createQueryClient((error) => handleFailedQuery(client, error))
    signOut(client)
    await checkSession(client)
    expect(texts()).toEqual([])
  })
})

it('[AUTH-77] data of a session is removed when a query shows that the session has ended', async () => {
  const client = createQueryClient()
  signIn(client, USER, true)
  const isEnded = vi.fn<() => void>()
  onSignOut(isEnded)
  client.setQueryData(queryKey('GET /api/wallet'), { balance: 5_000, held: 0, currency: 'UGX' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: null })))
  await client.fetchQuery({
    queryKey: queryKey('GET /api/auth/session'),
    queryFn: ({ signal }) => readingSession(client, signal),
    staleTime: 0,
  })
  expect(isEnded).toHaveBeenCalledOnce()
  expect(client.getQueryData(queryKey('GET /api/wallet'))).toBeUndefined()
  expect(knownTo(client)).toBeNull()
})

describe('[AUTH-77] when another tab has logged in another player', () => {
  const other = { ...USER, id: '0198b8a0-0000-7000-8000-000000000002' }
  const reload = vi.fn<() => void>()
  beforeEach(() => {
    reload.mockClear()
    vi.stubGlobal('location', { reload })
  })

  it('after another player logs in on another tab, the page restarts without data of the previous player', async () => {
    const client = createQueryClient()
    signIn(client, USER, true)
    client.setQueryData(queryKey('GET /api/wallet'), { balance: 5_000, held: 0, currency: 'UGX' })
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: other })))
    await checkSession(client)
    expect(client.getQueryData(queryKey('GET /api/wallet'))).toBeUndefined()
    expect(reload).toHaveBeenCalledOnce()
  })

  it.each([
    ['detects late that its own session has ended', (client: QueryClient) => signOut(client)],
    [
      'gets a refusal because the player has changed',
      (client: QueryClient) => void handleSessionLoss(client, new ApiError(401, { code: 'NOT_AUTHENTICATED' })),
    ],
  ])('a tab that %s removes nothing of the new player from the device', async (_how, notify) => {
    const old = createQueryClient()
    signIn(old, USER, true)
    signIn(createQueryClient(), other, true)
    storage.set(UNSENT_KEY, '[]')
    const before = new Map(storage)
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: other })))
    notify(old)
    await vi.advanceTimersByTimeAsync(0)
    expect(storage).toEqual(before)
    expect(reload).toHaveBeenCalledOnce()
    expect(knownTo(old)).toBeUndefined()
  })
})
