import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '@mupiira/contract/auth.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { signIn, signOut } from '../../state/session.ts'
import { deliver, enqueue, NO_PROFILE, retry, useUnsent } from './unsent.ts'

const AMINA = { id: 'amina' } as SessionUser
const BRIAN = { id: 'brian' } as SessionUser

let client: QueryClient
let posts: number

beforeEach(() => {
  vi.useFakeTimers()
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
  posts = 0
  vi.stubGlobal('fetch', () => {
    posts += 1
    return Promise.reject(new TypeError('no network'))
  })
  client = new QueryClient()
  signIn(client, AMINA, true)
})
afterEach(() => {
  signOut(client)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[AUTH-77] an unsent message', () => {
  it('an unsent chat message is sent only under the session of its author', async () => {
    enqueue(AMINA.id, 'hers', null)
    await deliver(client, AMINA.id)
    expect([posts, useUnsent.getState().waiting.length]).toEqual([1, 1])
    signOut(client)
    expect(useUnsent.getState().waiting).toEqual([])
    signIn(client, BRIAN, true)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(posts).toBe(1)
  })

  it('an unsent chat message is not sent while another player is logged in', async () => {
    enqueue(AMINA.id, 'hers', null)
    signIn(client, BRIAN, true)
    await deliver(client, AMINA.id)
    expect(posts).toBe(0)
  })
})

it.each([
  ['[CHAT-10] [ACCT-24] is sent again after the session received another token', AMINA, 0, null],
  ['[AUTH-77] [CHAT-09] is dropped when the session has ended', null, 0, NO_PROFILE],
])('a chat message that is refused as unauthenticated %s', async (_, user, left, notice) => {
  const answers = [Response.json({ code: 'NOT_AUTHENTICATED' }, { status: 401 })]
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url.endsWith('/session')
        ? Response.json({ user })
        : (answers.shift() ?? Response.json({ message: {} }, { status: 201 })),
    ),
  )
  const onSent = vi.fn<() => void>()
  enqueue(AMINA.id, 'hers', null)
  await deliver(client, AMINA.id, onSent)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(useUnsent.getState()).toMatchObject({ waiting: { length: left }, notice })
  expect(onSent).toHaveBeenCalledTimes(user === null ? 0 : 1)
})

describe('[CHAT-10] a message that the server cannot accept', () => {
  const keys: string[] = []
  const answer = (status: number, body: object) =>
    vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
      keys.push(headers['idempotency-key'] ?? '')
      return Promise.resolve(Response.json(body, { status }))
    })
  const problems = () => useUnsent.getState().waiting.map(({ content, problem }) => [content, problem])
  beforeEach(() => void keys.splice(0))

  it('a chat message fails after five attempts, without affecting the next message, and a manual retry uses the same idempotency key', async () => {
    answer(500, { code: 'INTERNAL', detail: 'An unexpected error occurred' })
    enqueue(AMINA.id, 'first', null)
    enqueue(AMINA.id, 'second', null)
    await deliver(client, AMINA.id)
    await vi.advanceTimersByTimeAsync(14_999)
    expect([keys.length, problems()[0]]).toEqual([4, ['first', null]])
    await vi.advanceTimersByTimeAsync(1)
    expect(problems()).toEqual([
      ['first', 'An unexpected error occurred'],
      ['second', null],
    ])
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    const failed = 'An unexpected error occurred'
    expect([keys.length, problems()]).toEqual([10, [...['first', 'second'].map((content) => [content, failed])]])
    const [first] = useUnsent.getState().waiting
    if (first !== undefined) retry(first)
    answer(201, { message: { key: first?.key } })
    await deliver(client, AMINA.id)
    expect(problems()).toEqual([['second', failed]])
    expect(keys.at(-1)).toBe(keys[0])
  })

  it('a chat message that the server refused is sent again under a new idempotency key', async () => {
    answer(422, { code: 'IMAGE_BROKEN', detail: 'This image is damaged.' })
    enqueue(AMINA.id, 'first', null)
    await deliver(client, AMINA.id)
    const [refused] = useUnsent.getState().waiting
    if (refused !== undefined) retry(refused)
    expect(useUnsent.getState().waiting.map(({ key }) => key)).not.toContain(refused?.key)
  })

  it('a chat message waits while there is no network, and is retried within half a minute afterwards', async () => {
    enqueue(AMINA.id, 'first', null)
    await deliver(client, AMINA.id)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    for (let halves = 0; halves < 20; halves++) {
      const before = posts
      await vi.advanceTimersByTimeAsync(30_000)
      expect(posts).toBe(before + 1)
    }
    expect(problems()).toEqual([['first', null]])
  })

  it('a chat message fails after five unauthenticated refusals while the player is logged in', async () => {
    vi.stubGlobal('fetch', (url: string) => {
      if (url.endsWith('/session')) return Promise.resolve(Response.json({ user: AMINA }))
      posts += 1
      return Promise.resolve(Response.json({ code: 'NOT_AUTHENTICATED', detail: 'Please log in.' }, { status: 401 }))
    })
    enqueue(AMINA.id, 'first', null)
    await deliver(client, AMINA.id)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect([posts, problems()]).toEqual([5, [['first', 'Please log in.']]])
  })
})
