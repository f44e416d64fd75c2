import { usePublicSettings } from './settings.ts'

/**
 * How players reach customer care outside the chat. The phone is empty if players cannot call. Both are empty until the
 * settings load.
 */
export function useSupport(): { readonly phone: string; readonly email: string } {
  const settings = usePublicSettings()
  // Settings that an earlier release stored on the device have neither.
  return { phone: settings?.supportPhone ?? '', email: settings?.supportEmail ?? '' }
}
