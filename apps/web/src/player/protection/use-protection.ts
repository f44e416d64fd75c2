import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Protection } from '@mupiira/contract/protection.ts'
import { textOf } from '../../shared/api/errors.ts'
import { handleSessionLoss, useUser } from '../../state/session.ts'
import { protectionQuery } from '../../state/exclusion.tsx'
import { limitsQuery } from './protection-queries.ts'

export function useProtection() {
  const user = useUser()
  return useQuery({ ...limitsQuery, enabled: user !== null })
}

export type ProtectionChange = {
  readonly busy: boolean
  readonly refusal: string | null
  readonly clearRefusal: () => void
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
    clearRefusal: () => setRefusal(null),
    async run(send) {
      setBusy(true)
      setRefusal(null)
      try {
        const { limits, ...restrictions } = await send()
        client.setQueryData(limitsQuery.queryKey, { limits, ...restrictions })
        client.setQueryData(protectionQuery.queryKey, restrictions)
        return true
      } catch (error) {
        if (!handleSessionLoss(client, error)) {
          setRefusal(textOf(error, 'We could not reach the server. Check your connection and try again.'))
        }
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
