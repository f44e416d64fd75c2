import { getSettings } from '@mupiira/contract/platform.ts'
import { presentPublicSettings } from '@mupiira/contract/settings.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { cachedJson } from '../../kernel/http/files/cached-body.ts'
import { type CachedBody, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** The settings that players see. */
export function settingsRoutes({ config }: Pick<Kernel, 'config'>, current: () => Settings): readonly Route[] {
  let cached: { readonly of: Settings; readonly body: CachedBody } | null = null
  function publicBody(settings: Settings): CachedBody {
    if (cached?.of !== settings) cached = { of: settings, body: cachedJson(presentPublicSettings(settings, config)) }
    return cached.body
  }
  return [route(getSettings, async () => ({ cached: publicBody(current()) }))]
}
