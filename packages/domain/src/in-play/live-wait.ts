import type { Settings } from '../settings/types.ts'
import { betDelayIn, type DelaySettings, type League, MAX_BET_DELAY_SECONDS } from './league-rules.ts'

/** How staff restricts a player's live bets (INP-12). */
export interface LiveRestriction {
  readonly extraDelaySeconds: number
  readonly isExcluded: boolean
}

export const NO_RESTRICTION: LiveRestriction = { extraDelaySeconds: 0, isExcluded: false }

/**
 * The delay of bets and cashouts on these live games: the longest of their leagues, and the seconds that staff has
 * added for the player (INP-05, INP-10, INP-12). 0 without a live game.
 */
export const liveDelayIn = (live: readonly League[], extraDelaySeconds: number, settings: DelaySettings): number =>
  live.length === 0 ? 0 : extraDelaySeconds + Math.max(...live.map((league) => betDelayIn(league, settings)))

/**
 * How long a bet or cashout with this delay waits. The feed's answer that decides must contain everything that the
 * player could see, so a feed that reports later than the delay (`feedMs`) extends it.
 */
export const liveWaitMs = (delaySeconds: number, feedMs: number): number => Math.max(delaySeconds * 1000, feedMs)

/**
 * How long an accepted cashout is checked (TICK-48). While live betting is on, as long as a live bet of the same player
 * on these live games waits, because both close the same gap (COUT-03). A player who is excluded from live bets has no
 * such wait, so the longest possible delay applies.
 */
export function cashoutCheckMs(
  live: readonly League[],
  feedMs: number,
  { extraDelaySeconds, isExcluded }: LiveRestriction,
  settings: DelaySettings & Pick<Settings, 'in_play_betting' | 'cashout_delay'>,
): number {
  const longest = live.length > 0 && isExcluded ? extraDelaySeconds + MAX_BET_DELAY_SECONDS : 0
  if (settings.in_play_betting === 'on')
    return liveWaitMs(Math.max(longest, liveDelayIn(live, extraDelaySeconds, settings)), feedMs)
  const own = live.length === 0 ? 0 : settings.cashout_delay + extraDelaySeconds
  return Math.max(longest, own) * 1000 + feedMs
}
