import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKey } from '../shared/api/queries.ts'
import { useToasts } from '../shared/ui/toast.tsx'
import { repairBalance } from './balance-repair.ts'
import { signOut } from './session.ts'

beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => vi.unstubAllGlobals())

it('[WALT-20] [WALT-21] the app offers balance repair twice, one at a time, and then refers the player to support', async () => {
  let requested = 0
  vi.stubGlobal('fetch', async () => {
    requested += 1
    return Response.json({ originalBalance: 1, fixedBalance: 650, code: 'BALANCE_FIXED_RETRY_NEEDED', message: '' })
  })
  const client = new QueryClient()
  // Header, slip and account detect the unreadable balance together.
  await Promise.all([repairBalance(client), repairBalance(client), repairBalance(client)])
  expect(requested).toBe(1)
  expect(client.getQueryData(queryKey('GET /api/wallet'))).toEqual({ balance: 650, held: 0, currency: 'UGX' })
  await repairBalance(client)
  await repairBalance(client)
  expect(requested).toBe(2)
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
    'Balance format fixed! Please try placing your bet again.',
    'There was an issue with your account balance. Please contact support.',
  ])
  // A new session has its own attempts.
  signOut(client)
  await repairBalance(client)
  expect(requested).toBe(3)
})
