import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OddsPolicy } from '@mupiira/domain/odds/odds-policy.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { changeUser, handleSessionLoss, usePlayerSetting, useUser } from '../../state/session.ts'

type Choice = { readonly policy: OddsPolicy; readonly choose: (policy: OddsPolicy) => void }

/** Which changed odds the player accepts: the setting of the account (INP-07). */
export function useOddsPolicy(): Choice {
  const client = useQueryClient()
  const userId = useUser()?.id
  const saved = usePlayerSetting('odds_policy')
  /** The choice that is being saved. */
  const [chosen, setChosen] = useState<OddsPolicy | null>(null)
  const save = async (policy: OddsPolicy): Promise<void> => {
    if (userId === undefined || chosen !== null) return
    setChosen(policy)
    try {
      changeUser(client, userId, await api('PUT /api/account/settings', { body: { odds_policy: policy } }))
    } catch (error) {
      if (!handleSessionLoss(client, error)) showToast('error', textOf(error, 'The setting was not saved.'))
    } finally {
      setChosen(null)
    }
  }
  return { policy: chosen ?? saved, choose: (policy) => void save(policy) }
}
