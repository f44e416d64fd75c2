import type { Kernel } from '../../kernel/kernel.ts'
import type { SettingsApi } from '../settings/index.ts'
import { casinoRoutes } from './routes.ts'

/** The demo lobby and the jackpot banner. They move no money (D40, D41). */
export function createCasino(
  kernel: Kernel,
  { settings }: { readonly settings: Pick<SettingsApi['reads'], 'current'> },
) {
  return { routes: casinoRoutes(kernel, settings) }
}
