import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Protection } from '@mupiira/contract/protection.ts'
import { textOf } from '../../shared/api/errors.ts'
import { queryKey, useApi } from '../../shared/api/queries.ts'
import { noteSessionLoss, useUser } from '../../state/session.ts'

const FRESH_MS = 5_000
const LIMITS = 'GET /api/protection/limits'
const RESTRAINTS = 'GET /api/protection'

/** The player's limits and exclusion, refetched on every visit of a screen. */
export function useProtection() {
  const user = useUser()
  return useApi(LIMITS, {}, { enabled: user !== null, staleMs: FRESH_MS })
}

export type ProtectionChange = {
  readonly busy: boolean
  readonly refusal: string | null
  readonly forget: () => void
  /** Sends a change and returns whether it succeeded. */
  readonly run: (send: () => Promise<Protection>) => Promise<boolean>
}

/** Sends one change at a time. Its response replaces the cached limits and exclusion. */
export function useProtectionChange(): ProtectionChange {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    busy,
    refusal,
    forget: () => setRefusal(null),
    async run(send) {
      setBusy(true)
      setRefusal(null)
      try {
        const { limits, ...restraints } = await send()
        client.setQueryData(queryKey(LIMITS), { limits, ...restraints })
        client.setQueryData(queryKey(RESTRAINTS), restraints)
        return true
      } catch (error) {
        if (!noteSessionLoss(client, error)) {
          setRefusal(textOf(error, 'We could not reach the server. Check your connection and try again.'))
        }
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
