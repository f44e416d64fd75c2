import { usePublicSettings } from './settings.ts'

/** Whether others can load a player's code (CODE-12, CODE-13). Until the settings are known it is promised to nobody. */
export const useIsCodeForAnyone = (): boolean => usePublicSettings()?.bookingCodeSharing === 'anyone'

/** Stands at a code that is of no use to others (CODE-12). */
export function OwnCodeNote() {
  return useIsCodeForAnyone() ? null : <p className="text-12 text-muted">Only you can load it.</p>
}
