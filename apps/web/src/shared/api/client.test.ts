import { afterEach, expect, it, vi } from 'vitest'
import { api, shownPage } from './client.ts'
import { postMessage } from './post-message.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  delete shownPage.playerId
})

it('[AUTH-77] every request names the player shown on the page, even a request that is still running when the session ends', async () => {
  const named: (string | null)[] = []
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
    named.push(new Headers(headers).get('x-player'))
    return Promise.resolve(Response.json({}))
  })
  const bet = { body: { stake: 1_000 }, idempotencyKey: 'a-bet-of-abel' }
  const message = { key: 'a-message', content: 'Hello', image: null }
  await api('GET /api/wallet', {})
  shownPage.playerId = () => 'brenda'
  await api('GET /api/wallet', {})
  await api('POST /api/protection/exclusion', { body: { length: '6m' } })
  await api('POST /api/aviator/bets', bet, { playerId: 'abel' })
  await postMessage('/api/chat/messages', { ...message, userId: 'abel' })
  await postMessage('/api/admin/chat/0/messages', message)
  expect(named).toEqual([null, 'brenda', 'brenda', 'abel', 'abel', 'brenda'])
})
