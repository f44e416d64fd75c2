import type { InPlayLeagues, InPlayMargin, LeagueRules, Settings } from '../settings/types.ts'

export interface League {
  readonly league: string
  readonly country: string | null
}

/** The longest delay of live bets, of the general setting and of a league (INP-05). */
export const MAX_BET_DELAY_SECONDS = 15

/** The key of a league: `country/league`, as in suspensions. */
export const leagueScope = ({ league, country }: League): string => `${country ?? ''}/${league}`

/** How long a bet on a live game of this league waits (INP-05). */
export const betDelayIn = (league: League, { in_play_leagues, bet_delay_seconds }: DelaySettings): number =>
  in_play_leagues[leagueScope(league)]?.delaySeconds ?? bet_delay_seconds

export type DelaySettings = Pick<Settings, 'in_play_leagues' | 'bet_delay_seconds'>

/** The points that a live game of this league adds to its margins (INP-04). */
export const marginIn = (
  league: League,
  { in_play_leagues, in_play_margin }: Pick<Settings, 'in_play_leagues' | 'in_play_margin'>,
): InPlayMargin => ({ ...in_play_margin, ...in_play_leagues[leagueScope(league)]?.margin })

/** The leagues with one league's rules replaced; without rules, the league is removed. */
export const withLeague = (leagues: InPlayLeagues, scope: string, rules: LeagueRules | null): InPlayLeagues =>
  sortedLeagues({ ...leagues, [scope]: rules ?? {} })

/** In one order and without empty rules, so that equal rules are equal texts. */
export function sortedLeagues(leagues: InPlayLeagues): InPlayLeagues {
  const kept = Object.entries(leagues).flatMap(([scope, { delaySeconds, margin = {} }]): [string, LeagueRules][] => {
    const rules: LeagueRules = {
      ...(delaySeconds === undefined ? {} : { delaySeconds }),
      ...(Object.keys(margin).length === 0 ? {} : { margin }),
    }
    return Object.keys(rules).length === 0 ? [] : [[scope, rules]]
  })
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The leagues whose rules differ, with the rules before and after; null if there are none. */
export const changedLeagues = (before: InPlayLeagues, after: InPlayLeagues) =>
  Object.keys({ ...before, ...after })
    .sort()
    .map((scope) => ({ scope, before: before[scope] ?? null, after: after[scope] ?? null }))
    .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after))
