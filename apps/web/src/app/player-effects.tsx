import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lazyPart } from '../shared/ui/lazy-part.tsx'
import { ownStorage } from '../state/own-storage.ts'
import { UNSENT_KEY, useUser } from '../state/session.ts'

/** Loaded last, because the first reality check appears only after several minutes. */
const RealityCheck = lazyPart(() => import('../player/protection/reality-check.tsx').then((m) => m.RealityCheck))

export function PlayerEffects() {
  const client = useQueryClient()
  const userId = useUser()?.id
  useEffect(() => {
    if (userId === undefined || ownStorage.read(UNSENT_KEY) === null) return
    // Chat messages that wait for a connection are sent from any screen.
    import('../player/help/unsent.ts').then(
      (m) => m.deliver(client, userId),
      () => undefined,
    )
  }, [client, userId])
  return userId !== undefined && <RealityCheck userId={userId} />
}
