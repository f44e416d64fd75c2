import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { presentPublicSettings } from '@mupiira/contract/settings.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { useAreSettingsMissing, usePublicSettings } from './settings.ts'

const DEFAULTS = presentPublicSettings(DEFAULT_SETTINGS, { demo: false, handsetUrl: null })

/**
 * The public settings, and the defaults if they cannot be loaded (ADMS-14); undefined while they load. Forms use this,
 * because a form must not wait for settings that cannot be loaded. The server decides in any case. Not part of
 * `settings.ts`, because every page loads that file and the defaults are large.
 */
export function useSettingsOrDefaults(): PublicSettings | undefined {
  const settings = usePublicSettings()
  return useAreSettingsMissing() ? DEFAULTS : settings
}
