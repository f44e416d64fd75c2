import { usePublicSettings } from './settings.ts'

/** Whether other players can load a player's code (CODE-12, CODE-13). False until the settings are known. */
export const useIsCodeForAnyone = (): boolean => usePublicSettings()?.bookingCodeSharing === 'anyone'

/** Shown beside a code that only its owner can load (CODE-12). */
export function OwnCodeNote() {
  return useIsCodeForAnyone() ? null : <p className="text-12 text-muted">Only you can load it.</p>
}
