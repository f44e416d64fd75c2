/** Formats times as local time of a time zone. */
export interface Timezone {
  /** yyyy-mm-dd */
  date(ms: number): string
  /** HH:MM */
  time(ms: number): string
  /** yyyy-mm-dd hh:mm:ss */
  dateTime(ms: number): string
}

const DEFAULT_ZONE = 'Europe/Berlin'
const zones = new Map<string, Timezone>()

/** The named time zone, or the provider's default zone without a name; undefined for an unknown name. */
export const timezoneNamed = (name: string | null): Timezone | undefined => {
  const zoneName = name === null || name === '' ? DEFAULT_ZONE : name
  const found = zones.get(zoneName)
  if (found !== undefined) return found
  const formatter = formatterFor(zoneName)
  if (formatter === undefined) return undefined
  const stamp = (ms: number): string => formatter.format(ms)
  const zone = {
    date: (ms: number) => stamp(ms).slice(0, 10),
    time: (ms: number) => stamp(ms).slice(11, 16),
    dateTime: stamp,
  }
  zones.set(zoneName, zone)
  return zone
}

const formatterFor = (timeZone: string): Intl.DateTimeFormat | undefined => {
  try {
    // The Swedish date format is the wire format.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  } catch {
    return undefined
  }
}
