import { getJackpot, listCasinoGames } from '@mupiira/contract/casino.ts'
import { CASINO_GAMES, CASINO_JACKPOT } from '@mupiira/domain/casino/games.ts'
import { jackpotAt } from '@mupiira/domain/casino/jackpot.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { cachedJson } from '../../kernel/http/files/cached-body.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { SettingsApi } from '../settings/index.ts'

export function casinoRoutes(
  { clock }: Pick<Kernel, 'clock'>,
  settings: Pick<SettingsApi['reads'], 'current'>,
): readonly Route[] {
  const lobby = cachedJson({ demo: true, jackpot: CASINO_JACKPOT, items: CASINO_GAMES })
  return [
    route(listCasinoGames, async () => ({ cached: lobby })),
    route(getJackpot, async () => {
      const now = clock.now()
      const body = {
        enabled: settings.current().jackpot_enabled,
        amount: ugxToNumber(jackpotAt(now)),
        now: now.toISOString(),
      }
      return { status: 200, body }
    }),
  ]
}
