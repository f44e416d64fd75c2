import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '@mupiira/contract/auth.ts'
import { signIn, signOut } from '../../state/session.ts'
import { deliver, enqueue, useUnsent } from './unsent.ts'

const AMINA = { id: 'amina' } as SessionUser
const BRIAN = { id: 'brian' } as SessionUser
const HOUR_MS = 3_600_000

let client: QueryClient
let posts: number

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
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

describe('[AUTH-77] a message that waits', () => {
  it('goes with the session of who wrote it, and is not tried again under the next one', async () => {
    enqueue(AMINA.id, 'hers', null)
    await deliver(client, AMINA.id)
    expect([posts, useUnsent.getState().waiting.length]).toEqual([1, 1])
    signOut(client)
    expect(useUnsent.getState().waiting).toEqual([])
    signIn(client, BRIAN, true)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(posts).toBe(1)
  })

  it('is not sent while the session is somebody else’s', async () => {
    enqueue(AMINA.id, 'hers', null)
    signIn(client, BRIAN, true)
    await deliver(client, AMINA.id)
    expect(posts).toBe(0)
  })
})
