import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { signOut } from '../../state/session.ts'
import { act, useConfirmationRequest } from './staff-api.ts'

afterEach(() => vi.unstubAllGlobals())

it('[AUTH-77] after a change of user, the confirmation dialog for the previous user’s action is not shown to the new user', async () => {
  let requested = 0
  vi.stubGlobal('fetch', async () => {
    requested += 1
    return Response.json({ code: 'CONFIRMATION_NEEDED', details: { by: 'password' } }, { status: 403 })
  })
  const pending = act('POST /api/admin/users/{id}/top-up', {
    params: { id: 'somebody' },
    body: { amount: 1_000 },
    idempotencyKey: 'one-action',
  })
  pending.catch(() => undefined)
  await vi.waitFor(() => expect(useConfirmationRequest.getState().requested?.by).toBe('password'))
  signOut(new QueryClient())
  expect(useConfirmationRequest.getState().requested).toBeNull()
  await expect(pending).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' })
  expect(requested).toBe(1)
})
