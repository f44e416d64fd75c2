import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { marginIn } from '@mupiira/domain/in-play/league-rules.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_GROUPS, type MarketGroup } from '@mupiira/domain/markets/types.ts'
import { oddsFromProbability } from '@mupiira/domain/pricing/offered.ts'
import { DEFAULT_SETTINGS, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import { settingsFrom } from '@mupiira/domain/settings/parse.ts'
import type { InPlayMargin, LeagueRules, Settings } from '@mupiira/domain/settings/types.ts'
import type { Answer } from '../../shared/api/client.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { scopeText } from '../kit/league-scope.ts'
import { decimalOf } from '../kit/typed-odds.ts'

/** The settings that live betting depends on. */
export const readSettings = (items: readonly AdminSetting[]): Settings => settingsFrom(items, DEFAULT_SETTINGS)

export type PlayedLeagues = Answer<'GET /api/admin/in-play/leagues'>

/** Whether a league has games: "upcoming or live", "in the last 30 days", "none in the last 30 days" */
export const gamesText = (scope: string, { listed, recent, days }: PlayedLeagues): string =>
  listed.includes(scope)
    ? 'upcoming or live'
    : recent.includes(scope)
      ? `in the last ${days} days`
      : `none in the last ${days} days`

/** What to do about leagues with rules but without games; null if all have games. A renamed league loses its rules. */
export function withoutGamesText(scopes: readonly string[], { listed, recent, days }: PlayedLeagues): string | null {
  const missing = scopes.filter((scope) => !listed.includes(scope) && !recent.includes(scope)).map(scopeText)
  if (missing.length === 0) return null
  const games = `no upcoming games, and none in the last ${days} days`
  return missing.length === 1
    ? `${missing.join()} has ${games}. If the feed has renamed the league, add its new name and remove this one.`
    : `${missing.join(', ')} have ${games}. If the feed has renamed them, add their new names and remove these.`
}

/** The form of a league's rules. An empty text is the general setting. */
export type TypedRules = { readonly delaySeconds: string } & { readonly [group in MarketGroup]: string }

export const typedRules = ({ delaySeconds, margin = {} }: LeagueRules): TypedRules => ({
  delaySeconds: String(delaySeconds ?? ''),
  ...(Object.fromEntries(MARKET_GROUPS.map((group) => [group, String(margin[group] ?? '')])) as Record<
    MarketGroup,
    string
  >),
})

const numberIn = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : (decimalOf(typed.trim()) ?? NaN)

const isWithin = (key: 'bet_delay_seconds' | 'in_play_margin', value: number): boolean => {
  const { min = 0, max = Infinity } = settingRule(key)
  return value >= min && value <= max
}

/** The typed rules, or what is wrong with them and in which field. */
export function readRules(
  typed: TypedRules,
): { readonly rules: LeagueRules } | { readonly error: string; readonly field: keyof TypedRules } {
  const delaySeconds = numberIn(typed.delaySeconds)
  if (delaySeconds !== undefined && !(Number.isInteger(delaySeconds) && isWithin('bet_delay_seconds', delaySeconds)))
    return {
      error: `The bet delay is a whole number of seconds, ${rangeOf('bet_delay_seconds')}.`,
      field: 'delaySeconds',
    }
  const margin: Partial<Record<MarketGroup, number>> = {}
  for (const group of MARKET_GROUPS) {
    const points = numberIn(typed[group])
    if (points === undefined) continue
    if (!isWithin('in_play_margin', points))
      return { error: `The margin of ${groupName(group)} is a number, ${rangeOf('in_play_margin')}.`, field: group }
    margin[group] = points
  }
  if (delaySeconds === undefined && Object.keys(margin).length === 0)
    return {
      error: 'Please enter a bet delay or a margin. To use the general settings, remove the league.',
      field: 'delaySeconds',
    }
  return {
    rules: {
      ...(delaySeconds === undefined ? {} : { delaySeconds }),
      ...(Object.keys(margin).length === 0 ? {} : { margin }),
    },
  }
}

export function rangeOf(key: 'bet_delay_seconds' | 'in_play_margin'): string {
  const { min, max } = settingRule(key)
  return `${min} to ${max}`
}

export const groupName = (group: MarketGroup): string => `${group.charAt(0).toUpperCase()}${group.slice(1)}`

/** The points that a league adds, by group: "Popular 2, Goals 5, Combos 2, Specials 2". */
export const marginText = (margin: InPlayMargin): string =>
  MARKET_GROUPS.map((group) => `${groupName(group)} ${margin[group]}`).join(', ')

const EXAMPLE = 'over_under'
const FAIR_CHANCE = 0.5

/** An even chance in play, at the general margin and at the league's: "Over/Under, an even chance: 1.86 → 1.80". */
export function exampleText(rules: LeagueRules, settings: Settings): string {
  const { group, name } = marketDefinition(EXAMPLE)
  const at = (margin: InPlayMargin): string =>
    oddsText(oddsFromProbability(FAIR_CHANCE, settings.overround[EXAMPLE] + margin[group]) / 100)
  const league = { league: 'League', country: null }
  const own = { ...settings, in_play_leagues: { '/League': rules } }
  return `${name}, an even chance: odds ${at(settings.in_play_margin)} → ${at(marginIn(league, own))}.`
}
