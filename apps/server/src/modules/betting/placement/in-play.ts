import { liveDelayIn } from '@mupiira/domain/in-play/live-wait.ts'
import { minUgx, type Ugx, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { GamePrices } from '../../pricing/index.ts'

/** Whether the prices follow a live game. */
export const isInPlay = ({ inPlay }: Pick<GamePrices, 'inPlay'>): boolean => Boolean(inPlay)

type Games = readonly { readonly legs: readonly { readonly prices: Pick<GamePrices, 'inPlay' | 'game'> }[] }[]

export const hasLiveGame = (games: Games): boolean =>
  games.some(({ legs }) => legs.some(({ prices }) => isInPlay(prices)))

/** How long a bet waits, without the time of a late feed; 0 for a bet on upcoming games alone. */
export function betDelayOf(games: Games, settings: Settings, extraDelaySeconds: number): number {
  const prices = games.flatMap(({ legs }) => legs.map((leg) => leg.prices))
  return liveDelayIn(
    prices.filter(isInPlay).map(({ game }) => game),
    extraDelaySeconds,
    settings,
  )
}

/** The maximum stake and payout of a bet. A bet with a live game has its own, which only lower the general ones (INP-11). */
export function betMaximums(games: Games, settings: Settings): { readonly stakeUgx: Ugx; readonly payoutUgx: Ugx } {
  const general = {
    stakeUgx: ugxFromShillings(settings.max_bet_amount),
    payoutUgx: ugxFromShillings(settings.max_payout),
  }
  if (!hasLiveGame(games)) return general
  return {
    stakeUgx: minUgx(general.stakeUgx, ugxFromShillings(settings.max_in_play_stake)),
    payoutUgx: minUgx(general.payoutUgx, ugxFromShillings(settings.max_in_play_payout)),
  }
}
