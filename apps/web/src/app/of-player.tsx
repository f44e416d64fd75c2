import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { laterPart } from '../shared/ui/later-part.tsx'
import { ownStorage } from '../state/own-storage.ts'
import { UNSENT_KEY, useUser } from '../state/session.ts'

/** PLAY-04: of no use in the first minutes, so that it comes after everything else. */
const RealityCheck = laterPart(() => import('../player/protection/reality-check.tsx').then((m) => m.RealityCheck))

/** Effects that only a signed-in player needs, on every screen. */
export function OfPlayer() {
  const client = useQueryClient()
  const userId = useUser()?.id
  useEffect(() => {
    if (userId === undefined || ownStorage.read(UNSENT_KEY) === null) return
    // Messages that were left waiting go out wherever the player is now.
    import('../player/help/unsent.ts').then(
      (m) => m.deliver(client, userId),
      () => undefined,
    )
  }, [client, userId])
  return userId !== undefined && <RealityCheck userId={userId} />
}
