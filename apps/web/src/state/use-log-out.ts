import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../shared/api/client.ts'
import { showToast } from '../shared/ui/toast.tsx'
import { unsubscribe } from './push-device.ts'
import { removeDrafts } from './drafts.ts'
import { signOut } from './session.ts'

/** Logs out and opens the login screen. `failureText` is the message after a failure. */
export function useLogOut(failureText: (error: unknown) => string) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const logOut = async () => {
    setBusy(true)
    try {
      await api('POST /api/auth/logout', { body: {} })
      signOut(client)
      removeDrafts()
      void unsubscribe()
      navigate('/login')
    } catch (error) {
      setBusy(false)
      showToast('error', failureText(error))
    }
  }
  return { busy, logOut: () => void logOut() }
}
