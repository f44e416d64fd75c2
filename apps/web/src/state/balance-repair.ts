import type { QueryClient } from '@tanstack/react-query'
import { api } from '../shared/api/client.ts'
import { ApiError, textOf } from '../shared/api/errors.ts'
import { queryKey } from '../shared/api/queries.ts'
import { showToast } from '../shared/ui/toast.tsx'
import { onSignOut } from './session.ts'

/** The server also counts the attempts of a session. */
const MAX_ATTEMPTS = 2
const FIXED = 'Balance format fixed! Please try placing your bet again.'
const NOT_FIXED = 'There was an issue with your account. Please try refreshing the page.'
const GIVEN_UP = 'There was an issue with your account balance. Please contact support.'

let attempts = 0
let attemptInProgress: Promise<void> | null = null

/** The next session starts with zero attempts. */
onSignOut(() => (attempts = 0))

/** The server recomputes an unreadable balance, at most twice (WALT-15 to WALT-23). */
export function repairBalance(client: QueryClient): Promise<void> {
  attemptInProgress ??= attempt(client).finally(() => (attemptInProgress = null))
  return attemptInProgress
}

async function attempt(client: QueryClient): Promise<void> {
  if (attempts >= MAX_ATTEMPTS) return void showToast('error', GIVEN_UP)
  attempts += 1
  try {
    const { fixedBalance } = await api('POST /api/wallet/repair', {})
    const known = client.getQueryData<{ held: number }>(queryKey('GET /api/wallet'))
    client.setQueryData(queryKey('GET /api/wallet'), {
      balance: fixedBalance,
      held: known?.held ?? 0,
      currency: 'UGX',
    })
    showToast('success', FIXED)
  } catch (error) {
    const isKnown = error instanceof ApiError && /^(FIX_IN_PROGRESS|MAX_RETRIES_EXCEEDED)$/.test(error.code)
    showToast('error', isKnown ? textOf(error, NOT_FIXED) : NOT_FIXED)
  }
}
