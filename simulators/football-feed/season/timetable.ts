import type { Hours, LeagueRound, SeasonSource } from './match.ts'
import { floorMod, interleaved } from './random.ts'
import { dayOf, hoursOf, type KickoffRate, type ScheduleEntry, slotsOfDay } from './schedule.ts'

/** A league table or a player's record needs about forty days of matches. */
const REMEMBERED_DAYS = 64

/**
 * Which match of a season is played at a position of the schedule. Without rounds, matches are played in their order.
 * With rounds, each league with usual hours plays one round on each day in Kampala, at its usual hours. At all other
 * times, the other leagues play in turn.
 */
export function timetableFor(
  rate: KickoffRate,
  { rounds }: Pick<SeasonSource, 'rounds'>,
): (place: ScheduleEntry) => number {
  if (rounds === undefined) return ({ position }) => position
  const days = new Map<number, readonly number[]>()
  const arranged = arrangement(rate, rounds)
  return ({ kickoffMs, indexOfDay }) => {
    const day = dayOf(kickoffMs)
    let ordinals = days.get(day)
    if (ordinals === undefined) {
      ordinals = arranged(day)
      const oldest = days.size < REMEMBERED_DAYS ? undefined : days.keys().next().value
      if (oldest !== undefined) days.delete(oldest)
      days.set(day, ordinals)
    }
    const ordinal = ordinals[indexOfDay]
    if (ordinal === undefined) throw new Error('a day without this position')
    return ordinal
  }
}

/** The matches of a day, by their index in the day. */
function arrangement(
  rate: KickoffRate,
  { size, leagues }: NonNullable<SeasonSource['rounds']>,
): (day: number) => readonly number[] {
  const free: number[] = []
  const usual: Readonly<Record<Hours, number[]>> = { afternoon: [], evening: [] }
  for (let index = 0; index < slotsOfDay(rate) * rate.perSlot; index += 1) {
    const hours = hoursOf(rate, Math.floor(index / rate.perSlot) * rate.slotMinutes)
    ;(hours === undefined ? free : usual[hours]).push(index)
  }
  const byUsualHours = (['afternoon', 'evening'] as const).map((hours) => {
    const matches = interleaved(numbered(leagues.filter((league) => league.hours === hours)))
    const taken = matches.map((_, at) => usual[hours][Math.floor((at * usual[hours].length) / matches.length)] ?? 0)
    free.push(...usual[hours].filter((index) => !taken.includes(index)))
    return { matches, taken }
  })
  free.sort((one, other) => one - other)
  const others = leagues.filter(({ hours }) => hours === undefined)
  const roundsADay = Math.ceil(free.length / (others[0]?.ordinals.length ?? 1))

  return (day) => {
    const ordinals: number[] = []
    for (const { matches, taken } of byUsualHours)
      for (const [at, match] of matches.entries()) ordinals[taken[at] ?? 0] = day * size + match
    // At high speeds a league plays several rounds a day, one after the other.
    const queue = Array.from({ length: roundsADay }, (_, at) => roundAt(day * roundsADay + at, others, size))
    for (let start = 0, filled = 0; start < queue.length; start += others.length) {
      for (const match of interleaved(queue.slice(start, start + others.length))) {
        const index = free[filled]
        if (index !== undefined) ordinals[index] = match
        filled += 1
      }
    }
    return ordinals
  }
}

const numbered = (leagues: readonly LeagueRound[]) =>
  leagues.map(({ ordinals }, number) => ({ number, items: ordinals }))

/** The matches of the league round with this number, counted over all leagues. */
function roundAt(number: number, leagues: readonly LeagueRound[], size: number) {
  const at = floorMod(number, leagues.length)
  const first = Math.floor(number / leagues.length) * size
  return { number: at, items: (leagues[at]?.ordinals ?? []).map((ordinal) => first + ordinal) }
}
