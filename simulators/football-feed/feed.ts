import type { Clock } from '../shared/clock.ts'
import { playAt, type Play } from './play/play.ts'
import type { MatchOverrides } from './play/overrides.ts'
import type { Club, League, Match, Pairing, SeasonSource } from './season/match.ts'
import {
  type KickoffRate,
  kickoffRateFor,
  entryByNumber,
  entriesBefore,
  listedEntries,
  type ScheduleEntry,
} from './season/schedule.ts'
import { timetableFor } from './season/timetable.ts'

/** A match with its overrides and its state at one moment. */
export interface MatchState {
  readonly match: Match
  readonly overrides: MatchOverrides
  readonly play: Play
}

export interface Window {
  readonly fromMs: number
  readonly toMs: number
}

/** Requests read the responses of the API; the push channel is a web socket. */
export type Channel = 'poll' | 'push'

export interface FeedOptions {
  readonly clock: Clock
  /** Match minutes per real minute. */
  readonly speed: number
  /** The season; undefined if the feed has only loaded matches. */
  readonly source: SeasonSource | undefined
}

/** All data of the feed at the time of its clock. */
export interface Feed {
  readonly speed: number
  readonly sourceKind: 'made' | 'recorded' | 'none'
  now(): number
  /** As the channel reports the matches: `delay` of a control request can hold one of them back. */
  list(window: Window, channel?: Channel): MatchState[]
  /** The season's matches of a period, including matches of the distant past. */
  season(window: Window): MatchState[]
  find(id: string, channel?: Channel): MatchState | undefined
  leagues(): League[]
  /** A league with the clubs of its current season, and the season's finished matches, latest first. */
  table(
    leagueId: string,
  ): { readonly league: League; readonly clubs: readonly Club[]; readonly played: readonly MatchState[] } | undefined
  /** A club of the season or of a loaded match. */
  club(id: string): Club | undefined
  /** Finished matches that pass the filter, latest first. */
  history(accept: (match: Pick<Match, 'home' | 'away'>) => boolean, limit: number): MatchState[]

  override(id: string, change: MatchOverrides): void
  restore(id: string): void
  load(matches: readonly Match[], only: boolean): void
  freeze(frozen: boolean): void
  reset(): void
}

/**
 * Recorded matches, loaded matches and the generated matches of each rate have ids in separate ranges of 1,000,000,000,
 * because another rate has other matches at the same times. The third range belongs to loaded matches.
 */
const firstIdOf = ({ kind }: SeasonSource, { slotMinutes, perSlot }: KickoffRate): number => {
  if (kind === 'recorded') return 1_000_000_000
  if (slotMinutes === 5) return perSlot === 3 ? 0 : 3_000_000_000
  return (2 + perSlot) * 1_000_000_000
}
const REMEMBERED_MATCHES = 6_000
/**
 * How many past matches are searched for a table or head to head. A season of all leagues has 38 rounds of 864 matches.
 */
const SEARCHED_MATCHES = 34_000

export const createFeed = ({ clock, speed, source: fullSource }: FeedOptions): Feed => {
  const rate = kickoffRateFor(speed)
  const ordinalOf = timetableFor(rate, fullSource ?? {})
  const remembered = new Map<string, Match>()
  const overridesById = new Map<string, MatchOverrides>()
  const loaded = new Map<string, Match>()
  let source = fullSource
  let frozenAtMs: number | undefined

  /** A cache of pairings, because searches of past matches read the same pairings repeatedly. */
  const pairings = new Map<number, Pairing>()

  const now = (): number => frozenAtMs ?? clock.now()
  const firstId = source === undefined ? 0 : firstIdOf(source, rate)

  const matchAt = (season: SeasonSource, place: ScheduleEntry): Match => {
    const id = String(firstId + place.number)
    const found = remembered.get(id)
    if (found !== undefined) return found
    const ordinal = ordinalOf(place)
    const match = {
      ...season.pairing(ordinal),
      ...season.outcome(ordinal),
      id,
      kickoffMs: place.kickoffMs,
      speed,
      hasAlerts: season.kind === 'made',
    }
    const oldest = remembered.size < REMEMBERED_MATCHES ? undefined : remembered.keys().next().value
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(id, match)
    return match
  }

  const pairingAt = (season: SeasonSource, place: ScheduleEntry): Pairing => {
    const ordinal = ordinalOf(place)
    const found = pairings.get(ordinal)
    if (found !== undefined) return found
    if (pairings.size >= 2 * SEARCHED_MATCHES) pairings.clear()
    const pairing = season.pairing(ordinal)
    pairings.set(ordinal, pairing)
    return pairing
  }

  const matchNumbered = (id: string): Match | undefined => {
    const place = source === undefined || !/^\d{1,12}$/.test(id) ? undefined : entryByNumber(rate, Number(id) - firstId)
    return loaded.get(id) ?? (source === undefined || place === undefined ? undefined : matchAt(source, place))
  }

  /** Without a channel: the match as it is, not as it is reported. */
  const seen = (match: Match, channel?: Channel): MatchState => {
    const overrides = overridesById.get(match.id) ?? {}
    // A rescheduled match changes only its kick-off.
    const present = overrides.kickoffMs === undefined ? match : { ...match, kickoffMs: overrides.kickoffMs }
    const delayMs = (channel === undefined ? undefined : overrides.delays?.[channel]) ?? 0
    return { match: present, overrides, play: playAt(present, overrides, now() - delayMs) }
  }

  function* latestFirst(): Generator<ScheduleEntry> {
    if (source !== undefined) yield* entriesBefore(rate, now(), SEARCHED_MATCHES)
  }

  const isReported = ({ overrides }: MatchState): boolean => overrides.hidden !== true

  const listed = (window: Window, behindMinutes: number, channel: Channel): MatchState[] => {
    const candidates = new Map<string, Match>(loaded)
    const season = source
    if (season !== undefined) {
      for (const place of listedEntries({ ...rate, behindMinutes }, now(), window)) {
        const match = matchAt(season, place)
        candidates.set(match.id, match)
      }
      for (const id of overridesById.keys()) {
        const match = matchNumbered(id)
        if (match !== undefined) candidates.set(id, match)
      }
    }
    return [...candidates.values()]
      .map((match) => seen(match, channel))
      .filter(
        (each) => isReported(each) && each.match.kickoffMs >= window.fromMs && each.match.kickoffMs <= window.toMs,
      )
      .sort(
        (one, other) => one.match.kickoffMs - other.match.kickoffMs || Number(one.match.id) - Number(other.match.id),
      )
  }

  return {
    speed,
    get sourceKind() {
      return source?.kind ?? 'none'
    },
    now,

    list: (window, channel = 'poll') => listed(window, rate.behindMinutes, channel),
    season: (window) => listed(window, Number.POSITIVE_INFINITY, 'poll'),

    find: (id, channel) => {
      const match = matchNumbered(id)
      const found = match === undefined ? undefined : seen(match, channel)
      return found !== undefined && isReported(found) ? found : undefined
    },

    leagues: () => {
      const all = [...(source?.leagues ?? []), ...[...loaded.values()].map(({ league }) => league)]
      return [...new Map(all.map((league) => [league.id, league])).values()]
    },

    table: (leagueId) => {
      const played: MatchState[] = []
      const clubs = new Map<string, Club>()
      let league: League | undefined
      for (const match of loaded.values()) {
        if (match.league.id !== leagueId) continue
        league = match.league
        clubs.set(match.home.id, match.home).set(match.away.id, match.away)
        const seenMatch = seen(match, 'poll')
        if (seenMatch.play.finished) played.push(seenMatch)
      }
      let season: string | undefined
      for (const place of latestFirst()) {
        if (source === undefined) break
        const pairing = pairingAt(source, place)
        if (pairing.league.id !== leagueId) continue
        season ??= pairing.season
        if (pairing.season !== season) break
        league = pairing.league
        const seenMatch = seen(matchAt(source, place), 'poll')
        if (seenMatch.play.finished) played.push(seenMatch)
      }
      if (source !== undefined && season !== undefined) {
        for (const club of source.clubs(leagueId, season)) clubs.set(club.id, club)
      }
      return league === undefined
        ? undefined
        : { league, clubs: [...clubs.values()], played: played.filter(isReported) }
    },

    club: (id) => {
      const isWanted = (club: Club): boolean => club.id === id
      for (const { home, away } of loaded.values()) {
        const club = [home, away].find(isWanted)
        if (club !== undefined) return club
      }
      for (const place of latestFirst()) {
        if (source === undefined) break
        const { home, away } = pairingAt(source, place)
        const club = [home, away].find(isWanted)
        if (club !== undefined) return club
      }
      return undefined
    },

    history: (accept, limit) => {
      const found = [...loaded.values()]
        .filter(accept)
        .map((match) => seen(match, 'poll'))
        .filter((each) => each.play.finished && isReported(each))
      for (const place of latestFirst()) {
        if (found.length >= limit) break
        if (source === undefined || !accept(pairingAt(source, place))) continue
        const seenMatch = seen(matchAt(source, place), 'poll')
        if (seenMatch.play.finished && isReported(seenMatch)) found.push(seenMatch)
      }
      return found.sort((one, other) => other.match.kickoffMs - one.match.kickoffMs).slice(0, limit)
    },

    override: (id, change) => void overridesById.set(id, { ...overridesById.get(id), ...change }),
    restore: (id) => void overridesById.delete(id),
    load: (matches, only) => {
      if (only) {
        source = undefined
        loaded.clear()
      }
      for (const match of matches) loaded.set(match.id, match)
    },
    freeze: (frozen) => {
      frozenAtMs = frozen ? now() : undefined
    },
    reset: () => {
      source = fullSource
      frozenAtMs = undefined
      overridesById.clear()
      loaded.clear()
    },
  }
}
